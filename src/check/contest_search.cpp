#include "check/contest_search.hpp"

#include "check/foresight.hpp"

namespace ken::check {
namespace {

struct Ground {
  Contest contest;
  Bounds bounds;
};

// Where the diagrams of a contest are when they are carried from one system to another.
enum Place : std::size_t { through, goal, lost, won, first_choice };

std::vector<Bdd> list_diagrams(const Contest& contest, const Opening& opening) {
  std::vector<Bdd> result{contest.objective.through.function(), contest.objective.goal.function(),
                          opening.bounds.lost.function(), opening.bounds.won.function()};
  for (std::size_t i = 0; i < contest.members.size(); ++i)
    result.push_back(opening.strategy.choice(i));
  return result;
}

SetUp plan_search(const Contest& contest) {
  return [members = contest.members, kind = contest.objective.kind, duty = contest.duty](
             Context& there, std::span<const Bdd> carried) {
    const auto at = [&](Place place) { return StateSet(carried[place]); };
    const auto ground = std::make_shared<Ground>(
        Ground{make_contest(there, members, {kind, at(through), at(goal)}), {at(lost), at(won)}});
    ground->contest.duty = duty;
    const auto choices = carried.subspan(first_choice);
    StrategySearch search(there, members, Strategy({choices.begin(), choices.end()}),
                          [ground](const Strategy& strategy, const StateSet& starts) {
                            return refute(ground->contest, strategy, ground->bounds, starts);
                          });
    if (can_go_depth_first(ground->contest))
      search.go_depth_first_by(
          std::make_unique<DepthFirst>(there, ground->contest, ground->bounds, search.strategy()));
    if (can_be_foreseen(ground->contest))
      search.foresee_by([ground](const model::State& state) {
        return foresee(ground->contest, ground->bounds, state);
      });
    if (ground->contest.objective.kind == ObjectiveKind::until && !ground->contest.only_fair)
      search.lose_by_cycles();
    return search;
  };
}

}  // namespace

StrategySearch search_alone(Context& context, const Contest& contest, const Opening& opening) {
  return plan_search(contest)(context, list_diagrams(contest, opening));
}

JointSearch search_contest(Context& context, const Contest& contest, const Opening& opening) {
  return {context, list_diagrams(contest, opening), plan_search(contest)};
}

}  // namespace ken::check
