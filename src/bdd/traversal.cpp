// What is read off a diagram without changing it.
//
// Counting.  Give the root the weight 1 and go down level by level: a function passes its weight,
// doubled for every variable of the set that the edge jumps over, to each half.  The weight of the
// constant true is then the number of satisfying assignments.  A weight is dropped when its
// function is done, so only those along the frontier are held, and each is one big integer however
// many variables there are.

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/check.hpp"
#include "bdd/backend.hpp"

namespace ken::bdd {
namespace {

using Access = Manager::Access;
using Backend = Manager::Backend;
using Edge = std::uint32_t;

constexpr Edge no = 0;
constexpr Edge yes = 1;
bool is_constant(Edge f) { return f <= yes; }

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
std::vector<Edge> reachable(std::span<const Bdd> roots, const Name& name) {
  if (roots.empty()) return {};
  const Backend& backend = Access::backend(roots[0]);
  base::Budget& budget = Access::manager(roots[0]).budget();
  Met met;
  std::vector<Edge> found;
  const auto visit = [&](Edge f) {
    if (is_constant(f) || !met.insert(name(f))) return;
    budget.poll();
    found.push_back(f);
  };
  for (const Bdd& f : roots) visit(Access::edge(f));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Edge f = found[i];
    visit(backend.low(f));
    visit(backend.high(f));
  }
  return found;
}

std::vector<Edge> reachable_nodes(std::span<const Bdd> roots) {
  return reachable(roots, [](Edge f) { return Backend::node(f); });
}

// How many variables of a set stand above each level.
std::vector<unsigned> ranks(const Manager& manager, const VariableSet& set) {
  std::vector<unsigned> result(manager.variables() + 1, 0);
  for (const Variable v : set.variables()) ++result[manager.level(v) + 1];
  for (std::size_t i = 1; i < result.size(); ++i) result[i] += result[i - 1];
  return result;
}

}  // namespace

std::size_t top_level(const Bdd& f) {
  CHECK(!f.is_false() && !f.is_true(), "a constant has no variable");
  return Access::backend(f).level(Access::edge(f));
}

std::vector<Variable> support(const Bdd& f) {
  const Backend& backend = Access::backend(f);
  std::vector<bool> occurs(Access::manager(f).variables());
  for (const Edge g : reachable_nodes({&f, 1}))
    occurs[static_cast<std::size_t>(backend.variable_at(backend.level(g)))] = true;
  std::vector<Variable> result;
  for (std::size_t i = 0; i < occurs.size(); ++i)
    if (occurs[i]) result.push_back(static_cast<Variable>(i));
  return result;
}

Assignment some_assignment(const Bdd& f) {
  CHECK(!f.is_false(), "something satisfies f");
  const Backend& backend = Access::backend(f);
  Assignment result;
  for (Edge g = Access::edge(f); !is_constant(g);) {
    const bool value = backend.low(g) == no;
    result.emplace_back(backend.variable_at(backend.level(g)), value);
    g = value ? backend.high(g) : backend.low(g);
  }
  return result;
}

Natural count(const Bdd& f, const VariableSet& set) {
  Manager& manager = Access::manager(f);
  const Backend& backend = Access::backend(f);
  const std::vector<unsigned> rank = ranks(manager, set);
  const unsigned all = rank.back();
  const auto rank_of = [&](Edge g) { return is_constant(g) ? all : rank[backend.level(g)]; };
  const Edge root = Access::edge(f);
  if (root == no) return 0;
  std::vector<Edge> functions = reachable({&f, 1}, [](Edge g) { return g; });
  std::sort(functions.begin(), functions.end(),
            [&](Edge g, Edge h) { return backend.level(g) < backend.level(h); });
  std::unordered_map<Edge, Natural> weight;
  weight[root] = Natural(1) << rank_of(root);
  for (const Edge g : functions) {
    manager.budget().poll();
    const Natural here = std::move(weight.extract(g).mapped());
    const std::size_t below = backend.level(g) + 1;
    CHECK(rank[below] == rank[below - 1] + 1, "the set contains every variable of the function");
    for (const Edge half : {backend.low(g), backend.high(g)})
      if (half != no) weight[half] += here << (rank_of(half) - rank[below]);
  }
  return weight[yes];
}

std::size_t nodes(const Bdd& f) { return nodes({&f, 1}); }

std::size_t nodes(std::span<const Bdd> several) { return reachable_nodes(several).size(); }

}  // namespace ken::bdd
