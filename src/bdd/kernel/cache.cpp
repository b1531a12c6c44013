// One cache for all operations.
//
// An entry is found by its two or three arguments and what was done with them, in the one place
// where it can be; four entries share a line of the processor's cache.  What was done is told from
// a third argument by its size (node.hpp), so sixteen bytes hold the key in full and a wrong result
// can not be taken for a right one.
//
// How large?  One that is much larger than the processor's own caches makes every look a miss
// there; one that is too small forgets what is asked for again, within an operation or in the next
// one, and then an operation can take exponentially longer.  Neither can be told from the number of
// nodes, so it is sampled: every 512th place remembers the last 64 results that were driven out of
// it, and counts how often one of them has to be computed again.  When that is so for a third of
// all steps, the cache is doubled, within an operation too, up to about one entry for each node
// alive.  Beyond that it must be so for two thirds of all steps: then the operation is about to
// take exponentially longer.  When it is so for less than an eighth, such a cache is halved again.
//
// After a collection it keeps what speaks of nodes that are still there.

#include "bdd/kernel/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t first_entries = std::size_t{1} << 14U;
constexpr std::size_t few_entries = std::size_t{1} << 8U;
// How many there may be at most, if that helps much.
constexpr std::size_t fewest_at_most = std::size_t{1} << 20U;
constexpr std::size_t most_at_most = std::size_t{1} << 22U;

std::size_t most_entries() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const std::size_t entries =
      bytes > 0 ? static_cast<std::size_t>(bytes) / sizeof(Cache::Entry) : 0;
  return std::clamp(std::bit_floor(entries), fewest_at_most, most_at_most);
}

}  // namespace

Cache::Cache(Allowance& allowance, const Stress& stress)
    : allowance_(allowance),
      entries_(allowance),
      samples_(allowance),
      may_grow_(stress.fixed_cache.value_or(0) == 0),
      most_entries_(most_entries()),
      usual_most_(first_entries) {
  const std::size_t first = stress.small_tables ? few_entries : first_entries;
  const std::size_t entries = may_grow_ ? first : *stress.fixed_cache;
  if (!entries_.allocate(entries) || !samples_.allocate(entries / places_per_sample + 1))
    throw base::Exhausted(base::Resource::memory, "not enough for the tables of decision diagrams");
  shift_ = 64U - static_cast<unsigned>(std::countr_zero(entries));
}

void Cache::clear() { std::fill_n(entries_.data(), entries_.size(), Entry{}); }

void Cache::keep_marked(const Store& store) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& e = entries_[i];
    const bool alive = store.marked(e.f) && store.marked(e.g) && store.marked(e.result) &&
                       (e.what >= first_code || store.marked(e.what));
    if (!alive) e = Entry{};
  }
}

void Cache::sample(std::size_t place, const Key& key) {
  Sample& here = samples_[place / places_per_sample];
  if (std::find(here.driven_out.begin(), here.driven_out.end(), key.hash) != here.driven_out.end())
    ++regrets_;
  const Entry& old = entries_[place];
  if (old.is_used())
    here.driven_out[here.count++ % here.driven_out.size()] = hash(old.f, old.g, old.what);
}

void Cache::adapt(std::size_t steps) {
  steps_ += steps;
  if (steps_ < entries_.size() || !may_grow_) return;
  const std::uint64_t regrets = regrets_ * places_per_sample;
  const bool is_small = 2 * entries_.size() <= usual_most_;
  if (is_small ? 3 * regrets > steps_ : 3 * regrets > 2 * steps_ && entries_.size() < most_entries_)
    grow();
  else if (entries_.size() > usual_most_ && 8 * regrets < steps_)
    shrink();
  steps_ = 0;
  regrets_ = 0;
}

// To twice as many, if there is memory.  What was in place i belongs to place 2i or 2i+1 now, so
// from the last to the first each moves to a place that is free already.
void Cache::grow() {
  const std::size_t size = entries_.size();
  Array<Sample> samples(allowance_);
  if (!samples.allocate(2 * size / places_per_sample + 1) || !entries_.extend(2 * size)) return;
  samples.swap(samples_);
  --shift_;
  for (std::size_t i = size; i-- > 0;) {
    const Entry e = entries_[i];
    entries_[i] = Entry{};
    if (e.is_used()) entries_[hash(e.f, e.g, e.what) >> shift_] = e;
  }
}

// To half as many: of two that come to the same place one stays.
void Cache::shrink() {
  const std::size_t size = entries_.size() / 2;
  if (!entries_.can_shrink(size)) return;
  for (std::size_t i = 0; i < size; ++i)
    entries_[i] = entries_[2 * i].is_used() ? entries_[2 * i] : entries_[2 * i + 1];
  entries_.shrink(size);
  std::fill_n(samples_.data(), samples_.size(), Sample{});
  ++shift_;
}

}  // namespace ken::bdd::kernel
