// One cache for all operations.
//
// An entry is found by its two or three arguments and what was done with them, in the one place
// where it can be; four entries share a line of the processor's cache.  What was done is told from
// a third argument by its size (node.hpp), so sixteen bytes hold the key in full and a wrong result
// can not be taken for a right one.
//
// A cache much larger than the processor's own caches makes every look a miss there; one much
// smaller than the diagrams forgets too much.  It grows with the nodes, up to about the size of the
// last cache of the processor.
//
// After a collection it keeps what speaks of nodes that are still there.

#include "bdd/kernel/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t first_entries = std::size_t{1} << 14U;
constexpr std::size_t fewest_at_most = std::size_t{1} << 20U;
constexpr std::size_t most_at_most = std::size_t{1} << 22U;
constexpr std::size_t tiny = 16;

std::size_t most_entries() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const std::size_t entries =
      bytes > 0 ? static_cast<std::size_t>(bytes) / sizeof(Cache::Entry) : 0;
  return std::clamp(std::bit_floor(entries), fewest_at_most, most_at_most);
}

unsigned shift_for(std::size_t entries) {
  return 64U - static_cast<unsigned>(std::countr_zero(entries));
}

}  // namespace

Cache::Cache(Allowance& allowance, const Stress& stress)
    : allowance_(allowance), entries_(allowance), most_(stress.tiny_cache ? tiny : most_entries()) {
  const std::size_t entries = std::min(first_entries, most_);
  if (!entries_.allocate(entries))
    throw base::Exhausted(base::Resource::memory, "not enough for the tables of decision diagrams");
  shift_ = shift_for(entries);
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

void Cache::adapt(std::size_t nodes) {
  if (nodes <= entries_.size() || entries_.size() >= most_) return;
  const std::size_t entries = std::min(most_, std::bit_ceil(nodes));
  Array<Entry> old(allowance_);
  old.swap(entries_);
  if (!entries_.allocate(entries)) {
    old.swap(entries_);
    return;
  }
  shift_ = shift_for(entries);
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old[i].what != 0 || old[i].f != 0) at(old[i].f, old[i].g, old[i].what) = old[i];
}

}  // namespace ken::bdd::kernel
