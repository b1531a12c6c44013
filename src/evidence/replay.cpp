// Replaying evidence.
//
// Every reason is looked at by itself: its formula has the claimed value in its state if the claims
// it rests on are right.  These are about formulas that it is built from, so no claim rests on
// itself, unless by the variables of fixpoints: circles of those are looked for in the end
// (unfolding.cpp).
//     evaluated   the values in the state decide
//     joined      the values of some parts decide, whatever the others are; of an operator that a
//                 logic file defines the value of what it stands for
//     unfolded    the value of the body of a fixpoint decides
//     followed    each step of the path is one of the model; the path formula has its value at the
//                 beginning, by what is claimed in the states of the path (path_truth.cpp).  A true
//                 E wants a path that satisfies it, a false A one that does not.  With Fairness,
//                 and where paths must be infinite, the path is a lasso; with Fairness every line
//                 holds somewhere in its loop
//     elsewhere   each hop is one of the relation; the state it leads to is on a run from an
//                 initial state, and a fair path begins there if there is Fairness.  If a relation
//                 of a logic file speaks of steps, the run makes them (relation_truth.cpp)
//     played      one side of a game plays so that the operator has its value, whatever the other
//                 side does (play.cpp)
//     excluded    facts leave no strategy to members who act by what they see (exclusion.cpp)
// If evidence is about a model in which agents are restricted, all of this is looked at there.
// What is claimed without a reason is listed as assumed: that is not wrong, but not shown.
//
// Cost: the steps of all paths, each confirmed from its action and target; nothing is listed.

#include "evidence/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "evidence/exclusion.hpp"
#include "evidence/path_truth.hpp"
#include "evidence/relation_truth.hpp"
#include "evidence/restriction.hpp"
#include "evidence/state_check.hpp"
#include "evidence/trace.hpp"
#include "evidence/unfolding.hpp"
#include "model/step.hpp"

namespace ken::evidence {
namespace {

using logic::Builtin;
using logic::FormulaId;
using logic::Modal;
using logic::PathQuantifier;
using model::State;

// A path formula with its quantifier: of a CTL pair, or of any.
struct PathClaim {
  PathQuantifier quantifier{};
  bool infinite = false;  // only infinite paths count
};

class Replay {
 public:
  Replay(const model::Model& model, const Evidence& evidence, base::Budget& budget)
      : model_(model), evidence_(evidence), budget_(budget) {}

  Replayed run() {
    check_start();
    for (std::size_t i = 0; i < evidence_.reasons.size() && result_.mistake.empty(); ++i) {
      budget_.check_limits();
      check(static_cast<ReasonId>(i));
    }
    if (result_.mistake.empty())
      if (const auto bad = find_claim_by_itself(model_.formulas, evidence_))
        refuse_claim(evidence_[*bad], "because of itself");
    result_.assumed_fair.assign(assumed_fair_.begin(), assumed_fair_.end());
    return std::move(result_);
  }

 private:
  template <class... Args>
  void refuse(fmt::format_string<Args...> text, Args&&... args) {
    if (result_.mistake.empty()) result_.mistake = fmt::format(text, std::forward<Args>(args)...);
  }

  void check_start() {
    const auto root = static_cast<std::size_t>(evidence_.root);
    if (root >= evidence_.reasons.size()) return refuse("there is no root");
    if (!is_run_from_initial(evidence_.start)) return;
    check_fair(evidence_.start, "the start");
    if (evidence_.start.states.front() != evidence_.reasons[root].state)
      refuse("the start does not begin where the root is about");
  }

  // Whoever is restricted has one way to act there.
  [[nodiscard]] bool is_restricted(const State& state) const {
    return std::all_of(
        evidence_.restriction.begin(), evidence_.restriction.end(),
        [&](const MemberStrategy& member) {
          return model::allowed_actions(model_, model_[member.agent], state).size() <= 1;
        });
  }

  // ---- paths ----

