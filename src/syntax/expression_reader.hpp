#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/expression.hpp"
#include "syntax/reduce.hpp"

namespace ken::syntax {

enum class FrameKind : std::uint8_t {
  root,
  lone_name,
  paren,
  call,
  set,
  index,
  header,
  binder,
  bracket,
  coalition,
  program,
  conditional,  // from 'if' to 'else'
  ternary,      // from '?' to ':'
  scope,        // from 'all', 'some', 'each x in' to ':'
};

// Whether the frame is a bracket that somebody has to close.
[[nodiscard]] constexpr bool is_bracket(FrameKind kind) {
  return kind != FrameKind::root && kind != FrameKind::lone_name && kind != FrameKind::binder &&
         kind != FrameKind::conditional && kind != FrameKind::ternary && kind != FrameKind::scope;
}

struct Frame {
  FrameKind kind = FrameKind::root;
  Op op = Op::none;           // program, bracket: diamond or box
  bool loose_until = false;   // paren directly behind A, E or a coalition
  bool in_program = false;    // ; + * ? belong to LDL
  bool filter = false;        // index, header: behind 'if'
  bool may_be_bound = false;  // bracket directly behind a word that takes a bound
  std::uint32_t items = 0;    // where its items, values and the parts of its name begin
  std::uint32_t values = 0;
  std::uint32_t parts = 0;
  base::Range open{};  // the bracket
  base::Range mark{};  // call, header, index, binder: the word before it
};

// The machine of expression.cpp.  Used once.
class ExpressionReader {
 public:
  ExpressionReader(Cursor& cursor, Nodes& nodes, Place place)
      : cursor_(cursor), nodes_(nodes), reducer_(cursor, nodes), place_(place) {}

  Expression read_expression() { return run({.kind = FrameKind::root}); }
  Expression read_name() {
    frames_.push_back({.kind = FrameKind::lone_name});
    if (!cursor_.is(TokenKind::identifier)) {
      cursor_.expected("a name");
      return hole();
    }
    start_name();
    return loop();
  }
  Expression read_set() {
    frames_.push_back({.kind = FrameKind::lone_name});
    open(FrameKind::set, cursor_.advance());
    return loop();
  }
  Expression read_repeat() {
    frames_.push_back({.kind = FrameKind::lone_name});
    const base::Range word = cursor_.advance();
    open(FrameKind::header, cursor_.advance()).mark = word;
    return loop();
  }

 private:
  Expression run(Frame frame) {
    frames_.push_back(frame);
    return loop();
  }
  Expression loop() {
    while (!done_) {
      if (want_operand_)
        read_operand();
      else
        read_behind_operand();
    }
    if (failed_) return hole();
    if (frames_.back().kind == FrameKind::lone_name) return {items_.back().node, true};
    return {reducer_.reduce(items_, UntilReading::standard), true};
  }
  Expression hole() {
    return {nodes_.add(NodeKind::hole, Op::none, cursor_.range(), {}, {}), false};
  }
  void fail() { done_ = failed_ = true; }

  // ---- frames ----

  Frame& top() { return frames_.back(); }
  Frame& open(FrameKind kind, base::Range bracket) {
    Frame frame{.kind = kind};
    frame.items = static_cast<std::uint32_t>(items_.size());
    frame.values = static_cast<std::uint32_t>(values_.size());
    frame.open = bracket;
    frames_.push_back(frame);
    want_operand_ = true;
    return top();
  }
  [[nodiscard]] bool has_items(const Frame& frame) const { return items_.size() > frame.items; }
  [[nodiscard]] bool has_values(const Frame& frame) const { return values_.size() > frame.values; }

  // The items of the frame as one tree.
  NodeId reduce(const Frame& frame) {
    const auto reading = frame.loose_until ? UntilReading::loose_if_states : UntilReading::standard;
    const NodeId node = reducer_.reduce(std::span(items_).subspan(frame.items), reading);
    items_.resize(frame.items);
    return node;
  }
  // Moves the element just read, if there is one, to the values of the frame.
  void finish_element() {
    Frame& frame = top();
    if (!has_items(frame)) return;
    NodeId node = reduce(frame);
    if (frame.filter)
      node = nodes_.add(NodeKind::filter, Op::none, nodes_[node].range, {}, {&node, 1});
    values_.push_back(node);
  }
  void push_operand(NodeId node) {
    items_.push_back({ItemKind::operand, Op::none, node, {}});
    want_operand_ = false;
    if (top().kind == FrameKind::lone_name) done_ = true;
  }
  // Takes the values of the top frame as children of a new node and drops the frame.
  NodeId close_into(NodeKind kind, base::Range from, base::Range mark) {
    const Frame frame = top();
    const base::Range range = span(from, cursor_.previous());
    const NodeId node =
        nodes_.add(kind, Op::none, range, mark, std::span(values_).subspan(frame.values));
    values_.resize(frame.values);
    frames_.pop_back();
    return node;
  }

  // ---- operands ----
  void read_operand();
  [[nodiscard]] std::string_view wanted_words() const;
  [[nodiscard]] std::string write_parentheses() const;
  void complain_of_end();
  void push_leaf(NodeKind kind);
  void push_unary(Op op);
  [[nodiscard]] bool doubled(FrameKind kind) const;
  [[nodiscard]] bool follows_equal_sign() const;
  [[nodiscard]] bool set_fits() const;
  [[nodiscard]] bool empty_list_ends() const;

  // ---- words in operand position ----
  void read_word();
  [[nodiscard]] bool call_starts() const;
  void push_prefix_word();

  // ---- words of logic files: expression_scopes.cpp ----
  bool read_scope();
  NodeId read_scope_variable();
  void close_scope();
  bool read_named_segment(base::Range mark);

  // ---- names: expression_names.cpp ----
  void start_name();
  void continue_name(std::uint32_t parts);
  bool next_part();
  void finish_name(std::uint32_t parts);

  // ---- behind an operand: expression_operators.cpp ----
  void read_behind_operand();
  [[nodiscard]] bool next_formula_starts() const;
  [[nodiscard]] std::optional<Op> infix_here() const;
  void push_infix(Op op);
  bool read_program_operator();
  void read_question();

  // ---- brackets: expression_brackets.cpp ----
  void open_paren();
  void open_angle();
  void open_square(bool may_be_bound);
  void open_program(Op op);
  void open_binder();
  void open_header();
  void complain_unclosed();
  void complain_at_closing(const Frame& frame);
  [[nodiscard]] static std::string_view closing_words(const Frame& frame, std::size_t values);
  [[nodiscard]] bool ends_frame() const;
  [[nodiscard]] bool filter_starts(const Frame& frame) const;
  [[nodiscard]] bool binder_ends(const Frame& frame) const;
  void close();
  void close_paren();
  void read_sums(const Frame& frame);
  [[nodiscard]] bool holds_formula() const;
  [[nodiscard]] bool formula_ends(const Frame& outer, std::size_t ahead) const;
  void close_list();
  void close_header(const Frame& frame);
  void close_binder();
  void close_bracket();
  [[nodiscard]] std::string write_bound(NodeId inside) const;
  void close_bound();
  void close_program();
  void close_conditional();
  void close_ternary();

  Cursor& cursor_;
  Nodes& nodes_;
  Reducer reducer_;
  Place place_;
  std::vector<Frame> frames_;
  std::vector<Item> items_;
  std::vector<NodeId> values_;
  bool want_operand_ = true;
  bool done_ = false;
  bool failed_ = false;
};

}  // namespace ken::syntax
