// What stands before a formula in angle or square brackets: a coalition, or in LDL a program.

#include "base/check.hpp"
#include "model/foreign_names.hpp"
#include "model/formula_resolver.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using Param = logic::Parameter;
using logic::PathQuantifier;
using logic::Semantics;
using logic::Sort;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;
using syntax::PrefixWord;

// In LDL the brackets hold a program, unless they stand in parentheses with a declared group.
bool FormulaResolver::is_coalition(const Frame& frame) {
  if (prefix_ != PrefixWord::ldl) return true;
  const NodeId in_brackets = text().nodes.child(frame.node, 0);
  const Node& n = text().nodes[in_brackets];
  if (frame.bare || n.kind != NodeKind::name || n.child_count != 1) return false;
  const std::string word(text().text(n.range));
  return scope_.groups.find(word).has_value();
}

void FormulaResolver::step_coalition(Frame& frame) {
  const bool players = is_coalition(frame);
  if (players && frame.next == 0) frame.next = 1;
  if (frame.next < 2) {
    const bool program = frame.next == 0;
    return stack_.enter(text().nodes.child(frame.node, frame.next++), {.program = program});
  }
  leave(frame, players ? build_coalition(frame) : build_dynamic(frame));
}

PathQuantifier FormulaResolver::read_modality(const Frame& frame) const {
  return text().nodes[frame.node].op == Op::diamond ? PathQuantifier::some : PathQuantifier::all;
}

FormulaResolver::Result FormulaResolver::build_dynamic(const Frame& frame) {
  const Result program = result(frame, 0);
  const Result arg = result(frame, 1);
  if (!program || !arg) return std::nullopt;
  return store().add(logic::Dynamic{read_modality(frame), *program, *arg});
}

std::optional<Semantics> FormulaResolver::read_semantics(const Node& node) {
  const std::string_view word = text().text(node.mark);
  if (word.empty()) return Semantics::of_the_run;
  const auto named = logic::find_semantics(word);
  if (named && logic::is_per_operator(*named)) return named;
  scope_.diagnostics.add(text().source, node.mark, Code::unknown_name, "strategic semantics", word)
      .hint = "behind '|' stands full, ir or ir-objective; --semantics knows more";
  return std::nullopt;
}

// One of the six path operators on state formulas makes a modality of ATL with the coalition, any
// other path formula stays one.
FormulaResolver::Result FormulaResolver::build_coalition(const Frame& frame) {
  const Result path = result(frame, 0);
  const auto chosen = read_semantics(text().nodes[frame.node]);
  if (!path || !chosen) return std::nullopt;
  const Range place = text().nodes[text().nodes.child(frame.node, 1)].range;
  if (store().traits(*path).sort != Sort::path) {
    scope_.diagnostics.add(text().source, place, Code::needs_path_operator).hint =
        explain_state_behind_coalition(text(), place);
    return std::nullopt;
  }
  const auto* temporal = std::get_if<logic::Temporal>(&store()[*path]);
  if (temporal != nullptr && temporal->bound) {
    scope_.diagnostics
        .add(text().source, place, Code::no_bound_here, "an operator behind a coalition")
        .hint = "leave the bound out, or let a variable of the model count the steps";
    return std::nullopt;
  }
  const auto op = temporal != nullptr ? temporal->op : logic::PathOperator::finally;
  const PathQuantifier modality = read_modality(frame);
  const auto id = scope_.model.modalities.find_coalition(logic::brackets_of(modality), op);
  CHECK(id, "every path operator makes a modality with a coalition");
  auto group =
      find_subject(text().nodes.child(frame.node, 0), Param::group, scope_.model.modalities[*id]);
  if (!group) return std::nullopt;
  if (temporal == nullptr || !has_state_arguments(*temporal))
    return store().add(logic::Coalition{modality, *chosen, std::move(*group), *path});
  return store().add(logic::Modal{*id, *chosen, {std::move(*group)}, {}, temporal->args});
}

}  // namespace ken::model
