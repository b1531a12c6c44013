#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ken::concrete {

enum class StateId : std::uint32_t {};

// A set of reachable states: one bit each.
class StateSet {
 public:
  StateSet() = default;
  explicit StateSet(std::size_t size, bool full = false)
      : size_(size), words_((size + 63) / 64, full ? ~std::uint64_t{0} : 0) {
    trim();
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool contains(StateId s) const {
    const auto i = static_cast<std::size_t>(s);
    return (words_[i / 64] >> (i % 64) & 1U) != 0;
  }
  void insert(StateId s) {
    const auto i = static_cast<std::size_t>(s);
    words_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  void remove(StateId s) {
    const auto i = static_cast<std::size_t>(s);
    words_[i / 64] &= ~(std::uint64_t{1} << (i % 64));
  }
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
  bool operator==(const StateSet&) const = default;

  friend StateSet operator&(StateSet a, const StateSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend StateSet operator|(StateSet a, const StateSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  // The states of a that are not in b.
  friend StateSet operator-(StateSet a, const StateSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(static_cast<StateId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
  }

 private:
  void trim() {
    if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
  }

  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace ken::concrete
