#include "evidence/in_words.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/post_order.hpp"
#include "base/text.hpp"
#include "evidence/impossibility.hpp"
#include "evidence/strategy.hpp"

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

std::string_view name_after(After after) {
  switch (after) {
    case After::shown:
      return "shown";
    case After::left_out:
      return "left_out";
    case After::unfair:
      break;
  }
  return "unfair";
}

// What somebody would still have to look at.
std::vector<std::string> describe_assumed(const AssumedPlay& assumed) {
  std::vector<std::string> notes;
  const auto note = [&](std::size_t count, const char* what) {
    if (count > 0)
      notes.push_back(fmt::format("{}: {}", what, base::count_in_words(count, "position")));
  };
  note(assumed.left_out, "what follows in a play is assumed");
  note(assumed.unfair, "that no fair path starts there is assumed");
  note(assumed.unlisted, "that a play has a turn for all that may happen is assumed");
  if (assumed.starts)
    notes.emplace_back("that a play starts in all states that look the same is assumed");
  return notes;
}

class Wording {
 public:
  Wording(const model::Model& model, logic::FormulaId formula) : model_(model) {
    for (const logic::FormulaId part : list_parts(model.formulas, formula))
      parts_.emplace(part, parts_.size());
  }

  [[nodiscard]] EvidenceAnswer::Reason describe(const Reason& reason) const {
    EvidenceAnswer::Reason result{.formula = logic::to_text(model_.formulas, model_.modalities,
                                                            reason.formula, names_of(model_)),
                                  .holds = reason.holds,
                                  .state = describe_state(model_, reason.state),
                                  .why = "assumed",
                                  .part = parts_.at(reason.formula)};
    std::visit(logic::overloaded{
                   [](const Assumed&) {},
                   [&](const Evaluated&) { result.why = "evaluated"; },
                   [&](const Joined& why) {
                     result.why = "joined";
                     result.parts = number(why.parts);
                   },
                   [&](const Unfolded& why) {
                     result.why = "unfolded";
                     result.parts = number(why.body);
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
                   [&](const Played& why) {
                     result.why = "played";
                     result.play = describe(reason, why);
                   },
                   [&](const Excluded& why) {
                     result.why = "excluded";
                     result.excluded = in_words(model_, why.impossibility);
                     for (const Hop& hop : why.starts)
                       if (!hop.run.states.empty()) result.hops.push_back(describe(hop));
                   },
               },
               reason.why);
    for (const logic::FormulaId id : reason.fixpoints) result.fixpoints.push_back(parts_.at(id));
    return result;
  }
  [[nodiscard]] EvidenceAnswer::Path describe(const Path& path) const {
    EvidenceAnswer::Path result{.steps = {}, .back_to = path.back_to};
    for (std::size_t i = 0; i < path.states.size(); ++i) {
      result.steps.push_back({describe_state(model_, path.states[i])});
      if (i < path.actions.size()) result.steps[i].action = describe(path.actions[i]);
    }
    return result;
  }

 private:
  [[nodiscard]] EvidenceAnswer::Values describe(const model::JointAction& action) const {
    EvidenceAnswer::Values result;
    for (std::size_t a = 0; a < model_.agents.size(); ++a) {
      const model::Agent& agent = model_.agents[a];
      if (!agent.silent) result.emplace_back(agent.name.shown, agent.actions[action[a]].name.shown);
    }
    return result;
  }
  [[nodiscard]] EvidenceAnswer::Play describe(const Reason& reason, const Played& play) const {
    const auto& modal = std::get<logic::Modal>(model_.formulas[reason.formula]);
    const logic::Modality& row = model_.modalities[modal.modality];
    EvidenceAnswer::Play result{
        .by_coalition = (row.keyword == logic::diamond.open) == reason.holds,
        .coalition = {},
        .starts = play.starts,
        .rows = describe_decisions(model_, play.members),
        .left_out = play.left_out};
    for (const logic::AgentId agent : modal.subjects.at(0))
      result.coalition.push_back(model_[agent].name.shown);
    for (const Position& position : play.positions) {
      result.positions.push_back({.state = describe_state(model_, position.state),
                                  .claims = number(position.claims),
                                  .after = std::string(name_after(position.after))});
      for (const Turn& turn : position.turns)
        result.positions.back().turns.push_back({describe(turn.action), turn.to});
    }
    return result;
  }
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
  std::map<logic::FormulaId, std::size_t> parts_;
};

}  // namespace

std::vector<logic::FormulaId> list_parts(const logic::FormulaStore& formulas,
                                         logic::FormulaId formula) {
  std::vector<logic::FormulaId> parts;
  std::set<logic::FormulaId> done;
  base::visit_post_order(
      formula,
      [&](logic::FormulaId id, const auto& visit) { logic::for_each_part(formulas[id], visit); },
      [&](logic::FormulaId id) { return done.contains(id); },
      [&](logic::FormulaId id) {
        done.insert(id);
        parts.push_back(id);
      });
  return parts;
}

logic::Names names_of(const model::Model& model) {
  return {.atom = [&](logic::AtomId id) { return model[id].name.shown; },
          .agent = [&](logic::AgentId id) { return model[id].name.shown; },
          .group = [&](const logic::Group& members) -> std::optional<std::string> {
            if (members.size() == 1) return model[members[0]].name.shown;
            for (const model::NamedGroup& group : model.groups)
              if (group.members == members) return group.name.shown;
            return {};
          },
          .relation = [&](logic::RelationId id) { return model.relations.text(id); }};
}

EvidenceAnswer::Values describe_state(const model::Model& model, const model::State& state) {
  EvidenceAnswer::Values result;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const auto v = static_cast<model::VarId>(i);
    result.emplace_back(model::qualified(model, v), model[v].type.text(state[i]));
  }
  return result;
}

EvidenceAnswer in_words(const model::Model& model, logic::FormulaId formula,
                        const Evidence& evidence, const Replayed& replayed) {
  const Wording wording(model, formula);
  EvidenceAnswer result{.reasons = {},
                        .root = static_cast<std::size_t>(evidence.root),
                        .start = wording.describe(evidence.start),
                        .assumed = {},
                        .restriction = describe_points(model, evidence.restriction)};
  for (const Reason& reason : evidence.reasons) result.reasons.push_back(wording.describe(reason));
  for (const ReasonId id : replayed.assumed) result.assumed.push_back(static_cast<std::size_t>(id));
  for (const std::size_t line : replayed.assumed_fair)
    result.notes.push_back(fmt::format("loops are assumed to meet fairness line {}: {}", line + 1,
                                       model.fairness[line].text));
  for (const auto& [id, assumed] : replayed.assumed_plays)
    for (std::string& note : describe_assumed(assumed)) result.notes.push_back(std::move(note));
  for (const auto& [id, facts] : replayed.assumed_facts)
    result.notes.push_back(
        fmt::format("assumed among the facts: {}", base::count_in_words(facts, "fact")));
  if (evidence[evidence.root].holds && evidence.initial_states != "1")
    result.notes.push_back(
        fmt::format("one of {} initial states is shown; that it holds in the others is assumed",
                    evidence.initial_states));
  return result;
}

}  // namespace ken::evidence
