#pragma once
#include "syntax/ast.hpp"
#include "syntax/cursor.hpp"

namespace ken::syntax {

// Where an expression stands, which decides what its words mean.
enum class Place : std::uint8_t {
  condition,     // no modal words: 'AG' is a name like any other
  protocol,      // the same, up to the ':' before the actions
  value,         // the right side of an assignment: 'and' at the top ends it
  limit,         // an end of a parameter's range: a comparison at the top ends it
  formula,       // CTL, ATL, knowledge: the loose until of A( ), E( ), <g>( )
  path_formula,  // behind LTL or CTL*: the standard order everywhere
  dynamic,       // behind LDL: < and [ hold regular programs
  definition,    // in a logic file: formulas and relations, with 'all r: f', 'least z: f'
};

// Reads the longest expression at the cursor.  After a mistake there is one diagnostic, the node
// is a hole or holds one, and the cursor stands where the mistake is; the caller finds the way on.
struct Expression {
  NodeId node = no_node;
  bool sound = true;
};

Expression parse_expression(Cursor& cursor, Nodes& nodes, Place place);

// A name with its indices: paid, coin[i mod N + 1], Crypt[i: 1..N].
Expression parse_name(Cursor& cursor, Nodes& nodes);

// { a, b, take[i: 1..N] }, the cursor at the brace.
Expression parse_set(Cursor& cursor, Nodes& nodes);

// for (i: 1..N, j: 1..N if i <> j), the cursor at 'for': a comprehension without body.
Expression parse_repeat(Cursor& cursor, Nodes& nodes);

[[nodiscard]] bool repeat_ahead(const Cursor& cursor);

}  // namespace ken::syntax
