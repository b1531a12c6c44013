#pragma once
#include "evidence/answer.hpp"

namespace ken::evidence {

// What one answer, or many, come to.  Verdicts that hold vacuously are counted apart.
struct Totals {
  std::size_t models = 0;
  std::size_t bad_models = 0;
  std::size_t excluded = 0;
  std::size_t unchecked = 0;  // ended before it was known what their formulas are
  std::size_t formulas = 0;
  std::size_t holds = 0;
  std::size_t vacuous = 0;
  std::size_t fails = 0;
  std::size_t unknown = 0;
  std::size_t expected = 0;    // have an expectation
  std::size_t unexpected = 0;  // and a verdict that differs
  std::size_t pending = 0;     // and no verdict
  std::size_t failing = 0;     // do not pass, with an expectation or without
  std::size_t warnings = 0;
};

[[nodiscard]] Totals count_totals(const Answer& answer,
                                  Strictness strictness = Strictness::lenient);
[[nodiscard]] Totals operator+(const Totals& a, const Totals& b);

}  // namespace ken::evidence
