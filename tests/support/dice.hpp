#pragma once
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/sanitized.hpp"

namespace ken::tests {

// So many rounds without sanitizers, half as many with them (./test): what a round finds it finds
// in either, and ./test --full has both.  KEN_ROUNDS times as many in the long run of ./test
// --full. What must have been seen at least so often counts in the same rounds.
inline std::uint64_t times_rounds(std::uint64_t usual) {
  const char* const factor = std::getenv("KEN_ROUNDS");
  const std::uint64_t rounds = usual * (factor == nullptr ? 1 : std::strtoull(factor, nullptr, 10));
  return base::sanitized ? (rounds + 1) / 2 : rounds;
}

// Random choices that depend on the seed alone, not on the standard library's distributions.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  // 0 .. n-1; n > 0.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  bool percent(unsigned chance) { return below(100) < chance; }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }
  // Each item with the given chance, in order.
  template <class T>
  std::vector<T> some(const std::vector<T>& items, unsigned chance) {
    std::vector<T> result;
    for (const T& item : items)
      if (percent(chance)) result.push_back(item);
    return result;
  }
  // The same, but never nothing.
  template <class T>
  std::vector<T> at_least_one(const std::vector<T>& items, unsigned chance) {
    std::vector<T> result = some(items, chance);
    if (result.empty()) result.push_back(pick(items));
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace ken::tests
