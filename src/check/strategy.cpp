#include "check/strategy.hpp"

#include "base/check.hpp"
#include "check/choice.hpp"
#include "model/step.hpp"

namespace ken::check {

std::optional<std::size_t> Points::find(std::size_t member, const model::State& state) {
  const model::Model& model = system_.model();
  const model::Agent& agent = model[members_[member]];
  std::vector<model::Value> view;
  view.reserve(agent.visible.size());
  for (const model::VarId v : agent.visible) view.push_back(state[static_cast<std::size_t>(v)]);
  if (const auto at = numbers_[member].find(view); at != numbers_[member].end()) return at->second;
  std::vector<model::ActionIndex> actions = model::allowed_actions(model, agent, state);
  if (actions.size() < 2) return {};
  Bdd seen = system_.manager().constant(true);
  for (std::size_t i = 0; i < view.size(); ++i)
    seen &=
        symbolic::has_value(system_.manager(), system_.encoding(), model, agent.visible[i], view[i])
            .function();
  const std::size_t number = points_.size();
  numbers_[member].emplace(view, number);
  points_.push_back({member, std::move(view), std::move(actions), std::move(seen), state});
  return number;
}

std::vector<std::size_t> Points::in(const model::State& state) {
  std::vector<std::size_t> result;
  for (std::size_t member = 0; member < members_.size(); ++member)
    if (const auto number = find(member, state)) result.push_back(*number);
  return result;
}

std::vector<std::size_t> Points::in(const StateSet& states) {
  std::vector<std::size_t> result;
  for (std::size_t member = 0; member < members_.size(); ++member) {
    StateSet rest = states & where_choosing(member);
    while (!rest.empty()) {
      system_.budget().check_limits();
      const auto number =
          find(member, symbolic::some_state(system_.encoding(), system_.model(), rest));
      CHECK(number.has_value(), "there is a choice wherever there are several actions");
      result.push_back(*number);
      rest -= StateSet(points_[*number].seen);
    }
  }
  return result;
}

StateSet Points::where_choosing(std::size_t member) {
  const auto at = choosing_.find(member);
  if (at != choosing_.end()) return at->second;
  const Choice choice = find_choice(system_, system_.steps(), members_[member]);
  return choosing_.emplace(member, choice.several).first->second;
}

Bdd Points::action(std::size_t member, model::ActionIndex action) {
  return symbolic::equals(system_.manager(), system_.encoding().action(members_[member]), action);
}

std::size_t Points::find_choice_of(const Strategy& strategy, std::size_t number) {
  const Point& point = points_[number];
  for (std::size_t i = 0; i < point.actions.size(); ++i) {
    const Bdd code = action(point.member, point.actions[i]);
    if (!bdd::disjoint(strategy.choice(point.member) & point.seen, code)) return i;
  }
  CHECK(false, "a strategy has an action for every point");
  return 0;
}

}  // namespace ken::check