  [[nodiscard]] bool is_path(const Path& path) {
    if (path.states.empty() || path.actions.size() + (path.back_to ? 0 : 1) != path.states.size() ||
        (path.back_to && *path.back_to >= path.states.size())) {
      refuse("a path has a wrong number of states or actions");
      return false;
    }
    for (const State& state : path.states)
      if (!is_state_of(model_, state) || !is_restricted(state)) {
        refuse("a path has something that is no state");
        return false;
      }
    for (std::size_t i = 0; i < path.actions.size(); ++i)
      if (!is_step(model_, path.states[i], path.actions[i],
                   path.states[i + 1 < path.states.size() ? i + 1 : *path.back_to], budget_)) {
        refuse("step {} of a path is none of the model", i + 1);
        return false;
      }
    return true;
  }
  [[nodiscard]] bool is_run_from_initial(const Path& path) {
    if (!is_path(path)) return false;
    if (!model_.initial || model_.initial->program(model_.exprs).holds(path.states.front()))
      return true;
    refuse("a run does not begin in an initial state");
    return false;
  }
  // With Fairness a path counts if it is a lasso whose loop meets all lines.
  void check_fair(const Path& path, std::string_view what) {
    if (model_.fairness.empty()) return;
    if (!path.back_to) return refuse("{} is not shown to be fair", what);
    for (std::size_t line = 0; line < model_.fairness.size(); ++line) {
      const FormulaId formula = model_.fairness[line].formula;
      if (!is_propositional(model_.formulas, formula)) {
        assumed_fair_.insert(line);
      } else if (std::none_of(path.states.begin() + static_cast<std::ptrdiff_t>(*path.back_to),
                              path.states.end(),
                              [&](const State& s) { return holds_in(model_, formula, s); })) {
        refuse("the loop of {} does not meet fairness line {}", what, line + 1);
      }
    }
  }

  // ---- reasons ----

  void check(ReasonId id) {
    const Reason& reason = evidence_[id];
    if (static_cast<std::size_t>(reason.formula) >= model_.formulas.size() ||
        !is_state_of(model_, reason.state) || !is_restricted(reason.state) ||
        model_.formulas.traits(reason.formula).sort != logic::Sort::state)
      return refuse("a claim is about no formula or no state");
    if (!has_meaning(reason)) return refuse("a claim has variables that stand for something else");
    std::visit(logic::overloaded{
                   [&](const Assumed&) { result_.assumed.push_back(id); },
                   [&](const Evaluated&) { check_evaluated(reason); },
                   [&](const Joined& why) { check_joined(reason, why); },
                   [&](const Unfolded& why) { check_unfolded(reason, why); },
                   [&](const Followed& why) { check_followed(reason, why); },
                   [&](const Elsewhere& why) { check_elsewhere(reason, why); },
                   [&](const Played& why) { check_played(id, why); },
                   [&](const Excluded& why) { check_excluded(id, why); },
               },
               reason.why);
  }

  void refuse_claim(const Reason& reason, std::string_view why) {
    refuse("formula {} is claimed {} {}", static_cast<std::uint32_t>(reason.formula),
           reason.holds ? "true" : "false", why);
  }

  void check_evaluated(const Reason& reason) {
    if (!is_propositional(model_.formulas, reason.formula) ||
        holds_in(model_, reason.formula, reason.state) != reason.holds)
      refuse_claim(reason, "and the state does not say so");
  }

  // The fixpoints that its variables stand for, and no others.
  [[nodiscard]] bool has_meaning(const Reason& reason) const {
    return std::all_of(reason.fixpoints.begin(), reason.fixpoints.end(),
                       [&](FormulaId id) {
                         return static_cast<std::size_t>(id) < model_.formulas.size() &&
                                std::holds_alternative<logic::Fixpoint>(model_.formulas[id]);
                       }) &&
           choose_fixpoints(model_.formulas, reason.fixpoints, reason.formula) == reason.fixpoints;
  }
  // The fixpoint that a claim is about, itself or its variable.
  [[nodiscard]] std::optional<FormulaId> find_fixpoint(const Reason& reason) const {
    const logic::Formula& formula = model_.formulas[reason.formula];
    if (std::holds_alternative<logic::Fixpoint>(formula)) return reason.formula;
    if (std::holds_alternative<logic::Variable>(formula)) return reason.fixpoints.back();
    return {};
  }
  [[nodiscard]] bool may_rest_on(const Reason& reason, FormulaId formula) const {
    if (!std::holds_alternative<logic::Variable>(model_.formulas[reason.formula]))
      return formula < reason.formula;
    return formula == std::get<logic::Fixpoint>(model_.formulas[reason.fixpoints.back()]).body;
  }
  // The claim, if it is about that state and a formula that this one is built from.
  [[nodiscard]] const Reason* find_claim(const Reason& reason, ReasonId id, const State& state) {
    std::vector<FormulaId> around = reason.fixpoints;
    if (std::holds_alternative<logic::Fixpoint>(model_.formulas[reason.formula]))
      around.push_back(reason.formula);
    if (static_cast<std::size_t>(id) < evidence_.reasons.size() &&
        may_rest_on(reason, evidence_[id].formula) && evidence_[id].state == state &&
        choose_fixpoints(model_.formulas, around, evidence_[id].formula) == evidence_[id].fixpoints)
      return &evidence_[id];
    refuse_claim(reason, "because of something about another state or formula");
    return nullptr;
  }
  // What is known of a formula in a state where these are claimed.
  [[nodiscard]] std::optional<bool> find_value(FormulaId formula, const State& state,
                                               const std::vector<ReasonId>& claims) const {
    for (const ReasonId id : claims)
      if (evidence_[id].formula == formula) return evidence_[id].holds;
    if (is_propositional(model_.formulas, formula)) return holds_in(model_, formula, state);
    return std::nullopt;
  }

