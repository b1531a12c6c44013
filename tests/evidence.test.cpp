// Evidence on random models: whatever the symbolic engine can show it does show, replay confirms
// it, and whatever replay confirms is so, also if somebody has tampered with it: the explicit
// engine is the judge.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "check/explain.hpp"
#include "driver/check.hpp"
#include "driver/replay.hpp"
#include "evidence/replay.hpp"
#include "evidence/unfolding.hpp"
#include "support/checked.hpp"
#include "support/comparison.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using evidence::Evidence;
using evidence::Path;
using evidence::Reason;
using logic::Family;
using logic::FormulaId;

FormulaWeights shown_families(std::size_t depth) {
  FormulaWeights result;
  result.depth = depth;
  result.families = {Family::temporal, Family::epistemic, Family::deontic};
  result.modal = 70;
  result.paths = 30;
  return result;
}

FormulaWeights coalitions(std::size_t depth) {
  FormulaWeights result = shown_families(depth);
  result.families = {Family::strategic, Family::strategic, Family::temporal, Family::epistemic};
  result.paths = 0;
  result.annotated = 35;
  result.semantics = {logic::Semantics::ir, logic::Semantics::ir_objective};
  return result;
}

FormulaWeights of_logic_files(std::size_t depth) {
  FormulaWeights result = shown_families(depth);
  result.families = {Family::temporal, Family::epistemic};
  result.paths = 0;
  result.social = 65;
  return result;
}

using Weights = FormulaWeights (*)(std::size_t depth);

ModelWeights small_models() {
  ModelWeights result;
  result.most_states = 60;
  result.modal_fairness = 0;  // such lines are assumed, and then nothing can be judged
  return result;
}
ModelWeights models_for(Weights drawn) {
  ModelWeights result = small_models();
  result.social = drawn(1).social > 0 ? 100 : 0;
  return result;
}

// A random model with random formulas, in both engines.
class Asked {
 public:
  Asked(std::uint64_t seed, Weights drawn)
      : weights(drawn),
        dice(seed),
        random(random_model(seed, models_for(drawn))),
        checked(random.text, draw_formulas()),
        system(checked.model(), budget),
        reachable(symbolic::explore(system)),
        context(check::make_context(system, reachable)) {}

  [[nodiscard]] const model::Model& model() const { return checked.model(); }
  [[nodiscard]] FormulaId formula(std::size_t i) const {
    const auto& properties = model().properties;
    return properties[properties.size() - formulas + i].formula;
  }
  // What the formula is in all initial states that count; nothing if there are none.
  [[nodiscard]] std::optional<bool> find_verdict(std::size_t i) {
    if (context.initial().empty()) return {};
    return subset(context.initial(), check::Labeller(context, {}).label(formula(i)));
  }
  // Whether the formula has the value in the state, as the explicit engine says.
  [[nodiscard]] bool is_so(const Reason& reason) {
    const auto state = checked.space().find(reason.state);
    return state && checked.arena().domain.contains(*state) &&
           checked.label(reason.formula, reason.fixpoints).contains(*state) == reason.holds;
  }

  static constexpr std::size_t formulas = 4;
  Weights weights;
  Dice dice;
  RandomModel random;
  Checked checked;
  base::Budget budget;
  symbolic::System system;
  symbolic::Reachable reachable;
  check::Context context;

 private:
  [[nodiscard]] std::vector<std::string> draw_formulas() {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < formulas; ++i)
      result.push_back(i == 3 && weights(3).paths > 0
                           ? fmt::format("{} ({})", dice.pick(std::vector{"A", "E"}),
                                         random_path(dice, random.names, weights(3)))
                           : random_formula(dice, random.names, weights(i % 3 + 1)));
    return result;
  }
};

// Whether one path or one state shows it, if the formula is a modality: the top operator alone
// decides that.
std::optional<bool> should_be_shown(const model::Model& model, FormulaId formula, bool holds) {
  if (const auto* const quantified = std::get_if<logic::Quantified>(&model.formulas[formula]);
      quantified != nullptr && model.formulas.traits(quantified->path).sort == logic::Sort::path)
    return (quantified->quantifier == logic::PathQuantifier::some) == holds;
  const auto* const modal = std::get_if<logic::Modal>(&model.formulas[formula]);
  if (modal == nullptr) return {};
  const logic::Modality& row = model.modalities[modal->modality];
  if (row.family == Family::strategic) return true;
  if (row.quantifier) return (*row.quantifier == logic::PathQuantifier::some) == holds;
  return (row.builtin == logic::Builtin::EK) == holds;
}

