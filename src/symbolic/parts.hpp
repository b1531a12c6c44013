#pragma once
#include <vector>

#include "symbolic/conditions.hpp"

namespace ken::symbolic {

// A conjunct of the transition relation: what an agent may do (no variable written), or how some of
// its variables change.  Over bits of now, of actions, and of 'writes' after the step.
struct Part {
  Bdd relation;
  std::vector<VarId> writes;
};

// Where an evolution line applies but has a value that does not fit; over now and actions.
struct LostLine {
  AgentId agent{};
  const model::Assignment* assignment = nullptr;
  Bdd where;
};

struct Parts {
  std::vector<Part> evolutions;
  std::vector<Bdd> protocols;  // by agent: now and its action
  std::vector<LostLine> lost;
};

[[nodiscard]] Parts build_parts(bdd::Manager& manager, const Encoding& encoding,
                                const model::Model& model, Conditions& conditions);

}  // namespace ken::symbolic
