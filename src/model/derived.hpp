#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "model/expr.hpp"

namespace ken::model {

// What the language has beyond the operators of expressions, made of these (derived.cpp).

// A number that is never there.
[[nodiscard]] ExprId undefined(ExprStore& store);
[[nodiscard]] ExprId minimum(ExprStore& store, ExprId a, ExprId b);
[[nodiscard]] ExprId maximum(ExprStore& store, ExprId a, ExprId b);
[[nodiscard]] ExprId absolute(ExprStore& store, ExprId a);
// Of two conditions; an element of an array among them may be undefined.
[[nodiscard]] ExprId choose_condition(ExprStore& store, ExprId condition, ExprId then,
                                      ExprId otherwise);
// An element of an array of booleans as a condition: it is there and true.
[[nodiscard]] ExprId as_condition(ExprStore& store, ExprId value);

// An element of an array: cell[1, 2] has the indices 1 and 2.
struct Element {
  std::vector<Value> indices;
  ExprId value{};
};
// The element with these indices, or nothing; the elements ascend, and all have as many indices.
[[nodiscard]] ExprId select_element(ExprStore& store, std::span<const ExprId> indices,
                                    std::vector<Element> elements);
// Whether some value within the bounds is no index.
[[nodiscard]] bool may_miss(const Bounds& index, std::span<const Value> indices);

// min, max and abs by their names: how many arguments they take, and in words.
[[nodiscard]] bool takes(std::string_view function, std::size_t arguments);
[[nodiscard]] std::string_view parameters_of(std::string_view function);
[[nodiscard]] ExprId apply_function(ExprStore& store, std::string_view function,
                                    std::span<const ExprId> arguments);

}  // namespace ken::model
