#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace ken::states {

using Word = std::uint64_t;

// Where each variable stands in the words of a packed state: in as many bits as its type needs, and
// never across two words.
class Layout {
 public:
  explicit Layout(const model::Model& model);

  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    Word mask = 0;  // before the shift
    model::Value low = 0;

    [[nodiscard]] Word pack(model::Value value) const {
      return (static_cast<Word>(value) - static_cast<Word>(low)) << shift;
    }
    [[nodiscard]] model::Value unpack(Word from) const {
      return static_cast<model::Value>((from >> shift & mask) + static_cast<Word>(low));
    }
  };

  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t variables() const { return fields_.size(); }
  [[nodiscard]] const Field& operator[](model::VarId v) const {
    return fields_[static_cast<std::size_t>(v)];
  }
  void pack(std::span<const model::Value> values, std::span<Word> words) const;
  void unpack(std::span<const Word> words, std::span<model::Value> values) const;
  // The bits of these variables.
  [[nodiscard]] std::vector<Word> mask(std::span<const model::VarId> variables) const;

 private:
  std::vector<Field> fields_;
  std::size_t words_ = 1;
};

}  // namespace ken::states
