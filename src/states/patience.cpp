#include "states/patience.hpp"

#include <cstdio>
#include <cstdlib>

namespace ken::states {

std::uint64_t allow_exploration(const Progress& progress, std::uint64_t spent) {
  std::fprintf(stderr, "spent %lu states %zu expanded %zu rings", spent, progress.states,
               progress.expanded);
  for (const std::size_t ring : progress.rings) std::fprintf(stderr, " %zu", ring);
  std::fprintf(stderr, "\n");
  return spent < 500000 ? 500000 : spent * 2 < 200000000 ? spent * 2 : spent;
}

std::uint64_t allow_labelling(std::uint64_t spent) { return 10 * spent + 100000000; }

}  // namespace ken::states
