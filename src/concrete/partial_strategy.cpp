#include "concrete/partial_strategy.hpp"

#include "base/check.hpp"

namespace ken::concrete {
namespace {

constexpr std::uint64_t bytes_of_decision = 192;  // in the list and in the map

}  // namespace

PartialStrategy::PartialStrategy(Context& context, const logic::Group& agents)
    : context_(context), agents_(agents), charge_(*context.arena.budget) {
  for (const logic::AgentId agent : agents)
    views_[agent] = &classes_of(context, context.model[agent].visible);
}

PartialStrategy::Point PartialStrategy::point_of(logic::AgentId agent, StateId state) const {
  return {agent, (*views_.at(agent))[static_cast<std::size_t>(state)]};
}

std::variant<model::JointAction, logic::AgentId> PartialStrategy::choose(StateId state) const {
  model::JointAction move;
  for (const logic::AgentId agent : agents_) {
    const auto decided = decided_.find(point_of(agent, state));
    if (decided == decided_.end()) return agent;
    move.push_back(decided->second);
  }
  return move;
}

void PartialStrategy::decide(logic::AgentId agent, StateId state) {
  Decision decision{
      point_of(agent, state),
      model::allowed_actions(context_.model, context_.model[agent], context_.space.state(state))};
  CHECK(!decision.options.empty(), "who has no action in a state lets nothing happen there");
  charge_.add(bytes_of_decision);
  decided_[decision.point] = decision.options.front();
  decisions_.push_back(std::move(decision));
}

bool PartialStrategy::try_next() {
  for (; !decisions_.empty(); decisions_.pop_back()) {
    Decision& last = decisions_.back();
    if (++last.taken < last.options.size()) {
      decided_[last.point] = last.options[last.taken];
      return true;
    }
    decided_.erase(last.point);
    charge_.drop(bytes_of_decision);
  }
  return false;
}

}  // namespace ken::concrete
