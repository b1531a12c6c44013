#pragma once
#include <bit>
#include <cstddef>
#include <span>

#include "bdd/kernel/memory.hpp"
#include "bdd/kernel/node.hpp"
#include "bdd/settings.hpp"

namespace ken::bdd::kernel {

// All nodes of a kernel, each different from every other, found by what is in it.
class Store {
 public:
  Store(Allowance& allowance, const Stress& stress);

  [[nodiscard]] const Node& operator[](std::uint32_t number) const { return nodes_[number]; }
  [[nodiscard]] Level level(Edge f) const { return nodes_[number(f)].level; }
  [[nodiscard]] Edge low(Edge f) const { return nodes_[number(f)].low ^ sign(f); }
  [[nodiscard]] Edge high(Edge f) const { return nodes_[number(f)].high ^ sign(f); }

  // If the variable at this level then high else low; both stand below it.  Throws Exhausted.
  [[nodiscard]] Edge make(Level level, Edge low, Edge high) {
    if (low == high) return low;
    const Edge flip = sign(low);
    return find_or_add(level, low ^ flip, high ^ flip) ^ flip;
  }

  // Counts stop at the largest number; then the node is held for ever.
  void hold(Edge f) {
    std::uint32_t& references = nodes_[number(f)].references;
    references += references != held_for_ever ? 1U : 0U;
  }
  void release(Edge f) {
    std::uint32_t& references = nodes_[number(f)].references;
    references -= references != held_for_ever ? 1U : 0U;
  }

  // Numbers of nodes are below this; not all of them are in use.
  [[nodiscard]] std::uint32_t end() const { return end_; }
  [[nodiscard]] bool in_use(std::uint32_t number) const { return bit(in_use_, number); }
  // In use, the constant not counted.
  [[nodiscard]] std::size_t used() const { return used_; }
  // So many may be in use before more memory is needed.
  [[nodiscard]] std::size_t room() const { return room_; }
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.bytes() + table_.bytes() + in_use_.bytes() + marks_.bytes();
  }

  // Marks what can be reached from held nodes, then from whatever else is wanted, and gives up
  // everything else; rebuild() must follow.  'pending' has room for one edge for each variable.
  void mark_held(Edge* pending);
  void mark(Edge root, Edge* pending);
  [[nodiscard]] bool marked(Edge f) const { return bit(marks_, number(f)); }
  void sweep();

  // Memory for so many nodes, more or less of it than now; rebuild() must follow.  False if there
  // is no more, and then there is as much room as before.
  [[nodiscard]] bool reserve(std::size_t nodes);
  // Puts the table in order, if it is not.  Throws Exhausted when time is up; then it is to be
  // called again before anything is looked for.
  void rebuild() { put_in_order(true); }

  // What stood at a level stands at another one now, in the same order.  (insert.cpp)
  void move_levels(std::span<const Level> moved);

 private:
  friend class Sifting;        // changes nodes in place
  friend class Invariants;     // looks at the table
  using Slot = std::uint32_t;  // a piece of the hash above the number of the node; 0 is free

  static constexpr std::size_t tail = 4096;
  [[nodiscard]] static bool bit(const Array<std::uint64_t>& bits, std::uint32_t number) {
    return ((bits[number >> 6U] >> (number & 63U)) & 1U) != 0;
  }

  [[nodiscard]] static std::uint64_t hash(Level level, Edge low, Edge high) {
    std::uint64_t x = (std::uint64_t{low} << 32U | high) ^ (level * 0x9E37'79B9'7F4A'7C15U);
    x *= 0xD6E8'FEB8'6659'FD93U;
    x ^= x >> 32U;
    return x * 0xD6E8'FEB8'6659'FD93U;
  }
  [[nodiscard]] static std::uint64_t hash(const Node& node) {
    return hash(node.level, node.low, node.high);
  }
  [[nodiscard]] static std::size_t home(std::uint64_t hash, std::size_t slots) {
    return (hash >> 32U) * slots >> 32U;
  }
  // What a slot holds beside the number.
  [[nodiscard]] Slot tag(std::uint64_t hash) const { return static_cast<Slot>(hash) & ~numbers_; }

  [[nodiscard]] Edge find_or_add(Level level, Edge low, Edge high) {
    const std::uint64_t h = hash(level, low, high);
    const Slot wanted = tag(h);
    std::size_t at = home(h, slots_);
    for (;; ++at) {
      const Slot slot = table_[at];
      if (slot == 0) break;
      const Slot candidate = slot ^ wanted;  // its number, if the tags agree
      if (candidate > numbers_) continue;
      const Node& node = nodes_[candidate];
      if (node.low == low && node.high == high && node.level == level) return candidate << 1U;
    }
    if (!has_room(at)) at = make_room(h);
    const std::uint32_t fresh = take_vacant();
    nodes_[fresh] = {level, low, high, 0};
    table_[at] = tag(h) | fresh;
    return fresh << 1U;
  }
  [[nodiscard]] bool has_room(std::size_t slot) const {
    return used_ < room_ && slot + 1 < table_.size() && !stress_.grow_always;
  }
  // The next node that is not in use; there is one.
  [[nodiscard]] std::uint32_t take_vacant() {
    while (vacant_ == 0) look_at_word(word_ + 1 < nodes_.size() / 64 ? word_ + 1 : 0);
    const auto number =
        static_cast<std::uint32_t>(64 * word_) + static_cast<unsigned>(std::countr_zero(vacant_));
    in_use_[word_] |= vacant_ & (~vacant_ + 1);
    vacant_ &= vacant_ - 1;
    ++used_;
    end_ = end_ > number ? end_ : number + 1;
    return number;
  }
  void give_up(std::uint32_t number) {
    in_use_[number >> 6U] &= ~(std::uint64_t{1} << (number & 63U));
    --used_;
    if (number >> 6U == word_) look_at_word(word_);
  }
  void look_at_word(std::size_t word) {
    word_ = word;
    vacant_ = ~in_use_[word];
  }

  [[nodiscard]] std::size_t make_room(std::uint64_t hash);
  [[noreturn]] void report_full() const;
  void relocate();
  [[nodiscard]] bool extend(std::size_t size, std::size_t slots);
  void lay_out();
  void put_in_order(bool may_be_stopped);

  Stress stress_;
  Array<Node> nodes_;
  Array<Slot> table_;
  Array<std::uint64_t> in_use_;  // one bit for each node
  Array<std::uint64_t> marks_;
  std::size_t slots_ = 0;  // of the table, without its tail
  Slot numbers_ = 0;       // bits of a slot that hold the number
  bool in_order_ = true;   // the table
  std::size_t room_ = 0;
  std::uint32_t end_ = 1;
  std::size_t used_ = 0;
  std::size_t marked_ = 0;    // by now, to look at the clock
  std::size_t word_ = 0;      // of in_use_, where new nodes are taken from
  std::uint64_t vacant_ = 0;  // those in that word
  Allowance& allowance_;
};

}  // namespace ken::bdd::kernel
