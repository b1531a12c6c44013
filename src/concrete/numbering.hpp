#pragma once
#include <map>

#include "base/charge.hpp"

namespace ken::concrete {

// Numbers from 0 for different keys, in the order they come.  Charges what it holds to a budget
// that must outlive it.
template <class Key>
class Numbering {
 public:
  explicit Numbering(base::Budget& budget) : charge_(budget), keys_(budget) {}

  // The number of the key, a new one if it is new; 'inside' are the bytes the key owns elsewhere.
  // Throws Exhausted.
  std::uint32_t number(const Key& key, std::uint64_t inside = 0) {
    const auto known = numbers_.find(key);
    if (known != numbers_.end()) return known->second;
    constexpr std::uint64_t bytes_of_node = 64;  // of the map, beyond the key
    constexpr std::size_t most = std::size_t{1} << 31U;
    if (keys_.size() == most)
      throw base::Exhausted(base::Resource::memory, "more than 2^31 states of a product");
    charge_.add(sizeof(Key) + bytes_of_node + inside);
    const auto fresh = numbers_.emplace(key, static_cast<std::uint32_t>(keys_.size())).first;
    keys_.push_back(&fresh->first);
    return fresh->second;
  }

  [[nodiscard]] const Key& operator[](std::uint32_t number) const { return *keys_[number]; }
  [[nodiscard]] std::size_t size() const { return keys_.size(); }

 private:
  base::Charge charge_;
  std::map<Key, std::uint32_t> numbers_;
  base::ChargedVector<const Key*> keys_;
};

}  // namespace ken::concrete
