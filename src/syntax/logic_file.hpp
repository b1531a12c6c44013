#pragma once
#include "syntax/ast.hpp"

namespace ken::syntax {

// A parameter of a definition: a name, or for an operator on an application of another one, as in
// Fu(C(i, j, f)), that operator with names for what it is given.
struct LogicParameter {
  base::Range range, name;
  bool application = false;
  std::vector<base::Range> names;  // inside an application
};

// Relation name(parameters) "what it means" = body;
// Operator name(parameters) "what it means" = body;
struct LogicDefinition {
  enum class Kind : std::uint8_t { relation, operation };
  Kind kind = Kind::relation;
  base::Range range, name;
  std::vector<LogicParameter> parameters;
  std::optional<base::Range> meaning;  // the string
  NodeId body = no_node;
};

// A logic file as it was written: names unresolved, only definitions that could be read.
struct LogicFile {
  System text;                       // its source, tokens and nodes, and nothing else
  std::optional<base::Range> title;  // the string of: Logic "title";
  std::vector<LogicDefinition> definitions;
};

// Goes on after every mistake to find the next one.
[[nodiscard]] LogicFile parse_logic(const base::Source& source, base::Diagnostics& diagnostics);

// What stands between the quotes of a string.
[[nodiscard]] std::string_view unquote(std::string_view string);

}  // namespace ken::syntax
