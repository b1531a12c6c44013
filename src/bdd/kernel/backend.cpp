#include "bdd/kernel/backend.hpp"

#include <algorithm>
#include <limits>

namespace ken::bdd {
namespace {

constexpr double seconds_to_reorder = 20;

std::size_t first_reordering(const Settings& settings) {
  switch (settings.reordering) {
    case Reordering::off:
      return std::numeric_limits<std::size_t>::max();
    case Reordering::automatic:
      return settings.explosion;
    case Reordering::on:
      return settings.early;
  }
  return 0;
}

}  // namespace

Manager::Backend::Backend(std::size_t variables, base::Budget& budget, const Settings& settings)
    : stress_(settings.stress),
      kernel_(variables, budget, settings.stress),
      next_reordering_(first_reordering(settings)),
      look_at_(next_reordering_) {}

// What is still needed is known after a collection only.
void Manager::Backend::begin() {
  kernel_.begin();
  if (kernel_.nodes() < look_at_) return;
  kernel_.collect();
  if (kernel_.nodes() >= next_reordering_) reorder();
  look_at_ = std::max(next_reordering_, 2 * kernel_.nodes());
}

bool Manager::Backend::frees_something() {
  const std::size_t before = kernel_.nodes();
  kernel_.collect();
  return kernel_.nodes() < before - before / 8;
}

void Manager::Backend::group(std::span<const VariableGroup> groups) {
  groups_.assign(groups.begin(), groups.end());
}

void Manager::Backend::reorder() {
  kernel_.reorder(groups_, seconds_to_reorder);
  if (next_reordering_ != std::numeric_limits<std::size_t>::max())
    next_reordering_ = std::max(next_reordering_, 2 * kernel_.nodes());
}

Statistics Manager::Backend::statistics() {
  kernel_.collect();
  return {.live_nodes = kernel_.nodes(),
          .peak_nodes = kernel_.counters().peak_nodes,
          .peak_bytes = kernel_.most_bytes(),
          .node_bytes = kernel_.node_bytes(),
          .cache_bytes = kernel_.cache_bytes(),
          .collections = kernel_.counters().collections,
          .reorderings = kernel_.counters().reorderings};
}

}  // namespace ken::bdd
