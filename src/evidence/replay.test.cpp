// Evidence by hand, and what is wrong with it after somebody has changed one thing.

#include "evidence/replay.hpp"

#include <functional>

#include "model/text.test.hpp"

namespace ken::evidence {
namespace {

using model::State;
using model::test::model_of;

// From 0 to 1 and back, or from 0 to 2 for ever; A sees x only as far as it is 2.
constexpr const char* text = R"(
Agent Environment
  Vars: x : 0..2; end Vars
  Obsvars: far : boolean; end Obsvars
  Actions = {back, on};
  RedStates: x = 1; end RedStates
  Evolution:
    x = 1 if x = 0 and Action = back;
    x = 0 if x = 1;
    x = 2 and far = true if x = 0 and Action = on;
  end Evolution
end Agent
Agent A
  Vars: v : boolean; end Vars
  Actions = {a};
  Evolution: v = true if v = true; end Evolution
end Agent
Evaluation one if Environment.x = 1; two if Environment.x = 2; end Evaluation
InitStates Environment.x = 0 and Environment.far = false and A.v = true; end InitStates
)";
const std::string fair = std::string(text) + "Fairness one; end Fairness";

class Replaying {
 public:
  Replaying(const std::string& model_text, const std::string& formula)
      : model(model_of(model_text, {formula})) {
    for (std::size_t i = 0; i < 3; ++i) order_.push_back(model.variables[i].name.shown);
  }

  // A state, whatever the order of the variables.
  [[nodiscard]] State state(model::Value x) const {
    State result;
    for (const std::string& name : order_)
      result.push_back(name == "x" ? x : name == "far" ? (x == 2 ? 1 : 0) : 1);
    return result;
  }
  [[nodiscard]] Path path(const std::vector<model::Value>& xs,
                          std::optional<std::size_t> back_to = {}) const {
    Path result{{}, {}, back_to};
    for (const model::Value x : xs) result.states.push_back(state(x));
    for (std::size_t i = 0; i + (back_to ? 0 : 1) < xs.size(); ++i) {
      const model::Value next = i + 1 < xs.size() ? xs[i + 1] : xs[*back_to];
      result.actions.push_back({next == 2 ? 1U : 0U, 0U});
    }
    return result;
  }
  [[nodiscard]] logic::FormulaId root() const { return model.properties.back().formula; }
  [[nodiscard]] logic::FormulaId argument(std::size_t i = 0) const {
    return std::get<logic::Modal>(model.formulas[root()]).args.at(i);
  }
  // The root fails or holds in the initial state, by that path.
  [[nodiscard]] Evidence by_path(bool holds, const Path& shown) const {
    Evidence result;
    result.start = model.fairness.empty() ? path({0}) : path({0, 1}, 0);
    result.reasons.push_back(
        {root(), holds, state(0),
         Followed{shown, std::vector<std::vector<ReasonId>>(shown.states.size())}});
    return result;
  }
  // By a state elsewhere.
  [[nodiscard]] Evidence by_hop(bool holds, const Hop& hop) const {
    Evidence result;
    result.start = model.fairness.empty() ? path({0}) : path({0, 1}, 0);
    result.reasons.push_back({root(), holds, state(0), Elsewhere{{hop}, ReasonId{1}}});
    result.reasons.push_back({argument(), holds, hop.run.states.at(hop.at), Evaluated{}});
    return result;
  }
  [[nodiscard]] bool confirms(const Evidence& evidence) {
    return replay(model, evidence, budget).mistake.empty();
  }
  [[nodiscard]] bool confirms(Evidence evidence, const std::function<void(Evidence&)>& change) {
    change(evidence);
    return confirms(evidence);
  }

  model::Model model;
  base::Budget budget;

