#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "translate/smv_names.hpp"
#include "translate/smv_terms.hpp"

namespace ken::translate {

// How a transition of the SMV model moves: not by a step of the model, by one, or against one.
enum class SmvMovement : std::uint8_t { none, forwards, backwards };

// Formulas inside each other take turns with two sets of labels.
enum class SmvTurn : std::uint8_t { even, odd };
[[nodiscard]] constexpr SmvTurn other(SmvTurn turn) {
  return turn == SmvTurn::even ? SmvTurn::odd : SmvTurn::even;
}

// A kind of transition.  Every state says in the variable 'label' of which kind the transition was
// that led to it.
struct SmvLabel {
  std::string name;
  SmvMovement movement = SmvMovement::none;
  // Between the state before a step of the model and the one after it.  Against a step the state
  // after it comes first; without one 'before' is the state that comes first.
  ExprId condition{};
};

// The kinds of transitions that the formulas of a model need.  Kinds that are the same are one.
class SmvLabels {
 public:
  SmvLabels(const model::Model& model, SmvNames& names, SmvTerms& terms);

  // The name of the kind.
  const std::string& add(const std::string& stem, SmvMovement movement, ExprId condition);
  // A path of steps, or against them, begins with 'here', which stays where it is.  There are two
  // kinds of each, for formulas inside each other: on a path of one turn its 'here' comes first and
  // never again.
  [[nodiscard]] const std::string& here(SmvTurn turn) const { return all_[index(turn)].name; }
  [[nodiscard]] const std::string& step(SmvTurn turn) const { return all_[2 + index(turn)].name; }
  const std::string& back(SmvTurn turn);
  // The labels behind which 'here' does not come.
  [[nodiscard]] std::vector<std::string> list_path_labels(SmvTurn turn) const;
  // Of initial states.
  [[nodiscard]] const std::string& stop() const { return all_[4].name; }
  const std::string& anywhere() {
    return add("anywhere", SmvMovement::none, terms_.exprs().truth(true));
  }
  // To a state in which the agents, taken together, see the same.
  const std::string& alike(const logic::Group& group);

  [[nodiscard]] const std::vector<SmvLabel>& all() const { return all_; }
  // The variable of the SMV model.
  [[nodiscard]] const std::string& variable() const { return variable_; }
  // "label = step".
  [[nodiscard]] std::string is(const std::string& name) const { return variable_ + " = " + name; }

 private:
  [[nodiscard]] static std::size_t index(SmvTurn turn) { return turn == SmvTurn::even ? 0 : 1; }

  const model::Model& model_;
  SmvNames& names_;
  SmvTerms& terms_;
  std::string variable_;
  std::vector<SmvLabel> all_;  // here, here_too, step, step_too, stop, and what was added
  std::array<std::optional<std::size_t>, 2> backs_;  // by turn
  std::map<std::pair<SmvMovement, ExprId>, std::size_t> numbers_;
};

// The variable is the same before and after, for all of these.
[[nodiscard]] ExprId keep(SmvTerms& terms, std::span<const VarId> variables);
[[nodiscard]] std::vector<VarId> list_variables(const model::Model& model);

}  // namespace ken::translate
