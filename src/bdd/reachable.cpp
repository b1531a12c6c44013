#include "bdd/reachable.hpp"

#include <algorithm>

#include "bdd/backend.hpp"

namespace ken::bdd {
namespace {

// Numbers that were met, none of them zero.
class Met {
 public:
  // Whether this is the first time.
  bool insert(std::uint32_t number) {
    if (2 * size_ >= slots_.size()) grow();
    const std::size_t at = place(number);
    if (slots_[at] == number) return false;
    slots_[at] = number;
    ++size_;
    return true;
  }

 private:
  [[nodiscard]] std::size_t place(std::uint32_t number) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (number * 0x9E37'79B9'7F4A'7C15U >> 32U) & mask;
    while (slots_[at] != 0 && slots_[at] != number) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<std::uint32_t> old(std::max<std::size_t>(64, 2 * slots_.size()));
    old.swap(slots_);
    for (const std::uint32_t number : old)
      if (number != 0) slots_[place(number)] = number;
  }

  std::vector<std::uint32_t> slots_;
  std::size_t size_ = 0;
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
