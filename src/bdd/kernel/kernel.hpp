#pragma once
#include <algorithm>
#include <limits>
#include <span>

#include "bdd/kernel/cache.hpp"
#include "bdd/kernel/stack_guard.hpp"
#include "bdd/kernel/store.hpp"
#include "bdd/kernel/tables.hpp"

namespace ken::bdd::kernel {

struct Counters {
  std::size_t collections = 0;
  std::size_t reorderings = 0;
  std::size_t peak_nodes = 0;  // most that were seen alive
};

// Thrown by an operation that has seen more nodes than it was allowed to (set_alarm).
struct Explosion {};

class Sifting;

// How hard to look for a better order.
struct Effort {
  static constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max() / 2;
  std::uint64_t patience = endless;  // steps without shrinking by an eighth
  double seconds = 20;
  std::size_t least_gain = 1;  // times fewer nodes, or it is undone
};

// Decision diagrams.  Edges are plain numbers: whoever keeps one
// over the next begin() holds it.  Operations throw base::Exhausted when the budget ends; what was
// held before is untouched then.  Used by one thread at a time; kernels know nothing of each other.
//
// Each operation is explained in the file that defines it.
class Kernel {
 public:
  Kernel(std::size_t variables, base::Budget& budget, const Stress& stress = {});

  // ---- between operations ----

  void hold(Edge f) {
    store_.hold(f);
    ++held_;
  }
  void release(Edge f) {
    store_.release(f);
    --held_;
  }
  // Before an operation: looks at the clock, and collects if much may be unused; says whether it
  // did.  (collect.cpp)
  bool begin();
  void collect();
  // When so many nodes are there, or would be if an operation had not given up some, it throws
  // Explosion, after which nothing has changed.
  void set_alarm(std::size_t nodes) { alarm_ = nodes; }
  // Looks for an order with fewer nodes by moving blocks of variables.  (sift.cpp)
  // Neighbours of one group, given by its number for each variable, are a block.
  void reorder(std::span<const std::uint32_t> group_of, const Effort& effort);
  // Brings the variables into this order, the root first, unless on the way the patience ends or
  // the diagrams have much more nodes, or in the end not so many times fewer; then they stay.
  [[nodiscard]] bool try_order(std::span<const Variable> order, const Effort& effort);
  // The same in any case.
  void reorder_to(std::span<const Variable> order);
  // New variables, one directly above each of these levels; the number of levels is the bottom.
  [[nodiscard]] std::vector<Variable> insert(std::span<const Level> places);  // insert.cpp

  // ---- functions ----

  [[nodiscard]] Edge literal(Variable v, bool value);
  [[nodiscard]] Edge conjunction(Edge f, Edge g);                    // apply.cpp
  [[nodiscard]] Edge exclusive(Edge f, Edge g);                      // apply.cpp
  [[nodiscard]] Edge choice(Edge f, Edge then, Edge otherwise);      // apply.cpp
  [[nodiscard]] Edge exists(Edge f, std::uint32_t set);              // quantify.cpp
  [[nodiscard]] Edge and_exists(Edge f, Edge g, std::uint32_t set);  // quantify.cpp
  // rename(and_exists(f, g, set), renaming) and and_exists(rename(f, renaming), g, set).
  [[nodiscard]] Edge image(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming);  // image.cpp
  [[nodiscard]] Edge preimage(Edge f, Edge g, std::uint32_t set,
                              std::uint32_t renaming);        // image.cpp
  [[nodiscard]] Edge rename(Edge f, std::uint32_t renaming);  // substitute.cpp
  using Substitution = std::span<const std::pair<Variable, Edge>>;
  [[nodiscard]] Edge compose(Edge f, Substitution substitution);  // substitute.cpp
  [[nodiscard]] Edge constrain(Edge f, Edge care);                // cofactor.cpp
  [[nodiscard]] Edge simplify(Edge f, Edge care);                 // cofactor.cpp
  [[nodiscard]] bool disjoint(Edge f, Edge g);                    // apply.cpp

  // ---- what is there ----

  [[nodiscard]] Edge low(Edge f) const { return store_.low(f); }
  [[nodiscard]] Edge high(Edge f) const { return store_.high(f); }
  [[nodiscard]] Level level(Edge f) const { return store_.level(f); }
  [[nodiscard]] const Order& order() const { return order_; }
  [[nodiscard]] Tables& tables() { return tables_; }
  [[nodiscard]] std::size_t nodes() const { return store_.used(); }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  // Results found that were not known, in all.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  void add_steps(std::uint64_t steps) { steps_ += steps; }
  // Operations end, in Exhausted, soon after so many steps in all.
  void limit_steps(std::uint64_t most) { most_steps_ = most; }
  [[nodiscard]] std::uint64_t most_steps() const { return most_steps_; }
  // Work is counted in steps.  The watch has nothing to do with this kernel.
  void set_watch(const Watch& watch) {
    watch_ = watch;
    next_look_ = std::min(next_look_, std::max(watch_.next, steps_ + 1));
  }
  [[nodiscard]] std::size_t most_bytes() const { return allowance_.most(); }
  [[nodiscard]] std::size_t node_bytes() const { return store_.bytes(); }
  [[nodiscard]] std::size_t cache_bytes() const { return cache_.bytes(); }
  // Stops the program if anything is not as it must be.  (invariants.cpp)
  void check() const;

