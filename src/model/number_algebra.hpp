#pragma once
#include <algorithm>
#include <span>

#include "model/expr.hpp"

namespace ken::model {

// The exact meaning of operators in one state under one joint action, for fold().  Undefined
// numbers stay undefined through arithmetic; a comparison with one is false.  Inline, because the
// explicit engine spends its time here.
class NumberAlgebra {
 public:
  using Args = std::span<const Number>;

  NumberAlgebra() = default;
  NumberAlgebra(std::span<const Value> state, std::span<const ActionIndex> actions)
      : state_(state), actions_(actions) {}

  [[nodiscard]] Number constant(Value value) const { return value; }
  [[nodiscard]] Number variable(VarId id) const { return state_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] Number action(AgentId agent, ActionIndex action) const {
    return truth(actions_[static_cast<std::size_t>(agent)] == action);
  }

  [[nodiscard]] Number negation(Number a) const { return truth(!a.truth()); }
  [[nodiscard]] Number conjunction(Args args) const {
    return truth(std::all_of(args.begin(), args.end(), holds));
  }
  [[nodiscard]] Number disjunction(Args args) const {
    return truth(std::any_of(args.begin(), args.end(), holds));
  }
  [[nodiscard]] Number exclusive(Args args) const {
    return truth(std::count_if(args.begin(), args.end(), holds) % 2 == 1);
  }

  [[nodiscard]] Number equal(Number a, Number b) const {
    return truth(comparable(a, b) && same(a, b));
  }
  [[nodiscard]] Number not_equal(Number a, Number b) const {
    return truth(comparable(a, b) && !same(a, b));
  }
  [[nodiscard]] Number less(Number a, Number b) const {
    if (a.is_integer() && b.is_integer()) return truth(a.numerator() < b.numerator());
    return truth(comparable(a, b) && compare(a, b) < 0);
  }
  [[nodiscard]] Number less_equal(Number a, Number b) const {
    if (a.is_integer() && b.is_integer()) return truth(a.numerator() <= b.numerator());
    return truth(comparable(a, b) && compare(a, b) <= 0);
  }

  [[nodiscard]] Number sum(Args args) const {
    Number result = args[0];
    for (const Number arg : args.subspan(1)) result = result + arg;
    return result;
  }
  [[nodiscard]] Number product(Args args) const {
    Number result = args[0];
    for (const Number arg : args.subspan(1)) result = result * arg;
    return result;
  }
  [[nodiscard]] Number subtract(Number a, Number b) const { return a - b; }
  [[nodiscard]] Number divide(Number a, Number b) const { return a / b; }
  [[nodiscard]] Number floor_divide(Number a, Number b) const { return model::floor_divide(a, b); }
  [[nodiscard]] Number modulo(Number a, Number b) const { return model::modulo(a, b); }
  [[nodiscard]] Number count(Args args) const {
    return static_cast<Value>(std::count_if(args.begin(), args.end(), holds));
  }
  [[nodiscard]] Number conditional(Number c, Number a, Number b) const { return c.truth() ? a : b; }

 private:
  static bool holds(const Number& a) { return a.truth(); }
  static bool comparable(Number a, Number b) { return a.defined() && b.defined(); }
  // Numbers are in lowest terms.
  static bool same(Number a, Number b) {
    return a.numerator() == b.numerator() && a.denominator() == b.denominator();
  }
  static Number truth(bool value) { return value ? 1 : 0; }

  std::span<const Value> state_;
  std::span<const ActionIndex> actions_;
};

}  // namespace ken::model
