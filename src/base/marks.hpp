#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ken::base {

// Marks on the nodes of an arena, by their ids.  All are taken off at once, at no cost.
template <class Id>
class Marks {
 public:
  // False if it was marked already.
  bool set(Id id) {
    const auto index = static_cast<std::size_t>(id);
    if (index >= rounds_.size()) rounds_.resize(index + 1);
    if (rounds_[index] == round_) return false;
    rounds_[index] = round_;
    return true;
  }
  void clear() {
    if (++round_ != 0) return;
    rounds_.clear();
    round_ = 1;
  }

 private:
  std::vector<std::uint32_t> rounds_;  // in which each was marked last; 0: never
  std::uint32_t round_ = 1;
};

}  // namespace ken::base