// Asks for evidence of every formula that is not vacuous, and hands it on with the verdict.
template <class Look>
void explain_all(std::uint64_t seed, Weights weights, const Look& look) {
  SCOPED_TRACE(seed);
  Asked asked(seed, weights);
  for (std::size_t i = 0; i < Asked::formulas; ++i) {
    const std::optional<bool> verdict = asked.find_verdict(i);
    if (!verdict) continue;
    check::Explainer explainer(asked.context, asked.reachable, 100);
    look(asked, asked.formula(i), *verdict, explainer.explain(asked.formula(i), *verdict));
  }
}

TEST(Evidence, IsThereWhereItShouldBeAndIsConfirmed) {
  std::size_t shown = 0;
  std::size_t complete = 0;
  std::size_t loops = 0;
  const auto look = [&](Asked& asked, FormulaId formula, bool verdict,
                        const std::optional<Evidence>& evidence) {
    EXPECT_EQ(evidence.has_value(),
              should_be_shown(asked.model(), formula, verdict).value_or(evidence.has_value()));
    if (!evidence) return;
    ++shown;
    const evidence::Replayed replayed = replay(asked.model(), *evidence, asked.budget);
    EXPECT_EQ(replayed.mistake, "") << asked.random.text;
    EXPECT_EQ((*evidence)[evidence->root].holds, verdict);
    complete += replayed.assumed.empty() ? 1 : 0;
    for (const Reason& reason : evidence->reasons) {
      EXPECT_TRUE(asked.is_so(reason));
      const auto* const followed = std::get_if<evidence::Followed>(&reason.why);
      loops += followed != nullptr && followed->path.back_to ? 1 : 0;
    }
  };
  for (std::uint64_t seed = 0; seed < times_rounds(250); ++seed)
    explain_all(seed, shown_families, look);
  EXPECT_GT(shown, times_rounds(300));
  EXPECT_GT(complete, times_rounds(150));
  EXPECT_GT(loops, times_rounds(50));
}

TEST(Evidence, OfLogicFilesIsConfirmedAndRight) {
  std::size_t shown = 0;
  std::size_t related = 0;
  std::size_t unfolded = 0;
  std::size_t variables = 0;
  const auto look = [&](Asked& asked, FormulaId, bool verdict,
                        const std::optional<Evidence>& evidence) {
    if (!evidence) return;
    ++shown;
    EXPECT_EQ(replay(asked.model(), *evidence, asked.budget).mistake, "") << asked.random.text;
    EXPECT_EQ((*evidence)[evidence->root].holds, verdict);
    for (const Reason& reason : evidence->reasons) {
      EXPECT_TRUE(asked.is_so(reason)) << asked.random.text;
      const logic::Formula& formula = asked.model().formulas[reason.formula];
      related += std::holds_alternative<logic::Related>(formula) ? 1 : 0;
      unfolded += std::holds_alternative<evidence::Unfolded>(reason.why) ? 1 : 0;
      variables += std::holds_alternative<logic::Variable>(formula) ? 1 : 0;
    }
  };
  for (std::uint64_t seed = 0; seed < times_rounds(120); ++seed)
    explain_all(seed, of_logic_files, look);
  EXPECT_GT(shown, times_rounds(100));
  EXPECT_GT(related, times_rounds(60));
  EXPECT_GT(unfolded, times_rounds(40));
  EXPECT_GT(variables, times_rounds(10));
}

// Nobody has to look at anything else.
bool is_complete(const evidence::Replayed& replayed) {
  return replayed.mistake.empty() && replayed.assumed.empty() && replayed.assumed_plays.empty() &&
         replayed.assumed_facts.empty();
}

