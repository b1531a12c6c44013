// How long to try.
//
// A unit of work takes about 5 ns, so the first slice is about 7 ms.  It is all that a model costs
// that turns out to be large, and a third of it is all if that is plain by then: one with very many
// initial states, or with so many joint actions that differ that not even one state is expanded.
//
// What more it is worth depends on how large the space seems to be.  Rings of a breadth-first
// search grow by factors that fall: 1 56 643 2548 4410 3626 ... in chomp, by 56, 11, 4, 1.7, 0.8.
// The quotient of the last two factors says how fast they fall, and if they go on falling so, how
// many states there will be.  If those are worth the most that is allowed, the work may be doubled,
// and then the question is asked again.  Rings that stay as they are, or many rings that
// hardly grow on the whole, say that the space is deep, which is slow with diagrams; so they count
// as a space that is half explored.  Rings whose growth
// does not fall say nothing, and the model is left to diagrams.
//
// When diagrams have taken long, and nobody knows yet how many states there are, more is worth
// while: slices are larger, and what rings say is believed less, because they may stop growing
// suddenly.
//
// If somebody has counted the states nothing is guessed but what one costs.  Rules are paid for
// once, most of them for the first states, and tell nothing of that: so it is looked at when as
// much was spent on states as tells something, and again whenever the work has doubled.

#include "states/patience.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ken::states {
namespace {

constexpr std::uint64_t first_slice = 1'500'000;
// Work for rules is bounded by the text and its actions, and not by states.
constexpr std::uint64_t most_for_rules = 4'000'000;

constexpr double endless = std::numeric_limits<double>::infinity();

// Many rings, of which the last four have at most twice as many states as the four before.
bool is_deep(const std::vector<std::size_t>& rings) {
  constexpr std::size_t window = 4;
  if (rings.size() <= 2 * window) return false;
  const auto sum = [](auto begin, auto end) { return std::accumulate(begin, end, std::size_t{0}); };
  return sum(rings.end() - window, rings.end()) <=
         2 * sum(rings.end() - 2 * window, rings.end() - window);
}

}  // namespace

double predict_states(const Progress& progress) {
  const std::vector<std::size_t>& rings = progress.rings;
  const auto states = static_cast<double>(progress.states);
  const std::size_t last = rings.size() - 1;
  const auto growth = [&](std::size_t ring) {
    return static_cast<double>(rings[ring]) / static_cast<double>(rings[ring - 1]);
  };
  constexpr double flat = 1.1;
  if (is_deep(rings) || (last >= 1 && growth(last) <= flat)) return 2 * states;
  if (last < 2) return endless;
  const double fall = growth(last) / growth(last - 1);
  constexpr double slowest = 0.97;
  if (fall > slowest) return endless;
  double total = 0;
  for (const std::size_t ring : rings) total += static_cast<double>(ring);
  auto ring = static_cast<double>(rings[last]);
  constexpr double beyond_all = 1e9;
  for (double factor = growth(last) * fall; ring >= 1 && total < beyond_all; factor *= fall) {
    ring *= factor;
    total += ring;
  }
  return std::max(total, states);
}

std::uint64_t allow_exploration(const Progress& progress, std::uint64_t spent,
                                std::uint64_t for_rules, std::uint64_t most) {
  if (spent >= most || for_rules > std::max(most_for_rules, most / 8)) return spent;
  const bool later = most > work_of_first_try;
  const std::uint64_t first = later ? std::max(first_slice, most / 8) : first_slice;
  const std::uint64_t early = first / 3 + for_rules;
  // Rules of so many joint actions of one state are made for nothing.
  constexpr std::size_t many = 1000;
  const bool crowded = progress.expanded == 0 && progress.states > many;
  if (spent < early && !(crowded && spent >= first / 3)) return std::min(early, spent + first / 3);
  // As long as nothing is expanded there may be too many initial states, or joint actions.
  if (progress.expanded == 0) return spent;
  const double work = predict_work(progress, spent, for_rules, predict_states(progress)).value();
  const std::uint64_t slice = first + for_rules;
  if (spent < slice) {  // so early rings tell little: it has to be far too much, or too few rings
    const double far_too_much = 8.0 * static_cast<double>(most);
    return work > far_too_much && progress.rings.size() > 3 ? spent : slice;
  }
  const double too_much = (later ? 4.0 : 1.0) * static_cast<double>(most);
  return work > too_much ? spent : std::min(2 * spent, most);
}

std::optional<double> predict_work(const Progress& progress, std::uint64_t spent,
                                   std::uint64_t for_rules, double states) {
  if (progress.expanded == 0) return {};
  const auto for_states = static_cast<double>(spent - for_rules);
  return static_cast<double>(for_rules) +
         for_states / static_cast<double>(progress.expanded) * states;
}

std::uint64_t allow_known_exploration(const Progress& progress, std::uint64_t spent,
                                      std::uint64_t for_rules, double states, std::uint64_t most) {
  if (for_rules > most / 2) return spent;
  const std::uint64_t to_look = for_rules + std::max(most / 64, first_slice);
  if (spent < to_look) return to_look;
  const auto all = predict_work(progress, spent, for_rules, states);
  const std::uint64_t end = most + most / 4;  // what is predicted may be a little too small
  if (!all || *all > static_cast<double>(most) || spent >= end) return spent;
  return std::min(2 * spent, end);
}

std::uint64_t allow_labelling(std::uint64_t spent, std::uint64_t most) {
  return most / 2 + 10 * spent;
}

}  // namespace ken::states
