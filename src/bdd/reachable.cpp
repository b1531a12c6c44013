#include "bdd/reachable.hpp"

#include <algorithm>

#include "bdd/backend.hpp"

namespace ken::bdd {
namespace {

// Numbers that were met, none of them zero: in a hash table while they are few, as bits when they
// are many.
class Met {
 public:
  // Whether this is the first time.
  bool insert(std::uint32_t number) {
    if (!bits_.empty()) return set(number);
    std::size_t at = place(number);
    if (slots_[at] == number) return false;
    if (size_ == most_in_slots) {
      for (const std::uint32_t old : slots_)
        if (old != 0) set(old);
      return set(number);
    }
    if (2 * size_ >= slots_.size()) {
      grow();
      at = place(number);
    }
    slots_[at] = number;
    ++size_;
    return true;
  }

 private:
  static constexpr std::size_t most_in_slots = 512;

  bool set(std::uint32_t number) {
    const std::size_t word = number / 64;
    const std::uint64_t bit = std::uint64_t{1} << number % 64;
    if (word >= bits_.size()) bits_.resize(std::max(word + 1, 2 * bits_.size()));
    if ((bits_[word] & bit) != 0) return false;
    bits_[word] |= bit;
    return true;
  }
  [[nodiscard]] std::size_t place(std::uint32_t number) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (number * 0x9E37'79B9'7F4A'7C15U >> 32U) & mask;
    while (slots_[at] != 0 && slots_[at] != number) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<std::uint32_t> old(2 * slots_.size());
    old.swap(slots_);
    for (const std::uint32_t number : old)
      if (number != 0) slots_[place(number)] = number;
  }

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);
  std::size_t size_ = 0;  // in slots
  std::vector<std::uint64_t> bits_;
};

// All functions below the roots, the constants left out, one for each name.
template <class Name>
std::vector<Edge> reachable(std::span<const Bdd> roots, std::size_t most, const Name& name) {
  if (roots.empty()) return {};
  const Backend& backend = Access::backend(roots[0]);
  base::Budget& budget = Access::manager(roots[0]).budget();
  Met met;
  std::vector<Edge> found;
  const auto visit = [&](Edge f) {
    if (is_constant(f) || !met.insert(name(f))) return;
    budget.check_limits();
    found.push_back(f);
  };
  for (const Bdd& f : roots) visit(Access::edge(f));
  for (std::size_t i = 0; i < found.size() && found.size() <= most; ++i) {
    const Edge f = found[i];
    visit(backend.low(f));
    visit(backend.high(f));
  }
  Access::backend(roots[0]).count_work(found.size() /
                                       8);  // each is a fraction of a step of an operation
  return found;
}

}  // namespace

std::vector<Edge> reachable_functions(std::span<const Bdd> roots) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  return reachable(roots, all, [](Edge f) { return f; });
}

std::vector<Edge> reachable_nodes(std::span<const Bdd> roots, std::size_t most) {
  return reachable(roots, most, [](Edge f) { return Backend::node(f); });
}

}  // namespace ken::bdd