 private:
  std::vector<std::string> order_;
};

Path& path_of(Evidence& evidence) { return std::get<Followed>(evidence.reasons[0].why).path; }
Hop& hop_of(Evidence& evidence) { return std::get<Elsewhere>(evidence.reasons[0].why).hops[0]; }

TEST(ReplayEvidence, ConfirmsAPathAndRefusesEachChange) {
  Replaying r(text, "EF two");
  const Evidence good = r.by_path(true, r.path({0, 1, 0, 2}));
  EXPECT_TRUE(r.confirms(good));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[0].holds = false; }));
  EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { e.reasons[0].state = r.state(1); }));
  EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { path_of(e).states[1] = r.state(2); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).actions[2][0] = 0; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).actions[2][0] = 9; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).actions[0].pop_back(); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).actions.pop_back(); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).states[3].pop_back(); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).states[3][0] = 77; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e).back_to = 9; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { path_of(e) = {}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.start = {}; }));
  EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { e.start = r.path({1}); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.root = ReasonId{7}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[0].formula = logic::FormulaId{999}; }));
  EXPECT_FALSE(r.confirms(r.by_path(true, r.path({0, 1, 0}))));
}

TEST(ReplayEvidence, WantsALoopForWhatNeverEnds) {
  Replaying r(text, "AF two");
  EXPECT_TRUE(r.confirms(r.by_path(false, r.path({0, 1}, 0))));
  EXPECT_FALSE(r.confirms(r.by_path(false, r.path({0, 1, 0}))));
  EXPECT_FALSE(r.confirms(r.by_path(false, r.path({0, 1}, 1)))) << "no step leads from 1 to 1";
  EXPECT_FALSE(r.confirms(r.by_path(false, r.path({0, 2}, 1)))) << "it meets two";
}

TEST(ReplayEvidence, WantsFairLoops) {
  Replaying r(fair, "EX two");
  EXPECT_FALSE(r.confirms(r.by_path(true, r.path({0, 2})))) << "it is not shown to be fair";
  EXPECT_FALSE(r.confirms(r.by_path(true, r.path({0, 2}, 1)))) << "one is not met again";
  Replaying other(fair, "EX one");
  EXPECT_TRUE(other.confirms(other.by_path(true, other.path({0, 1}, 0))));
  EXPECT_FALSE(other.confirms(other.by_path(true, other.path({0, 1}))));
  EXPECT_FALSE(other.confirms(other.by_path(true, other.path({0, 1}, 0)),
                              [&](Evidence& e) { e.start = other.path({0}); }));
}

TEST(ReplayEvidence, OfPathFormulasWantsInfinitePaths) {
  Replaying r(text, "E(F one and F two)");
  EXPECT_TRUE(r.confirms(r.by_path(true, r.path({0, 1, 0, 2}, 3))));
  EXPECT_FALSE(r.confirms(r.by_path(true, r.path({0, 1, 0, 2}))));
  EXPECT_FALSE(r.confirms(r.by_path(true, r.path({0, 2}, 1))));
  Replaying dynamic(text, "LDL [(!one)*] !two");
  EXPECT_TRUE(dynamic.confirms(dynamic.by_path(false, dynamic.path({0, 2}, 1))));
  EXPECT_FALSE(dynamic.confirms(dynamic.by_path(false, dynamic.path({0, 1}, 0))));
}

TEST(ReplayEvidence, ConfirmsThatSomebodyDoesNotKnow) {
  Replaying r(text, "K(A, !one)");
  const Evidence good =
      r.by_hop(false, {.agents = {logic::AgentId{1}}, .run = r.path({0, 1}), .at = 1});
  EXPECT_TRUE(r.confirms(good));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { hop_of(e).at = 0; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { hop_of(e).at = 5; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { hop_of(e).agents = {logic::AgentId{0}}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { hop_of(e).kind = HopKind::green; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { hop_of(e).kind = HopKind::related; }));
  EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { hop_of(e).run = r.path({1}); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[1].holds = true; }));
  EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { e.reasons[1].formula = r.root(); }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) {
    std::get<Elsewhere>(e.reasons[0].why).claim = ReasonId{0};
  })) << "nothing rests on itself";
  Replaying far(text, "K(A, !two)");
  EXPECT_FALSE(far.confirms(
      far.by_hop(false, {.agents = {logic::AgentId{1}}, .run = far.path({0, 2}), .at = 1})))
      << "A sees the difference";
}

