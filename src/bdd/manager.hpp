#pragma once
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "bdd/bdd.hpp"

namespace ken::bdd {

// When variables change places: never, when the diagrams explode, or early and often.
enum class Reordering : std::uint8_t { off, automatic, on };

struct Settings {
  Reordering reordering = Reordering::automatic;
  // Nodes alive at which 'automatic' begins to reorder: high, because a good order at the start is
  // worth more than any repair, and a repair of a large table takes long.
  std::size_t explosion = 8'000'000;
  // The same for 'on'.
  std::size_t early = 10'000;
};

// Variables first..last, which stay side by side and in this order when variables are reordered.
// Groups may lie inside each other, and do not cross.
struct VariableGroup {
  Variable first{};
  Variable last{};
};

struct Statistics {
  std::size_t live_nodes = 0;  // in use now
  std::size_t peak_nodes = 0;  // most that were alive at a collection or when somebody asked
  std::size_t peak_bytes = 0;  // of tables and caches
  std::size_t collections = 0;
  std::size_t reorderings = 0;
};

// Owns all diagrams over a fixed number of variables.  The one class that knows the library below;
// there can be only one manager at a time (docs/adr/0009).  Used by one thread.
class Manager {
 public:
  // The budget ends operations and bounds the tables; it must outlive the manager.
  Manager(std::size_t variables, base::Budget& budget, const Settings& settings = {});
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  [[nodiscard]] std::size_t variables() const { return variables_; }
  [[nodiscard]] Bdd constant(bool value) { return {this, value ? 1 : 0}; }
  [[nodiscard]] Bdd variable(Variable v);
  // v if 'value', else not v.
  [[nodiscard]] Bdd literal(Variable v, bool value);

  // Sets and renamings live as long as the manager.  Make them before large diagrams: the library
  // can tell sets apart only while its table is small, and refuses (Exhausted) later.
  [[nodiscard]] VariableSet set(std::vector<Variable> variables);
  [[nodiscard]] Renaming renaming(std::span<const std::pair<Variable, Variable>> pairs);

  // What stays together when variables are reordered; call it once, before any reordering.
  void group(std::span<const VariableGroup> groups);
  // Looks for a better order now.
  void reorder();
  // The variables from the root down.
  [[nodiscard]] std::vector<Variable> order() const;
  [[nodiscard]] std::size_t level(Variable v) const;

  // In use now, some of them perhaps no longer needed.
  [[nodiscard]] std::size_t nodes() const;
  [[nodiscard]] Statistics statistics();
  [[nodiscard]] base::Budget& budget() { return budget_; }

  class Library;  // for the other files of this folder

 private:
  // A table of the library, and whether it keeps the order of the variables as it is now.
  struct Table {
    void* pairs = nullptr;
    std::vector<std::pair<Variable, Variable>> meaning;
    bool keeps_order = false;
    std::size_t reorderings = ~std::size_t{0};  // when that was found out
  };

  void account();
  void tie_variables();
  void close();
  [[nodiscard]] bool install_groups();
  [[nodiscard]] bool keeps_order(Table& table) const;

  std::size_t variables_;
  base::Budget& budget_;
  Settings settings_;
  Statistics statistics_;
  int most_nodes_ = 0;
  std::size_t charged_ = 0;
  std::size_t next_reordering_ = 0;
  bool uninterruptible_ = false;  // collections do not look at the clock
  std::vector<VariableGroup> groups_;
  bool groups_installed_ = false;
  Bdd tied_;  // of all variables, once they may be reordered
  std::vector<Table> renamings_;
};

}  // namespace ken::bdd
