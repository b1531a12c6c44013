#pragma once
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/expr.hpp"

namespace ken::model {

// What an expression of the text turned out to be.
enum class Meaning : std::uint8_t {
  invalid,  // a mistake that has been reported
  condition,
  number,
  enumeration,  // a value of the enumeration type of a variable
  symbol,       // a name that is no variable: a value, if the other side of a comparison knows it
  choice,       // one of several such names, by conditions
  action,       // Agent.Action
};

// One name of a choice: the first whose condition holds is meant.
struct NamedCase {
  ExprId condition{};  // of the last one: true
  std::string symbol;
  base::Range range;
  bool known = false;  // also the name of something else, such as a variable
};

struct Typed {
  Meaning meaning = Meaning::invalid;
  ExprId expr{};
  VarId variable{};    // enumeration: one of its type
  AgentId agent{};     // action
  std::string symbol;  // symbol; also of a constant or proposition, the name it was written with
  base::Range range;
  std::vector<NamedCase> cases{};  // choice
};

}  // namespace ken::model
