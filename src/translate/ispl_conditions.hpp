#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "translate/ispl_store.hpp"

namespace ken::translate {

// Numbers are read with 32 bits there.
inline constexpr Value widest_literal = 2'147'483'647;

// One way an assigned value can come out: where 'guard' holds it is 'value', or no successor.
struct IsplCase {
  ExprId guard{};
  std::optional<ExprId> value;  // nothing: the line offers no successor
};

// Conditions and assigned values of the model, said in the plain dialect.  Results live in the
// store of the scope.  What cannot be said is refused in its limits.
class IsplConditions {
 public:
  IsplConditions(const model::Model& model, const IsplNames& names, IsplLimits& limits,
                 IsplScope scope)
      : model_(model), store_(model, names, limits, std::move(scope)) {}

  ExprId condition(ExprId source) { return lower(source); }
  // Disjoint cases that cover every state.
  std::vector<IsplCase> cases(const model::Assignment& assignment);

  [[nodiscard]] IsplStore& store() { return store_; }
  [[nodiscard]] std::string text(ExprId source) { return store_.condition_text(lower(source)); }

 private:
  // ---- conditions ----
  ExprId lower(ExprId source);
  ExprId lower_node(ExprId source, const std::vector<ExprId>& args);
  ExprId equal_conditions(ExprId left, ExprId right);
  ExprId count_conditions(const std::vector<ExprId>& args);
  [[nodiscard]] bool is_condition(const model::ExprStore& exprs, ExprId id) const;

  // ---- comparisons of numbers ----
  ExprId comparison(ExprId id, int depth);
  ExprId compare_count(ExprId id, ExprId count, int depth);
  ExprId compare_term(ExprId id, ExprId term, int depth);
  ExprId compare_conditional(ExprId id, ExprId conditional, int depth);
  std::optional<ExprId> threshold(ExprId id, ExprId count);
  ExprId fold(ExprId id);
  ExprId lower_comparison(ExprId id);
  ExprId enumerate(ExprId id);

  // ---- arithmetic ----
  // The parts of an expression, parts first, not looking into conditions that are counted or
  // tested.
  std::vector<ExprId> terms(ExprId root);
  ExprId substitute(ExprId root, ExprId term, ExprId value);
  ExprId number(const model::Number& value);
  ExprId exactly(ExprId count, Value k);
  [[nodiscard]] std::optional<ExprId> awkward(ExprId root);
  // A conditional that stands in no other one.
  [[nodiscard]] std::optional<ExprId> outer_conditional(ExprId root);
  // What a conditional can be, and where; disjoint, and together everywhere.
  struct Branch {
    ExprId guard{};
    ExprId value{};
  };
  std::vector<Branch> list_branches(ExprId conditional);
  bool counts_up_to(ExprId count, Value k);
  // What the quotients in an expression are: none, one that plain ISPL computes as ken does, or
  // some that it does not.
  enum class Quotients : std::uint8_t { none, exact, other };
  Quotients quotients(ExprId root);
  bool sayable(ExprId root);

  // ---- assigned values ----
  void split(ExprId guard, ExprId value, const model::Type& target, int depth,
             std::vector<IsplCase>& cases);
  void split_term(ExprId guard, ExprId value, ExprId term, const model::Type& target, int depth,
                  std::vector<IsplCase>& cases);
  ExprId select_assignments(const std::vector<VarId>& variables, std::size_t size,
                            const std::vector<std::size_t>& places);
  std::vector<IsplCase> condition_cases(ExprId source);
  void refuse_lost_value();
  [[nodiscard]] std::optional<ExprId> unreadable(ExprId root);
  [[nodiscard]] bool readable(VarId variable) const;

  static constexpr int most_nested = 32;  // terms of one expression that are split one by one

  const model::Model& model_;
  IsplStore store_;
  std::unordered_map<ExprId, ExprId> lowered_;   // by expression of the model
  std::unordered_map<ExprId, ExprId> compared_;  // comparisons of the store, in plain form
};

}  // namespace ken::translate
