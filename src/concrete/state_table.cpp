#include "concrete/state_table.hpp"

#include <algorithm>
#include <limits>

namespace ken::concrete {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash ^= word + 0x9E3779B97F4A7C15ULL + (hash << 6U) + (hash >> 2U);
  hash *= 0xBF58476D1CE4E5B9ULL;
  return hash ^ (hash >> 31U);
}

}  // namespace

StateTable::StateTable(const model::Model& model, base::Budget& budget)
    : words_(budget), slots_(budget) {
  slots_.assign(64, 0);
  for (const model::Variable& variable : model.variables) {
    const unsigned width = variable.type.bits();
    if (bits_ % 64 + width > 64) bits_ += 64 - bits_ % 64;  // no field across two words
    fields_.push_back({bits_, width, variable.type.low});
    bits_ += width;
  }
  width_ = std::max<std::size_t>(1, (bits_ + 63) / 64);
}

StateTable::Words StateTable::pack(const model::State& state) const {
  Words words(width_);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Field& field = fields_[i];
    if (field.width == 0) continue;
    const std::uint64_t value =
        static_cast<std::uint64_t>(state[i]) - static_cast<std::uint64_t>(field.low);
    words[field.bit / 64] |= value << (field.bit % 64);
  }
  return words;
}

model::State StateTable::operator[](StateId id) const {
  model::State state(fields_.size());
  const std::uint64_t* const words = &words_[static_cast<std::size_t>(id) * width_];
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Field& field = fields_[i];
    const std::uint64_t mask =
        field.width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.width) - 1;
    const std::uint64_t value =
        field.width == 0 ? 0 : words[field.bit / 64] >> (field.bit % 64) & mask;
    state[i] = static_cast<model::Value>(value + static_cast<std::uint64_t>(field.low));
  }
  return state;
}

// Where the state is, or the free slot where it would go.
std::size_t StateTable::slot_of(const Words& words) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = mixed(hash, word);
  for (std::size_t slot = hash % slots_.size();; slot = (slot + 1) % slots_.size()) {
    if (slots_[slot] == 0) return slot;
    const std::size_t at = static_cast<std::size_t>(slots_[slot] - 1) * width_;
    if (std::equal(words.begin(), words.end(), words_.begin() + static_cast<std::ptrdiff_t>(at)))
      return slot;
  }
}

void StateTable::grow() {
  base::ChargedVector<std::uint32_t> old(slots_.budget());
  old.assign(slots_.size() * 2, 0);
  std::swap(old, slots_);
  for (const std::uint32_t entry : old) {
    if (entry == 0) continue;
    const auto begin = words_.begin() + static_cast<std::ptrdiff_t>((entry - 1) * width_);
    slots_[slot_of(Words(begin, begin + static_cast<std::ptrdiff_t>(width_)))] = entry;
  }
}

StateTable::Entry StateTable::add(const model::State& state) {
  const Words words = pack(state);
  std::size_t slot = slot_of(words);
  if (slots_[slot] != 0) return {static_cast<StateId>(slots_[slot] - 1), false};
  if (count_ + 1 >= std::numeric_limits<std::uint32_t>::max())
    throw base::Exhausted(base::Resource::memory, "more than 2^32 states");
  if ((count_ + 1) * 4 > slots_.size() * 3) {
    grow();
    slot = slot_of(words);
  }
  words_.append(words);
  slots_[slot] = static_cast<std::uint32_t>(++count_);
  return {static_cast<StateId>(count_ - 1), true};
}

std::optional<StateId> StateTable::find(const model::State& state) const {
  const std::size_t slot = slot_of(pack(state));
  if (slots_[slot] == 0) return std::nullopt;
  return static_cast<StateId>(slots_[slot] - 1);
}

}  // namespace ken::concrete
