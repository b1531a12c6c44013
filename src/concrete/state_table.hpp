#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/charge.hpp"
#include "concrete/state_set.hpp"
#include "model/model.hpp"

namespace ken::concrete {

// Every different state once, numbered in the order of arrival, each variable in as many bits as
// its type needs.  Charges its memory to the budget before it takes it.
class StateTable {
 public:
  StateTable(const model::Model& model, base::Budget& budget);

  struct Entry {
    StateId id;
    bool fresh;
  };
  Entry add(const model::State& state);
  [[nodiscard]] std::optional<StateId> find(const model::State& state) const;
  [[nodiscard]] model::State operator[](StateId id) const;
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bits() const { return bits_; }

 private:
  struct Field {
    std::size_t bit;
    unsigned width;
    model::Value low;
  };
  using Words = std::vector<std::uint64_t>;

  [[nodiscard]] Words pack(const model::State& state) const;
  [[nodiscard]] std::size_t slot_of(const Words& words) const;
  void grow();

  std::vector<Field> fields_;
  std::size_t bits_ = 0;
  std::size_t width_ = 1;  // words of a state
  std::size_t count_ = 0;
  base::ChargedVector<std::uint64_t> words_;
  base::ChargedVector<std::uint32_t> slots_;  // open addressing: number + 1, 0 is free
};

}  // namespace ken::concrete
