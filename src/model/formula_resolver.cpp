// Formulas: from the tree of the text to the store.
//
// A formula is resolved on a machine with a stack of its own (machine.hpp), the parts of a node
// before the node.  What a node becomes is said in the other files: formula_operators.cpp for
// booleans, path operators and programs, formula_atoms.cpp for names and conditions,
// formula_calls.cpp for operators with arguments, formula_coalitions.cpp for what stands in angle
// and square brackets.

#include "model/formula_resolver.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using logic::Quantity;
using logic::Sort;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;
using syntax::PrefixWord;

// ---- the machine ----

std::optional<FormulaId> FormulaResolver::resolve(const syntax::System& text, NodeId node,
                                                  PrefixWord prefix) {
  read(text);
  prefix_ = prefix;
  closures_.clear();
  parentheses_.clear();
  const Result result = stack_.run(text, node, [this](Frame& frame) { step(frame); });
  const bool on_all_paths = prefix == PrefixWord::ltl || prefix == PrefixWord::ldl;
  if (result && on_all_paths && store().traits(*result).sort == Sort::path)
    return quantify(logic::PathQuantifier::all, *result);
  return require_state(result, text.nodes[node].range);
}

std::string FormulaResolver::write_reading(Range line) const {
  if (closures_.empty() && parentheses_.empty()) return {};
  Insertions closures;
  for (const auto& [begin, end] : closures_) {
    closures.emplace(begin, "A (");
    closures.emplace(end, ")");
  }
  closures.insert(parentheses_.begin(), parentheses_.end());
  return one_line(text(), line, closures);
}

namespace {

// Most names are neither, and not even as long.
bool is_colour(const syntax::System& text, base::Range word) {
  constexpr std::string_view green = "GreenStates";
  constexpr std::string_view red = "RedStates";
  const std::size_t size = word.end - word.begin;
  return (size == green.size() || size == red.size()) &&
         (text.text(word) == green || text.text(word) == red);
}

}  // namespace

// Children stand before their parents, so one pass finds who contains a modal operator.
void FormulaResolver::read(const syntax::System& text) {
  if (text_ == &text) return;
  text_ = &text;
  modal_.assign(text.nodes.size(), false);
  for (std::size_t i = 0; i < modal_.size(); ++i) {
    const auto id = static_cast<NodeId>(i);
    const Node& node = text.nodes[id];
    const NodeKind kind = node.kind;
    const bool function = kind == NodeKind::call && syntax::is_function_word(text.text(node.mark));
    bool modal = (kind == NodeKind::call && !function) || kind == NodeKind::prefix ||
                 kind == NodeKind::coalition || kind == NodeKind::scoped ||
                 syntax::is_until(node.op);
    if (kind == NodeKind::name && node.child_count == 2) {
      const base::Range last = text.nodes[text.nodes.child(id, 1)].mark;
      modal = is_colour(text, last);
    }
    for (const NodeId child : text.nodes.children(id))
      modal = modal || modal_[static_cast<std::size_t>(child)];
    modal_[i] = modal;
  }
}

void FormulaResolver::leave(const Frame& frame, Result result) {
  if (result && frame.program && store().traits(*result).sort == Sort::path)
    result = complain(text().nodes[frame.node].range, Code::path_in_step);
  if (result && frame.program && store().traits(*result).sort == Sort::state)
    result = store().add(logic::Step{*result});
  stack_.leave(result);
}

void FormulaResolver::step(Frame& frame) {
  const Node& node = text().nodes[frame.node];
  switch (node.kind) {
    case NodeKind::group:
    case NodeKind::prefix:
      return step_inner(frame, 1);
    case NodeKind::unary:
      if (node.op == Op::minus || node.op == Op::bit_not)
        return leave(frame, resolve_leaf(frame.node));
      return step_inner(frame, 1);
    case NodeKind::binary:
      if (syntax::is_connective(node.op) || syntax::is_until(node.op) || node.op == Op::sequence ||
          node.op == Op::choice)
        return step_inner(frame, 2);
      if (frame.loop == syntax::no_node && syntax::is_comparison(node.op))
        frame.loop = find_count(frame.node);
      if (frame.loop != syntax::no_node) return next_instance(frame);
      if (syntax::is_bit_operator(node.op) && modal_[static_cast<std::size_t>(frame.node)])
        return leave(frame, complain_of_bits(node));
      return leave(frame, resolve_leaf(frame.node));
    case NodeKind::conditional:
      if (!modal_[static_cast<std::size_t>(frame.node)])
        return leave(frame, resolve_leaf(frame.node));
      return step_inner(frame, 3);
    case NodeKind::call:
      if (syntax::is_function_word(text().text(node.mark)))
        return leave(frame, resolve_leaf(frame.node));
      return step_call(frame);
    case NodeKind::coalition:
      return step_coalition(frame);
    case NodeKind::scoped:
      return step_scoped(frame);
    case NodeKind::comprehension: {
      const std::string_view word = text().text(node.mark);
      if (word == "count" && modal_[static_cast<std::size_t>(frame.node)])
        return leave(frame, complain_of_count(frame.node));
      if (word == "sum" || word == "count") return leave(frame, resolve_leaf(frame.node));
      frame.loop = frame.node;
      return next_instance(frame);
    }
    case NodeKind::hole:
    case NodeKind::integer:
    case NodeKind::truth:
    case NodeKind::name:
    case NodeKind::segment:
    case NodeKind::binder:
    case NodeKind::filter:
    case NodeKind::bound:
    case NodeKind::set:
    case NodeKind::member:
      return leave(frame, resolve_leaf(frame.node));
  }
}