 private:
  friend class Sifting;
  friend class Invariants;

  static constexpr std::uint64_t steps_between_looks = 1024;
  static constexpr std::size_t bytes_per_variable = 16;  // of the order, beside what is allocated

  struct Halves {
    Edge low;
    Edge high;
  };
  // f where the variable at a level, which is f's own or stands above it, is false, and true.
  [[nodiscard, gnu::always_inline]] Halves halves(Edge f, Level level) const {
    const Node& node = store_[number(f)];
    if (node.level != level) return {f, f};
    return {node.low ^ sign(f), node.high ^ sign(f)};
  }
  [[nodiscard]] Edge disjunction(Edge f, Edge g) {
    return negation(conjunction(negation(f), negation(g)));
  }
  // If the variable at a level, which may stand anywhere, then high else low.
  [[nodiscard]] Edge decide(Level level, Edge low, Edge high) {
    if (level < store_.level(low) && level < store_.level(high))
      return store_.make(level, low, high);
    const Kept kept_low(*this, low);
    const Kept kept_high(*this, high);
    const Kept variable(*this, store_.make(level, no, yes));
    return choice(kept_end_[-1], high, low);
  }
  // One more result that was not known; now and then looks around, and may collect: then only what
  // is held or kept survives.
  void tick() {
    if (++steps_ >= next_look_) look_around();
  }
  void look_around();
  // All nodes in use are alive.
  void note_alive() { counters_.peak_nodes = std::max(counters_.peak_nodes, store_.used()); }
  void plan_tables();

  // An edge that only the operation at work knows, for the time in which it may collect.  Whoever
  // calls a recursion keeps the arguments, unless they are below what is kept already.
  class Kept {
   public:
    Kept(Kernel& kernel, Edge f) : kernel_(kernel) { *kernel.kept_end_++ = f; }
    ~Kept() { --kernel_.kept_end_; }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

   private:
    Kernel& kernel_;
  };
  // The same for as many as there are variables, to be written behind the last one kept.
  class KeptForEachLevel {
   public:
    explicit KeptForEachLevel(Kernel& kernel)
        : kernel_(kernel), edges_(kernel.kept_end_, kernel.order_.size()) {
      std::fill(edges_.begin(), edges_.end(), no);
      kernel.kept_end_ += edges_.size();
    }
    ~KeptForEachLevel() { kernel_.kept_end_ = edges_.data(); }
    KeptForEachLevel(const KeptForEachLevel&) = delete;
    KeptForEachLevel& operator=(const KeptForEachLevel&) = delete;
    [[nodiscard]] std::span<Edge> edges() const { return edges_; }

   private:
    Kernel& kernel_;
    std::span<Edge> edges_;
  };
  // f or what is computed next, which is not if f is true.
  template <class Next>
  [[nodiscard]] Edge join(Edge f, const Next& next) {
    if (f == yes) return yes;
    const Kept kept(*this, f);
    const Edge g = next();
    const Kept kept_too(*this, g);
    return disjunction(f, g);
  }
  [[nodiscard]] bool make_room_for(std::size_t variables, std::size_t fresh);
  template <class GoOn>
  void arrange(Sifting& sifting, std::span<const Variable> order, const GoOn& go_on);

  struct Step;
  [[nodiscard]] Edge exists(Edge f, const LevelSet& set, std::uint32_t what);
  [[nodiscard]] Edge and_exists(Edge f, Edge g, const LevelSet& set, std::uint32_t number);
  [[nodiscard]] Edge image(Edge f, Edge g, const Step& step);
  [[nodiscard]] Edge image_of_twins(Edge f, Edge g, Level level, const Step& step);
  [[nodiscard]] Edge preimage(Edge f, Edge g, const Step& step);
  [[nodiscard]] Edge preimage_of_twins(Edge f, Edge g, Level level, const Step& step);
  [[nodiscard]] Edge rename(Edge f, const LevelMap& map, std::uint32_t what);
  [[nodiscard]] Edge compose(Edge f, std::span<const Edge> by_level, std::uint32_t what);

  base::Budget& budget_;
  Stress stress_;
  Allowance allowance_;
  Order order_;
  Tables tables_;
  Store store_;
  Cache cache_;
  Counters counters_;
  Array<Edge> pending_;  // for marking
  Array<Edge> kept_;     // while an operation is at work
  Edge* kept_end_ = nullptr;
  bool collected_inside_ = false;  // the operation at work, or the last one
  std::size_t collect_at_;
  std::size_t alarm_ = std::numeric_limits<std::size_t>::max();
  std::uint64_t steps_ = 0;
  std::uint64_t most_steps_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t next_look_ = 1;  // when there were so many steps
  Watch watch_;
  std::uint64_t held_ = 0;  // from outside, all edges together
  StackGuard stack_;
  std::uint64_t operations_ = 0;
  std::uint32_t compositions_ = 0;
};

}  // namespace ken::bdd::kernel
