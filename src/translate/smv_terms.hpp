#pragma once
#include <unordered_map>
#include <vector>

#include "model/model.hpp"

namespace ken::translate {

using model::ExprId;
using model::ExprOp;
using model::VarId;

// What a variable of the model is in a relation between states: the value before, the value
// after, or the one that is remembered.
enum class SmvMoment : std::uint8_t { before, after, remembered };

// Expressions of a model with integers alone that are always there, which is all that SMV has.  A
// number is a numerator over a denominator, where it is there at all; so exact quotients, and
// divisions by zero, become integer arithmetic and conditions.
//
// The results live in a store of their own.  Its variables are those of the model at one of three
// moments; its div and mod have positive divisors wherever their value matters.
class SmvTerms {
 public:
  struct Term {
    ExprId value{};        // a condition, the number of a value, or a numerator
    ExprId denominator{};  // positive where the number is there
    ExprId defined{};      // where the number is there
  };

  explicit SmvTerms(const model::Model& model) : model_(model) {}

  // Variables of the model are read at the moment 'before'.
  [[nodiscard]] ExprId condition(ExprId source) { return term(source).value; }
  // The variable has the value of the expression afterwards, which is there and fits.
  [[nodiscard]] ExprId becomes(VarId target, ExprId source);
  [[nodiscard]] ExprId variable(VarId id, SmvMoment moment);
  [[nodiscard]] ExprId same(VarId a, SmvMoment at, VarId b, SmvMoment other);

  [[nodiscard]] model::ExprStore& exprs() { return exprs_; }
  // Of a variable in the store.
  [[nodiscard]] VarId variable_of(ExprId id) const;
  [[nodiscard]] SmvMoment moment_of(ExprId id) const;

 private:
  struct Algebra;

  [[nodiscard]] const Term& term(ExprId source);
  [[nodiscard]] Term whole(ExprId value) { return {value, exprs_.constant(1), exprs_.truth(true)}; }
  [[nodiscard]] Term nothing() {
    return {exprs_.constant(0), exprs_.constant(1), exprs_.truth(false)};
  }
  [[nodiscard]] bool is_one(ExprId id) const {
    return exprs_.is_constant(id) && exprs_[id].value == 1;
  }
  [[nodiscard]] ExprId multiply(ExprId a, ExprId b);
  [[nodiscard]] ExprId negate(ExprId a);
  [[nodiscard]] ExprId is_negative(ExprId a);
  [[nodiscard]] Term compare(ExprOp op, const Term& a, const Term& b);
  [[nodiscard]] Term add(const Term& a, const Term& b);
  [[nodiscard]] Term divide(const Term& a, const Term& b);
  [[nodiscard]] Term floor_divide(const Term& a, const Term& b);
  [[nodiscard]] Term modulo(const Term& a, const Term& b);
  // The divisor, or 1 where it is not positive.
  [[nodiscard]] ExprId make_positive(ExprId divisor);

  const model::Model& model_;
  model::ExprStore exprs_;
  std::unordered_map<ExprId, Term> terms_;  // by expression of the model
};

}  // namespace ken::translate
