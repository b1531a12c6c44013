// Path formulas of the explicit engine: against a judge that walks one path, and against the laws
// that tie them to the operators of CTL on graphs with choices, deadlocks and fairness.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>

#include "support/checked.hpp"
#include "support/lasso.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using concrete::StateId;
using concrete::StateSet;
using logic::FormulaId;

// ---- one path ----

struct Track {
  Lasso lasso;
  RandomModel model;
};

// A model whose only path is a lasso; its states are numbered as they come.
Track random_track(Dice& dice) {
  const std::size_t last = 1 + dice.below(6);
  const Lasso lasso{last, dice.below(last + 1)};
  const std::vector<std::string> names = {"p", "q", "r"};
  std::string evaluation;
  for (const std::string& name : names) {
    std::vector<std::string> places = {"false"};
    for (std::size_t i = 0; i <= last; ++i)
      if (dice.percent(50)) places.push_back(fmt::format("P.x = {}", i));
    evaluation += fmt::format("{} if {}; ", name, fmt::join(places, " or "));
  }
  const std::string text = fmt::format(
      "Agent P Vars: x : 0..{0}; end Vars "
      "Evolution: x = x + 1 if x < {0}; x = {1} if x = {0}; end Evolution end Agent "
      "Evaluation {2} end Evaluation InitStates P.x = 0; end InitStates "
      "Groups g = {{P}}; end Groups\n",
      lasso.last, lasso.back, evaluation);
  return {lasso, {text, {names, {"P"}, {"g"}, {}, {"P.x"}}}};
}

std::vector<bool> on_lasso(const Lasso& lasso, Checked& checked, FormulaId formula) {
  std::map<FormulaId, StateSet> labels;
  const auto holds = [&](FormulaId id, std::size_t position) {
    const auto [label, fresh] = labels.try_emplace(id);
    if (fresh) label->second = checked.label(id);
    return label->second.contains(static_cast<StateId>(position));
  };
  return evaluate(lasso, checked.model().formulas, formula, holds);
}

std::vector<bool> to_bits(const StateSet& label) {
  std::vector<bool> result(label.size());
  label.for_each([&](StateId s) { result[static_cast<std::size_t>(s)] = true; });
  return result;
}

// Four random lines with that beginning on each of so many random tracks.
void compare_on_lassos(const std::string& beginning, std::uint64_t rounds) {
  FormulaWeights weights;
  weights.families = {logic::Family::temporal};
  weights.paths = 40;
  weights.prefixed = 80;
  weights.comprehension = 8;
  std::size_t divided = 0;
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    Dice dice(seed * 7919 + 3);
    const Track track = random_track(dice);
    weights.depth = 2 + seed % 3;
    std::vector<std::string> lines;
    while (lines.size() < 4) {
      const std::string line = random_formula(dice, track.model.names, weights);
      if (line.starts_with(beginning)) lines.push_back(line);
    }
    Checked checked(track.model.text, lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const FormulaId formula = checked.model().properties[i].formula;
      const std::vector<bool> label = to_bits(checked.label(formula));
      EXPECT_EQ(label, on_lasso(track.lasso, checked, formula)) << lines[i] << "\nin\n"
                                                                << track.model.text;
      ++tried;
      if (label != std::vector<bool>(label.size(), label[0])) ++divided;
    }
  }
  EXPECT_GE(divided * 5, tried) << "formulas that are the same everywhere prove little";
}

TEST(Paths, HoldOnALassoWhereAWalkAlongItSaysSo) { compare_on_lassos("", times_rounds(200)); }
TEST(Paths, FollowProgramsAsAWalkDoes) { compare_on_lassos("LDL", times_rounds(250)); }

// ---- laws ----

struct Law {
  const char* left;
  const char* right;
};

