// Looking ahead.

#include "check/foresight.hpp"

#include "model/step.hpp"

namespace ken::check {
namespace {

constexpr std::size_t most_moves = 16;
constexpr std::size_t most_successors = 16;

// One action of each member that has a choice, all combinations.
std::vector<std::vector<Selection>> list_selections(const Contest& contest,
                                                    const model::State& state) {
  std::vector<std::vector<Selection>> result{{}};
  for (std::size_t member = 0; member < contest.members.size(); ++member) {
    const auto allowed =
        model::allowed_actions(contest.system.model()[contest.members[member]], state);
    if (allowed.size() < 2) continue;
    if (result.size() * allowed.size() > most_moves) return {};
    std::vector<std::vector<Selection>> more;
    for (const std::vector<Selection>& before : result)
      for (const model::ActionIndex action : allowed) {
        more.push_back(before);
        more.back().push_back({member, state, action});
      }
    result = std::move(more);
  }
  return result;
}

}  // namespace

std::vector<Fact> foresee(const Contest& contest, const Bounds& bounds, const model::State& state) {
  symbolic::System& system = contest.system;
  const StateSet here = symbolic::encode(system.manager(), system.encoding(), system.model(), state);
  const Node at{state, Stage::open};
  std::vector<Fact> result;
  for (const std::vector<Selection>& selections : list_selections(contest, state)) {
    Bdd chosen = here.function();
    for (std::size_t member = 0; member < contest.members.size(); ++member) {
      const auto agent = static_cast<std::size_t>(contest.members[member]);
      chosen &= contest.arena.steps->conjuncts().protocols[agent];
    }
    for (const Selection& selection : selections)
      chosen &= symbolic::equals(system.manager(),
                                 system.encoding().action(contest.members[selection.member]),
                                 selection.action);
    StateSet after = contest.moves.follow(MoveSet(chosen)) & contest.ground;
    const StateSet bad = bounds.lost | contest.violated();
    if (after.empty() || !disjoint(after, bad)) {
      result.push_back({at, selections, {}});
      continue;
    }
    after = (after & contest.open()) - bounds.won;
    for (std::size_t i = 0; i < most_successors && !after.empty(); ++i) {
      model::State next = symbolic::some_state(system.encoding(), system.model(), after);
      after -= symbolic::encode(system.manager(), system.encoding(), system.model(), next);
      result.push_back({at, selections, Node{std::move(next), Stage::open}});
    }
  }
  return result;
}

}  // namespace ken::check
