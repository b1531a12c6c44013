#pragma once
#include <bdd.h>

#include <limits>
#include <optional>

#include "bdd/manager.hpp"

// The header hides some functions of its C interface behind classes of its own.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar

namespace ken::bdd {

// BuDDy behind a manager, with guards around it.
class Manager::Backend {
 public:
  using Edge = std::uint32_t;
  using Pairs = std::vector<std::pair<Variable, Variable>>;

  Backend(std::size_t variables, base::Budget& budget, const Settings& settings);
  ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  // Runs one operation: looks at the clock before, and notes what the tables have grown to.
  template <class Operation>
  [[nodiscard]] auto run(const Operation& operation) {
    budget_.check_limits_now();
    auto result = operation();
    account();
    return result;
  }

  template <class Operation>
  [[nodiscard]] std::optional<Edge> run_within(std::size_t /*most*/, const Operation& operation) {
    return run(operation);
  }

  static void hold(Edge f) { bdd_addref(raw(f)); }
  static void release(Edge f) { bdd_delref(raw(f)); }

  [[nodiscard]] static Edge literal(Variable v, bool value) {
    return edge(value ? bdd_ithvar(static_cast<int>(v)) : bdd_nithvar(static_cast<int>(v)));
  }
  [[nodiscard]] static Edge negation(Edge f) { return edge(bdd_not(raw(f))); }
  [[nodiscard]] static Edge conjunction(Edge f, Edge g) { return apply(f, g, bddop_and); }
  [[nodiscard]] static Edge disjunction(Edge f, Edge g) { return apply(f, g, bddop_or); }
  [[nodiscard]] static Edge difference(Edge f, Edge g) { return apply(f, g, bddop_diff); }
  [[nodiscard]] static Edge exclusive(Edge f, Edge g) { return apply(f, g, bddop_xor); }
  [[nodiscard]] static Edge equivalent(Edge f, Edge g) { return apply(f, g, bddop_biimp); }
  [[nodiscard]] static Edge choice(Edge f, Edge g, Edge h) {
    return edge(bdd_ite(raw(f), raw(g), raw(h)));
  }
  [[nodiscard]] Edge exists(Edge f, std::uint32_t set) const {
    return edge(bdd_exist(raw(f), cubes_[set]));
  }
  [[nodiscard]] Edge forall(Edge f, std::uint32_t set) const {
    return edge(bdd_forall(raw(f), cubes_[set]));
  }
  [[nodiscard]] Edge and_exists(Edge f, Edge g, std::uint32_t set) const {
    return edge(bdd_appex(raw(f), raw(g), bddop_and, cubes_[set]));
  }
  [[nodiscard]] Edge image(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming);
  [[nodiscard]] Edge preimage(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming);
  [[nodiscard]] Edge rename(Edge f, std::uint32_t renaming);
  [[nodiscard]] static Edge compose(Edge f, std::span<const std::pair<Variable, Edge>> by);
  [[nodiscard]] static Edge simplify(Edge f, Edge care) {
    return edge(bdd_simplify(raw(f), raw(care)));
  }
  [[nodiscard]] static Edge constrain(Edge f, Edge care) {
    return edge(bdd_constrain(raw(f), raw(care)));
  }
  [[nodiscard]] static bool disjoint(Edge f, Edge g) { return conjunction(f, g) == 0; }
  [[nodiscard]] static bool subset(Edge f, Edge g) { return difference(f, g) == 0; }

  [[nodiscard]] static Edge low(Edge f) { return edge(bdd_low(raw(f))); }
  [[nodiscard]] static Edge high(Edge f) { return edge(bdd_high(raw(f))); }
  [[nodiscard]] static std::size_t level(Edge f) {
    return static_cast<std::size_t>(bdd_var2level(bdd_var(raw(f))));
  }
  [[nodiscard]] static std::uint32_t node(Edge f) { return f; }
  static constexpr bool negation_is_free = false;
  [[nodiscard]] static bool is_negation(Edge /*f*/) { return false; }

  [[nodiscard]] std::uint32_t set(std::vector<Variable> variables);
  [[nodiscard]] std::uint32_t renaming(Pairs pairs);

  void group(std::span<const VariableGroup> groups);
  static void suggest(std::span<const Variable>, std::span<const VariableGroup>) {}
  // Its guard against its own reordering must stay below all variables, so there are no more.
  [[noreturn]] std::vector<Variable> add_below(std::span<const Variable> upper) const;
  [[noreturn]] std::vector<Variable> add_at(std::size_t level, std::size_t count) const;
  void reorder();
  void reorder_to(std::span<const Variable> order);
  [[nodiscard]] std::size_t reorderings() const { return statistics_.reorderings; }
  [[nodiscard]] std::vector<Variable> order() const;
  [[nodiscard]] static Variable variable_at(std::size_t level) {
    return static_cast<Variable>(bdd_level2var(static_cast<int>(level)));
  }
  [[nodiscard]] static std::size_t level_of(Variable v) {
    return static_cast<std::size_t>(bdd_var2level(static_cast<int>(v)));
  }

  [[nodiscard]] static std::size_t nodes() { return static_cast<std::size_t>(bdd_getnodenum()); }
  [[nodiscard]] Statistics statistics();
  [[nodiscard]] static std::uint64_t work() { return 0; }
  static void count_work(std::uint64_t) {}
  static void limit_work(std::uint64_t) {}
  static void watch_work(const Watch&) {}
  [[nodiscard]] static std::uint64_t most_work() {
    return std::numeric_limits<std::uint64_t>::max();
  }

  // Called by the library's hooks.
  [[noreturn]] void fail(int error) const;
  void collected(const bddGbcStat& statistics);
  void reordering(bool begins);

 private:
  // A table of the library, and whether it keeps the order of the variables as it is now.
  struct Table {
    bddPair* pairs = nullptr;
    Pairs meaning;
    bool keeps_order = false;
    std::size_t reorderings = ~std::size_t{0};  // when that was found out
  };

  static int raw(Edge f) { return static_cast<int>(f); }
  static Edge edge(int node) { return static_cast<Edge>(node); }
  static Edge apply(Edge f, Edge g, int operation) {
    return edge(bdd_apply(raw(f), raw(g), operation));
  }

  void account();
  void tie_variables();
  void close();
  [[nodiscard]] bool install_groups();
  [[nodiscard]] bool keeps_order(Table& table) const;

  std::size_t variables_;
  base::Budget& budget_;
  Statistics statistics_;
  int most_nodes_ = 0;
  std::size_t charged_ = 0;
  std::size_t next_reordering_ = 0;
  bool uninterruptible_ = false;  // collections do not look at the clock
  std::vector<VariableGroup> groups_;
  bool groups_installed_ = false;
  int tied_ = 0;  // a diagram of all variables, once they may be reordered
  std::vector<int> cubes_;
  std::vector<Table> renamings_;
};

}  // namespace ken::bdd