// {p}, {q} are state formulas, {f}, {g} path formulas, or state formulas, which X true and X false
// make path formulas of.  None has path quantifiers, which a prefix would change.  An infinite path
// starts where EG true.
const std::vector<Law>& laws() {
  static const std::vector<Law> table = {
      {"CTL* E X {p}", "EX ({p} and EG true)"},
      {"CTL* A X {p}", "AX ({p} or AF false)"},
      {"CTL* E F {p}", "EF ({p} and EG true)"},
      {"CTL* E G {p}", "EG {p}"},
      {"CTL* A G {p}", "AG ({p} or AF false)"},
      {"CTL* A F {p}", "AF {p}"},
      {"CTL* E ({p} U {q})", "E({p} U ({q} and EG true))"},
      {"CTL* E ({p} R {q})", "E({q} U ({p} and {q} and EG true)) or EG {q}"},
      {"CTL* E ({p} W {q})", "E({p} U ({q} and EG true)) or EG {p}"},
      {"CTL* E ({p} U[1,3] {q})", "E({p} U[1,3] ({q} and EG true))"},
      {"CTL* E F[2,2] {p}", "EF[2,2] ({p} and EG true)"},
      {"CTL* A G[0,2] {p}", "AG[0,2] ({p} or AF false)"},
      {"CTL* A ({p} U {q})", "!(E(!{q} U (!{p} and !{q} and EG true)) or EG !{q})"},
      {"CTL* E F G {p}", "EF EG {p}"},
      {"CTL* A G F {p}", "AG AF {p}"},
      {"CTL* E ({p} and {f} and X true)", "{p} and E ({f} and X true)"},
      {"CTL* E X {f}", "EX E ({f} and X true)"},
      {"CTL* E F {f}", "EF E ({f} and X true)"},
      {"CTL* E (({f} or {g}) and X true)", "E ({f} and X true) or E ({g} and X true)"},
      {"CTL* A (({f} and {g}) or X false)", "A ({f} or X false) and A ({g} or X false)"},
      {"CTL* !A ({f} or X false)", "E (!{f} and X true)"},
      {"CTL* E ({f} U {g})", "CTL* E ({g} or ({f} and X ({f} U {g})))"},
      {"CTL* E ({f} R {g})", "CTL* E !(!{f} U !{g})"},
      {"CTL* E ({f} W {g})", "CTL* E (({f} U {g}) or G {f})"},
      {"CTL* E ({f} U[1,2] {g})", "CTL* E ({f} and X ({g} or ({f} and X {g})))"},
      {"LDL !<tt*>!{f}", "CTL* A G {f}"},
      {"LDL <({f}?; tt)*>{g}", "CTL* A ({f} U {g})"},
      {"LDL <{p}; {q}*>{f}", "CTL* A ({p} and X ({q} U {f}))"},
      {"LDL [tt; tt + ({f})?]{g}", "CTL* A (X X {g} and ({f} -> {g}))"},
  };
  return table;
}

std::string filled(std::string text, const std::map<char, std::string>& values) {
  for (const auto& [name, value] : values) {
    const std::string hole = fmt::format("{{{}}}", name);
    for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at)) {
      text.replace(at, hole.size(), value);
      at += value.size();
    }
  }
  return text;
}

TEST(Paths, AgreeWithTheFixpointsOfCtl) {
  FormulaWeights state;
  state.depth = 1;
  state.families = {logic::Family::epistemic};
  FormulaWeights path = state;
  path.depth = 2;
  ModelWeights small;
  small.most_states = 60;
  small.path_fairness = 20;
  small.other = 40;
  std::size_t fair = 0;
  std::size_t deadlocks = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(60); ++seed) {
    RandomModel model = random_model(seed, small);
    model.names.conditions.clear();  // their signs may mean something else in LDL
    Dice dice(seed * 7919 + 5);
    std::vector<std::string> lines;
    for (const Law& law : laws()) {
      const std::map<char, std::string> values = {
          {'p', fmt::format("({})", random_formula(dice, model.names, state))},
          {'q', fmt::format("({})", random_formula(dice, model.names, state))},
          {'f', fmt::format("({})", random_path(dice, model.names, path))},
          {'g', fmt::format("({})", random_path(dice, model.names, path))}};
      lines.push_back(filled(law.left, values));
      lines.push_back(filled(law.right, values));
    }
    Checked checked(model.text, lines);
    fair += checked.arena().fair() ? 1 : 0;
    deadlocks += checked.space().first_deadlock() ? 1 : 0;
    for (std::size_t i = 0; i < lines.size(); i += 2)
      EXPECT_EQ(checked.label(i), checked.label(i + 1)) << lines[i] << "\n"
                                                        << lines[i + 1] << "\nin\n"
                                                        << model.text;
  }
  EXPECT_GE(fair, times_rounds(10));
  EXPECT_GE(deadlocks, times_rounds(10));
}

// Whether p holds again and again is asked in two ways.
TEST(Paths, MeetAPropositionForEverWhereItWouldBeFair) {
  for (std::uint64_t seed = 0; seed < times_rounds(40); ++seed) {
    ModelWeights unfair;
    unfair.fairness = 0;
    const RandomModel model = random_model(seed, unfair);
    Dice dice(seed);
    const std::string p = dice.pick(model.names.propositions);
    const std::string q = dice.pick(model.names.propositions);
    Checked asked(model.text, {fmt::format("CTL* E (G F {} and G F {})", p, q)});
    Checked fair(fmt::format("{}\nFairness {}; {}; end Fairness\n", model.text, p, q), {"true"});
    EXPECT_EQ(asked.label(0), fair.label(0)) << p << ", " << q << " in\n" << model.text;
  }
}

}  // namespace
}  // namespace ken::tests
