#pragma once
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "evidence/play.hpp"

namespace ken::evidence {

struct Replayed {
  std::string mistake;                      // empty: all that is not assumed is right
  std::vector<ReasonId> assumed{};          // claims that nobody has shown, each once
  std::vector<std::size_t> assumed_fair{};  // Fairness lines that somebody would have to look at
  std::vector<std::pair<ReasonId, AssumedPlay>> assumed_plays{};  // what is not shown of plays
  std::vector<std::pair<ReasonId, std::size_t>> assumed_facts{};  // so many of those that exclude
};

// Looks at every claim, state and step of the evidence, on the model and nothing else.  Throws
// Exhausted.
[[nodiscard]] Replayed replay(const model::Model& model, const Evidence& evidence,
                              base::Budget& budget);

}  // namespace ken::evidence
