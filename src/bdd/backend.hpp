#pragma once

// What diagrams are made of: one of two classes Manager::Backend with the same functions.
#ifdef KEN_BDD_BUDDY
#include "bdd/buddy/backend.hpp"
#else
#include "bdd/kernel/backend.hpp"
#endif

namespace ken::bdd {

// From values to what the backend knows them as, and back.
class Manager::Access {
 public:
  static std::uint32_t edge(const Bdd& f) { return f.edge_; }
  static Manager& manager(const Bdd& f) { return *f.manager_; }
  static Backend& backend(const Bdd& f) { return *f.manager_->backend_; }
  static std::uint32_t number(const VariableSet& set) { return set.number_; }
  static Bdd value(Manager& manager, std::uint32_t edge) { return {manager, edge}; }
};

// A function as the backend knows it; the constants are the same in both.
using Access = Manager::Access;
using Backend = Manager::Backend;
using Edge = std::uint32_t;
inline constexpr Edge no = 0;
inline constexpr Edge yes = 1;
[[nodiscard]] constexpr bool is_constant(Edge f) { return f <= yes; }

}  // namespace ken::bdd
