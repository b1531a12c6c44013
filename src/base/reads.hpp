#pragma once
#include <cstdint>

namespace ken::base {

// Counts how often the nodes of an arena are looked at.  Every pass over tokens, trees, expressions
// or formulas looks at them through their arena, so none has to count for itself and none can
// forget to.  A test gives a budget a number to count in (Budget::count_reads), and the arenas that
// are made under the budget count there; without one, nothing is counted.
class Reads {
 public:
  Reads() = default;
  explicit Reads(std::uint64_t* total) : total_(total) {}

  void note(std::uint64_t nodes = 1) const {
    if (total_ != nullptr) *total_ += nodes;
  }

 private:
  std::uint64_t* total_ = nullptr;
};

}  // namespace ken::base