void FormulaResolver::step_inner(Frame& frame, std::size_t children) {
  const Node& node = text().nodes[frame.node];
  if (frame.next == children) return leave(frame, build_inner(frame));
  const bool keeps_program = node.kind == NodeKind::group || node.op == Op::star ||
                             node.op == Op::sequence || node.op == Op::choice;
  const bool bare = node.kind != NodeKind::group;
  stack_.enter(text().nodes.child(frame.node, frame.next++),
               {.program = frame.program && keeps_program, .bare = bare});
}

FormulaResolver::Result FormulaResolver::build_inner(const Frame& frame) {
  const NodeKind kind = text().nodes[frame.node].kind;
  if (kind == NodeKind::group) return result(frame, 0);
  if (kind == NodeKind::prefix) return build_prefix(frame);
  if (kind == NodeKind::conditional) return build_conditional(frame);
  return kind == NodeKind::unary ? build_unary(frame) : build_binary(frame);
}

// ---- comprehensions ----

void FormulaResolver::next_instance(Frame& frame) {
  switch (stack_.enter_instance(frame, frame.loop)) {
    case Constants::Turn::instance:
      return;
    case Constants::Turn::mistake:
      return leave(frame, std::nullopt);
    case Constants::Turn::over:
      return leave(frame, finish_comprehension(frame));
  }
}

FormulaResolver::Result FormulaResolver::finish_comprehension(const Frame& frame) {
  const std::string_view word = text().text(text().nodes[frame.node].mark);
  std::vector<FormulaId> args;
  for (const Result& instance : stack_.results(frame)) {
    if (!instance) return std::nullopt;
    args.push_back(*instance);
  }
  if (frame.loop != frame.node) return build_count(frame, args);
  if (args.size() == 1) return args[0];
  const Quantity quantity =
      word == "and" ? Quantity::all : (word == "or" ? Quantity::some : Quantity::odd);
  if (args.empty()) return store().add(logic::Constant{quantity == Quantity::all});
  return store().add(logic::Many{quantity, std::move(args)});
}

// ---- what is reported about a formula ----

std::string family(const logic::FormulaStore& store, FormulaId formula, PrefixWord prefix) {
  const logic::Traits& traits = store.traits(formula);
  if (traits.strategic_paths) return "atlstar";
  if (traits.social) return "social";
  if (prefix == PrefixWord::ldl || traits.dynamic) return "ldl";
  if (prefix == PrefixWord::ltl) return "ltl";
  if (prefix == PrefixWord::ctl_star || traits.quantified_paths) return "ctlstar";
  return traits.strategic ? "atlk" : "ctlk";
}

std::string one_line(const syntax::System& text, Range range, const Insertions& insertions) {
  std::string result;
  std::uint32_t at = range.begin;
  auto inserted = insertions.lower_bound(range.begin);
  const auto copy_up_to = [&](std::uint32_t end) {
    for (; inserted != insertions.end() && inserted->first <= end; ++inserted) {
      result += text.text({at, inserted->first});
      result += inserted->second;
      at = inserted->first;
    }
    result += text.text({at, end});
  };
  const auto& comments = text.tokens.comments;
  auto comment = std::lower_bound(
      comments.begin(), comments.end(), range.begin,
      [](const syntax::Comment& c, std::uint32_t offset) { return c.range.begin < offset; });
  for (; comment != comments.end() && comment->range.begin < range.end; ++comment) {
    copy_up_to(comment->range.begin);
    at = comment->range.end;
  }
  copy_up_to(range.end);
  return base::make_printable(base::collapse_blanks(result));
}

}  // namespace ken::model
