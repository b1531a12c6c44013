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
#include "bdd/reachable.hpp"

namespace ken::bdd {
namespace {

using Access = Manager::Access;
using Backend = Manager::Backend;
using Edge = std::uint32_t;

constexpr Edge no = 0;
constexpr Edge yes = 1;
bool is_constant(Edge f) { return f <= yes; }

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
  std::vector<Edge> functions = reachable_functions({&f, 1});
  std::sort(functions.begin(), functions.end(),
            [&](Edge g, Edge h) { return backend.level(g) < backend.level(h); });
  std::unordered_map<Edge, Natural> weight;
  weight[root] = Natural(1) << rank_of(root);
  for (const Edge g : functions) {
    manager.budget().check_limits();
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
