// Diagrams as values, and the operations on them, one line of the backend each.

#include <utility>

#include "base/check.hpp"
#include "bdd/backend.hpp"

namespace ken::bdd {
namespace {

Edge edge(const Bdd& f) { return Access::edge(f); }
std::uint32_t number(const VariableSet& set) { return Access::number(set); }
std::uint32_t number(Renaming renaming) { return static_cast<std::uint32_t>(renaming); }

// The result of an operation as a value.
template <class Operation>
Bdd run(const Bdd& f, const Operation& operation) {
  Backend& backend = Access::backend(f);
  return Access::value(Access::manager(f), backend.run([&] { return operation(backend); }));
}

}  // namespace

Bdd::Bdd(Manager& manager, Edge edge) : manager_(&manager), edge_(edge) {
  Access::backend(*this).hold(edge_);
}

Bdd::Bdd(const Bdd& other) : manager_(other.manager_), edge_(other.edge_) {
  if (manager_ != nullptr) Access::backend(*this).hold(edge_);
}

Bdd& Bdd::operator=(const Bdd& other) {
  Bdd copy(other);
  return *this = std::move(copy);
}

Bdd& Bdd::operator=(Bdd&& other) noexcept {
  std::swap(manager_, other.manager_);
  std::swap(edge_, other.edge_);
  return *this;
}

Bdd::~Bdd() {
  if (manager_ != nullptr) Access::backend(*this).release(edge_);
}

Bdd operator!(const Bdd& f) {
  return run(f, [&](Backend& b) { return b.negation(edge(f)); });
}
Bdd operator&(const Bdd& f, const Bdd& g) {
  return run(f, [&](Backend& b) { return b.conjunction(edge(f), edge(g)); });
}
Bdd operator|(const Bdd& f, const Bdd& g) {
  return run(f, [&](Backend& b) { return b.disjunction(edge(f), edge(g)); });
}
Bdd operator^(const Bdd& f, const Bdd& g) {
  return run(f, [&](Backend& b) { return b.exclusive(edge(f), edge(g)); });
}
Bdd operator-(const Bdd& f, const Bdd& g) {
  return run(f, [&](Backend& b) { return b.difference(edge(f), edge(g)); });
}
Bdd equivalent(const Bdd& f, const Bdd& g) {
  return run(f, [&](Backend& b) { return b.equivalent(edge(f), edge(g)); });
}

Bdd if_then_else(const Bdd& f, const Bdd& then, const Bdd& otherwise) {
  return run(f, [&](Backend& b) { return b.choice(edge(f), edge(then), edge(otherwise)); });
}

Bdd exists(const Bdd& f, const VariableSet& set) {
  if (set.empty()) return f;
  return run(f, [&](Backend& b) { return b.exists(edge(f), number(set)); });
}

Bdd forall(const Bdd& f, const VariableSet& set) {
  if (set.empty()) return f;
  return run(f, [&](Backend& b) { return b.forall(edge(f), number(set)); });
}

Bdd and_exists(const Bdd& f, const Bdd& g, const VariableSet& set) {
  if (set.empty()) return f & g;
  return run(f, [&](Backend& b) { return b.and_exists(edge(f), edge(g), number(set)); });
}

std::optional<Bdd> and_exists_within(std::size_t most_nodes, const Bdd& f, const Bdd& g,
                                     const VariableSet& set) {
  Backend& backend = Access::backend(f);
  const auto result = backend.run_within(most_nodes, [&] {
    return set.empty() ? backend.conjunction(edge(f), edge(g))
                       : backend.and_exists(edge(f), edge(g), number(set));
  });
  if (!result) return {};
  return Access::value(Access::manager(f), *result);
}

Bdd rename(const Bdd& f, Renaming renaming) {
  return run(f, [&](Backend& b) { return b.rename(edge(f), number(renaming)); });
}

Bdd image(const Bdd& f, const Bdd& g, const VariableSet& set, Renaming renaming) {
  if (set.empty()) return rename(f & g, renaming);
  return run(f,
             [&](Backend& b) { return b.image(edge(f), edge(g), number(set), number(renaming)); });
}

Bdd preimage(const Bdd& f, const Bdd& g, const VariableSet& set, Renaming renaming) {
  if (set.empty()) return rename(f, renaming) & g;
  return run(
      f, [&](Backend& b) { return b.preimage(edge(f), edge(g), number(set), number(renaming)); });
}

Bdd compose(const Bdd& f, const Substitution& substitution) {
  std::vector<std::pair<Variable, Edge>> edges;
  edges.reserve(substitution.size());
  for (const auto& [variable, function] : substitution)
    edges.emplace_back(variable, edge(function));
  return run(f, [&](Backend& b) { return b.compose(edge(f), edges); });
}

Bdd simplify(const Bdd& f, const Bdd& care) {
  CHECK(!care.is_false(), "nothing agrees with f nowhere");
  return run(f, [&](Backend& b) { return b.simplify(edge(f), edge(care)); });
}

Bdd constrain(const Bdd& f, const Bdd& care) {
  CHECK(!care.is_false(), "nothing agrees with f nowhere");
  return run(f, [&](Backend& b) { return b.constrain(edge(f), edge(care)); });
}

bool disjoint(const Bdd& f, const Bdd& g) {
  Backend& backend = Access::backend(f);
  return backend.run([&] { return backend.disjoint(edge(f), edge(g)); });
}
bool subset(const Bdd& f, const Bdd& g) {
  Backend& backend = Access::backend(f);
  return backend.run([&] { return backend.subset(edge(f), edge(g)); });
}

}  // namespace ken::bdd
