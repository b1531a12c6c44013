// Short conflicts.
//
// An outcome refutes the strategies that make the same choices along it.  Often fewer choices are
// enough: if the coalition loses from the start even when its members see everything and only some
// of the choices are imposed, then every strategy that makes these loses.  With more imposed it
// loses the more, so a smallest set can be found by halving (Junker, QuickXplain, AAAI 2004), in
// O(k log(n/k)) games for k needed choices of n.  A chain of blind guesses of which one is wrong in
// the end is refuted by a few short clauses where outcomes alone would need one for every chain.
//
// A game costs more than following the outcomes of one candidate, and on large maps most conflicts
// are short already.  So games are rationed, and by counting, not by the clock, so that every run
// is the same: each conflict brings a little credit, each game takes some, and a conflict that lost
// a good part of its choices gives back what it cost.
//
// Only where every outcome counts: under fairness a blocked move outside the domain is no loss, and
// the game would have to know.

#include "check/conflict.hpp"

#include <numeric>

namespace ken::check {

bool is_lost_under(const Contest& contest, const model::State& start,
                   std::span<const Imposed> imposed) {
  Bdd free = contest.available.function();
  for (const Imposed& one : imposed) free = free - (one.seen - one.action);
  Coalition coalition{MoveSet(free), contest.moves.starts(contest.available), {}};
  const Game game(contest.arena, contest.members, coalition, Outcomes::all);
  const Objective& objective = contest.objective;
  const StateSet here = symbolic::encode(contest.system.manager(), contest.system.encoding(),
                                         contest.system.model(), start);
  switch (objective.kind) {
    case ObjectiveKind::next:
      return disjoint(here, game.next(objective.goal));
    case ObjectiveKind::until:
      return disjoint(here, game.until(objective.through, objective.goal));
    case ObjectiveKind::weak:
      break;
  }
  return disjoint(here, game.weak(objective.through, objective.goal));
}

std::vector<std::size_t> Shortening::shorten(const model::State& start,
                                             const std::vector<Imposed>& imposed) {
  constexpr std::size_t short_enough = 3;
  constexpr std::int64_t most_credit = 64;
  Places all(imposed.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  credit_ = std::min(credit_ + 1, most_credit);
  if (imposed.size() <= short_enough || credit_ <= 0) return all;
  start_ = &start;
  imposed_ = &imposed;
  const std::int64_t before = credit_;
  Places needed = find_needed({}, false, all);
  if (4 * needed.size() <= 3 * all.size()) credit_ = before;
  return needed;
}

bool Shortening::is_enough(const Places& places) {
  if (credit_ <= 0) return false;
  --credit_;
  std::vector<Imposed> some;
  some.reserve(places.size());
  for (const std::size_t place : places) some.push_back((*imposed_)[place]);
  return still_lost_(*start_, some);
}

// Of the doubtful choices those that are needed beside the kept ones; all of them together are
// enough.  As deep as the logarithm of their number.
Shortening::Places Shortening::find_needed(const Places& kept, bool kept_grew,
                                           const Places& doubtful) {
  if (kept_grew && is_enough(kept)) return {};
  if (doubtful.size() <= 1) return doubtful;
  const auto middle = doubtful.begin() + static_cast<std::ptrdiff_t>(doubtful.size() / 2);
  const Places first(doubtful.begin(), middle);
  const Places second(middle, doubtful.end());
  const auto join = [](Places a, const Places& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const Places of_second = find_needed(join(kept, first), true, second);
  const Places of_first = find_needed(join(kept, of_second), !of_second.empty(), first);
  return join(of_first, of_second);
}

}  // namespace ken::check
