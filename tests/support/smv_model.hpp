#pragma once
#include <string>
#include <vector>

#include "smv_circuit.hpp"
#include "smv_syntax.hpp"

namespace ken::tests::smv {

struct Variable {
  VariableKind kind = VariableKind::state;
  std::string name;
  std::vector<Value> domain;
};

struct Formula {
  Logic logic = Logic::ctl;
  std::string name;
  Expression nodes;
};

// A module whose names and types are right.  Views into the text remain in the nodes.
struct Model {
  Place place;
  std::vector<Variable> variables;
  std::vector<std::string> symbols;  // the value of the i-th is first_symbol + i
  Circuit circuit;
  std::vector<GateId> init, invar, justice;
  std::vector<GateId> trans, invar_next;
  std::vector<Node> nodes;
  std::vector<GateId> gates;  // by node; no_gate where temporal, in a set or in a definition
  std::vector<Formula> formulas;
};

// Refuses a module with mistakes.
[[nodiscard]] Model elaborate(Module module);

// The nodes of a formula down to its atoms, parts first.  An atom is a largest part without
// temporal operators and has a gate; the others have none.
[[nodiscard]] std::vector<NodeId> list_subformulas(const Model& model, const Formula& formula);

}  // namespace ken::tests::smv
