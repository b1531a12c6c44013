// Expressions without recursion.
//
// The reader keeps a stack of frames, one for every bracket that is open: parentheses, the
// arguments of a call, a set, the indices of a name, the range of an index, a bound, a coalition, a
// program of LDL.  A frame owns the items read since it opened; when it closes, the Reducer makes
// one tree of them and the tree becomes an operand of the frame below.  So nesting costs memory in
// proportion to the text and no stack, whatever the input.
//
// Words are contextual.  In infix position 'and', 'U', 'mod' ... are operators.  In operand
// position 'AG', 'X' ... are operators only in formulas and only before something that can be an
// operand; otherwise they are names.  '[' behind a modal word opens a bound if a comma follows its
// first element and a coalition if not.

#include "syntax/expression.hpp"

#include <vector>

#include "syntax/operators.hpp"
#include "syntax/reduce.hpp"

namespace ken::syntax {
namespace {

using base::Code;
using base::Range;
using enum TokenKind;

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
};

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
  Range open{};  // the bracket
  Range mark{};  // call, header, index, binder: the word before it
};

class Reader {
 public:
  Reader(Cursor& cursor, Nodes& nodes, Place place)
      : cursor_(cursor), nodes_(nodes), reducer_(cursor, nodes), place_(place) {}

  Expression expression() { return run({.kind = FrameKind::root}); }
  Expression name() {
    frames_.push_back({.kind = FrameKind::lone_name});
    if (!cursor_.is(identifier)) {
      cursor_.expected("a name");
      return hole();
    }
    start_name();
    return loop();
  }
  Expression set() {
    frames_.push_back({.kind = FrameKind::lone_name});
    open(FrameKind::set, cursor_.advance());
    return loop();
  }
  Expression repeat() {
    frames_.push_back({.kind = FrameKind::lone_name});
    const Range word = cursor_.advance();
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
        operand();
      else
        after_operand();
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
  Frame& open(FrameKind kind, Range bracket) {
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
  NodeId close_into(NodeKind kind, Range from, Range mark) {
    const Frame frame = top();
    const Range range = span(from, cursor_.previous());
    const NodeId node =
        nodes_.add(kind, Op::none, range, mark, std::span(values_).subspan(frame.values));
    values_.resize(frame.values);
    frames_.pop_back();
    return node;
  }

  // ---- operands ----

  void operand() {
    switch (cursor_.kind()) {
      case integer:
        return leaf(NodeKind::integer);
      case identifier:
        return word();
      case lparen:
        return open_paren();
      case bang:
        return unary(Op::negation);
      case minus:
        return unary(Op::minus);
      case tilde:
        return unary(Op::bit_not);
      case less:
        if (place_ >= Place::formula) return open_angle();
        break;
      case lbracket:
        if (place_ >= Place::formula) return open_square(false);
        break;
      case lbrace:
        if (set_fits()) return static_cast<void>(open(FrameKind::set, cursor_.advance()));
        break;
      case rbrace:
      case rparen:
        if (empty_list_ends()) return close();
        break;
      default:
        break;
    }
    if (!cursor_.is(bad) && !cursor_.foreign_operator()) cursor_.expected(wanted());
    fail();
  }

  [[nodiscard]] std::string_view wanted() const {
    switch (frames_.back().kind) {
      case FrameKind::coalition:
        return "a group";
      case FrameKind::set:
        return "a name";
      case FrameKind::index:
      case FrameKind::binder:
        return "a number";
      case FrameKind::header:
        return "an index range such as i: 1..N";
      case FrameKind::program:
        return "a program";
      default:
        break;
    }
    if (place_ == Place::value) return "a value";
    return place_ == Place::condition ? "a condition" : "a formula";
  }

  void leaf(NodeKind kind) {
    const Range range = cursor_.advance();
    push_operand(nodes_.add(kind, Op::none, range, range, {}));
  }
  void unary(Op op) {
    const Range mark = cursor_.advance();
    items_.push_back({ItemKind::unary, op, no_node, mark});
  }
  [[nodiscard]] bool set_fits() const {
    const Frame& frame = frames_.back();
    const bool first = items_.size() == frame.items;
    if (first)
      return frame.kind == FrameKind::call || frame.kind == FrameKind::coalition ||
             frame.kind == FrameKind::bracket;
    return items_.back().kind == ItemKind::infix && items_.back().op == Op::member;
  }
  [[nodiscard]] bool empty_list_ends() const {
    const Frame& frame = frames_.back();
    if (has_items(frame) || has_values(frame)) return false;
    return (frame.kind == FrameKind::set && cursor_.is(rbrace)) ||
           (frame.kind == FrameKind::call && cursor_.is(rparen));
  }
  void open_paren() {
    const Item* before = has_items(top()) ? &items_.back() : nullptr;
    const bool behind_quantifier =
        before != nullptr && (before->kind == ItemKind::bracket ||
                              (before->kind == ItemKind::word &&
                               is_quantifier_word(cursor_.source()->text(before->mark))));
    const bool in_program = top().in_program;
    Frame& frame = open(FrameKind::paren, cursor_.advance());
    frame.loose_until = behind_quantifier && place_ != Place::path_formula;
    frame.in_program = in_program;
  }
  void open_angle() {
    if (place_ == Place::dynamic) return open_program(Op::diamond);
    open(FrameKind::coalition, cursor_.advance()).op = Op::diamond;
  }
  void open_square(bool may_be_bound) {
    if (place_ == Place::dynamic && !may_be_bound) return open_program(Op::box);
    Frame& frame = open(FrameKind::bracket, cursor_.advance());
    frame.op = Op::box;
    frame.may_be_bound = may_be_bound;
  }
  void open_program(Op op) {
    Frame& frame = open(FrameKind::program, cursor_.advance());
    frame.op = op;
    frame.in_program = true;
  }

  // ---- words in operand position ----

  void word() {
    const std::string_view text = cursor_.text();
    const FrameKind kind = top().kind;
    const bool element_start = !has_items(top());
    if ((kind == FrameKind::index || kind == FrameKind::header || kind == FrameKind::set) &&
        element_start && !top().filter && cursor_.is(colon, 1))
      return open_binder();
    if (is_comprehension_word(text) && cursor_.is(lparen, 1) && cursor_.is(identifier, 2) &&
        cursor_.is(colon, 3))
      return open_header();
    if (text == "true" || text == "false") return leaf(NodeKind::truth);
    if (place_ == Place::dynamic && (text == "tt" || text == "ff")) return leaf(NodeKind::truth);
    if (place_ >= Place::formula && kind != FrameKind::coalition && kind != FrameKind::index &&
        is_prefix_word(text) && operand_follows(1))
      return prefix_word();
    if (cursor_.is(lparen, 1) && place_ >= Place::formula) {
      const Range mark = cursor_.advance();
      open(FrameKind::call, cursor_.advance()).mark = mark;
      return;
    }
    start_name();
  }

  // Whether the tokens from there on can be an operand, so that the word before them is a prefix.
  [[nodiscard]] bool operand_follows(std::size_t ahead) const {
    switch (cursor_.kind(ahead)) {
      case integer:
      case lparen:
      case bang:
      case tilde:
      case minus:
      case lbracket:
        return true;
      case less:
        return place_ == Place::dynamic || coalition_follows(ahead);
      case identifier:
        if (cursor_.word("if", ahead) || cursor_.word("in", ahead)) return false;
        if (!infix_word(cursor_.text(ahead))) return true;
        // 'and(i: ...' is a comprehension; 'U' before no operand is a name.
        if (is_comprehension_word(cursor_.text(ahead)) && cursor_.is(lparen, ahead + 1))
          return cursor_.is(colon, ahead + 3);
        return !starts_operand(cursor_.kind(ahead + 1));
      default:
        return false;
    }
  }
  [[nodiscard]] static bool starts_operand(TokenKind kind) {
    return kind == identifier || kind == integer || kind == lparen || kind == bang ||
           kind == less || kind == lbracket || kind == minus || kind == tilde;
  }
  // <{...  <g>  <g | ...  <g[...]>: a coalition rather than a comparison.
  [[nodiscard]] bool coalition_follows(std::size_t ahead) const {
    constexpr std::size_t longest_index = 64;
    if (cursor_.is(lbrace, ahead + 1)) return true;
    if (!cursor_.is(identifier, ahead + 1)) return false;
    std::size_t at = ahead + 2;
    if (cursor_.is(lbracket, at)) {
      const std::size_t limit = at + longest_index;
      while (at < limit && !cursor_.is(rbracket, at) && !cursor_.is(semicolon, at)) ++at;
      ++at;
    }
    return cursor_.is(greater, at) || cursor_.is(bar, at);
  }

  void prefix_word() {
    items_.push_back({ItemKind::word, Op::none, no_node, cursor_.advance()});
    if (cursor_.is(lbracket)) open_square(true);
  }
  void open_binder() {
    const Range mark = cursor_.advance();
    open(FrameKind::binder, cursor_.advance()).mark = mark;
  }
  void open_header() {
    const Range mark = cursor_.advance();
    open(FrameKind::header, cursor_.advance()).mark = mark;
  }

  // ---- names ----

  void start_name() { continue_name(static_cast<std::uint32_t>(values_.size())); }

  // At an identifier that continues the name whose parts begin at 'parts'.
  void continue_name(std::uint32_t parts) {
    for (;;) {
      const Range mark = cursor_.advance();
      if (cursor_.is(lbracket)) {
        Frame& frame = open(FrameKind::index, cursor_.advance());
        frame.mark = mark;
        frame.parts = parts;
        return;
      }
      values_.push_back(nodes_.add(NodeKind::part, Op::none, mark, mark, {}));
      if (!next_part()) return finish_name(parts);
    }
  }
  bool next_part() {
    if (!cursor_.is(dot)) return false;
    cursor_.advance();
    if (cursor_.is(identifier)) return true;
    cursor_.expected("a name behind the '.'");
    fail();
    return false;
  }
  void finish_name(std::uint32_t parts) {
    if (failed_) return;
    const auto own = std::span(values_).subspan(parts);
    const Range range = span(nodes_[own.front()].range, nodes_[own.back()].range);
    const NodeId name = nodes_.add(NodeKind::name, Op::none, range, {}, own);
    values_.resize(parts);
    push_operand(name);
  }

  // ---- behind an operand ----

  void after_operand() {
    if (ends_frame()) return close();
    if (top().in_program && postfix_or_program()) return;
    if (const auto op = infix_here()) return push_infix(*op);
    if (top().kind == FrameKind::root) {
      done_ = true;
      return;
    }
    unexpected();
  }

  [[nodiscard]] std::optional<Op> infix_here() const {
    if (cursor_.is(identifier)) {
      const auto op = infix_word(cursor_.text());
      if (op && is_until(*op) && place_ < Place::formula) return std::nullopt;
      const bool ends_value = place_ == Place::value && frames_.back().kind == FrameKind::root;
      if (ends_value && op == Op::conjunction) return std::nullopt;
      return op;
    }
    return infix_symbol(cursor_.kind());
  }

  void push_infix(Op op) {
    const bool loose_value =
        place_ == Place::value && top().kind == FrameKind::root &&
        (op == Op::disjunction || op == Op::implication || op == Op::equivalence);
    if (loose_value)
      cursor_.complain(cursor_.range(), Code::parenthesise_value, cursor_.text(), cursor_.text());
    items_.push_back({ItemKind::infix, op, no_node, cursor_.advance()});
    want_operand_ = true;
    if (is_until(op) && cursor_.is(lbracket)) open_square(true);
  }

  // * and ? behind an operand, ; and + between programs.  True if one was there.
  bool postfix_or_program() {
    const TokenKind kind = cursor_.kind();
    const bool postfix_star = kind == star && !starts_operand(cursor_.kind(1));
    if (kind == question || postfix_star) {
      const Op op = kind == question ? Op::test : Op::star;
      const NodeId operand = items_.back().node;
      const Range mark = cursor_.advance();
      items_.back().node =
          nodes_.add(NodeKind::unary, op, span(nodes_[operand].range, mark), mark, {&operand, 1});
      return true;
    }
    if (kind != semicolon && kind != plus) return false;
    push_infix(kind == semicolon ? Op::sequence : Op::choice);
    return true;
  }

  void unexpected() {
    const Frame& frame = top();
    const bool statement_over = cursor_.is(semicolon) || cursor_.at_end() || cursor_.word("end");
    if (statement_over && frame.kind != FrameKind::lone_name && frame.kind != FrameKind::binder)
      cursor_.complain(frame.open, Code::unclosed, cursor_.source()->text(frame.open));
    else if (!cursor_.is(bad))
      cursor_.expected(closing_words(frame));
    fail();
  }
  [[nodiscard]] static std::string_view closing_words(const Frame& frame) {
    switch (frame.kind) {
      case FrameKind::paren:
        return "an operator or ')'";
      case FrameKind::call:
        return "',' or ')'";
      case FrameKind::header:
        return "',', 'if' or ')'";
      case FrameKind::set:
        return "',' or '}'";
      case FrameKind::index:
        return "',' or ']'";
      case FrameKind::binder:
        return "'..' and the end of the range";
      case FrameKind::bracket:
        return frame.may_be_bound ? "',' or ']'" : "']'";
      case FrameKind::coalition:
        return "'>'";
      case FrameKind::program:
        return "an operator or the end of the program";
      case FrameKind::root:
      case FrameKind::lone_name:
        break;
    }
    return "an operator";
  }

  // ---- closing ----

  [[nodiscard]] bool ends_frame() const {
    const Frame& frame = frames_.back();
    switch (frame.kind) {
      case FrameKind::paren:
        return cursor_.is(rparen);
      case FrameKind::call:
        return cursor_.is(rparen) || cursor_.is(comma);
      case FrameKind::set:
        return cursor_.is(rbrace) || cursor_.is(comma);
      case FrameKind::index:
        return cursor_.is(rbracket) || cursor_.is(comma) || filter_starts(frame);
      case FrameKind::header:
        return cursor_.is(rparen) || cursor_.is(comma) || filter_starts(frame);
      case FrameKind::binder:
        return binder_ends(frame);
      case FrameKind::bracket:
        return cursor_.is(rbracket) || cursor_.is(comma) || (cursor_.is(bar) && !has_values(frame));
      case FrameKind::coalition:
        return cursor_.is(greater) || cursor_.is(bar);
      case FrameKind::program:
        return cursor_.is(frame.op == Op::diamond ? greater : rbracket);
      case FrameKind::root:
      case FrameKind::lone_name:
        break;
    }
    return false;
  }
  [[nodiscard]] bool filter_starts(const Frame& frame) const {
    return cursor_.word("if") && !frame.filter && has_values(frame);
  }
  [[nodiscard]] bool binder_ends(const Frame& frame) const {
    if (!has_values(frame)) return cursor_.is(dotdot);
    return cursor_.is(comma) || cursor_.is(rparen) || cursor_.is(rbracket) || cursor_.is(rbrace) ||
           cursor_.word("if");
  }

  void close() {
    switch (top().kind) {
      case FrameKind::paren:
        return close_paren();
      case FrameKind::call:
      case FrameKind::set:
      case FrameKind::index:
      case FrameKind::header:
        return close_list();
      case FrameKind::binder:
        return close_binder();
      case FrameKind::bracket:
      case FrameKind::coalition:
        return close_bracket();
      case FrameKind::program:
        return close_program();
      case FrameKind::root:
      case FrameKind::lone_name:
        break;
    }
  }

  void close_paren() {
    const Frame frame = top();
    const NodeId inside = reduce(frame);
    frames_.pop_back();
    push_operand(reducer_.parenthesised(inside, span(frame.open, cursor_.advance())));
  }

  void close_list() {
    finish_element();
    if (cursor_.is(comma)) {
      if (top().filter) {
        cursor_.expected(top().kind == FrameKind::index ? "']'" : "')'");
        return fail();
      }
      cursor_.advance();
      want_operand_ = true;
      return;
    }
    if (cursor_.word("if")) {
      cursor_.advance();
      top().filter = true;
      want_operand_ = true;
      return;
    }
    cursor_.advance();
    const Frame frame = top();
    if (frame.kind == FrameKind::call)
      return push_operand(close_into(NodeKind::call, frame.mark, frame.mark));
    if (frame.kind == FrameKind::set)
      return push_operand(close_into(NodeKind::set, frame.open, {}));
    if (frame.kind == FrameKind::header) return close_header(frame);
    const NodeId part = close_into(NodeKind::part, frame.mark, frame.mark);
    values_.push_back(part);
    if (next_part()) return continue_name(frame.parts);
    finish_name(frame.parts);
  }

  void close_header(const Frame& frame) {
    const NodeId head = close_into(NodeKind::comprehension, frame.mark, frame.mark);
    if (top().kind == FrameKind::lone_name) return push_operand(head);
    items_.push_back({ItemKind::comprehension, Op::none, head, frame.mark});
    want_operand_ = true;
  }

  void close_binder() {
    finish_element();
    if (cursor_.is(dotdot)) {
      cursor_.advance();
      want_operand_ = true;
      return;
    }
    const Frame frame = top();
    const NodeId binder = close_into(NodeKind::binder, frame.mark, frame.mark);
    values_.push_back(binder);
    want_operand_ = false;  // the list around it goes on
  }

  // Behind the first element of [...] or <...>: a bound, or the end of a coalition.
  void close_bracket() {
    const Frame frame = top();
    if (cursor_.is(comma) || has_values(frame)) return close_bound();
    const NodeId subject = reduce(frame);
    const NodeKind kind = nodes_[subject].kind;
    if (kind != NodeKind::name && kind != NodeKind::set) {
      if (frame.may_be_bound)
        cursor_.expected("',' and the end of the bound");
      else
        cursor_.complain(
            nodes_[subject].range, Code::expected, "a group",
            "'" + std::string(cursor_.source()->text(nodes_[subject].range).substr(0, 40)) + "'");
      return fail();
    }
    Range semantics;
    if (cursor_.accept(bar)) {
      if (!cursor_.is(identifier)) {
        cursor_.expected("full, ir or ir-objective");
        return fail();
      }
      semantics = cursor_.advance();
      // ir-objective is one word to the reader and three tokens to the lexer.
      if (cursor_.is(minus) && cursor_.is(identifier, 1) &&
          cursor_.peek(1).range.begin == semantics.end + 1) {
        cursor_.advance();
        semantics.end = cursor_.advance().end;
      }
    }
    const TokenKind closer = frame.op == Op::diamond ? greater : rbracket;
    if (!cursor_.is(closer)) {
      cursor_.expected(in_words(closer));
      return fail();
    }
    cursor_.advance();
    frames_.pop_back();
    items_.push_back({ItemKind::bracket, frame.op, subject, semantics});
    want_operand_ = true;
  }

  void close_bound() {
    finish_element();
    const Frame frame = top();
    const std::size_t count = values_.size() - frame.values;
    if (cursor_.is(comma) && count == 1 && frame.may_be_bound) {
      cursor_.advance();
      want_operand_ = true;
      return;
    }
    if (!cursor_.is(rbracket)) {
      cursor_.expected("']'");
      return fail();
    }
    cursor_.advance();
    const NodeId bound = close_into(NodeKind::bound, frame.open, {});
    items_.back().node = bound;
    want_operand_ = true;
  }

  void close_program() {
    const Frame frame = top();
    const NodeId program = reduce(frame);
    cursor_.advance();
    frames_.pop_back();
    items_.push_back({ItemKind::bracket, frame.op, program, {}});
    want_operand_ = true;
  }

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

}  // namespace

Expression parse_expression(Cursor& cursor, Nodes& nodes, Place place) {
  return Reader(cursor, nodes, place).expression();
}
Expression parse_name(Cursor& cursor, Nodes& nodes) {
  return Reader(cursor, nodes, Place::condition).name();
}
Expression parse_set(Cursor& cursor, Nodes& nodes) {
  return Reader(cursor, nodes, Place::condition).set();
}
Expression parse_repeat(Cursor& cursor, Nodes& nodes) {
  return Reader(cursor, nodes, Place::condition).repeat();
}

bool repeat_ahead(const Cursor& cursor) {
  return cursor.word("for") && cursor.is(lparen, 1) && cursor.is(identifier, 2) &&
         cursor.is(colon, 3);
}

}  // namespace ken::syntax
