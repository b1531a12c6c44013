// Where nodes live.
//
// Nodes lie in one array and are numbered by their place in it; a node never moves, so edges stay
// valid for ever.  A table with open addressing finds a node by its contents: three slots of four
// bytes for two nodes, so a node that fits takes 22 bytes with all that belongs to it.  The number
// of a node does not need all the bits of a slot, and those above it hold a piece of the hash: with
// a million nodes twelve bits.  So most slots that are passed in a search are told apart without
// looking at their nodes, and sixteen of them lie in one line of the processor's cache.  The home
// of a node is given by the upper bits of its hash, in a table of any size, and a collision goes to
// the next slot; there is no wrapping around, a short tail takes what runs over the end.
//
// After a collection, or when the number of slots or of bits has changed, the table is filled again
// from the nodes, in the memory that it has: one pass over them from front to back, which asks for
// the slots of some nodes ahead.  It looks at the clock, and if it is stopped the table is not in
// order, which is remembered, and done before the next operation.  Nothing here allocates during a
// collection, so one is possible when nothing is left.  How much room there is is decided in
// collect.cpp; when an operation needs more at once, it is a quarter more, and when the budget does
// not allow that, nodes alone grow until the table is seven eighths full.
//
// Marking follows low edges in a loop and keeps high ones for later, so that what is kept is never
// more than one edge for each level.

#include "bdd/kernel/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t usual_room = std::size_t{1} << 14U;  // at first
constexpr std::size_t small_room = std::size_t{1} << 6U;

constexpr std::size_t per_word = 64;  // nodes; arrays of nodes are a multiple of this
constexpr std::size_t between_looks = std::size_t{1} << 18U;  // at the clock, in a large table

// Slots for so many nodes, and so many nodes at most in a table.
std::size_t slots_for(std::size_t nodes) { return nodes + nodes / 2; }
std::size_t most_in(std::size_t slots) { return slots / 8 * 7; }

std::size_t whole_words(std::size_t nodes) { return (nodes + per_word - 1) / per_word * per_word; }

}  // namespace

Store::Store(Allowance& allowance, const Stress& stress)
    : stress_(stress),
      nodes_(allowance),
      table_(allowance),
      in_use_(allowance),
      marks_(allowance),
      allowance_(allowance) {
  const std::size_t first = stress.small_tables ? small_room : usual_room;
  if (!extend(first, slots_for(first)))
    throw base::Exhausted(base::Resource::memory, "not enough for the tables of decision diagrams");
  lay_out();
  in_order_ = true;
  nodes_[0] = {at_the_bottom, no, no, 1};
  in_use_[0] = 1;
  look_at_word(0);
}

bool Store::reserve(std::size_t nodes) {
  nodes = std::min<std::size_t>(std::max(nodes, used_) + 1, most_nodes - per_word);
  const std::size_t size = whole_words(std::max<std::size_t>(nodes, end_));
  const std::size_t slots = slots_for(nodes);
  const bool grown = extend(size, slots);
  if (grown && 2 * nodes < room_) {  // after a peak
    nodes_.shrink(size);
    in_use_.shrink(size / per_word);
    marks_.shrink(size / per_word);
    table_.shrink(slots + tail);
  }
  lay_out();
  return grown;
}

// Arrays at least as large as these.
bool Store::extend(std::size_t size, std::size_t slots) {
  const std::size_t words = size / per_word;
  return (in_use_.size() >= words || in_use_.extend(words)) &&
         (marks_.size() >= words || marks_.extend(words)) &&
         (nodes_.size() >= size || nodes_.extend(size)) &&
         (table_.size() >= slots + tail || table_.extend(slots + tail));
}

// What follows from the sizes of the arrays.
void Store::lay_out() {
  const std::size_t slots = table_.size() - tail;
  const Slot numbers = std::bit_ceil(static_cast<std::uint32_t>(nodes_.size())) - 1;
  in_order_ = in_order_ && slots == slots_ && numbers == numbers_;
  slots_ = slots;
  numbers_ = numbers;
  room_ = std::min(nodes_.size() - 1, most_in(slots));
  if (word_ >= nodes_.size() / per_word) look_at_word(0);
}

// Room for a node and a slot; where the slot for this hash is now.
std::size_t Store::make_room(std::uint64_t hash) {
  if (stress_.grow_always && used_ < room_) {
    if (used_ % (1 + table_.size() / (4 * tail)) == 0) relocate();  // large tables not every time
  } else {
    if (!reserve(room_ + room_ / 4)) (void)reserve(room_ + room_ / 64 + per_word);
    if (used_ >= room_) {
      allowance_.check_limits_now();
      report_full();
    }
  }
  rebuild();
  std::size_t at = home(hash, slots_);
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

void Store::mark_held(Edge* pending) {
  std::fill_n(marks_.data(), marks_.size(), 0);
  marks_[0] = 1;
  marked_ = 0;
  for (std::uint32_t root = 1; root < end_; ++root)
    if (nodes_[root].references != 0) mark(root << 1U, pending);
}

void Store::mark(Edge root, Edge* pending) {
  Edge* top = pending;
  *top++ = root;
  while (top != pending) {
    for (Edge f = *--top; !marked(f);) {
      if (++marked_ % between_looks == 0) allowance_.check_limits_now();
      const Node& node = nodes_[number(f)];
      marks_[number(f) >> 6U] |= std::uint64_t{1} << (number(f) & 63U);
      if (!marked(node.high)) *top++ = node.high;
      f = node.low;
    }
  }
}

void Store::sweep() {
  in_use_.swap(marks_);
  in_order_ = false;
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
}

// From the nodes in use.
void Store::put_in_order(bool may_be_stopped) {
  if (in_order_) return;
  std::fill_n(table_.data(), table_.size(), 0);
  constexpr std::size_t ahead = 16;  // so many slots are asked for before they are looked at
  std::array<std::pair<std::size_t, Slot>, ahead> next;
  std::size_t count = 0;
  const auto insert_next = [&] {
    for (std::size_t i = 0; i < count; ++i) {
      auto [at, slot] = next[i];
      while (table_[at] != 0) ++at;
      CHECK(at + 1 < table_.size(), "hashes are spread evenly enough");
      table_[at] = slot;
    }
    count = 0;
  };
  for (std::size_t word = 0; word * per_word < end_; ++word) {
    if (may_be_stopped && word % (between_looks / per_word) == between_looks / per_word - 1)
      allowance_.check_limits_now();
    std::uint64_t bits = in_use_[word];
    if (word == 0) bits &= ~std::uint64_t{1};  // the constant
    for (; bits != 0; bits &= bits - 1) {
      const auto i = static_cast<std::uint32_t>(per_word * word) +
                     static_cast<unsigned>(std::countr_zero(bits));
      const std::uint64_t h = hash(nodes_[i]);
      next[count++] = {home(h, slots_), tag(h) | i};
      __builtin_prefetch(&table_[home(h, slots_)], 1);
      if (count == ahead) insert_next();
    }
  }
  insert_next();
  in_order_ = true;
}

}  // namespace ken::bdd::kernel
