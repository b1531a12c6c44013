// What is read off a diagram without changing it.

#include "base/check.hpp"
#include "bdd/backend.hpp"
#include "bdd/reachable.hpp"

namespace ken::bdd {

std::size_t top_level(const Bdd& f) {
  CHECK(!f.is_false() && !f.is_true(), "a constant has no variable");
  return Access::backend(f).level(Access::edge(f));
}

Halves split(const Bdd& f) {
  CHECK(!f.is_false() && !f.is_true(), "a constant has no variable");
  Manager& manager = Access::manager(f);
  const Backend& backend = Access::backend(f);
  const Edge edge = Access::edge(f);
  return {backend.variable_at(backend.level(edge)), Access::value(manager, backend.low(edge)),
          Access::value(manager, backend.high(edge))};
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

std::size_t nodes(const Bdd& f) { return nodes({&f, 1}); }

std::size_t nodes(std::span<const Bdd> several) { return reachable_nodes(several).size(); }

bool has_more_nodes(const Bdd& f, std::size_t than) {
  return reachable_nodes({&f, 1}, than).size() > than;
}

}  // namespace ken::bdd
