#pragma once
#include <string>

#include "model/scope.hpp"

namespace ken::model {

// TRUE, False.
[[nodiscard]] std::string explain_truth(std::string_view word);

// What is meant by a name in a formula that no proposition has: an operator without its formula, or
// what other tools have a name for.  Empty if the name looks like nothing known.
[[nodiscard]] std::string explain_name_in_formula(const syntax::System& text, base::Range range);

// <g>AF p, <g>p U q: what to write where a state formula follows a coalition.  Empty if unknown.
[[nodiscard]] std::string explain_state_behind_coalition(const syntax::System& text,
                                                         base::Range range);

// What a '+' is, if one follows what is a number instead of a condition, or the other way round.
[[nodiscard]] std::string explain_plus(const syntax::System& text, base::Range range, bool number);

// What is meant by the unknown part behind 'owner.': action for Action, red for RedStates.
[[nodiscard]] std::string explain_part(const std::string& owner, const std::string& part,
                                       bool in_formula);

}  // namespace ken::model
