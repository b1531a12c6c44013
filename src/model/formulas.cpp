#include "model/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/text.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using logic::Connective;
using logic::PathQuantifier;
using logic::Quantity;
using logic::Sort;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;
using syntax::PrefixWord;

// ---- the machine ----

std::optional<FormulaId> FormulaResolver::formula(const syntax::System& text, NodeId node,
                                                  PrefixWord prefix) {
  read(text);
  prefix_ = prefix;
  const Result result = stack_.run(text, node, [this](Frame& frame) { step(frame); });
  return state(result, text.nodes[node].range);
}

// Children stand before their parents, so one pass finds who contains a modal operator.
void FormulaResolver::read(const syntax::System& text) {
  if (text_ == &text) return;
  text_ = &text;
  modal_.assign(text.nodes.size(), false);
  for (std::size_t i = 0; i < modal_.size(); ++i) {
    const auto id = static_cast<NodeId>(i);
    const NodeKind kind = text.nodes[id].kind;
    bool modal = kind == NodeKind::call || kind == NodeKind::prefix ||
                 kind == NodeKind::coalition || syntax::is_until(text.nodes[id].op);
    if (kind == NodeKind::name && text.nodes[id].child_count == 2) {
      const std::string_view last = text.text(text.nodes[text.nodes.child(id, 1)].mark);
      modal = last == "GreenStates" || last == "RedStates";
    }
    for (const NodeId child : text.nodes.children(id))
      modal = modal || modal_[static_cast<std::size_t>(child)];
    modal_[i] = modal;
  }
}

void FormulaResolver::leave(const Frame& frame, Result result) {
  if (result && frame.program && store().traits(*result).sort != Sort::program)
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
      if (node.op == Op::minus || node.op == Op::bit_not) return leave(frame, leaf(frame.node));
      return step_inner(frame, 1);
    case NodeKind::binary:
      if (syntax::is_connective(node.op) || syntax::is_until(node.op) || node.op == Op::sequence ||
          node.op == Op::choice)
        return step_inner(frame, 2);
      if (frame.loop == syntax::no_node && syntax::is_comparison(node.op))
        frame.loop = counting(frame.node);
      if (frame.loop != syntax::no_node) return next_instance(frame);
      return leave(frame, leaf(frame.node));
    case NodeKind::call:
      return step_call(frame);
    case NodeKind::coalition:
      return step_coalition(frame);
    case NodeKind::comprehension: {
      const std::string_view word = text().text(node.mark);
      if (word == "sum" || word == "count") return leave(frame, leaf(frame.node));
      frame.loop = frame.node;
      return next_instance(frame);
    }
    default:
      return leave(frame, leaf(frame.node));
  }
}

void FormulaResolver::step_inner(Frame& frame, std::size_t children) {
  const Node& node = text().nodes[frame.node];
  if (frame.next == children) return leave(frame, inner(frame));
  const bool keeps_program = node.kind == NodeKind::group || node.op == Op::star ||
                             node.op == Op::sequence || node.op == Op::choice;
  const bool bare = node.kind != NodeKind::group;
  stack_.enter(text().nodes.child(frame.node, frame.next++),
               {.program = frame.program && keeps_program, .bare = bare});
}

FormulaResolver::Result FormulaResolver::inner(const Frame& frame) {
  switch (text().nodes[frame.node].kind) {
    case NodeKind::group:
      return result(frame, 0);
    case NodeKind::prefix:
      return prefix(frame);
    case NodeKind::unary:
      return unary(frame);
    default:
      return binary(frame);
  }
}

// ---- booleans, path operators, programs ----

FormulaResolver::Result FormulaResolver::unary(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const Result arg = result(frame, 0);
  if (!arg) return std::nullopt;
  const Sort sort = store().traits(*arg).sort;
  if (node.op == Op::negation) {
    if (sort == Sort::program) return complain(node.range, Code::misused_program, "!");
    return store().add(logic::Not{*arg});
  }
  const bool star = node.op == Op::star;
  if (!frame.program) return complain(node.mark, Code::misused_program, star ? "*" : "?");
  if (star) return store().add(logic::Star{*arg});
  return store().add(logic::Test{*arg});
}

FormulaResolver::Result FormulaResolver::binary(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const Result left = result(frame, 0);
  const Result right = result(frame, 1);
  if (!left || !right) return std::nullopt;
  if (node.op == Op::sequence || node.op == Op::choice) {
    if (!frame.program)
      return complain(node.mark, Code::misused_program, syntax::infix(node.op).text);
    const auto op =
        node.op == Op::sequence ? logic::ProgramOperator::sequence : logic::ProgramOperator::choice;
    return store().add(logic::Combined{op, *left, *right});
  }
  const auto is_program = [&](FormulaId id) { return store().traits(id).sort == Sort::program; };
  if (is_program(*left) || is_program(*right))
    return complain(node.range, Code::misused_program, syntax::infix(node.op).text);
  if (syntax::is_until(node.op)) {
    const auto limits = bound(frame.node, 2);
    if (!limits) return std::nullopt;
    return store().add(logic::Temporal{*syntax::path_operator(node.op), *limits, {*left, *right}});
  }
  const Connective op = node.op == Op::conjunction   ? Connective::conjunction
                        : node.op == Op::disjunction ? Connective::disjunction
                        : node.op == Op::implication ? Connective::implication
                                                     : Connective::equivalence;
  return store().add(logic::Binary{op, *left, *right});
}

