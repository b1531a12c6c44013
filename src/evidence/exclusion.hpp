#pragma once
#include <string>

#include "base/budget.hpp"
#include "evidence/fact.hpp"

namespace ken::evidence {

struct JudgedExclusion {
  std::string mistake;      // empty: all that is not assumed is right
  std::size_t assumed = 0;  // facts that nobody has shown
};

// Whether no strategy of the members makes the operator true, or [g]psi false, from all these
// starts.  Throws Exhausted.
[[nodiscard]] JudgedExclusion judge_exclusion(const model::Model& model,
                                              const logic::Modal& operation,
                                              const Impossibility& impossibility,
                                              base::Budget& budget);

}  // namespace ken::evidence
