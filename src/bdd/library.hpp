#pragma once
#include <bdd.h>

#include "bdd/manager.hpp"

// The header hides some functions of its C interface behind classes of its own.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar

namespace ken::bdd {

// What the other files of the folder need of the library: raw nodes of diagrams, and a way back.
class Manager::Library {
 public:
  static int node(const Bdd& f) { return f.node_; }
  static Manager& manager(const Bdd& f) { return *f.manager_; }
  static int cube(const VariableSet& set) { return node(set.cube_); }
  static bddPair* pairs(const Manager& manager, Renaming renaming) {
    return static_cast<bddPair*>(manager.renamings_[static_cast<std::size_t>(renaming)].pairs);
  }
  static bool keeps_order(Manager& manager, Renaming renaming) {
    return manager.keeps_order(manager.renamings_[static_cast<std::size_t>(renaming)]);
  }

  // Runs one operation of the library: looks at the clock before, counts the result, and notes what
  // the tables have grown to.
  template <class Operation>
  [[nodiscard]] static Bdd run(Manager& manager, const Operation& operation) {
    manager.budget_.look();
    Bdd result(&manager, operation());
    manager.account();
    return result;
  }

  // Called by the library's hooks.
  static void fail(Manager& manager, int error);
  static void collected(Manager& manager, const bddGbcStat& statistics);
  static void reordering(Manager& manager, bool begins);
};

}  // namespace ken::bdd