TEST(Evidence, OfCoalitionsIsThereAndIsConfirmed) {
  std::map<std::string, std::size_t> shown;
  std::size_t complete = 0;
  const auto look = [&](Asked& asked, FormulaId formula, bool verdict,
                        const std::optional<Evidence>& evidence) {
    EXPECT_EQ(evidence.has_value(),
              should_be_shown(asked.model(), formula, verdict).value_or(evidence.has_value()));
    if (!evidence) return;
    const evidence::Replayed replayed = replay(asked.model(), *evidence, asked.budget);
    EXPECT_EQ(replayed.mistake, "") << asked.random.text;
    complete += is_complete(replayed) ? 1 : 0;
    for (const Reason& reason : evidence->reasons) {
      EXPECT_TRUE(asked.is_so(reason));
      const auto* const modal = std::get_if<logic::Modal>(&asked.model().formulas[reason.formula]);
      if (modal == nullptr) continue;
      const bool can = asked.model().modalities[modal->modality].keyword == "<";
      if (std::holds_alternative<evidence::Played>(reason.why))
        ++shown[fmt::format("{}{}", can == reason.holds ? "strategy" : "spoilt",
                            asked.model().fairness.empty() ? "" : " fair")];
      if (std::holds_alternative<evidence::Excluded>(reason.why)) ++shown["excluded"];
    }
  };
  for (std::uint64_t seed = 0; seed < times_rounds(500); ++seed)
    explain_all(seed, coalitions, look);
  EXPECT_GT(shown["strategy"], times_rounds(100));
  EXPECT_GT(shown["strategy fair"], times_rounds(30));
  EXPECT_GT(shown["spoilt"], times_rounds(100));
  EXPECT_GT(shown["spoilt fair"], times_rounds(30));
  EXPECT_GT(shown["excluded"], times_rounds(5));
  EXPECT_GT(complete, times_rounds(150));
}

// ---- tampering ----

void tamper(Dice& dice, const model::Model& model, model::State& state) {
  if (state.empty()) return;
  const std::size_t v = dice.below(state.size());
  state[v] = dice.between(model.variables[v].type.low, model.variables[v].type.high);
}

void tamper(Dice& dice, const model::Model& model, Path& path) {
  const std::size_t at = dice.below(path.states.size());
  switch (dice.below(5)) {
    case 0:
      return tamper(dice, model, path.states[at]);
    case 1: {
      if (path.actions.empty()) return;
      model::JointAction& action = path.actions[dice.below(path.actions.size())];
      const std::size_t agent = dice.below(action.size());
      action[agent] =
          static_cast<model::ActionIndex>(dice.below(model.agents[agent].actions.size()));
      return;
    }
    case 2:
      if (path.back_to) path.back_to = dice.below(path.states.size());
      return;
    case 3:
      if (path.back_to) {
        path.back_to.reset();
        path.actions.pop_back();
      }
      return;
    default:
      path.states.resize(at + 1);
      path.actions.resize(std::min(path.actions.size(), at));
      path.back_to.reset();
  }
}

void tamper(Dice& dice, const model::Model& model, evidence::Played& play) {
  evidence::Position& position = play.positions[dice.below(play.positions.size())];
  if (dice.below(3) == 0 || position.turns.empty()) return tamper(dice, model, position.state);
  evidence::Turn& turn = position.turns[dice.below(position.turns.size())];
  switch (dice.below(4)) {
    case 0:
      turn.to = dice.below(play.positions.size());
      return;
    case 1: {
      const std::size_t agent = dice.below(turn.action.size());
      turn.action[agent] =
          static_cast<model::ActionIndex>(dice.below(model.agents[agent].actions.size()));
      return;
    }
    case 2:
      position.turns.pop_back();
      return;
    default:
      position.claims.clear();
  }
}

void tamper(Dice& dice, const model::Model& model, evidence::Excluded& excluded) {
  std::vector<evidence::Fact>& facts = excluded.impossibility.facts;
  evidence::Fact& fact = facts[dice.below(facts.size())];
  switch (dice.below(4)) {
    case 0:
      return tamper(dice, model, fact.at.state);
    case 1:
      if (fact.then) return tamper(dice, model, fact.then->state);
      [[fallthrough]];
    case 2:
      if (!fact.selections.empty()) fact.selections.pop_back();
      return;
    default:
      facts.pop_back();
  }
}

// The body is claimed elsewhere, or the variable stands for something else.
void tamper(Dice& dice, const Evidence& evidence, Reason& reason, evidence::Unfolded& unfolded) {
  const std::size_t other = dice.below(evidence.reasons.size());
  if (dice.below(2) == 0)
    reason.fixpoints = evidence.reasons[other].fixpoints;
  else
    unfolded.body = {static_cast<evidence::ReasonId>(other)};
}