  void check_joined(const Reason& reason, const Joined& why) {
    for (const ReasonId part : why.parts)
      if (find_claim(reason, part, reason.state) == nullptr) return;
    const logic::Formula& formula = model_.formulas[reason.formula];
    const auto* const modal = std::get_if<Modal>(&formula);
    if (modal != nullptr && modal->body) {
      if (find_value(*modal->body, reason.state, why.parts) != reason.holds)
        refuse_claim(reason, "and what it stands for does not say so");
      return;
    }
    if (!logic::is_boolean(formula) || std::holds_alternative<logic::Atom>(formula) ||
        std::holds_alternative<logic::Constant>(formula))
      return refuse_claim(reason, "by parts that it has not");
    if (evaluate_boolean(model_.formulas, reason.formula, [&](FormulaId part) {
          return find_value(part, reason.state, why.parts);
        }) != reason.holds)
      refuse_claim(reason, "and its parts do not say so");
  }

  void check_unfolded(const Reason& reason, const Unfolded& why) {
    for (const ReasonId claim : why.body)
      if (find_claim(reason, claim, reason.state) == nullptr) return;
    const std::optional<FormulaId> fixpoint = find_fixpoint(reason);
    if (!fixpoint) return refuse_claim(reason, "like a fixpoint");
    const FormulaId body = std::get<logic::Fixpoint>(model_.formulas[*fixpoint]).body;
    if (find_value(body, reason.state, why.body) != reason.holds)
      refuse_claim(reason, "and the body of the fixpoint does not say so");
  }

  void check_followed(const Reason& reason, const Followed& why) {
    if (!is_path(why.path)) return;
    if (why.path.states.front() != reason.state || why.claims.size() != why.path.states.size())
      return refuse_claim(reason, "by a path from another state");
    for (std::size_t i = 0; i < why.claims.size(); ++i)
      for (const ReasonId claim : why.claims[i])
        if (find_claim(reason, claim, why.path.states[i]) == nullptr) return;
    const KnownAt known_at = [&](FormulaId formula, std::size_t i) {
      return find_value(formula, why.path.states[i], why.claims[i]);
    };
    const PathShape shape{why.path.states.size(), why.path.back_to};
    const logic::Formula& formula = model_.formulas[reason.formula];
    std::optional<PathClaim> claim;
    std::optional<bool> value;
    if (const auto* const modal = std::get_if<Modal>(&formula)) {
      const logic::Modality& row = model_.modalities[modal->modality];
      if (row.quantifier && row.path_operator) {
        claim = PathClaim{*row.quantifier, false};
        value = evaluate_along(*row.path_operator, modal->bound, modal->args, shape, known_at);
      }
    } else if (const auto* const quantified = std::get_if<logic::Quantified>(&formula)) {
      claim = PathClaim{quantified->quantifier, true};
      value = evaluate_along(model_.formulas, quantified->path, shape, known_at);
    }
    if (!claim || (claim->quantifier == PathQuantifier::some) != reason.holds)
      return refuse_claim(reason, "and no single path can show that");
    if (value != reason.holds) return refuse_claim(reason, "and its path does not show it");
    if (claim->infinite && !why.path.back_to)
      return refuse_claim(reason, "by a path that is not shown to be infinite");
    check_fair(why.path, "a path");
  }

