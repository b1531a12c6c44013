#pragma once
#include <optional>

#include "model/expr.hpp"
#include "syntax/ast.hpp"

namespace ken::model {

// An infix operator of the text, said with an operator of expressions.
struct Infix {
  ExprOp op;
  bool swapped = false;       // a > b is b < a
  bool negates_left = false;  // a -> b is !a or b
};

// Nothing for what is no infix operator of conditions and arithmetic.
[[nodiscard]] std::optional<Infix> meaning_of(syntax::Op op);

}  // namespace ken::model
