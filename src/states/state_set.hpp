#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ken::states {

using StateId = std::uint32_t;

// A set of reachable states: one bit each.
class StateSet {
 public:
  StateSet() = default;
  explicit StateSet(std::size_t size) : size_(size), words_((size + 63) / 64, 0) {}
  [[nodiscard]] static StateSet all(std::size_t size) {
    StateSet set(size);
    for (std::uint64_t& word : set.words_) word = ~std::uint64_t{0};
    if (size % 64 != 0) set.words_.back() >>= 64 - size % 64;
    return set;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool operator[](StateId s) const { return (words_[s / 64] >> (s % 64) & 1U) != 0; }
  void add(StateId s) { words_[s / 64] |= std::uint64_t{1} << (s % 64); }
  void remove(StateId s) { words_[s / 64] &= ~(std::uint64_t{1} << (s % 64)); }
  [[nodiscard]] std::size_t count() const {
    std::size_t n = 0;
    for (const std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }
  [[nodiscard]] bool empty() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  [[nodiscard]] bool contains(const StateSet& other) const { return (other - *this).empty(); }

  StateSet& operator&=(const StateSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  StateSet& operator|=(const StateSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  // Without the states of the other.
  StateSet& operator-=(const StateSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend StateSet operator&(StateSet a, const StateSet& b) { return a &= b; }
  friend StateSet operator|(StateSet a, const StateSet& b) { return a |= b; }
  friend StateSet operator-(StateSet a, const StateSet& b) { return a -= b; }
  bool operator==(const StateSet&) const = default;

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(static_cast<StateId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
  }

 private:
  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace ken::states
