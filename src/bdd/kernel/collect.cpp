// Between operations.
//
// An operation makes nodes that only it knows, so a node can be given up only between operations.
// Then everything that is held from outside, and all below it, is kept, and the rest is vacant.  A
// collection is worth its time when about as many nodes were made as were alive at the last one;
// the table grows meanwhile if it must.  But a node that nobody holds may be found again, with all
// that the cache knows about it.  A cache that has grown shows that the same is asked again and
// again; then there must be several nodes for each of its entries before they are collected.  Two
// passes over the nodes, one over the table and one over the cache, and no memory.
//
// Operations recurse once for each level, and look around now and then: at the clock, at how the
// cache does, at how much of the stack they have used, and whether the nodes have become too many.

#include <algorithm>

#include "base/check.hpp"
#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t too_few_to_collect = std::size_t{1} << 16U;
constexpr std::size_t nodes_per_entry = 4;

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
      collect_at_(too_few_to_collect) {
  stack_.begin();
  if (!allowance_.take(variables * bytes_per_variable) || !pending_.allocate(variables + 2))
    throw base::Exhausted(base::Resource::memory, "not enough for the tables of decision diagrams");
}

void Kernel::begin() {
  budget_.check_stop_now();
  stack_.begin();
  if (store_.used() >= collect_at_ || stress_.is_due(stress_.collect_every, ++operations_, nodes()))
    collect();
}

void Kernel::check_limits_in_operation() {
  budget_.check_limits_now();
  if (stack_.is_reached())
    throw base::Exhausted(base::Resource::memory, "decision diagrams are too deep for the stack");
  if (store_.used() >= alarm_) throw Explosion{};
  cache_.adapt(steps_between_looks, store_.used());
}

void Kernel::collect() {
  store_.mark(pending_.data());
  cache_.keep_marked(store_);
  store_.sweep();
  ++counters_.collections;
  counters_.peak_nodes = std::max(counters_.peak_nodes, store_.used());
  collect_at_ = std::max({too_few_to_collect, nodes_per_entry * cache_.size(), 2 * store_.used()});
}

Edge Kernel::literal(Variable v, bool value) {
  CHECK(static_cast<std::size_t>(v) < order_.size(), "a variable of this kernel");
  const Edge positive = store_.make(order_.level(v), no, yes);
  return value ? positive : negation(positive);
}

}  // namespace ken::bdd::kernel
