// When nodes are given up, and how large the tables are.
//
// Everything that is held from outside, and all below it, is kept at a collection, and the rest is
// vacant.  An operation makes nodes that only it knows, and one operation may make ten times as
// many as its result has, so a collection must be possible in its middle.  There every recursion
// is at the point where it has its arguments and nothing else: whatever it has computed and still
// needs while it goes on is kept on a stack (Kernel::Kept), and arguments are below something that
// is held or kept by whoever called.
//
// A collection is due when there are twice as many nodes as were alive after the last one, and,
// where tables are large, once more after an operation in which there was one, because what it kept
// is garbage then.  So the tables have room for little more than twice what has been alive,
// whatever was made meanwhile.  When memory ends earlier they are done earlier.  The cache usually
// has no more than about one entry for each node alive (cache.cpp).  A collection is a pass over
// the nodes alive and one over the cache, and the table is filled again (store.cpp).
//
// Operations recurse once for each level, and look around now and then: at the clock, at how the
// cache does, at how much of the stack they have used, and whether the nodes have become too many.

#include <algorithm>
#include <bit>

#include "base/check.hpp"
#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t too_few_to_collect = std::size_t{1} << 16U;
constexpr std::size_t made_between_looks = std::size_t{1} << 12U;  // nodes, nearly always

// How many edges an operation keeps at most.  A recursion goes down the levels once, and at each
// of them one that joins or decides goes down from there; the first keeps three at each level at
// most, the second one, and a composition one for each level before it begins.
constexpr std::size_t most_kept(std::size_t variables) { return 6 * (variables + 4); }

}  // namespace

Kernel::Kernel(std::size_t variables, base::Budget& budget, const Stress& stress)
    : budget_(budget),
      stress_(stress),
      allowance_(budget, stress.fail_at),
      order_(variables),
      tables_(order_),
      store_(allowance_, stress),
      cache_(allowance_, stress),
      pending_(allowance_),
      kept_(allowance_),
      collect_at_(too_few_to_collect) {
  stack_.begin();
  if (!make_room_for(variables, variables))
    throw base::Exhausted(base::Resource::memory, "not enough for the tables of decision diagrams");
}

// What is needed for so many variables, some of which are new.
bool Kernel::make_room_for(std::size_t variables, std::size_t fresh) {
  if (!allowance_.take(fresh * bytes_per_variable) || !pending_.allocate(variables + 2) ||
      !kept_.allocate(most_kept(variables)))
    return false;
  kept_end_ = kept_.data();
  return true;
}

bool Kernel::begin() {
  budget_.check_stop_now();
  stack_.begin();
  const bool large = std::max(store_.used(), store_.room() / 4) >= too_few_to_collect;
  const bool due = (collected_inside_ && large) || store_.used() >= collect_at_ ||
                   stress_.is_due(stress_.collect_every, ++operations_, nodes());
  if (due)
    collect();
  else
    store_.rebuild();  // if somebody was interrupted
  return due;
}

void Kernel::look_around() {
  const bool stressed = stress_.is_due(stress_.collect_every, steps_, 8 * nodes());
  next_look_ = steps_ + (stress_.collect_every != 0 ? 1 : steps_between_looks);
  budget_.check_limits_now();
  if (steps_ > most_steps_)
    throw base::Exhausted(base::Resource::work, "more work on decision diagrams than it may take");
  if (steps_ >= watch_.next) watch_.next = watch_.look(steps_);
  next_look_ = std::min(next_look_, std::max(watch_.next, steps_ + 1));
  if (stack_.is_reached())
    throw base::Exhausted(base::Resource::memory, "decision diagrams are too deep for the stack");
  if (store_.used() >= alarm_) throw Explosion{};
  cache_.adapt(steps_between_looks);
  const bool due = store_.used() >= collect_at_;
  if (due || stressed) {
    collect();
    collected_inside_ = due;
  } else if (store_.used() + made_between_looks > store_.room()) {
    (void)store_.reserve(std::min(collect_at_ + made_between_looks, 2 * store_.room()));
    store_.rebuild();
  }
}

void Kernel::collect() {
  CHECK(kept_end_ <= kept_.data() + kept_.size(), "an operation keeps so much for each variable");
  const std::size_t before = store_.used();
  store_.mark_held(pending_.data());
  for (const Edge* kept = kept_.data(); kept != kept_end_; ++kept)
    store_.mark(*kept, pending_.data());
  cache_.keep_marked(store_);
  store_.sweep();
  collected_inside_ = false;
  alarm_ -= std::min(alarm_, before - store_.used());
  ++counters_.collections;
  note_alive();
  plan_tables();
  store_.rebuild();
}

// Until the next collection, from what is alive now.
void Kernel::plan_tables() {
  const std::size_t alive = store_.used();
  cache_.limit(std::max(alive + alive / 4, too_few_to_collect / 4));
  collect_at_ = std::max(too_few_to_collect, 2 * alive);
  const std::size_t room = std::max(store_.room(), 2 * alive);
  if (store_.reserve(std::min(collect_at_ + made_between_looks, room))) return;
  // Memory ends: collect when what there is is full, but not for next to nothing.
  const std::size_t full = std::max(store_.room(), made_between_looks) - made_between_looks;
  collect_at_ = std::min(collect_at_, std::max(full, alive + alive / 8));
}

Edge Kernel::literal(Variable v, bool value) {
  CHECK(static_cast<std::size_t>(v) < order_.size(), "a variable of this kernel");
  const Edge positive = store_.make(order_.level(v), no, yes);
  return value ? positive : negation(positive);
}

}  // namespace ken::bdd::kernel
