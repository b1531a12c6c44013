// Interleaving.
//
// In an asynchronous system a scheduler, often the Environment, picks who moves, and everybody else
// stays.  Its relation is then better seen as a disjunction over the scheduler's actions: each
// disjunct is small and leaves most variables alone, so its image touches few bits.  A part of the
// relation stays under an action if, with the action fixed, it says that its variables keep their
// values, and no more: one that loses a step forbids it to all.  We call a system interleaved if
// some agent has an action for which most parts stay, for each of its actions.

#include "symbolic/interleaving.hpp"

#include <algorithm>
#include <optional>

namespace ken::symbolic {
namespace {

constexpr std::size_t fewest_actions = 3;
constexpr std::size_t most_actions = 256;

Bdd kept(System& system, const Part& part) {
  Bdd result = system.everything();
  for (const VarId v : part.writes) {
    const Bits& now = system.encoding().now(v);
    const Bits& next = system.encoding().next(v);
    for (std::size_t k = 0; k < now.size(); ++k)
      result &= equivalent(system.manager().variable(now[k]), system.manager().variable(next[k]));
  }
  return result;
}

// The parts that move under each action; nothing if under one of them too many do.
std::optional<std::vector<std::vector<const Part*>>> movers(System& system, AgentId agent,
                                                            const std::vector<Bdd>& staying) {
  const std::vector<Part>& parts = system.parts().evolutions;
  const std::size_t most = std::max<std::size_t>(2, parts.size() / 3);
  std::vector<std::vector<const Part*>> result;
  for (std::size_t a = 0; a < system.model()[agent].actions.size(); ++a) {
    const Bdd code = equals(system.manager(), system.encoding().action(agent), a);
    std::vector<const Part*> moving;
    for (std::size_t p = 0; p < parts.size() && moving.size() <= most; ++p)
      if (!((parts[p].relation & code) == (staying[p] & code))) moving.push_back(&parts[p]);
    if (moving.size() > most) return {};
    result.push_back(std::move(moving));
  }
  return result;
}

Relation move(System& system, AgentId agent, std::size_t action,
              const std::vector<const Part*>& moving) {
  const Bdd code = equals(system.manager(), system.encoding().action(agent), action);
  Parts parts;
  parts.protocols = system.parts().protocols;
  parts.protocols[static_cast<std::size_t>(agent)] &= code;
  std::vector<VarId> changing;
  for (const Part* const part : moving) {
    parts.evolutions.push_back({part->relation & code, part->writes});
    changing.insert(changing.end(), part->writes.begin(), part->writes.end());
  }
  return {system.manager(),
          system.encoding(),
          parts,
          system.settings(),
          bridges(system.manager(), system.encoding(), changing),
          {}};
}

}  // namespace

std::vector<Relation> interleaved_moves(System& system) {
  const std::vector<Part>& parts = system.parts().evolutions;
  std::vector<Relation> result;
  if (parts.size() < fewest_actions) return result;
  std::vector<Bdd> staying;
  staying.reserve(parts.size());
  for (const Part& part : parts) staying.push_back(kept(system, part));
  for (std::size_t i = 0; i < system.model().agents.size() && result.empty(); ++i) {
    const auto agent = static_cast<AgentId>(i);
    const std::size_t actions = system.model().agents[i].actions.size();
    if (actions < fewest_actions || actions > most_actions) continue;
    const auto moving = movers(system, agent, staying);
    if (!moving) continue;
    for (std::size_t a = 0; a < actions; ++a)
      result.push_back(move(system, agent, a, (*moving)[a]));
  }
  return result;
}

}  // namespace ken::symbolic