  void check_elsewhere(const Reason& reason, const Elsewhere& why) {
    if (const auto* const related = std::get_if<logic::Related>(&model_.formulas[reason.formula]))
      return check_related(reason, *related, why);
    const auto* const modal = std::get_if<Modal>(&model_.formulas[reason.formula]);
    if (modal == nullptr || modal->args.size() != 1)
      return refuse_claim(reason, "by a state elsewhere");
    const State* here = &reason.state;
    for (const Hop& hop : why.hops) {
      if (!is_run_from_initial(hop.run)) return;
      if (hop.at >= hop.run.states.size()) return refuse("a hop leads nowhere");
      check_fair(hop.run, "a run");
      const State& there = hop.run.states[hop.at];
      if (!is_hop(*modal, hop, *here, there))
        return refuse_claim(reason, "by a hop that is none of the relation");
      here = &there;
    }
    const Reason* const claim = find_claim(reason, why.claim, *here);
    if (claim == nullptr) return;
    if (claim->formula != modal->args[0] || claim->holds != reason.holds ||
        !is_shown_by_one(*modal, reason, why.hops.size()))
      refuse_claim(reason, "and one state elsewhere does not show that");
  }

  void check_related(const Reason& reason, const logic::Related& related, const Elsewhere& why) {
    if (why.hops.size() != 1 || why.hops.front().kind != HopKind::related ||
        (related.quantifier == PathQuantifier::some) != reason.holds)
      return refuse_claim(reason, "by a state elsewhere");
    const Hop& hop = why.hops.front();
    if (!is_run_from_initial(hop.run)) return;
    if (hop.at >= hop.run.states.size()) return refuse("a hop leads nowhere");
    check_fair(hop.run, "a run");
    if (find_related(model_, related.relation, reason.state, hop) != true)
      return refuse_claim(reason, "by a hop that is none of the relation");
    const Reason* const claim = find_claim(reason, why.claim, hop.run.states[hop.at]);
    if (claim != nullptr && (claim->formula != related.arg || claim->holds != reason.holds))
      refuse_claim(reason, "and the state elsewhere does not show that");
  }

  void check_played(ReasonId id, const Played& why) {
    const Reason& reason = evidence_[id];
    const auto* const modal = std::get_if<Modal>(&model_.formulas[reason.formula]);
    if (modal == nullptr || model_.modalities[modal->modality].family != logic::Family::strategic ||
        why.positions.empty() || why.positions.front().state != reason.state)
      return refuse_claim(reason, "by a play of something else");
    for (const Position& position : why.positions) {
      if (!is_state_of(model_, position.state) || !is_restricted(position.state))
        return refuse("a play has something that is no state");
      for (const ReasonId claim : position.claims)
        if (find_claim(reason, claim, position.state) == nullptr) return;
    }
    const JudgedPlay judged = judge_play(
        model_, read_coalition(*modal), reason.holds, why,
        [&](FormulaId formula, std::size_t i) {
          return find_value(formula, why.positions[i].state, why.positions[i].claims);
        },
        budget_);
    if (!judged.mistake.empty()) return refuse_claim(reason, "and " + judged.mistake);
    assumed_fair_.insert(judged.assumed.fairness.begin(), judged.assumed.fairness.end());
    if (!judged.assumed.nothing()) result_.assumed_plays.emplace_back(id, judged.assumed);
  }

  void check_excluded(ReasonId id, const Excluded& why) {
    const Reason& reason = evidence_[id];
    const auto* const modal = std::get_if<Modal>(&model_.formulas[reason.formula]);
    if (modal == nullptr || model_.modalities[modal->modality].family != logic::Family::strategic ||
        (model_.modalities[modal->modality].keyword == logic::diamond.open) == reason.holds ||
        why.starts.size() != why.impossibility.starts.size())
      return refuse_claim(reason, "by facts about something else");
    const logic::Semantics read = read_coalition(*modal).semantics;
    if (read != logic::Semantics::ir && read != logic::Semantics::ir_objective &&
        read != logic::Semantics::uniform)
      return refuse_claim(reason, "by facts about members who see everything");
    for (std::size_t i = 0; i < why.starts.size(); ++i)
      if (!is_start(read_coalition(*modal), reason, why, i))
        return refuse_claim(reason, "by a start that is none");
    const JudgedExclusion judged = judge_exclusion(model_, *modal, why.impossibility, budget_);
    if (!judged.mistake.empty()) return refuse_claim(reason, "and " + judged.mistake);
    if (judged.assumed > 0) result_.assumed_facts.emplace_back(id, judged.assumed);
  }
  // The state itself, or one that looks the same to a member; of a strategy that is chosen once for
  // the whole model any initial state.
  [[nodiscard]] bool is_start(const Modal& modal, const Reason& reason, const Excluded& why,
                              std::size_t number) {
    const Hop& hop = why.starts[number];
    const State& start = why.impossibility.starts[number];
    if (hop.run.states.empty()) return start == reason.state;
    if (!is_run_from_initial(hop.run) || hop.at >= hop.run.states.size() ||
        hop.run.states[hop.at] != start)
      return false;
    check_fair(hop.run, "a run");
    if (modal.semantics == logic::Semantics::uniform) return hop.at == 0;
    const auto& members = modal.subjects.at(0);
    return modal.semantics == logic::Semantics::ir && hop.kind == HopKind::alike &&
           hop.agents.size() == 1 &&
           std::binary_search(members.begin(), members.end(), hop.agents[0]) &&
           looks_alike(model_, hop.agents[0], reason.state, start);
  }