// The bound that stands as that child of the node, if there is one; nothing after a mistake.
std::optional<std::optional<logic::Bound>> FormulaResolver::bound(NodeId node, std::size_t place) {
  using Answer = std::optional<std::optional<logic::Bound>>;
  const auto children = text().nodes.children(node);
  if (children.size() <= place) return Answer(std::optional<logic::Bound>{});
  const NodeId id = children[place];
  const auto least = scope_.constants.number(text(), text().nodes.child(id, 0));
  const auto most =
      least ? scope_.constants.number(text(), text().nodes.child(id, 1)) : std::nullopt;
  if (!most) return std::nullopt;
  if (*least < 0 || *least > *most) {
    complain(text().nodes[id].range, Code::bad_bound, *least, *most);
    return std::nullopt;
  }
  return Answer(logic::Bound{*least, *most});
}

FormulaResolver::Result FormulaResolver::prefix(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const std::string_view word = text().text(node.mark);
  const Result arg = result(frame, 0);
  if (!arg) return std::nullopt;
  const auto limits = bound(frame.node, 1);
  if (!limits) return std::nullopt;
  const auto quantifier = logic::find_path_quantifier(word);
  const auto op = logic::find_path_operator(word);
  const auto joined = scope_.model.modalities.find(logic::Notation::prefix, word);
  const bool bounded = op       ? logic::row_of(*op).bounded
                       : joined ? logic::takes_bound(scope_.model.modalities[*joined])
                                : false;
  if (*limits && !bounded)
    return complain(text().nodes[text().nodes.child(frame.node, 1)].range, Code::no_bound_here,
                    word);
  if (quantifier) return quantified(*quantifier, *arg);
  if (op) return store().add(logic::Temporal{*op, *limits, {*arg}});
  const Result inside = state(arg, text().nodes[text().nodes.child(frame.node, 0)].range);
  if (!inside) return std::nullopt;
  return apply(*joined, *limits, {*inside});
}

// A modality in prefix notation: a pair is a quantifier before a path operator, as if with a blank.
FormulaId FormulaResolver::apply(logic::ModalityId id, const std::optional<logic::Bound>& limits,
                                 std::vector<FormulaId> args) {
  const logic::Modality& row = scope_.model.modalities[id];
  if (!row.quantifier || !row.path_operator)
    return store().add(logic::Modal{id, {}, {}, limits, std::move(args)});
  return quantified(*row.quantifier,
                    store().add(logic::Temporal{*row.path_operator, limits, std::move(args)}));
}

FormulaId FormulaResolver::quantified(PathQuantifier quantifier, FormulaId path) {
  if (store().traits(path).sort == Sort::state) return path;
  const auto* temporal = std::get_if<logic::Temporal>(&store()[path]);
  const auto is_state = [&](FormulaId id) { return store().traits(id).sort == Sort::state; };
  if (prefix_ == PrefixWord::none && temporal != nullptr &&
      std::all_of(temporal->args.begin(), temporal->args.end(), is_state))
    return pair(quantifier, *temporal);
  return store().add(logic::Quantified{quantifier, path});
}

// A quantifier and one operator on state formulas: a modality of CTL.
FormulaId FormulaResolver::pair(PathQuantifier quantifier, const logic::Temporal& path) {
  const auto id = scope_.model.modalities.find_pair(quantifier, path.op);
  CHECK(id, "every quantifier and every path operator make a modality");
  return store().add(logic::Modal{*id, {}, {}, path.bound, path.args});
}

namespace {

// As much of a range as a message can use.
Range beginning(Range range) {
  constexpr std::uint32_t enough = 400;
  return {range.begin, std::min(range.end, range.begin + enough)};
}

}  // namespace

FormulaResolver::Result FormulaResolver::state(Result formula, Range range) {
  if (!formula) return std::nullopt;
  const Sort sort = store().traits(*formula).sort;
  if (sort == Sort::state) return formula;
  if (sort == Sort::program) return complain(range, Code::not_a_formula, "a program");
  if (prefix_ == PrefixWord::none)
    scope_.diagnostics.add(text().source, range, Code::universal_closure,
                           base::shortened(one_line(text(), beginning(range)), 60));
  return quantified(PathQuantifier::all, *formula);
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
  if (frame.loop != frame.node) return counted(frame, args);
  if (args.size() == 1) return args[0];
  const Quantity quantity =
      word == "and" ? Quantity::all : (word == "or" ? Quantity::some : Quantity::odd);
  if (args.empty()) return store().add(logic::Constant{quantity == Quantity::all});
  return store().add(logic::Many{quantity, std::move(args)});
}

// ---- what is reported about a formula ----

std::string family(const logic::FormulaStore& store, FormulaId formula, PrefixWord prefix) {
  const logic::Traits& traits = store.traits(formula);
  if (traits.social) return "social";
  if (prefix == PrefixWord::ldl || traits.dynamic) return "ldl";
  if (prefix == PrefixWord::ltl) return "ltl";
  if (prefix == PrefixWord::ctl_star || traits.quantified_paths) return "ctlstar";
  return traits.strategic ? "atlk" : "ctlk";
}

std::string one_line(const syntax::System& text, Range range) {
  std::string result;
  std::uint32_t at = range.begin;
  const auto& comments = text.tokens.comments;
  auto comment = std::lower_bound(
      comments.begin(), comments.end(), range.begin,
      [](const syntax::Comment& c, std::uint32_t offset) { return c.range.begin < offset; });
  for (; comment != comments.end() && comment->range.begin < range.end; ++comment) {
    result += text.text({at, comment->range.begin});
    at = comment->range.end;
  }
  result += text.text({at, range.end});
  return base::printable(base::collapsed(result));
}

}  // namespace ken::model
