#pragma once
#include <string>
#include <vector>

#include "model/model.hpp"
#include "translate/smv_terms.hpp"

namespace ken::translate {

// How the other state of a relation is found.
enum class SmvReach : std::uint8_t { jump, step, step_back, steps, steps_back };

// A comparison of a state with another one: a relation without steps.
struct SmvComparison {
  logic::RelationId relation{};
  bool negated = false;
  bool turned = false;  // the other state comes first
};

// One movement, then comparisons that all hold.
struct SmvClause {
  SmvReach reach = SmvReach::jump;
  std::vector<SmvComparison> comparisons;
};

// A relation as clauses one of which holds; or why it has none.
struct SmvClauses {
  std::vector<SmvClause> some;
  std::string refusal;
};
[[nodiscard]] SmvClauses list_clauses(const model::RelationStore& relations,
                                      logic::RelationId relation);

// All comparisons of a clause, between a state at one moment and the other one at another.
[[nodiscard]] ExprId compare_states(const model::Model& model, SmvTerms& terms,
                                    const SmvClause& clause, SmvMoment now, SmvMoment next);

}  // namespace ken::translate