  // With the semantics that is meant.
  [[nodiscard]] Modal read_coalition(Modal modal) const {
    if (modal.semantics == logic::Semantics::of_the_run) modal.semantics = evidence_.semantics;
    return modal;
  }

  // Whether a state behind so many hops decides.
  [[nodiscard]] bool is_shown_by_one(const Modal& modal, const Reason& reason,
                                     std::size_t hops) const {
    const std::optional<Builtin> builtin = model_.modalities[modal.modality].builtin;
    if (!builtin) return false;
    switch (*builtin) {
      case Builtin::K:
      case Builtin::GK:
      case Builtin::DK:
        return !reason.holds && hops <= 1;
      case Builtin::EK:
        return reason.holds && hops <= 1;
      case Builtin::GCK:
        return !reason.holds;
      case Builtin::O:
        return !reason.holds && hops == 1;
      default:
        return false;
    }
  }

  [[nodiscard]] bool is_hop(const Modal& modal, const Hop& hop, const State& from,
                            const State& to) const {
    const std::optional<Builtin> builtin = model_.modalities[modal.modality].builtin;
    switch (hop.kind) {
      case HopKind::alike:
        return builtin && are_meant(*builtin, modal.subjects.at(0), hop.agents) &&
               std::all_of(hop.agents.begin(), hop.agents.end(), [&](logic::AgentId agent) {
                 return looks_alike(model_, agent, from, to);
               });
      case HopKind::green:
        return builtin == Builtin::O && hop.agents == modal.subjects.at(0) &&
               is_green(hop.agents.at(0), to);
      case HopKind::related:
        break;
    }
    return false;
  }
  // Whether these agents' sight is what the operator asks about.
  [[nodiscard]] static bool are_meant(Builtin builtin, const logic::Group& subject,
                                      const logic::Group& agents) {
    if (builtin == Builtin::K || builtin == Builtin::EK || builtin == Builtin::DK)
      return agents == subject;
    return (builtin == Builtin::GK || builtin == Builtin::GCK) && agents.size() == 1 &&
           std::binary_search(subject.begin(), subject.end(), agents[0]);
  }
  [[nodiscard]] bool is_green(logic::AgentId agent, const State& state) const {
    const auto& red = model_[agent].red;
    return !red || !red->program(model_.exprs).holds(state);
  }

  const model::Model& model_;
  const Evidence& evidence_;
  base::Budget& budget_;
  Replayed result_;
  std::set<std::size_t> assumed_fair_;
};

// For each view that is listed an action that the protocol allows there.
bool is_restriction(const model::Model& model, const MemberStrategy& member) {
  if (static_cast<std::size_t>(member.agent) >= model.agents.size()) return false;
  const model::Agent& agent = model[member.agent];
  State state;
  for (const model::Variable& variable : model.variables) state.push_back(variable.type.low);
  for (const Decision& point : member.points) {
    if (point.seen.size() != agent.visible.size()) return false;
    for (std::size_t i = 0; i < point.seen.size(); ++i) {
      if (point.seen[i].first != agent.visible[i]) return false;
      state[static_cast<std::size_t>(point.seen[i].first)] = point.seen[i].second;
    }
    if (!is_state_of(model, state)) return false;
    const auto allowed = model::allowed_actions(model, agent, state);
    if (!std::binary_search(allowed.begin(), allowed.end(), point.action)) return false;
  }
  return true;
}

}  // namespace

Replayed replay(const model::Model& model, const Evidence& evidence, base::Budget& budget) {
  if (evidence.restriction.empty()) return Replay(model, evidence, budget).run();
  for (const MemberStrategy& member : evidence.restriction)
    if (!is_restriction(model, member)) return {.mistake = "a restriction fits no agent"};
  const model::Model restricted = restrict_protocols(model, evidence.restriction);
  return Replay(restricted, evidence, budget).run();
}

}  // namespace ken::evidence
