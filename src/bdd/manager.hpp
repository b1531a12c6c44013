#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "bdd/bdd.hpp"
#include "bdd/settings.hpp"

namespace ken::bdd {

struct Statistics {
  std::size_t live_nodes = 0;   // in use now
  std::size_t peak_nodes = 0;   // most that were alive at a collection or when somebody asked
  std::size_t peak_bytes = 0;   // of all tables
  std::size_t node_bytes = 0;   // now, of nodes and what finds them
  std::size_t cache_bytes = 0;  // now, of remembered results
  std::size_t collections = 0;
  std::size_t reorderings = 0;
};

// Owns all diagrams over some variables.  Used by one thread at a time.  What does the
// work is behind 'Backend': a kernel of our own, or BuDDy if ken was built so; with BuDDy there can
// be only one manager at a time (docs/adr/0009, 0013).
class Manager {
 public:
  // The budget ends operations and bounds the tables; it must outlive the manager.
  Manager(std::size_t variables, base::Budget& budget, const Settings& settings = {});
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  // Whether there may be more than one at a time.
  [[nodiscard]] static bool can_be_several();

  [[nodiscard]] std::size_t variables() const { return variables_; }
  [[nodiscard]] Bdd constant(bool value);
  [[nodiscard]] Bdd variable(Variable v);
  // v if 'value', else not v.
  [[nodiscard]] Bdd literal(Variable v, bool value);

  // Sets and renamings live as long as the manager.  Make them before large diagrams: BuDDy can
  // tell sets apart only while its table is small, and refuses (Exhausted) later.
  [[nodiscard]] VariableSet set(std::vector<Variable> variables);
  [[nodiscard]] Renaming renaming(std::span<const std::pair<Variable, Variable>> pairs);

  // What stays together when variables are reordered; call it once, before any reordering.
  void group(std::span<const VariableGroup> groups);
  // An order that may be better, the root first, and the groups there, by places in it: tried once
  // there was much work, and taken if diagrams are much smaller then.  BuDDy pays no heed.
  void suggest(std::span<const Variable> order, std::span<const VariableGroup> groups);
  // New variables; all diagrams, sets and renamings stay what they are.  One directly below each of
  // these, which it stays with when variables are reordered; or so many in a group of their own
  // from this level on, or below the group that would be cut there.  Throws Exhausted, with BuDDy
  // always.
  [[nodiscard]] std::vector<Variable> add_below(std::span<const Variable> upper);
  [[nodiscard]] std::vector<Variable> add_at(std::size_t level, std::size_t count);
  // Looks for a better order now.
  void reorder();
  // Brings the variables into this order, the root first; throws Exhausted if that takes too much.
  void reorder_to(std::span<const Variable> order);
  // The variables from the root down.
  [[nodiscard]] std::vector<Variable> order() const;
  [[nodiscard]] std::size_t level(Variable v) const;

  // How often the order has changed, or may have.
  [[nodiscard]] std::size_t reorderings() const;

  // In use now, some of them perhaps no longer needed.
  [[nodiscard]] std::size_t nodes() const;
  [[nodiscard]] Statistics statistics();
  // Done so far by operations, in steps of about the same time; the same in every run.  With BuDDy
  // nothing is counted.
  [[nodiscard]] std::uint64_t work() const;
  // Operations that go on when there is more work than that in all throw Exhausted.
  void limit_work(std::uint64_t most);
  [[nodiscard]] std::uint64_t most_work() const;
  void watch_work(const Watch& watch);
  [[nodiscard]] base::Budget& budget() { return budget_; }

  class Backend;  // for the other files of this folder
  class Access;

 private:
  std::size_t variables_;
  base::Budget& budget_;
  std::unique_ptr<Backend> backend_;
};

}  // namespace ken::bdd
