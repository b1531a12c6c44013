#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::symbolic {

// For every expression of a model which vertices of the interaction graph it mentions, as long as
// they are few: variables, by VarId, and behind them the agents with a choice of actions, by
// AgentId.  Expressions stand behind their arguments, so one pass over the store finds them all;
// whole supports would take the square of its size where conditions are nested deeply.
class NarrowSupports {
 public:
  static constexpr std::size_t widest = 5;

  NarrowSupports(const model::Model& model, base::Budget& budget);

  // More than the widest.
  [[nodiscard]] bool is_wide(model::ExprId id) const { return at(id).size > widest; }
  // Ascending; nothing of a wide one.
  [[nodiscard]] std::span<const std::uint32_t> operator[](model::ExprId id) const {
    return is_wide(id) ? std::span<const std::uint32_t>()
                       : std::span(at(id).vertices).first(at(id).size);
  }

 private:
  struct Support {
    std::array<std::uint32_t, widest> vertices{};
    std::uint32_t size = 0;
  };
  [[nodiscard]] const Support& at(model::ExprId id) const {
    return known_[static_cast<std::size_t>(id)];
  }
  static void add(Support& to, std::uint32_t vertex);

  std::vector<Support> known_;  // by ExprId
};

}  // namespace ken::symbolic
