#pragma once
#include <optional>
#include <span>

#include "base/charge.hpp"
#include "states/layout.hpp"
#include "states/state_set.hpp"

namespace ken::states {

// Different packed states (or anything of so many words), numbered in the order of arrival: open
// addressing over one array of words.  Charges its memory before it takes it.
class PackedTable {
 public:
  PackedTable(std::size_t width, base::Budget& budget);

  struct Entry {
    StateId id;
    bool fresh;
  };
  // The words may not lie in the table.  Throws Exhausted.
  Entry add(const Word* words);
  [[nodiscard]] std::optional<StateId> find(const Word* words) const;
  [[nodiscard]] const Word* operator[](StateId id) const { return &words_[id * width_]; }
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  [[nodiscard]] std::size_t slot_of(const Word* words) const;
  void grow();

  std::size_t width_;
  std::size_t count_ = 0;
  base::ChargedVector<Word> words_;
  base::ChargedVector<std::uint32_t> slots_;  // number + 1; 0 is free
};

}  // namespace ken::states
