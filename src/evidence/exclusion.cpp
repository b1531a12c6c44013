// Why members who act by what they see have no strategy, looked at on the model alone.
//
// A fact says that who meets a state and selects some actions meets another state, or loses.  A
// step is right if every move that the selections leave in the state may lead to the other one, and
// the objective is open in the one and in the other as the fact has it.  A loss is right if the
// objective is violated there and every outcome counts; or if the coalition loses from there even
// if it sees everything, as long as it does what is selected (small_game.cpp).  Games that are too
// large for that, losses under Fairness, and what depends on arguments that are more than
// propositions are assumed.
//
// That no strategy satisfies all facts is a question about clauses: each member does one thing for
// each of its views, every start is met, and what is met and selected makes more be met.  A solver
// finds that they cannot all be true.
//
// Cost: for a step the joint actions that its selections leave, so many at most, else it is
// assumed; and the solver.

#include "evidence/exclusion.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/small_game.hpp"
#include "evidence/state_check.hpp"
#include "evidence/strategy.hpp"
#include "model/step.hpp"
#include "sat/solver.hpp"

namespace ken::evidence {
namespace {

using logic::AgentId;
using model::ActionIndex;
using model::JointAction;
using model::State;

enum class Finding : std::uint8_t { right, wrong, assumed };
constexpr std::uint64_t most_actions = 1U << 16U;     // of one fact
constexpr std::uint64_t most_game_steps = 1U << 22U;  // of all losses together

class ExclusionJudge {
 public:
  ExclusionJudge(const model::Model& model, const logic::Modal& operation,
                 const Impossibility& impossibility, base::Budget& budget)
      : model_(model),
        operation_(operation),
        row_(model.modalities[operation.modality]),
        value_(row_.keyword == logic::diamond.open),
        impossibility_(impossibility),
        budget_(budget),
        solver_(budget) {}

  JudgedExclusion run() {
    JudgedExclusion result;
    for (const State& start : impossibility_.starts)
      if (!is_state_of(model_, start)) return {"a start is no state", 0};
    if (impossibility_.starts.empty()) return {"there is no start", 0};
    for (const Fact& fact : impossibility_.facts) {
      budget_.check_limits();
      if (!is_well_formed(fact)) return {"a fact is about no state or no action", 0};
      switch (judge(fact)) {
        case Finding::wrong:
          return {"a fact is wrong", 0};
        case Finding::assumed:
          ++result.assumed;
          break;
        case Finding::right:
          break;
      }
      add_clause(fact);
    }
    for (const State& start : impossibility_.starts)
      solver_.add_clause(std::vector{met({start, Stage::start})});
    if (solver_.solve()) result.mistake = "a strategy may satisfy all facts";
    return result;
  }

 private:
  [[nodiscard]] bool is_well_formed(const Fact& fact) const {
    const auto& members = operation_.subjects[0];
    return is_state_of(model_, fact.at.state) &&
           (!fact.then || is_state_of(model_, fact.then->state)) &&
           std::all_of(fact.selections.begin(), fact.selections.end(), [&](const Selection& one) {
             return std::binary_search(members.begin(), members.end(), one.agent) &&
                    is_state_of(model_, one.where) && is_allowed(one);
           });
  }
  [[nodiscard]] bool is_allowed(const Selection& one) const {
    const auto allowed = model::allowed_actions(model_, model_[one.agent], one.where);
    return std::binary_search(allowed.begin(), allowed.end(), one.action);
  }

  // ---- facts ----

  // Nothing where arguments are more than propositions.
  [[nodiscard]] std::optional<Status> look_at(const State& state) const {
    std::vector<std::optional<bool>> known(2);
    for (std::size_t i = 0; i < operation_.args.size(); ++i) {
      if (!is_propositional(model_.formulas, operation_.args[i])) return {};
      known[i] = holds_in(model_, operation_.args[i], state);
    }
    return find_status(*row_.path_operator, value_, known[0], known[1]);
  }
  [[nodiscard]] bool is_next() const { return row_.path_operator == logic::PathOperator::next; }
  [[nodiscard]] bool is_fair() const { return !model_.fairness.empty(); }
  [[nodiscard]] static Finding either(std::optional<Status> status, bool wanted) {
    return !status ? Finding::assumed : wanted ? Finding::right : Finding::wrong;
  }

  [[nodiscard]] Finding judge(const Fact& fact) {
    if (!fact.then) return judge_loss(fact);
    const std::optional<Status> there = look_at(fact.then->state);
    const bool violated = fact.then->stage == Stage::violated;
    switch (fact.at.stage) {
      case Stage::start:
        if (fact.at.state != fact.then->state || fact.then->stage == Stage::start)
          return Finding::wrong;
        return violated ? either(there, !is_next() && there == Status::lost) : Finding::right;
      case Stage::open: {
        if (fact.then->stage == Stage::start || (is_next() && !violated)) return Finding::wrong;
        const std::optional<Status> here = look_at(fact.at.state);
        const Finding open = is_next() ? Finding::right : either(here, here == Status::open);
        const Finding then = violated ? either(there, there == Status::lost) : Finding::right;
        return join(join(open, then), judge_step(fact));
      }
      case Stage::violated:
        break;
    }
    return violated && is_fair() ? judge_step(fact) : Finding::wrong;
  }
  [[nodiscard]] static Finding join(Finding a, Finding b) {
    if (a == Finding::wrong || b == Finding::wrong) return Finding::wrong;
    return a == Finding::right ? b : a;
  }

