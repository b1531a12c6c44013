#include "states/layout.hpp"

#include <algorithm>

namespace ken::states {

Layout::Layout(const model::Model& model) {
  unsigned bit = 0;
  for (const model::Variable& variable : model.variables) {
    const unsigned width = variable.type.bits();
    if (bit % 64 + width > 64) bit += 64 - bit % 64;
    // A variable with one value behind a full word reads bits that are nobody's.
    const std::uint32_t word = width == 0 ? 0 : bit / 64;
    const Word mask = width == 64 ? ~Word{0} : (Word{1} << width) - 1;
    fields_.push_back({word, width == 0 ? 0 : bit % 64, mask, variable.type.low});
    bit += width;
  }
  words_ = std::max<std::size_t>(1, (bit + 63) / 64);
}

void Layout::pack(std::span<const model::Value> values, std::span<Word> words) const {
  std::fill(words.begin(), words.end(), 0);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    words[fields_[i].word] |= fields_[i].pack(values[i]);
}

void Layout::unpack(std::span<const Word> words, std::span<model::Value> values) const {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    values[i] = fields_[i].unpack(words[fields_[i].word]);
}

std::vector<Word> Layout::mask(std::span<const model::VarId> variables) const {
  std::vector<Word> result(words_);
  for (const model::VarId v : variables) {
    const Field& field = (*this)[v];
    result[field.word] |= field.mask << field.shift;
  }
  return result;
}

}  // namespace ken::states
