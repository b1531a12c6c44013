#include "evidence/strategy.hpp"

#include <algorithm>

#include "evidence/in_words.hpp"
#include "logic/print.hpp"

namespace ken::evidence {
namespace {

std::vector<StrategyAnswer::Row> describe_rows(const model::Model& model,
                                               const std::vector<MemberStrategy>& members,
                                               std::vector<Decision> MemberStrategy::*which) {
  std::vector<StrategyAnswer::Row> rows;
  for (const MemberStrategy& member : members) {
    const model::Agent& agent = model[member.agent];
    for (const Decision& decision : member.*which) {
      StrategyAnswer::Row row{agent.name.shown, {}, agent.actions[decision.action].name.shown};
      for (const auto& [variable, value] : decision.seen)
        row.seen.emplace_back(model::qualified(model, variable), model[variable].type.text(value));
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace

std::string print_forced(const model::Model& model, logic::FormulaId operation) {
  logic::FormulaStore formulas = model.formulas;
  const logic::FormulaId forced = find_forced(model.modalities, formulas, operation);
  return logic::to_text(formulas, model.modalities, forced, names_of(model));
}

bool is_propositional(const logic::FormulaStore& formulas, logic::FormulaId formula) {
  const std::vector<logic::FormulaId> parts = logic::closure(formulas, formula);
  return std::all_of(parts.begin(), parts.end(),
                     [&](logic::FormulaId part) { return logic::is_boolean(formulas[part]); });
}

logic::FormulaId find_forced(const logic::ModalityTable& modalities, logic::FormulaStore& formulas,
                             logic::FormulaId operation) {
  logic::Modal forced = std::get<logic::Modal>(formulas[operation]);
  const logic::Modality& row = modalities[forced.modality];
  if (row.keyword == logic::diamond.open) return operation;
  forced.modality = modalities.id(row.dual->modality);
  for (logic::FormulaId& arg : forced.args) {
    const auto* const negation = std::get_if<logic::Not>(&formulas[arg]);
    arg = negation != nullptr ? negation->arg : formulas.add(logic::Not{arg});
  }
  if (row.dual->arguments == logic::DualArguments::weak)
    forced.args = {forced.args[1], formulas.add(logic::Binary{logic::Connective::conjunction,
                                                              forced.args[0], forced.args[1]})};
  return formulas.add(forced);
}

std::vector<StrategyAnswer::Row> describe_decisions(const model::Model& model,
                                                    const std::vector<MemberStrategy>& members) {
  return describe_rows(model, members, &MemberStrategy::decisions);
}

std::vector<StrategyAnswer::Row> describe_points(const model::Model& model,
                                                 const std::vector<MemberStrategy>& members) {
  return describe_rows(model, members, &MemberStrategy::points);
}

StrategyAnswer in_words(const model::Model& model, const Strategy& strategy) {
  StrategyAnswer result{.operation = print_forced(model, strategy.operation),
                        .semantics = std::string(logic::name(strategy.semantics)),
                        .starts = strategy.starts,
                        .rows = describe_decisions(model, strategy.members)};
  if (!strategy.complete) result.notes.emplace_back("too many states: these are the first of them");
  return result;
}

}  // namespace ken::evidence
