#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/charge.hpp"
#include "model/model.hpp"
#include "states/effort.hpp"

namespace ken::states {

using model::ActionIndex;
using model::AgentId;
using model::ExprId;
using model::ExprOp;
using model::Value;
using model::VarId;

// That an agent does an action.
struct Act {
  AgentId agent{};
  ActionIndex action = 0;
  auto operator<=>(const Act&) const = default;
};

// Expressions of a model, in a store of their own, with what is left of them when agents have
// chosen their actions.
class Residuals {
 public:
  Residuals(const model::ExprStore& original, Effort& effort)
      : original_(original),
        effort_(effort),
        charge_(effort.budget()),
        false_(store_.truth(false)),
        true_(store_.truth(true)) {
    note_new();
  }

  // An expression of the model as it is.  Throws Exhausted, as all that makes expressions.
  [[nodiscard]] ExprId import(ExprId original);

  // From now on fix() is about the agent doing this, or something that is mentioned nowhere.
  void choose(AgentId agent, std::optional<ActionIndex> action);
  [[nodiscard]] ExprId fix(ExprId id);

  // Adds the actions that the expression tests, each perhaps several times.
  void list_acts(ExprId id, std::vector<Act>& acts);
  [[nodiscard]] bool tests_actions(ExprId id) const { return agents_[index(id)] != 0; }

  [[nodiscard]] const model::ExprStore& store() const { return store_; }
  [[nodiscard]] const model::Expr& operator[](ExprId id) const { return store_[id]; }
  [[nodiscard]] std::span<const ExprId> args(ExprId id) const { return store_.args(id); }

 private:
  [[nodiscard]] static std::size_t index(ExprId id) { return static_cast<std::size_t>(id); }
  [[nodiscard]] static std::uint64_t bit(AgentId agent) {
    return std::uint64_t{1} << (static_cast<std::uint32_t>(agent) % 64);
  }
  ExprId rebuild(const model::Expr& e, std::vector<ExprId> args);
  ExprId fix_node(ExprId id);
  ExprId make(const model::Expr& e, std::vector<ExprId> args);
  void note_new();

  const model::ExprStore& original_;
  Effort& effort_;
  base::Charge charge_;
  model::ExprStore store_;
  std::vector<std::uint64_t> agents_;  // by expression, the agents it tests, modulo 64
  std::vector<std::pair<std::uint32_t, ExprId>> fixed_;  // by expression, in which round
  std::vector<std::uint32_t> listed_;                    // likewise for list_acts()
  ExprId false_;
  ExprId true_;
  std::unordered_map<ExprId, ExprId> imported_;
  AgentId agent_{};  // that fix() is about
  std::optional<ActionIndex> action_;
  std::uint32_t round_ = 0;
  std::uint32_t listing_ = 0;
  std::vector<ExprId> open_;
};

}  // namespace ken::states