TEST(ReplayEvidence, LooksForGreenStates) {
  Replaying r(text, "O(Environment, !two)");
  const auto hop = [&](const std::vector<model::Value>& run) {
    return Hop{.kind = HopKind::green,
               .agents = {logic::AgentId{0}},
               .run = r.path(run),
               .at = run.size() - 1};
  };
  EXPECT_TRUE(r.confirms(r.by_hop(false, hop({0, 2}))));
  Replaying red(text, "O(Environment, !one)");
  EXPECT_FALSE(red.confirms(red.by_hop(false, hop({0, 1})))) << "1 is red";
}

TEST(ReplayEvidence, ListsWhatIsAssumed) {
  Replaying r(text, "EF AG two");
  Evidence evidence = r.by_path(true, r.path({0, 2}));
  evidence.reasons.push_back({r.argument(), true, r.state(2), Assumed{}});
  EXPECT_FALSE(r.confirms(evidence)) << "nobody points to it";
  std::get<Followed>(evidence.reasons[0].why).claims[1].push_back(ReasonId{1});
  const Replayed replayed = replay(r.model, evidence, r.budget);
  EXPECT_EQ(replayed.mistake, "");
  EXPECT_EQ(replayed.assumed, std::vector<ReasonId>{ReasonId{1}});
}

// Some R: two, with relations R made by hand; the run of the hop goes from 0 to 2.
TEST(ReplayEvidence, ConfirmsRelationsByValuesAndByTheStepsOfTheRun) {
  Replaying r(text, "EF two");
  const logic::FormulaId two = r.argument();
  Evidence evidence =
      r.by_hop(true, {.kind = HopKind::related, .relation = "r", .run = r.path({0, 2}), .at = 1});
  evidence.reasons[1].formula = two;
  model::RelationStore& store = r.model.relations;
  const auto confirms = [&](model::RelationId relation,
                            logic::PathQuantifier quantifier = logic::PathQuantifier::some) {
    evidence.reasons[0].formula = r.model.formulas.add(logic::Related{quantifier, relation, two});
    return r.confirms(evidence);
  };
  const auto step = store.add(model::OneStep{}, "step");
  const auto reach = store.add(model::ManySteps{}, "reach");
  const auto self = store.add(model::SameState{}, "self");
  EXPECT_TRUE(confirms(step));
  EXPECT_TRUE(confirms(reach));
  EXPECT_FALSE(confirms(self));
  EXPECT_TRUE(confirms(store.add(model::Complement{self}, "other")));
  EXPECT_FALSE(confirms(store.add(model::Converse{step}, "back"))) << "the run does not go there";
  EXPECT_FALSE(confirms(store.add(model::Complement{step}, "no step"))) << "nobody knows";
  EXPECT_TRUE(confirms(store.add(model::Combination{false, {self, step}}, "either")));
  EXPECT_FALSE(confirms(store.add(model::Combination{true, {self, step}}, "both")));
  EXPECT_FALSE(confirms(step, logic::PathQuantifier::all)) << "one state shows no universal claim";
}

