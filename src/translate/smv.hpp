#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/model.hpp"

namespace ken::translate {

// A specification of the text.  NuSMV answers those of CTL first, then those of LTL.
struct SmvSpecification {
  std::size_t property = 0;  // its number among the properties of the model
  bool linear = false;
};

struct SmvModel {
  std::string text;
  std::vector<SmvSpecification> specifications;  // in the order of the answers
};

// The expanded model and its formulas in the language of NuSMV 2.6 and nuXmv, which give the
// verdicts of ken on it.  What the language cannot say is an error at its place (E301), or a
// formula that is left out (W030).  With 'only' it is the one formula there.
[[nodiscard]] base::Result<SmvModel> to_smv(const model::Model& model,
                                            std::optional<logic::FormulaId> only = {});

// Why a formula would be left out; empty if it would not.
[[nodiscard]] std::string why_not_smv(const model::Model& model, const model::Property& property);

}  // namespace ken::translate