  [[nodiscard]] Finding judge_loss(const Fact& fact) {
    if (is_fair()) return Finding::assumed;
    if (fact.at.stage == Stage::violated) {
      const std::optional<Status> here = look_at(fact.at.state);
      return either(here, here == Status::lost);
    }
    if (fact.at.stage == Stage::start) return Finding::assumed;
    const SmallGame game{
        model_,
        operation_.subjects[0],
        *row_.path_operator,
        value_,
        [&](const State& state) { return look_at(state); },
        [&](const JointAction& action, const State& state) { return obeys(action, fact, state); }};
    const std::optional<bool> won = wins(game, fact.at.state, game_steps_, budget_);
    if (!won) return Finding::assumed;
    return *won ? Finding::wrong : Finding::right;
  }

  // Every available move that obeys the selections may lead there.
  [[nodiscard]] Finding judge_step(const Fact& fact) {
    model::Steps steps(model_, fact.at.state, budget_);
    std::map<JointAction, bool> leads;  // by move, the others' actions being 0
    std::uint64_t visits = 0;
    std::vector<bool> is_member(model_.agents.size());
    for (const AgentId member : operation_.subjects[0])
      is_member[static_cast<std::size_t>(member)] = true;
    steps.for_each_joint_action([&](const JointAction& action) {
      if (++visits > most_actions) return false;
      if (!obeys(action, fact, fact.at.state)) return true;
      JointAction move = action;
      for (std::size_t i = 0; i < move.size(); ++i)
        if (!is_member[i]) move[i] = 0;
      bool any = false;
      steps.for_each_successor(action, [&](const State&) {
        any = true;
        return false;
      });
      if (any) leads[move] |= steps.leads_to(action, fact.then->state);
      return true;
    });
    if (visits > most_actions) return Finding::assumed;
    if (leads.empty()) return Finding::assumed;  // stuck, and so lost
    return std::all_of(leads.begin(), leads.end(), [](const auto& one) { return one.second; })
               ? Finding::right
               : Finding::wrong;
  }
  [[nodiscard]] bool obeys(const JointAction& action, const Fact& fact, const State& state) const {
    return std::all_of(fact.selections.begin(), fact.selections.end(), [&](const Selection& one) {
      return !looks_alike(model_, one.agent, one.where, state) ||
             action[static_cast<std::size_t>(one.agent)] == one.action;
    });
  }

  // ---- clauses ----

  [[nodiscard]] sat::Literal met(const Node& node) {
    const auto at = met_.find(node);
    if (at != met_.end()) return at->second;
    return met_.emplace(node, solver_.add_variable(false)).first->second;
  }

  using Point = std::pair<AgentId, std::vector<model::Value>>;
  [[nodiscard]] sat::Literal selected(const Selection& one) {
    Point point{one.agent, {}};
    for (const model::VarId v : model_[one.agent].visible)
      point.second.push_back(one.where[static_cast<std::size_t>(v)]);
    const auto allowed = model::allowed_actions(model_, model_[one.agent], one.where);
    auto at = points_.find(point);
    if (at == points_.end()) {
      std::vector<sat::Literal> ways;
      for (std::size_t i = 0; i < allowed.size(); ++i) ways.push_back(solver_.add_variable(false));
      solver_.add_clause(ways);
      at = points_.emplace(std::move(point), std::move(ways)).first;
    }
    const auto place = std::lower_bound(allowed.begin(), allowed.end(), one.action);
    return at->second[static_cast<std::size_t>(place - allowed.begin())];
  }

  void add_clause(const Fact& fact) {
    std::vector<sat::Literal> clause{!met(fact.at)};
    for (const Selection& one : fact.selections) clause.push_back(!selected(one));
    if (fact.then) clause.push_back(met(*fact.then));
    solver_.add_clause(clause);
  }

  const model::Model& model_;
  const logic::Modal& operation_;
  const logic::Modality& row_;
  bool value_;
  const Impossibility& impossibility_;
  base::Budget& budget_;
  sat::Solver solver_;
  std::uint64_t game_steps_ = most_game_steps;
  std::map<Node, sat::Literal> met_;
  std::map<Point, std::vector<sat::Literal>> points_;
};

}  // namespace

JudgedExclusion judge_exclusion(const model::Model& model, const logic::Modal& operation,
                                const Impossibility& impossibility, base::Budget& budget) {
  return ExclusionJudge(model, operation, impossibility, budget).run();
}

}  // namespace ken::evidence
