// The kernel against BuDDy: the same random sequences of operations on more variables than a truth
// table can have, and both must find the same functions with the same counts and sizes.  BuDDy has
// no complement edges, so a diagram has as many nodes there as functions in ours.  BuDDy is used
// through its own interface and without reordering, where it can be trusted (docs/adr/0009); ours
// reorders now and then.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <unordered_map>

#include "bdd/count.hpp"
#include "bdd/reachable.hpp"
#include "bdd/truth_table.test.hpp"

#ifndef KEN_BDD_BUDDY

#include <bdd.h>

// The header hides some functions of its C interface behind classes of its own.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar
#undef bdd_makeset

namespace ken::bdd {
namespace {

constexpr std::size_t variables = 40;
constexpr std::size_t kept = 8;

// A diagram of BuDDy, held.
class Other {
 public:
  explicit Other(int root = 0) : root_(bdd_addref(root)) {}
  Other(const Other& other) : Other(other.root_) {}
  Other& operator=(Other other) {
    std::swap(root_, other.root_);
    return *this;
  }
  ~Other() { bdd_delref(root_); }
  [[nodiscard]] int root() const { return root_; }

 private:
  int root_;
};

class Both {
 public:
  Both() {
    bdd_init(100'000, 25'000);
    bdd_gbc_hook(nullptr);
    bdd_setcacheratio(4);
    bdd_setvarnum(variables);
  }
  ~Both() {
    theirs_.clear();
    bdd_done();
  }
  Both(const Both&) = delete;
  Both& operator=(const Both&) = delete;

  void run(std::uint64_t seed, int steps, const Stress& stress) {
    base::Budget budget;
    Manager manager(variables, budget, {.reordering = Reordering::off, .stress = stress});
    ours_.clear();
    theirs_.clear();
    for (std::size_t i = 0; i < kept; ++i) {
      ours_.push_back(manager.variable(var(i)));
      theirs_.emplace_back(bdd_ithvar(static_cast<int>(i)));
    }
    for (int i = 0; i < steps; ++i) step(manager, scramble(seed + static_cast<std::uint64_t>(i)));
    manager.reorder_to(range(0, variables));
    for (std::size_t i = 0; i < kept; ++i) compare(manager, i);
    ours_.clear();
  }

 private:
  void step(Manager& manager, std::uint64_t random) {
    const auto draw = [&](std::uint64_t below) {
      random = scramble(random);
      return random % below;
    };
    const std::size_t a = draw(kept);
    const std::size_t b = draw(kept);
    const std::size_t c = draw(kept);
    const Variable x = var(draw(variables));
    const int their_x = bdd_ithvar(static_cast<int>(number(x)));
    std::vector<Variable> some;
    std::vector<int> their_some;
    for (std::size_t i = 0; i < 3; ++i) {
      some.push_back(var(draw(variables)));
      their_some.push_back(static_cast<int>(number(some.back())));
    }
    const VariableSet set = manager.set(some);
    const Other cube(bdd_makeset(their_some.data(), static_cast<int>(their_some.size())));
    const Bdd f = ours_[a];
    const Bdd g = ours_[b];
    const int s = theirs_[a].root();
    const int t = theirs_[b].root();
    const auto put = [&](const Bdd& our, int their) {
      const Other held(their);
      if (nodes(our) > 3000) return;  // small enough for hundreds of steps
      ours_[c] = our;
      theirs_[c] = held;
    };
    if (draw(64) == 0) manager.reorder();
    switch (draw(12)) {
      case 0:
        return put(f & g, bdd_and(s, t));
      case 1:
        return put(f | g, bdd_or(s, t));
      case 2:
        return put(f ^ g, bdd_xor(s, t));
      case 3:
        return put(f - g, bdd_apply(s, t, bddop_diff));
      case 4:
        return put(!f, bdd_not(s));
      case 5:
        return put(manager.variable(x) ^ f, bdd_xor(their_x, s));
      case 6:
        return put(manager.variable(x) | f, bdd_or(their_x, s));
      case 7:
        return put(exists(f, set), bdd_exist(s, cube.root()));
      case 8:
        return put(forall(f, set), bdd_forall(s, cube.root()));
      case 9:
        return put(and_exists(f, g, set), bdd_appex(s, t, bddop_and, cube.root()));
      case 10:
        return put(if_then_else(manager.variable(x), f, g), bdd_ite(their_x, s, t));
      default: {  // constrain depends on the order, its meaning on the care set does not
        if (g.is_false()) return;
        const Other part(bdd_constrain(s, t));  // held, or collected while it is conjoined
        put(constrain(f, g) & g, bdd_and(part.root(), t));
      }
    }
  }

  void compare(Manager& manager, std::size_t i) const {
    const Bdd& f = ours_[i];
    const int root = theirs_[i].root();
    std::unordered_map<int, Bdd> known = {{0, manager.constant(false)},
                                          {1, manager.constant(true)}};
    RC_ASSERT(f == translated(manager, root, known));
    RC_ASSERT(reachable_functions({&f, 1}).size() == static_cast<std::size_t>(bdd_nodecount(root)));
    const Natural points(bdd_satcount(root));  // of 2^40: a double holds it exactly
    RC_ASSERT(count(f, manager.set(range(0, variables))) == points);
  }

  // Their diagram among ours.
  static Bdd translated(Manager& manager, int root, std::unordered_map<int, Bdd>& known) {
    if (const auto found = known.find(root); found != known.end()) return found->second;
    const Bdd low = translated(manager, bdd_low(root), known);
    const Bdd high = translated(manager, bdd_high(root), known);
    const Variable x = var(static_cast<std::size_t>(bdd_var(root)));
    return known[root] = if_then_else(manager.variable(x), high, low);
  }

  std::vector<Bdd> ours_;
  std::vector<Other> theirs_;
};

TEST(SecondOpinion, BothFindTheSameFunctions) {
  Both both;
  for (const Stress& stress :
       {Stress{}, Stress{.small_tables = true, .collect_every = 3, .fixed_cache = 16}}) {
    EXPECT_TRUE(rc::check([&] { both.run(*rc::gen::arbitrary<std::uint64_t>(), 150, stress); }));
  }
}

}  // namespace
}  // namespace ken::bdd

#endif
