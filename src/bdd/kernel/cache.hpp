#pragma once
#include <array>

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
inline constexpr std::uint32_t most_numbers = 1U << 20U;  // sets, renamings, steps of one kernel

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
    [[nodiscard]] bool is_used() const { return f != no || what != 0; }
  };
  // Under what a result is looked for and put.
  struct Key {
    Edge f;
    Edge g;
    std::uint32_t what;
    std::uint64_t hash;
  };

  Cache(Allowance& allowance, const Stress& stress);

  [[nodiscard]] static Key key(Edge f, Edge g, std::uint32_t what) {
    return {f, g, what, hash(f, g, what)};
  }
  // nullptr if it is not known.
  [[nodiscard]] const Edge* find(const Key& key) const {
    const Entry& e = entries_[key.hash >> shift_];
    return e.f == key.f && e.g == key.g && e.what == key.what ? &e.result : nullptr;
  }
  void put(const Key& key, Edge result) {
    const std::size_t place = key.hash >> shift_;
    if (place % places_per_sample == 0) sample(place, key);
    entries_[place] = {key.f, key.g, key.what, result};
  }

  void clear();
  // Forgets what speaks of nodes that are not marked.
  void keep_marked(const Store& store);
  // How many entries there should be at most, unless far more than that are asked for again.
  void limit(std::size_t entries) { usual_most_ = entries; }
  // After so many results that were not known: larger, if that would help and there is memory, or
  // smaller.
  void adapt(std::size_t steps);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const { return entries_.bytes() + samples_.bytes(); }
  [[nodiscard]] const Entry* begin() const { return entries_.data(); }
  [[nodiscard]] const Entry* end() const { return entries_.data() + entries_.size(); }

 private:
  static constexpr std::size_t places_per_sample = 512;
  // What was driven out of one place lately.
  struct Sample {
    std::array<std::uint64_t, 64> driven_out;  // hashes
    std::uint64_t count;
  };

  [[nodiscard]] static std::uint64_t hash(Edge f, Edge g, std::uint32_t what) {
    const std::uint64_t x =
        (std::uint64_t{f} << 32U | g) * 0x9E37'79B9'7F4A'7C15U + what * 0xD6E8'FEB8'6659'FD93U;
    return (x ^ (x >> 29U)) * 0xBF58'476D'1CE4'E5B9U;
  }
  void sample(std::size_t place, const Key& key);
  void grow();
  void shrink();

  Allowance& allowance_;
  Array<Entry> entries_;
  Array<Sample> samples_;
  bool may_grow_;
  std::size_t most_entries_;
  std::size_t usual_most_;
  unsigned shift_ = 0;
  std::size_t steps_ = 0;    // since its size was last thought about
  std::size_t regrets_ = 0;  // results at samples that had been known and were driven out
};

}  // namespace ken::bdd::kernel
