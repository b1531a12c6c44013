#pragma once
#include <string>

#include "evidence/answer.hpp"
#include "evidence/reason.hpp"

namespace ken::evidence {

struct ReadEvidence {
  Evidence evidence;
  std::string mistake;  // why it is not about this model; empty if it is
};

// Evidence about a formula that somebody has written down, with everything it names looked up in
// the model.  It may be wrong in any way: replaying it tells.
[[nodiscard]] ReadEvidence from_words(const model::Model& model, const EvidenceAnswer& words,
                                      logic::FormulaId formula);

// A path alone.
struct ReadPath {
  Path path;
  std::string mistake;
};
[[nodiscard]] ReadPath read_path(const model::Model& model, const EvidenceAnswer::Path& words);

}  // namespace ken::evidence
