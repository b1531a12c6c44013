#include "states/packed_table.hpp"

#include <algorithm>
#include <limits>

namespace ken::states {
namespace {

// A step of a multiplicative hash, with the high bits folded into the low ones that choose a slot.
Word mix(Word hash, Word word) {
  hash = (hash ^ word) * 0x9FB21C651E98DF25ULL;
  return hash ^ (hash >> 29U);
}

}  // namespace

PackedTable::PackedTable(std::size_t width, base::Budget& budget)
    : width_(width), words_(budget), slots_(budget) {
  slots_.assign(256, 0);
}

// Where it is, or the free slot where it would go.
std::size_t PackedTable::slot_of(const Word* words) const {
  Word hash = 0;
  for (std::size_t i = 0; i < width_; ++i) hash = mix(hash, words[i]);
  const std::size_t last = slots_.size() - 1;  // the size is a power of two
  for (std::size_t slot = (hash ^ hash >> 32U) & last;; slot = (slot + 1) & last) {
    const std::uint32_t entry = slots_[slot];
    if (entry == 0) return slot;
    const Word* const known = &words_[(entry - 1) * width_];
    if (std::equal(words, words + width_, known)) return slot;
  }
}

void PackedTable::grow() {
  base::ChargedVector<std::uint32_t> larger(slots_.budget());
  larger.assign(slots_.size() * 4, 0);
  std::swap(larger, slots_);
  for (std::uint32_t entry = 1; entry <= count_; ++entry)
    slots_[slot_of((*this)[entry - 1])] = entry;
}

PackedTable::Entry PackedTable::add(const Word* words) {
  std::size_t slot = slot_of(words);
  if (slots_[slot] != 0) return {slots_[slot] - 1, false};
  if (count_ == std::numeric_limits<std::uint32_t>::max() - 1)
    throw base::Exhausted(base::Resource::memory, "more than 2^32 states");
  if (2 * (count_ + 1) > slots_.size()) {
    grow();
    slot = slot_of(words);
  }
  words_.append(std::span(words, width_));
  slots_[slot] = static_cast<std::uint32_t>(++count_);
  return {static_cast<StateId>(count_ - 1), true};
}

std::optional<StateId> PackedTable::find(const Word* words) const {
  const std::uint32_t entry = slots_[slot_of(words)];
  if (entry == 0) return {};
  return entry - 1;
}

}  // namespace ken::states
