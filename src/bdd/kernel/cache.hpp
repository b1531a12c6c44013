#pragma once
#include "bdd/kernel/store.hpp"

namespace ken::bdd::kernel {

// What an operation is, for the cache: its kind and the number of the set, renaming or step it
// works with.
enum class Operation : std::uint8_t {
  conjunction,
  exclusive,
  disjoint,
  exists,
  and_exists,
  image,
  preimage,
  rename,
  compose,
  constrain,
  simplify,
};
inline constexpr std::uint32_t most_things = 1U << 20U;  // sets, renamings, steps of one kernel

[[nodiscard]] constexpr std::uint32_t code(Operation operation, std::uint32_t thing = 0) {
  return first_code + (static_cast<std::uint32_t>(operation) << 20U) + thing;
}

// Results of operations, as many as fit: a new one drives out the old one in its place.
class Cache {
 public:
  struct Entry {
    Edge f;
    Edge g;
    std::uint32_t what;  // a code, or the third argument of if-then-else
    Edge result;
    [[nodiscard]] bool is(Edge a, Edge b, std::uint32_t c) const {
      return f == a && g == b && what == c;
    }
  };

  Cache(Allowance& allowance, const Stress& stress);

  // The place for the result of an operation; it stays where it is until the operation is over.
  [[nodiscard]] Entry& at(Edge f, Edge g, std::uint32_t what) {
    const std::uint64_t x =
        (std::uint64_t{f} << 32U | g) * 0x9E37'79B9'7F4A'7C15U + what * 0xD6E8'FEB8'6659'FD93U;
    return entries_[((x ^ (x >> 29U)) * 0xBF58'476D'1CE4'E5B9U) >> shift_];
  }

  void clear();
  // Forgets what speaks of nodes that are not marked.
  void keep_marked(const Store& store);
  // Larger, if there are many nodes and there is memory.
  void adapt(std::size_t nodes);

  [[nodiscard]] const Entry* begin() const { return entries_.data(); }
  [[nodiscard]] const Entry* end() const { return entries_.data() + entries_.size(); }

 private:
  Allowance& allowance_;
  Array<Entry> entries_;
  unsigned shift_ = 0;
  std::size_t most_ = 0;
};

}  // namespace ken::bdd::kernel
