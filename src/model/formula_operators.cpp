// Booleans, path operators, bounds, and the programs of LDL.
//
// A path quantifier and one path operator on state formulas are a modality of the table; what is
// more than that stays a path formula.  Where a state formula is required, a path formula is closed
// by "on all paths".

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/text.hpp"
#include "model/formula_resolver.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using logic::Connective;
using logic::PathQuantifier;
using logic::Sort;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;
using syntax::PrefixWord;

// ---- booleans, path operators, programs ----

FormulaResolver::Result FormulaResolver::build_unary(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const Result arg = result(frame, 0);
  if (!arg) return std::nullopt;
  const Sort sort = store().traits(*arg).sort;
  if (node.op == Op::negation) {
    if (sort == Sort::program) return complain(node.range, Code::not_a_formula, "a program");
    return store().add(logic::Not{*arg});
  }
  if (!frame.program) return complain_of_program(node);
  if (node.op == Op::star) return store().add(logic::Star{*arg});
  return store().add(logic::Test{*arg});
}

// <p; true*?>q tests a program, and !(p*) negates one.
FormulaResolver::Result FormulaResolver::complain_of_program(const Node& node) {
  auto& d = scope_.diagnostics.add(text().source, node.mark, Code::misused_program,
                                   text().text(node.mark), "a formula is needed here");
  d.hint = "'?' and '!' take a formula; programs are joined with ';' and '+', repeated with '*'";
  return std::nullopt;
}

FormulaResolver::Result FormulaResolver::build_binary(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const Result left = result(frame, 0);
  const Result right = result(frame, 1);
  if (!left || !right) return std::nullopt;
  if (node.op == Op::sequence || node.op == Op::choice) {
    if (!frame.program) return complain_of_program(node);
    const auto op =
        node.op == Op::sequence ? logic::ProgramOperator::sequence : logic::ProgramOperator::choice;
    return store().add(logic::Combined{op, *left, *right});
  }
  const auto is_program = [&](FormulaId id) { return store().traits(id).sort == Sort::program; };
  if (is_program(*left) || is_program(*right))
    return complain(node.range, Code::not_a_formula, "a program");
  if (syntax::is_until(node.op) || store().traits(*right).sort == Sort::path)
    show_end_of_quantifier(text().nodes.child(frame.node, 0));
  if (syntax::is_until(node.op)) {
    const auto limits = read_bound(frame.node, 2);
    if (!limits) return std::nullopt;
    return store().add(logic::Temporal{*syntax::path_operator(node.op), *limits, {*left, *right}});
  }
  const Connective op = node.op == Op::conjunction   ? Connective::conjunction
                        : node.op == Op::disjunction ? Connective::disjunction
                        : node.op == Op::implication ? Connective::implication
                                                     : Connective::equivalence;
  return store().add(logic::Binary{op, *left, *right});
}

// (c and a) or (!c and b).
FormulaResolver::Result FormulaResolver::build_conditional(const Frame& frame) {
  const Result condition = result(frame, 0);
  const Result then = result(frame, 1);
  const Result otherwise = result(frame, 2);
  if (!condition || !then || !otherwise) return std::nullopt;
  for (const FormulaId part : {*condition, *then, *otherwise})
    if (store().traits(part).sort == Sort::program)
      return complain(text().nodes[frame.node].range, Code::not_a_formula, "a program");
  const FormulaId first = store().add(logic::Binary{Connective::conjunction, *condition, *then});
  const FormulaId negated = store().add(logic::Not{*condition});
  const FormulaId second = store().add(logic::Binary{Connective::conjunction, negated, *otherwise});
  return store().add(logic::Binary{Connective::disjunction, first, second});
}