// One thing becomes another.
void tamper(Dice& dice, const model::Model& model, Evidence& evidence) {
  if (dice.below(8) == 0) return tamper(dice, model, evidence.start);
  Reason& reason = evidence.reasons[dice.below(evidence.reasons.size())];
  switch (dice.below(4)) {
    case 0:
      reason.holds = !reason.holds;
      return;
    case 1:
      return tamper(dice, model, reason.state);
    default:
      break;
  }
  if (auto* const joined = std::get_if<evidence::Joined>(&reason.why)) {
    if (!joined->parts.empty()) joined->parts.pop_back();
  } else if (auto* const unfolded = std::get_if<evidence::Unfolded>(&reason.why)) {
    tamper(dice, evidence, reason, *unfolded);
  } else if (auto* const followed = std::get_if<evidence::Followed>(&reason.why)) {
    tamper(dice, model, followed->path);
    followed->claims.resize(followed->path.states.size());
  } else if (auto* const elsewhere = std::get_if<evidence::Elsewhere>(&reason.why)) {
    if (elsewhere->hops.empty()) return;
    evidence::Hop& hop = elsewhere->hops[dice.below(elsewhere->hops.size())];
    if (dice.below(3) == 0)
      hop.at = dice.below(hop.run.states.size());
    else if (dice.below(3) == 0)
      hop.agents = {static_cast<logic::AgentId>(dice.below(model.agents.size()))};
    else
      tamper(dice, model, hop.run);
  } else if (auto* const played = std::get_if<evidence::Played>(&reason.why)) {
    tamper(dice, model, *played);
  } else if (auto* const excluded = std::get_if<evidence::Excluded>(&reason.why)) {
    tamper(dice, model, *excluded);
  }
}

// How often tampered evidence was refused, and how often it was confirmed and right.
struct Tampered {
  std::size_t refused = 0;
  std::size_t confirmed = 0;
};
Tampered tamper_with_all(Weights weights) {
  Tampered result;
  const auto look = [&](Asked& asked, FormulaId, bool, const std::optional<Evidence>& evidence) {
    for (int k = 0; evidence && k < 12; ++k) {
      Evidence other = *evidence;
      tamper(asked.dice, asked.model(), other);
      const evidence::Replayed replayed = replay(asked.model(), other, asked.budget);
      result.refused += replayed.mistake.empty() ? 0 : 1;
      if (!is_complete(replayed)) continue;
      ++result.confirmed;
      EXPECT_TRUE(asked.is_so(other[other.root]));
    }
  };
  for (std::uint64_t seed = 0; seed < times_rounds(250); ++seed) explain_all(seed, weights, look);
  return result;
}

TEST(Evidence, IsRightIfItIsConfirmedWhateverSomebodyDidToIt) {
  const Tampered tampered = tamper_with_all(shown_families);
  EXPECT_GT(tampered.refused, times_rounds(2000));
  EXPECT_GT(tampered.confirmed, times_rounds(100));
}

TEST(Evidence, OfCoalitionsIsRightIfItIsConfirmedWhateverSomebodyDidToIt) {
  const Tampered tampered = tamper_with_all(coalitions);
  EXPECT_GT(tampered.refused, times_rounds(2000));
  EXPECT_GT(tampered.confirmed, times_rounds(100));
}

TEST(Evidence, OfLogicFilesIsRightIfItIsConfirmedWhateverSomebodyDidToIt) {
  const Tampered tampered = tamper_with_all(of_logic_files);
  EXPECT_GT(tampered.refused, times_rounds(1000));
  EXPECT_GT(tampered.confirmed, times_rounds(100));
}

// The claims that a claim rests on, and so on, itself included.
std::set<std::size_t> list_all_grounds(const Evidence& evidence, std::size_t root) {
  std::set<std::size_t> result{root};
  std::vector<std::size_t> open{root};
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    for (const std::size_t ground : evidence::list_grounds(evidence.reasons[next].why))
      if (result.insert(ground).second) open.push_back(ground);
  }
  return result;
}

// What shows one fixpoint, said of another one.  All other claims are left out.
Evidence exchange_fixpoint(Evidence evidence, std::size_t claim, FormulaId other) {
  const FormulaId old = evidence.reasons[claim].formula;
  const std::set<std::size_t> kept = list_all_grounds(evidence, claim);
  for (const std::size_t i : kept) {
    Reason& reason = evidence.reasons[i];
    if (reason.formula == old) reason.formula = other;
    std::replace(reason.fixpoints.begin(), reason.fixpoints.end(), old, other);
  }
  for (std::size_t i = 0; i < evidence.reasons.size(); ++i)
    if (!kept.contains(i)) evidence.reasons[i] = evidence.reasons[claim];
  evidence.root = static_cast<evidence::ReasonId>(claim);
  return evidence;
}

