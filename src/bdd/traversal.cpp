// What is read off a diagram without changing it.
//
// Counting.  Give the root the weight 1 and go down level by level: a node passes its weight,
// doubled for every variable of the set that the edge jumps over, to each child.  The weight of the
// constant true is then the number of satisfying assignments.  A weight is dropped when its node is
// done, so only those along the frontier are held, and each is one big integer however many
// variables there are.

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/check.hpp"
#include "bdd/library.hpp"

namespace ken::bdd {
namespace {

using Library = Manager::Library;

constexpr int node_false = 0;
constexpr int node_true = 1;
bool is_constant(int node) { return node <= node_true; }

// All inner nodes below the roots.
std::vector<int> reachable(std::span<const Bdd> roots, base::Budget& budget) {
  std::unordered_set<int> seen;
  std::vector<int> found;
  const auto visit = [&](int node) {
    if (is_constant(node) || !seen.insert(node).second) return;
    budget.poll();
    found.push_back(node);
  };
  for (const Bdd& f : roots) visit(Library::node(f));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int node = found[i];
    visit(bdd_low(node));
    visit(bdd_high(node));
  }
  return found;
}

int level_of(int node) { return bdd_var2level(bdd_var(node)); }

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
  return static_cast<std::size_t>(level_of(Library::node(f)));
}

std::vector<Variable> support(const Bdd& f) {
  std::vector<bool> occurs(Library::manager(f).variables());
  for (const int node : reachable({&f, 1}, Library::manager(f).budget()))
    occurs[static_cast<std::size_t>(bdd_var(node))] = true;
  std::vector<Variable> result;
  for (std::size_t i = 0; i < occurs.size(); ++i)
    if (occurs[i]) result.push_back(static_cast<Variable>(i));
  return result;
}

Assignment some_assignment(const Bdd& f) {
  CHECK(!f.is_false(), "something satisfies f");
  Assignment result;
  for (int node = Library::node(f); !is_constant(node);) {
    const bool value = bdd_low(node) == node_false;
    result.emplace_back(static_cast<Variable>(bdd_var(node)), value);
    node = value ? bdd_high(node) : bdd_low(node);
  }
  return result;
}

Natural count(const Bdd& f, const VariableSet& set) {
  Manager& manager = Library::manager(f);
  const std::vector<unsigned> rank = ranks(manager, set);
  const unsigned all = rank.back();
  const auto rank_of = [&](int node) {
    return is_constant(node) ? all : rank[static_cast<std::size_t>(level_of(node))];
  };
  const int root = Library::node(f);
  if (root == node_false) return 0;
  std::vector<int> nodes = reachable({&f, 1}, manager.budget());
  std::sort(nodes.begin(), nodes.end(), [](int a, int b) { return level_of(a) < level_of(b); });
  std::unordered_map<int, Natural> weight;
  weight[root] = Natural(1) << rank_of(root);
  for (const int node : nodes) {
    manager.budget().poll();
    const Natural here = std::move(weight.extract(node).mapped());
    const auto below = static_cast<std::size_t>(level_of(node)) + 1;
    CHECK(rank[below] == rank[below - 1] + 1, "the set contains every variable of the function");
    for (const int child : {bdd_low(node), bdd_high(node)})
      if (child != node_false) weight[child] += here << (rank_of(child) - rank[below]);
  }
  return weight[node_true];
}

std::size_t nodes(const Bdd& f) { return nodes({&f, 1}); }

std::size_t nodes(std::span<const Bdd> several) {
  if (several.empty()) return 0;
  return reachable(several, Library::manager(several[0]).budget()).size();
}

}  // namespace ken::bdd
