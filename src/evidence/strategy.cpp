#include "evidence/strategy.hpp"

#include "logic/print.hpp"

namespace ken::evidence {
namespace {

std::string print_operation(const model::Model& model, logic::FormulaId operation) {
  logic::Names names;
  names.atom = [&](logic::AtomId id) { return model[id].name.shown; };
  names.agent = [&](logic::AgentId id) { return model[id].name.shown; };
  names.group = [&](const logic::Group& members) -> std::optional<std::string> {
    if (members.size() == 1) return model[members[0]].name.shown;
    for (const model::NamedGroup& group : model.groups)
      if (group.members == members) return group.name.shown;
    return {};
  };
  return logic::to_text(model.formulas, model.modalities, operation, names);
}

}  // namespace

StrategyAnswer in_words(const model::Model& model, const Strategy& strategy) {
  StrategyAnswer result{.operation = print_operation(model, strategy.operation),
                        .semantics = std::string(logic::name(strategy.semantics)),
                        .starts = strategy.starts,
                        .rows = {}};
  for (const MemberStrategy& member : strategy.members) {
    const model::Agent& agent = model[member.agent];
    for (const Decision& decision : member.decisions) {
      StrategyAnswer::Row row{agent.name.shown, {}, agent.actions[decision.action].name.shown};
      for (const auto& [variable, value] : decision.seen)
        row.seen.emplace_back(model::qualified(model, variable), model[variable].type.text(value));
      result.rows.push_back(std::move(row));
    }
  }
  return result;
}

}  // namespace ken::evidence