TEST(Evidence, OfAGreatestFixpointIsNoneOfTheLeastIfItGoesRound) {
  std::size_t round = 0;
  std::size_t confirmed = 0;
  const auto look = [&](Asked& asked, FormulaId, bool, const std::optional<Evidence>& evidence) {
    for (std::size_t i = 0; evidence && i < evidence->reasons.size(); ++i) {
      const Reason& reason = evidence->reasons[i];
      const auto* const found =
          std::get_if<logic::Fixpoint>(&asked.model().formulas[reason.formula]);
      if (found == nullptr || !reason.fixpoints.empty() ||
          reason.state != (*evidence)[evidence->root].state)
        continue;
      const bool least = found->extremum == logic::Extremum::least;
      const FormulaId twin = asked.checked.add(
          logic::Fixpoint{least ? logic::Extremum::greatest : logic::Extremum::least,
                          found->variable, found->body});
      const Evidence other = exchange_fixpoint(*evidence, i, twin);
      const evidence::Replayed replayed = replay(asked.model(), other, asked.budget);
      round += replayed.mistake.find("because of itself") != std::string::npos ? 1 : 0;
      if (!is_complete(replayed)) continue;
      ++confirmed;
      EXPECT_TRUE(asked.is_so(other[other.root])) << asked.random.text;
    }
  };
  for (std::uint64_t seed = 0; seed < times_rounds(250); ++seed)
    explain_all(seed, of_logic_files, look);
  EXPECT_GT(round, times_rounds(2));
  EXPECT_GT(confirmed, times_rounds(16));
}

// ---- files ----

// What a check of a random model keeps, under some semantics; a formula of all families.
struct Kept {
  std::string text;  // of the model
  std::vector<std::string> files;
};
Kept keep_evidence_of(std::uint64_t seed) {
  Dice dice(seed);
  const RandomModel random = random_model(seed, small_models());
  driver::Settings settings;
  settings.evidence = true;
  settings.semantics = dice.pick(std::vector{logic::Semantics::uniform, logic::Semantics::uniform,
                                             logic::Semantics::ir, logic::Semantics::ir_objective,
                                             logic::Semantics::full});
  for (std::size_t i = 0; i < 3; ++i) {
    FormulaWeights weights = coalitions(1 + i % 2);
    weights.annotated = 0;
    weights.nobody = 0;
    if (i != 1) weights.families = {Family::strategic};
    settings.formulae.push_back(random_formula(dice, random.names, weights));
  }
  Kept kept{random.text, {}};
  driver::Surroundings around;
  around.evidence_store = [&](const driver::NewFile& file) {
    if (file.extension == ".evidence.json") kept.files.push_back(file.text);
    return std::vector<std::string>{};
  };
  static_cast<void>(
      driver::Check(base::make_source("random", random.text), settings, std::move(around)).run());
  return kept;
}

TEST(Evidence, KeptInAFileIsConfirmedAgain) {
  std::size_t confirmed = 0;
  std::size_t restricted = 0;
  std::size_t excluded = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(150); ++seed) {
    const Kept kept = keep_evidence_of(seed);
    for (const std::string& text : kept.files) {
      const auto [file, mistake] = report::read_evidence_file(text);
      ASSERT_TRUE(file) << mistake;
      base::Budget budget;
      const driver::ReplayAnswer answer =
          driver::replay_file(*file, base::make_source("random", kept.text), {}, budget);
      EXPECT_EQ(name(answer.outcome), "confirmed") << seed << ": " << answer.why << "\n"
                                                   << file->formula << kept.text;
      ++confirmed;
      if (file->semantics != "uniform") continue;
      restricted += file->evidence.restriction.empty() ? 0 : 1;
      excluded += file->evidence.reasons[file->evidence.root].why == "excluded" ? 1 : 0;
    }
  }
  EXPECT_GT(confirmed, times_rounds(150));
  EXPECT_GT(restricted, times_rounds(10));
  EXPECT_GT(excluded, times_rounds(5));
}

}  // namespace
}  // namespace ken::tests
