#include "driver/phases.hpp"

#include <algorithm>

#include "base/budget.hpp"

namespace ken::driver {

void Phases::enter(std::string_view name) {
  leave();
  const auto at = std::find_if(phases_.begin(), phases_.end(),
                               [&](const evidence::Phase& phase) { return phase.name == name; });
  current_ = static_cast<std::size_t>(at - phases_.begin());
  if (at == phases_.end()) phases_.push_back({.name = std::string(name)});
  inside_ = true;
  since_ = base::thread_cpu_seconds();
}

void Phases::leave() {
  if (!inside_) return;
  phases_[current_].seconds += seconds_in_stage();
  inside_ = false;
}

void Phases::note_nodes(std::uint64_t nodes) {
  if (!inside_ || nodes == 0) return;
  std::optional<std::uint64_t>& most = phases_[current_].nodes;
  most = std::max(most.value_or(0), nodes);
}

std::vector<evidence::Phase> Phases::list() const {
  std::vector<evidence::Phase> result = phases_;
  if (inside_) result[current_].seconds += seconds_in_stage();
  return result;
}

double Phases::seconds_in_stage() const { return base::thread_cpu_seconds() - since_; }

}  // namespace ken::driver
