// How many assignments satisfy a diagram.
//
// Give the root the weight 1 and go down level by level: a function passes its weight, doubled for
// every variable of the set that the edge jumps over, to each half.  The weight of the constant
// true is then the number of satisfying assignments.  A weight is dropped when its function is
// done, so only those along the frontier are held, and each is one big integer however many
// variables there are.

#include "bdd/count.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/check.hpp"
#include "bdd/backend.hpp"
#include "bdd/reachable.hpp"

namespace ken::bdd {
namespace {

// How many variables of a set stand above each level.
std::vector<unsigned> ranks(const Manager& manager, const VariableSet& set) {
  std::vector<unsigned> result(manager.variables() + 1, 0);
  for (const Variable v : set.variables()) ++result[manager.level(v) + 1];
  for (std::size_t i = 1; i < result.size(); ++i) result[i] += result[i - 1];
  return result;
}

}  // namespace

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

}  // namespace ken::bdd