// least, or greatest, Z: two or some step: Z, made by hand: 0 leads to 1 and back, and to 2.
class ReplayFixpoint : public testing::Test {
 protected:
  explicit ReplayFixpoint(logic::Extremum extremum = logic::Extremum::least) {
    const auto step = r.model.relations.add(model::OneStep{}, "step");
    variable = r.model.formulas.add(logic::Variable{0});
    some = r.model.formulas.add(logic::Related{logic::PathQuantifier::some, step, variable});
    body = r.model.formulas.add(logic::Binary{logic::Connective::disjunction, r.argument(), some});
    fixpoint = r.model.formulas.add(logic::Fixpoint{extremum, 0, body});
    around = {fixpoint};
  }
  // The fixpoint, in a state, because of what is claimed of the variable in the next one, and so
  // on. The last state is one with two, or is 'again' one before.
  [[nodiscard]] Evidence chain(const std::vector<model::Value>& xs,
                               std::optional<std::size_t> again = {}) const {
    Evidence result;
    result.start = r.path({0});
    for (std::size_t i = 0; i < xs.size(); ++i) {
      const auto next = [&](std::size_t n) {
        return static_cast<ReasonId>(result.reasons.size() + n);
      };
      const model::State here = r.state(xs[i]);
      result.reasons.push_back(
          {i == 0 ? fixpoint : variable, true, here, Unfolded{{next(1)}}, i == 0 ? none : around});
      result.reasons.push_back({body, true, here, Joined{}, around});
      if (i + 1 == xs.size() && !again) break;
      result.reasons.back().why = Joined{{next(0)}};
      const bool last = i + 1 == xs.size();
      const model::Value there = last ? xs[*again] : xs[i + 1];
      const std::vector<model::Value> run =
          xs[i] == 1 ? std::vector<model::Value>{0, 1, there} : std::vector<model::Value>{0, there};
      result.reasons.push_back(
          {some, true, here,
           Elsewhere{{{.kind = HopKind::related, .run = r.path(run), .at = run.size() - 1}},
                     last ? static_cast<ReasonId>(3 * *again) : next(1)},
           around});
    }
    return result;
  }

  Replaying r{text, "EF two"};
  logic::FormulaId variable{}, some{}, body{}, fixpoint{};
  std::vector<logic::FormulaId> none{};
  std::vector<logic::FormulaId> around{};
};
class ReplayGreatest : public ReplayFixpoint {
 protected:
  ReplayGreatest() : ReplayFixpoint(logic::Extremum::greatest) {}
};

TEST_F(ReplayFixpoint, ConfirmsAChainAndRefusesEachChange) {
  const Evidence good = chain({0, 1, 0, 2});
  EXPECT_EQ(replay(r.model, good, r.budget).mistake, "");
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[0].why = Joined{{ReasonId{1}}}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[0].why = Unfolded{}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[0].why = Unfolded{{ReasonId{3}}}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[1].why = Unfolded{{ReasonId{2}}}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[3].why = Unfolded{{ReasonId{1}}}; }));
  EXPECT_FALSE(r.confirms(good, [](Evidence& e) { e.reasons[10].state = e.reasons[1].state; }));
  for (const std::size_t i : {1U, 2U, 3U}) {
    EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { e.reasons[i].fixpoints.clear(); }));
    EXPECT_FALSE(r.confirms(good, [&](Evidence& e) { e.reasons[i].fixpoints = {body}; }));
    EXPECT_FALSE(
        r.confirms(good, [&](Evidence& e) { e.reasons[i].fixpoints = {logic::FormulaId{999}}; }));
    EXPECT_FALSE(
        r.confirms(good, [&](Evidence& e) { e.reasons[i].fixpoints.push_back(fixpoint); }));
  }
}

TEST_F(ReplayFixpoint, RefusesACircleOfALeastFixpoint) {
  EXPECT_NE(replay(r.model, chain({0, 1, 0}, 1), r.budget).mistake.find("because of itself"),
            std::string::npos);
}

TEST_F(ReplayGreatest, ConfirmsACircleOfAGreatestFixpoint) {
  EXPECT_EQ(replay(r.model, chain({0, 1, 0}, 1), r.budget).mistake, "");
}

TEST_F(ReplayFixpoint, DoesNotTakeOneFixpointForAnother) {
  const logic::FormulaId other =
      r.model.formulas.add(logic::Fixpoint{logic::Extremum::greatest, 0, body});
  EXPECT_FALSE(r.confirms(chain({0, 2}), [&](Evidence& e) { e.reasons[3].fixpoints = {other}; }));
  EXPECT_FALSE(r.confirms(chain({0, 2}), [&](Evidence& e) {
    for (std::size_t i = 1; i < e.reasons.size(); ++i) e.reasons[i].fixpoints = {other};
  }));
}

}  // namespace
}  // namespace ken::evidence
