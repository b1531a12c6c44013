#pragma once
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "symbolic/encoding.hpp"
#include "symbolic/quantity.hpp"

namespace ken::symbolic {

// Expressions of the model as functions of the bits.  Remembers every expression it has translated,
// because agents share many; forget() lets them go.
class Conditions {
 public:
  Conditions(bdd::Manager& manager, const Encoding& encoding, const model::Model& model)
      : manager_(manager), encoding_(encoding), model_(model), arithmetic_(manager) {}

  // Where the condition holds.
  [[nodiscard]] Bdd holds(model::ExprId condition);
  [[nodiscard]] const Quantity& value(model::ExprId expr);
  [[nodiscard]] const Arithmetic& arithmetic() const { return arithmetic_; }
  // From now on tests of the agent's action are about the state: this protocol, which allows one
  // action at most everywhere, says what it does.
  void determine_action(AgentId agent, const Bdd& protocol) { determined_[agent] = protocol; }
  void forget() {
    known_.clear();
    determined_.clear();
  }

  // All or some of the conditions, joined from the lowest level up so that no step is dear.
  [[nodiscard]] Bdd all(std::vector<Bdd> conditions);
  [[nodiscard]] Bdd some(std::vector<Bdd> conditions);
  // The function that is result(k) where exactly k of the conditions hold.
  [[nodiscard]] Bdd by_count(std::vector<Bdd> conditions,
                             const std::function<Bdd(std::size_t)>& result);

 private:
  class Algebra;
  // A comparison over one count of conditions, decided for each result of the count.
  struct Counting {
    model::ExprId count{};
    std::vector<model::ExprId> around;  // between the comparison and the count, parts first
  };
  [[nodiscard]] const Counting* find_counting(model::ExprId expr);
  [[nodiscard]] std::vector<model::ExprId> list_needed(model::ExprId expr);
  [[nodiscard]] Quantity compute(model::ExprId expr);
  [[nodiscard]] Quantity compute_by_count(model::ExprId expr, const Counting& counting);
  template <class Known>
  [[nodiscard]] Quantity combine(model::ExprId expr, const Known& known);
  void sort_from_below(std::vector<Bdd>& conditions) const;

  bdd::Manager& manager_;
  const Encoding& encoding_;
  const model::Model& model_;
  Arithmetic arithmetic_;
  std::unordered_map<model::ExprId, Quantity> known_;
  std::map<AgentId, Bdd>
      determined_;  // protocols of agents whose action is a function of the state
  std::unordered_map<model::ExprId, std::optional<Counting>> countings_;
};

}  // namespace ken::symbolic
