#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "logic/formula.hpp"

namespace ken::tests {

// How large random models get and how often they use what.  Chances are in percent.
struct ModelWeights {
  std::size_t least_agents = 1;  // besides the Environment
  std::size_t most_agents = 3;
  std::uint64_t most_states = 400;  // product of all types
  std::size_t least_variables = 0;  // of one agent
  std::size_t most_variables = 2;
  std::size_t least_actions = 0;  // of one agent
  std::size_t most_actions = 3;
  std::size_t most_lines = 4;      // of a protocol or an evolution
  std::size_t least_fairness = 0;  // lines of a Fairness section
  std::size_t most_fairness = 2;
  std::size_t condition_depth = 2;  // of connectives
  unsigned environment = 75;        // the model declares one
  unsigned observable = 50;         // a variable of the Environment is an Obsvar
  unsigned seen_locally = 40;       // an agent lists a variable of the Environment
  unsigned single_assignment = 30;
  unsigned protocol = 85;  // an agent has one
  unsigned other = 80;     // a protocol covers the rest; else it may deadlock
  unsigned red_states = 40;
  unsigned fairness = 40;          // the model has a Fairness section
  unsigned modal_fairness = 25;    // a line is more than a proposition
  unsigned path_fairness = 0;      // then an inner node is A or E before a path formula
  unsigned arithmetic = 60;        // a number is computed, which may overflow
  unsigned division = 25;          // with / div mod
  unsigned action_test = 60;       // an evolution condition tests an action
  unsigned comprehension = 10;     // a comparison is an and, or, xor or count over an index
  unsigned membership = 10;        // a comparison is written with 'in'
  unsigned bit_operators = 15;     // booleans are joined by & | ^ ~
  unsigned derived = 20;           // a term is a conditional, a function or an element of an array
  unsigned array = 25;             // an agent has an array of two elements
  unsigned indexed_target = 40;    // an element is assigned by a computed index
  unsigned definition = 25;        // the model names a condition or a number over the Obsvars
  unsigned wide = 5;               // a number has up to 22 values
  unsigned frozen = 10;            // no line assigns to a variable
  unsigned turning = 0;            // an agent does nothing but turn one of its variables, each step
  unsigned scheduled = 0;          // the Environment's action says which agents move
  unsigned free_variable = 25;     // InitStates leaves a variable open
  unsigned initial_condition = 0;  // InitStates has a condition that may leave no state at all
  unsigned social = 0;             // agents share names of variables, and some have trust variables
};

// What formulas about a model can name.
struct Vocabulary {
  std::vector<std::string> propositions;
  std::vector<std::string> agents;      // the Environment included
  std::vector<std::string> groups;      // declared ones
  std::vector<std::string> conditions;  // comparisons of Agent.variable
  std::vector<std::string> numbers;     // Agent.variable whose values include 0 and 1
  std::vector<std::pair<std::string, std::string>> trusting{};  // who has a view of whom
  std::size_t operators = 0;  // U0, U1, ... of a logic file of its own
};

struct RandomModel {
  std::string text;
  Vocabulary names;
};

// A small model that elaborates without mistakes; the same for the same seed and weights.
[[nodiscard]] RandomModel random_model(std::uint64_t seed, const ModelWeights& weights = {});

// What random formulas are made of.
struct FormulaWeights {
  std::size_t depth = 3;
  std::vector<logic::Family> families = {logic::Family::temporal, logic::Family::epistemic,
                                         logic::Family::deontic, logic::Family::strategic};
  unsigned modal = 60;    // an inner node is a modality, else a connective
  unsigned bounded = 25;  // a modality that may have a bound has one
  std::int64_t most_steps = 4;
  unsigned far = 0;            // a bound ends after a thousand million steps
  unsigned comprehension = 5;  // an inner node is an and, or, xor or count over an index
  unsigned nobody = 10;        // a coalition is empty
  unsigned annotated = 0;      // it names a semantics, one of these
  std::vector<logic::Semantics> semantics;
  unsigned paths = 0;     // an inner node is A or E before a path formula, an argument is closed so
  unsigned prefixed = 0;  // the line begins with LTL, CTL* or LDL and is no part of another one
  unsigned social = 0;    // an inner node is an operator of a logic file
};

// A state formula drawn from the rows of the table, written so that it reads the same anywhere,
// unless it is prefixed.
[[nodiscard]] std::string random_formula(Dice& dice, const Vocabulary& names,
                                         const FormulaWeights& weights = {});

// What A and E may stand before: a path formula without programs, or a state formula.
[[nodiscard]] std::string random_path(Dice& dice, const Vocabulary& names,
                                      const FormulaWeights& weights = {});

}  // namespace ken::tests
