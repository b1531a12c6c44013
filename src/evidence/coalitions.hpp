#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace ken::evidence {

// Which coalitions can force a goal from all initial states.
struct CoalitionAnswer {
  std::string goal;                               // F win
  std::vector<std::vector<std::string>> minimal;  // they win, and no smaller one inside them does
  std::vector<std::string> needed;                // in all of these
  std::uint64_t tried = 0;                        // coalitions that were decided
  std::string unknown;                            // why there may be more; empty if these are all
};

struct CoalitionsAnswer {
  std::string file;
  std::string semantics;
  std::vector<std::string> players;  // agents with more than one action
  std::vector<CoalitionAnswer> goals;
  base::Diagnostics diagnostics;
  std::string exhausted;  // what ran out before anything was decided, if something did
};

}  // namespace ken::evidence
