#include "evidence/impossibility.hpp"

#include "evidence/in_words.hpp"
#include "evidence/strategy.hpp"

namespace ken::evidence {
namespace {

std::string_view name_stage(Stage stage) {
  switch (stage) {
    case Stage::start:
      return "start";
    case Stage::open:
      return "open";
    case Stage::violated:
      break;
  }
  return "violated";
}

StrategyAnswer::Row describe_selection(const model::Model& model, const Selection& selection) {
  const model::Agent& agent = model[selection.agent];
  StrategyAnswer::Row row{agent.name.shown, {}, agent.actions[selection.action].name.shown};
  for (const model::VarId v : agent.visible)
    row.seen.emplace_back(model::qualified(model, v),
                          model[v].type.text(selection.where[static_cast<std::size_t>(v)]));
  return row;
}

}  // namespace

ImpossibilityAnswer in_words(const model::Model& model, const Impossibility& impossibility) {
  ImpossibilityAnswer result{.operation = print_forced(model, impossibility.operation),
                             .semantics = std::string(logic::name(impossibility.semantics)),
                             .starts = {},
                             .facts = {}};
  for (const model::State& start : impossibility.starts)
    result.starts.push_back(describe_state(model, start));
  for (const Fact& fact : impossibility.facts) {
    ImpossibilityAnswer::Row row{.stage = std::string(name_stage(fact.at.stage)),
                                 .state = describe_state(model, fact.at.state),
                                 .selections = {},
                                 .then_stage = {},
                                 .then_state = {}};
    for (const Selection& selection : fact.selections)
      row.selections.push_back(describe_selection(model, selection));
    if (fact.then) {
      row.then_stage = name_stage(fact.then->stage);
      row.then_state = describe_state(model, fact.then->state);
    }
    result.facts.push_back(std::move(row));
  }
  return result;
}

}  // namespace ken::evidence
