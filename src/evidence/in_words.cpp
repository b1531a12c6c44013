#include "evidence/in_words.hpp"

#include <fmt/format.h>

namespace ken::evidence {
namespace {

std::string_view name_kind(HopKind kind) {
  switch (kind) {
    case HopKind::alike:
      return "alike";
    case HopKind::green:
      return "green";
    case HopKind::related:
      break;
  }
  return "related";
}

class Wording {
 public:
  explicit Wording(const model::Model& model) : model_(model) {}

  [[nodiscard]] EvidenceAnswer::Reason describe(const Reason& reason) const {
    EvidenceAnswer::Reason result{.formula = logic::to_text(model_.formulas, model_.modalities,
                                                            reason.formula, names_of(model_)),
                                  .holds = reason.holds,
                                  .state = describe_state(model_, reason.state),
                                  .why = "assumed"};
    std::visit(logic::overloaded{
                   [](const Assumed&) {},
                   [&](const Evaluated&) { result.why = "evaluated"; },
                   [&](const Joined& why) {
                     result.why = "joined";
                     result.parts = number(why.parts);
                   },
                   [&](const Followed& why) {
                     result.why = "followed";
                     result.path = describe(why.path);
                     for (std::size_t i = 0; i < why.claims.size(); ++i)
                       result.path.steps[i].claims = number(why.claims[i]);
                   },
                   [&](const Elsewhere& why) {
                     result.why = "elsewhere";
                     for (const Hop& hop : why.hops) result.hops.push_back(describe(hop));
                     result.claim = static_cast<std::size_t>(why.claim);
                   },
               },
               reason.why);
    return result;
  }
  [[nodiscard]] EvidenceAnswer::Path describe(const Path& path) const {
    EvidenceAnswer::Path result{.steps = {}, .back_to = path.back_to};
    for (std::size_t i = 0; i < path.states.size(); ++i) {
      result.steps.push_back({describe_state(model_, path.states[i])});
      if (i >= path.actions.size()) continue;
      for (std::size_t a = 0; a < model_.agents.size(); ++a) {
        const model::Agent& agent = model_.agents[a];
        if (!agent.silent)
          result.steps[i].action.emplace_back(agent.name.shown,
                                              agent.actions[path.actions[i][a]].name.shown);
      }
    }
    return result;
  }

 private:
  [[nodiscard]] EvidenceAnswer::Hop describe(const Hop& hop) const {
    EvidenceAnswer::Hop result{.kind = std::string(name_kind(hop.kind)),
                               .agents = {},
                               .relation = hop.relation,
                               .run = describe(hop.run),
                               .at = hop.at};
    for (const logic::AgentId agent : hop.agents) result.agents.push_back(model_[agent].name.shown);
    return result;
  }
  [[nodiscard]] static std::vector<std::size_t> number(const std::vector<ReasonId>& ids) {
    std::vector<std::size_t> result;
    result.reserve(ids.size());
    for (const ReasonId id : ids) result.push_back(static_cast<std::size_t>(id));
    return result;
  }

  const model::Model& model_;
};

}  // namespace

logic::Names names_of(const model::Model& model) {
  return {.atom = [&](logic::AtomId id) { return model[id].name.shown; },
          .agent = [&](logic::AgentId id) { return model[id].name.shown; },
          .group = [&](const logic::Group& members) -> std::optional<std::string> {
            if (members.size() == 1) return model[members[0]].name.shown;
            for (const model::NamedGroup& group : model.groups)
              if (group.members == members) return group.name.shown;
            return {};
          }};
}

EvidenceAnswer::Values describe_state(const model::Model& model, const model::State& state) {
  EvidenceAnswer::Values result;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const auto v = static_cast<model::VarId>(i);
    result.emplace_back(model::qualified(model, v), model[v].type.text(state[i]));
  }
  return result;
}

EvidenceAnswer in_words(const model::Model& model, const Evidence& evidence,
                        const Replayed& replayed) {
  const Wording wording(model);
  EvidenceAnswer result{.reasons = {},
                        .root = static_cast<std::size_t>(evidence.root),
                        .start = wording.describe(evidence.start),
                        .assumed = {}};
  for (const Reason& reason : evidence.reasons) result.reasons.push_back(wording.describe(reason));
  for (const ReasonId id : replayed.assumed) result.assumed.push_back(static_cast<std::size_t>(id));
  for (const std::size_t line : replayed.assumed_fair)
    result.notes.push_back(fmt::format("loops are assumed to meet fairness line {}: {}", line + 1,
                                       model.fairness[line].text));
  return result;
}

}  // namespace ken::evidence
