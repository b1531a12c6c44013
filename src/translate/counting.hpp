#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace ken::translate {

// Parity and counting with nothing but and, or, not.
//
// Both halve the arguments.  An odd number holds iff it is odd in one half and even in the other:
// four copies of formulas of half the size, so n^2 in all.  At least k hold iff for some i at least
// i hold on the left and k - i on the right; text of n^O(log n), but close to n log n where k is
// near 0 or near n.  With hash-consing behind Algebra the results are small as graphs.
//
// Algebra: Id, truth(bool), negation(Id), conjunction(vector<Id>), disjunction(vector<Id>).
template <class Algebra>
class Counting {
 public:
  using Id = typename Algebra::Id;
  Counting(Algebra& algebra, std::span<const Id> args) : algebra_(algebra), args_(args) {}

  [[nodiscard]] Id odd() { return odd(0, args_.size()); }
  [[nodiscard]] Id at_least(std::int64_t k) { return at_least(0, args_.size(), k); }
  [[nodiscard]] Id between(std::int64_t least, std::int64_t most) {
    return algebra_.conjunction({at_least(least), algebra_.negation(at_least(most + 1))});
  }

  // Whether the graph of at_least(k) stays small enough to be built at all.
  [[nodiscard]] static bool feasible(std::size_t args, std::int64_t k) {
    constexpr std::uint64_t most_terms = 4'000'000;
    const auto n = static_cast<std::int64_t>(args);
    if (k <= 1 || k >= n) return true;
    const auto width = static_cast<std::uint64_t>(std::min(k, n - k)) + 1;
    return width < 10'000 && args < most_terms && args * width * width < most_terms;
  }

 private:
  // Recursive, but only as deep as the logarithm of the number of arguments.
  Id odd(std::size_t first, std::size_t count) {
    if (count == 0) return algebra_.truth(false);
    if (count == 1) return args_[first];
    const Id left = odd(first, count / 2);
    const Id right = odd(first + count / 2, count - count / 2);
    return algebra_.disjunction({algebra_.conjunction({left, algebra_.negation(right)}),
                                 algebra_.conjunction({algebra_.negation(left), right})});
  }

  Id at_least(std::size_t first, std::size_t count, std::int64_t k) {
    const auto size = static_cast<std::int64_t>(count);
    const std::span<const Id> part = args_.subspan(first, count);
    if (k <= 0) return algebra_.truth(true);
    if (k > size) return algebra_.truth(false);
    if (k == size) return algebra_.conjunction({part.begin(), part.end()});
    if (k == 1) return algebra_.disjunction({part.begin(), part.end()});
    const auto known = known_.find({{first, count}, k});
    if (known != known_.end()) return known->second;
    const auto left = static_cast<std::int64_t>(count / 2);
    const std::int64_t right = size - left;
    std::vector<Id> ways;
    for (std::int64_t i = std::max<std::int64_t>(0, k - right); i <= std::min(k, left); ++i)
      ways.push_back(algebra_.conjunction(
          {at_least(first, count / 2, i), at_least(first + count / 2, count - count / 2, k - i)}));
    const Id result = algebra_.disjunction(ways);
    known_.emplace(std::pair{std::pair{first, count}, k}, result);
    return result;
  }

  Algebra& algebra_;
  std::span<const Id> args_;
  std::map<std::pair<std::pair<std::size_t, std::size_t>, std::int64_t>, Id> known_;
};

}  // namespace ken::translate
