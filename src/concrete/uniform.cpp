// Uniform: one restriction for a whole formula.
//
// A restriction of some agents leaves each of them one action, of those its protocol allows, in
// each of its local states; where a protocol allows nothing it stays so.  The restricted model has
// the same initial states, and what is reachable by the steps that are left.  The formula holds
// uniformly if some restriction gives a model in which it holds in all initial states, coalitions
// being read with full observation.  Everything is evaluated in the restricted model: knowledge and
// obligation range over its reachable states, fairness lines are labelled there, and with fairness
// the domain is where its fair paths start.  A restriction does not count if a fair path starts in
// an initial state of the model as it is but, restricted, no longer.
//
// The restricted model is an arena over the states of the whole one: the steps that are left from
// the states it reaches, and its domain is these states.  The others have neither steps nor moves,
// and nothing leads to them, so rules that look at every state of the graph are right on the
// domain, and labels are cut to it.
//
// The search goes depth first through the restrictions.  Only local states that are met on the way
// from the initial states are decided; when none is open the restricted model is complete and the
// formula is labelled in it.  Exponential in the number of local states met, linear in memory.

#include "concrete/uniform.hpp"

#include <algorithm>
#include <set>

#include "concrete/labeller.hpp"
#include "concrete/partial_strategy.hpp"

namespace ken::concrete {
namespace {

// Gives back what stays charged while it lives.
class Refund {
 public:
  explicit Refund(base::Budget& budget) : budget_(budget), before_(budget.used_bytes()) {}
  Refund(const Refund&) = delete;
  Refund& operator=(const Refund&) = delete;
  ~Refund() { budget_.release(budget_.used_bytes() - before_); }

 private:
  base::Budget& budget_;
  std::uint64_t before_;
};

logic::Group list_all_agents(const model::Model& model) {
  logic::Group result;
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    result.push_back(static_cast<logic::AgentId>(i));
  return result;
}

model::JointAction project(const model::JointAction& action, const logic::Group& agents) {
  model::JointAction result;
  for (const logic::AgentId agent : agents)
    result.push_back(action[static_cast<std::size_t>(agent)]);
  return result;
}

// The model as far as the restriction is decided, from its initial states on.
class RestrictedModel {
 public:
  RestrictedModel(Context& whole, const logic::Group& agents, const PartialStrategy& restriction)
      : whole_(whole),
        agents_(agents),
        restriction_(restriction),
        actions_(named_moves_of(whole, list_all_agents(whole.model))),
        left_(whole.space.size()),
        reached_(whole.arena.initial),
        charge_(*whole.arena.budget) {
    charge_.add(left_.size() * sizeof(left_[0]));
  }

  struct Question {
    logic::AgentId agent{};
    StateId state{};
  };
  // Explores as long as every agent has decided; says who has not.
  std::optional<Question> explore() {
    std::vector<StateId> todo;
    reached_.for_each([&](StateId s) { todo.push_back(s); });
    while (!todo.empty()) {
      const StateId s = todo.back();
      todo.pop_back();
      whole_.arena.budget->check_limits();
      if (actions_of(s).empty()) continue;
      const auto choice = restriction_.choose(s);
      if (const auto* const agent = std::get_if<logic::AgentId>(&choice))
        return Question{*agent, s};
      for (const StateId next : keep_steps(s, std::get<model::JointAction>(choice))) {
        if (reached_.contains(next)) continue;
        reached_.insert(next);
        todo.push_back(next);
      }
    }
    return {};
  }

  // After an exploration without question.
  [[nodiscard]] bool satisfies(logic::FormulaId formula, Outcomes outcomes) const {
    base::Budget& budget = *whole_.arena.budget;
    const Refund refund(budget);
    Context context =
        make_context(whole_.model, whole_.space, make_arena(), logic::Semantics::full);
    const Arena& as_it_is = whole_.arena;
    if (!((as_it_is.initial & as_it_is.domain) - context.arena.domain).empty()) return false;
    const StateSet label = Labeller(context).label(formula, outcomes);
    return ((context.arena.initial & context.arena.domain) - label).empty();
  }

 private:
  [[nodiscard]] const NamedMoves& actions_of(StateId s) const {
    return actions_[static_cast<std::size_t>(s)];
  }

  const std::vector<StateId>& keep_steps(StateId s, const model::JointAction& choice) {
    std::set<StateId> targets;
    for (const auto& [action, next] : actions_of(s))
      if (project(action, agents_) == choice) targets.insert(next.begin(), next.end());
    charge_.add(targets.size() * sizeof(StateId));
    auto& kept = left_[static_cast<std::size_t>(s)];
    kept.assign(targets.begin(), targets.end());
    return kept;
  }

  [[nodiscard]] Moves list_moves_in(StateId s, const logic::Group& coalition) const {
    Moves result;
    if (!reached_.contains(s) || actions_of(s).empty()) return result;
    const auto choice = std::get<model::JointAction>(restriction_.choose(s));
    std::map<model::JointAction, std::set<StateId>> follow;
    for (const auto& [action, next] : actions_of(s))
      if (project(action, agents_) == choice)
        follow[project(action, coalition)].insert(next.begin(), next.end());
    for (const auto& [move, targets] : follow) result.emplace_back(targets.begin(), targets.end());
    return result;
  }

  [[nodiscard]] Arena make_arena() const {
    base::Budget& budget = *whole_.arena.budget;
    const auto list_moves = [this](const logic::Group& coalition) {
      std::vector<Moves> result;
      for (std::size_t i = 0; i < whole_.space.size(); ++i) {
        result.push_back(list_moves_in(static_cast<StateId>(i), coalition));
        for (const auto& targets : result.back())
          whole_.arena.budget->charge(sizeof(targets) + targets.size() * sizeof(StateId));
      }
      return result;
    };
    return {std::make_shared<const Graph>(left_, budget),
            whole_.arena.initial,
            reached_,
            {},
            &budget,
            list_moves};
  }

  Context& whole_;
  const logic::Group& agents_;
  const PartialStrategy& restriction_;
  const std::vector<NamedMoves>& actions_;  // of all agents, by state
  std::vector<std::vector<StateId>> left_;  // successors, by state
  StateSet reached_;
  base::Charge charge_;  // for the successors
};

}  // namespace

bool holds_uniformly(Context& whole, logic::FormulaId formula, const logic::Group& agents,
                     Outcomes outcomes) {
  PartialStrategy restriction(whole, agents);
  for (;;) {
    whole.arena.budget->check_limits();
    RestrictedModel model(whole, agents, restriction);
    if (const auto question = model.explore())
      restriction.decide(question->agent, question->state);
    else if (model.satisfies(formula, outcomes))
      return true;
    else if (!restriction.try_next())
      return false;
  }
}

}  // namespace ken::concrete