// The bound that stands as that child of the node, if there is one; nothing after a mistake.
std::optional<std::optional<logic::Bound>> FormulaResolver::read_bound(NodeId node,
                                                                       std::size_t place) {
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

FormulaResolver::Result FormulaResolver::build_prefix(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const std::string_view word = text().text(node.mark);
  const Result arg = result(frame, 0);
  if (!arg) return std::nullopt;
  const auto limits = read_bound(frame.node, 1);
  if (!limits) return std::nullopt;
  const auto quantifier = logic::find_path_quantifier(word);
  const auto op = logic::find_path_operator(word);
  const auto joined = scope_.model.modalities.find(logic::Notation::prefix, word);
  const bool bounded = op       ? logic::row_of(*op).bounded
                       : joined ? logic::takes_bound(scope_.model.modalities[*joined])
                                : false;
  if (*limits && !bounded) {
    const Node& bound = text().nodes[text().nodes.child(frame.node, 1)];
    auto& d = scope_.diagnostics.add(text().source, bound.range, Code::no_bound_here,
                                     fmt::format("'{}'", word));
    if (!quantifier)
      d.hint = fmt::format("within so many steps is '{}F{}'", word.substr(0, word.size() - 1),
                           text().text(bound.range));
    return std::nullopt;
  }
  if (quantifier) return quantify(*quantifier, *arg);
  if (op) return store().add(logic::Temporal{*op, *limits, {*arg}});
  return apply_modality(frame, *joined, *limits, *arg);
}

// A modality in prefix notation.  A pair is a quantifier before a path operator, as if with a
// blank: EG F p goes on along the path.
FormulaResolver::Result FormulaResolver::apply_modality(const Frame& frame, logic::ModalityId id,
                                                        const std::optional<logic::Bound>& limits,
                                                        FormulaId arg) {
  const logic::Modality& row = scope_.model.modalities[id];
  if (row.quantifier && row.path_operator)
    return quantify(*row.quantifier,
                    store().add(logic::Temporal{*row.path_operator, limits, {arg}}));
  const Result inside = require_state(arg, text().nodes[text().nodes.child(frame.node, 0)].range);
  if (!inside) return std::nullopt;
  return store().add(logic::Modal{id, {}, {}, limits, {*inside}});
}

FormulaId FormulaResolver::quantify(PathQuantifier quantifier, FormulaId path) {
  if (store().traits(path).sort == Sort::state) return path;
  const auto* temporal = std::get_if<logic::Temporal>(&store()[path]);
  if (prefix_ == PrefixWord::none && temporal != nullptr && has_state_arguments(*temporal))
    return build_pair(quantifier, *temporal);
  return store().add(logic::Quantified{quantifier, path});
}

bool FormulaResolver::has_state_arguments(const logic::Temporal& path) {
  return std::all_of(path.args.begin(), path.args.end(),
                     [&](FormulaId id) { return store().traits(id).sort == Sort::state; });
}

// A quantifier and one operator on state formulas: a modality of CTL.
FormulaId FormulaResolver::build_pair(PathQuantifier quantifier, const logic::Temporal& path) {
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

// E p U q is (E p) U q and E p and G q is (E p) and G q, although they look otherwise.
void FormulaResolver::show_end_of_quantifier(NodeId left_side) {
  NodeId at = left_side;
  while (text().nodes[at].kind == NodeKind::unary) at = text().nodes.child(at, 0);
  const Node& node = text().nodes[at];
  const bool quantifier =
      node.kind == NodeKind::coalition ||
      (node.kind == NodeKind::prefix && !syntax::is_path_word(text().text(node.mark)));
  const Range range = text().nodes[left_side].range;
  if (!quantifier || parentheses_.contains(range.begin)) return;
  parentheses_.emplace(range.begin, "(");
  parentheses_.emplace(range.end, ")");
}

FormulaResolver::Result FormulaResolver::require_state(Result formula, Range range) {
  if (!formula) return std::nullopt;
  const Sort sort = store().traits(*formula).sort;
  if (sort == Sort::state) return formula;
  if (sort == Sort::program) return complain(range, Code::not_a_formula, "a program");
  if (bindings_ == nullptr || !bindings_->application)
    scope_.diagnostics.add(text().source, range, Code::universal_closure,
                           base::shorten(one_line(text(), beginning(range), parentheses_), 60));
  closures_.insert({range.begin, range.end});
  return quantify(PathQuantifier::all, *formula);
}

}  // namespace ken::model
