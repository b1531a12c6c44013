// Where nodes live.
//
// Nodes lie in one array and are numbered by their place in it; a node never moves, so edges stay
// valid for ever.  A table with open addressing finds a node by its contents.  A slot holds 32 bits
// of hash beside the number.  The home of a node is given by the upper bits of its hash, and a
// collision goes to the next slot; there is no wrapping around, a short tail takes what runs over
// the end.  So
//  - most slots that are passed in a search are told apart without looking at their nodes;
//  - slots lie in the order of their homes, up to a few places.  When the table doubles, home h
//    becomes 2h or 2h+1: old and new table are both walked from front to back, no node is looked
//    at, and the old one is good until the end, so that it can be broken off;
//  - after a collection the table is put in order in place: every slot is taken out and put back,
//    and the free place it finds lies at or before its old one.
//
// The table has two slots for each node, so nodes and table take 32 bytes for each node that fits.
// When the budget does not allow to double both, nodes alone grow until the table is seven eighths
// full.  Nothing here allocates during a collection, so one is possible when nothing is left.
//
// Marking follows low edges in a loop and keeps high ones for later, so that what is kept is never
// more than one edge for each level.

#include "bdd/kernel/store.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr unsigned usual_bits = 15;  // slots of the first table: two to the power of this
constexpr unsigned small_bits = 7;
constexpr std::size_t few_in_table = 8;  // times as many slots

constexpr std::size_t between_looks = std::size_t{1} << 18U;  // at the clock, in a large table

constexpr std::size_t per_word = 64;  // nodes; arrays of nodes are a multiple of this

}  // namespace

Store::Store(Allowance& allowance, const Stress& stress)
    : stress_(stress),
      nodes_(allowance),
      table_(allowance),
      in_use_(allowance),
      marks_(allowance),
      shift_(32 - (stress.small_tables ? small_bits : usual_bits)),
      allowance_(allowance) {
  const std::size_t slots = std::size_t{1} << (32 - shift_);
  if (!table_.allocate(slots + tail) || !in_use_.allocate(slots / 2 / per_word) ||
      !marks_.allocate(slots / 2 / per_word) || !nodes_.allocate(slots / 2))
    throw base::Exhausted(base::Resource::memory, "not enough for the tables of decision diagrams");
  nodes_[0] = {at_the_bottom, no, no, 1};
  in_use_[0] = 1;
  look_at_word(0);
}

// Room for a node and a slot; where the slot for this hash is now.
std::size_t Store::make_room(std::uint32_t hash) {
  const bool node_missing = used_ + 1 == nodes_.size();
  const std::size_t most_in_table = (table_.size() - tail) / 8 * 7;
  const std::size_t half_more = std::min(nodes_.size() + nodes_.size() / 2, most_in_table);
  if (stress_.grow_always && !node_missing) {
    if (used_ % (1 + table_.size() / (4 * tail)) == 0) relocate();  // large tables not every time
  } else if (!grow_all() &&
             !(node_missing && (grow_nodes(half_more) || grow_nodes(nodes_.size() + 1024)))) {
    allowance_.check_limits_now();
    report_full();
  }
  std::size_t at = home(hash);
  while (table_[at] != 0) ++at;
  if (at + 1 >= table_.size()) report_full();
  return at;
}

void Store::report_full() const {
  throw base::Exhausted(base::Resource::memory,
                        fmt::format("more than {} nodes of decision diagrams", used_));
}

// Everything to another place, as growing might do, if there is memory.
void Store::relocate() {
  Array<Slot> table(allowance_);
  Array<Node> nodes(allowance_);
  if (!table.allocate(table_.size()) || !nodes.allocate(nodes_.size())) return;
  std::copy_n(table_.data(), table_.size(), table.data());
  std::copy_n(nodes_.data(), nodes_.size(), nodes.data());
  table_.swap(table);
  nodes_.swap(nodes);
}

bool Store::grow_nodes(std::size_t size) {
  size = std::min<std::size_t>({size, most_nodes, (table_.size() - tail) / 8 * 7});
  size = size / per_word * per_word;
  if (size <= nodes_.size()) return false;
  const std::size_t words = size / per_word;
  if (in_use_.size() < words && !in_use_.extend(words)) return false;
  if (marks_.size() < words && !marks_.extend(words)) return false;
  return nodes_.extend(size);
}

bool Store::grow_all() {
  if (shift_ == 0 || nodes_.size() >= most_nodes) return false;
  const std::size_t slots = 2 * (table_.size() - tail);
  const std::size_t for_nodes = slots / 2 <= nodes_.size() ? 0 : nodes_.needed_to_extend(slots / 2);
  if (!allowance_.fits(std::max((slots + tail) * sizeof(Slot), for_nodes))) return false;
  Array<Slot> old(allowance_);
  old.swap(table_);
  if (!table_.allocate(slots + tail)) {
    old.swap(table_);
    return false;
  }
  --shift_;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i] != 0) insert(old[i]);
    if (i % between_looks == 0 && !allowance_.may_go_on()) {
      old.swap(table_);
      ++shift_;
      return false;
    }
  }
  old.clear();
  return grow_nodes(slots / 2) || used_ + 1 < nodes_.size();
}

void Store::insert(Slot slot) {
  std::size_t at = home(static_cast<std::uint32_t>(slot >> 32U));
  while (table_[at] != 0) ++at;
  CHECK(at + 1 < table_.size(), "hashes are spread evenly enough");
  table_[at] = slot;
}

void Store::mark(Edge* pending) {
  std::size_t count = 0;
  std::fill_n(marks_.data(), marks_.size(), 0);
  marks_[0] = 1;
  for (std::uint32_t root = 1; root < end_; ++root) {
    if (nodes_[root].references == 0) continue;
    Edge* top = pending;
    *top++ = root << 1U;
    while (top != pending) {
      for (Edge f = *--top; !marked(f);) {
        if (++count % between_looks == 0) allowance_.check_limits_now();
        const Node& node = nodes_[number(f)];
        marks_[number(f) >> 6U] |= std::uint64_t{1} << (number(f) & 63U);
        if (!marked(node.high)) *top++ = node.high;
        f = node.low;
      }
    }
  }
}

void Store::sweep() {
  in_use_.swap(marks_);
  used_ = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < in_use_.size(); ++i) {
    if (in_use_[i] == 0) continue;
    used_ += static_cast<std::size_t>(std::popcount(in_use_[i]));
    last = i;
  }
  --used_;  // the constant
  end_ = static_cast<std::uint32_t>(per_word * last + std::bit_width(in_use_[last]));
  look_at_word(0);
  if (few_in_table * used_ < table_.size()) {
    rebuild_table();
    return;
  }
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const Slot slot = table_[i];
    if (slot == 0) continue;
    table_[i] = 0;
    if (in_use(static_cast<std::uint32_t>(slot))) insert(slot);
  }
}

// From the nodes in use.
void Store::rebuild_table() {
  std::fill_n(table_.data(), table_.size(), 0);
  for (std::size_t word = 0; word < in_use_.size(); ++word) {
    for (std::uint64_t bits = in_use_[word]; bits != 0; bits &= bits - 1) {
      const auto i = static_cast<std::uint32_t>(per_word * word) +
                     static_cast<unsigned>(std::countr_zero(bits));
      if (i == 0) continue;
      const Node& node = nodes_[i];
      insert(Slot{hash(node.level, node.low, node.high)} << 32U | i);
    }
  }
}

}  // namespace ken::bdd::kernel
