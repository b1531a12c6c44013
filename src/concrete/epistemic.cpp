// Knowledge and obligation.
//
// Two states of the domain are the same to agent i if all variables it sees have the same values:
// K(i, f) holds where f holds in every such state.  So the domain falls into classes, and a class
// knows f if it lies in f as a whole; EK(i, f), that i considers f possible, holds in a class that
// meets f.  GK(g, f): every member knows f.  DK(g, f): the same with the
// classes of everything the members see together.  GCK(g, f): the greatest set Z = GK(g, f and Z),
// which are the states from which no chain of doubts of members leads to a state without f.
// O(i, f): f holds in every state of the domain that is green for i, wherever we are.

#include <algorithm>

#include "concrete/rules.hpp"

namespace ken::concrete {
namespace {

using logic::AgentId;
using logic::Builtin;
using logic::Modal;
using Args = std::span<const StateSet>;

// States all of whose look-alikes in the domain lie in the set.
StateSet known_by(Context& c, std::span<const model::VarId> view, const StateSet& set) {
  const std::vector<std::uint32_t>& classes = classes_of(c, view);
  std::vector<bool> doubtful(c.space.size());
  c.arena.domain.for_each([&](StateId s) {
    if (!set.contains(s)) doubtful[classes[static_cast<std::size_t>(s)]] = true;
  });
  StateSet result = c.arena.nothing();
  c.arena.domain.for_each([&](StateId s) {
    if (!doubtful[classes[static_cast<std::size_t>(s)]]) result.insert(s);
  });
  return result;
}

StateSet everybody_knows(Context& c, const logic::Group& group, const StateSet& set) {
  StateSet result = c.arena.domain;
  for (const AgentId agent : group) result = result & known_by(c, c.model[agent].visible, set);
  return result;
}

StateSet k(Context& c, const Modal& m, Args a) {
  return known_by(c, c.model[m.subjects[0][0]].visible, a[0]);
}

// Some state that looks the same satisfies f.
StateSet ek(Context& c, const Modal& m, Args a) {
  const std::vector<std::uint32_t>& classes = classes_of(c, c.model[m.subjects[0][0]].visible);
  std::vector<bool> possible(c.space.size());
  a[0].for_each([&](StateId t) { possible[classes[static_cast<std::size_t>(t)]] = true; });
  StateSet result = c.arena.nothing();
  c.arena.domain.for_each([&](StateId s) {
    if (possible[classes[static_cast<std::size_t>(s)]]) result.insert(s);
  });
  return result;
}

StateSet gk(Context& c, const Modal& m, Args a) { return everybody_knows(c, m.subjects[0], a[0]); }

StateSet gck(Context& c, const Modal& m, Args a) {
  for (StateSet z = c.arena.domain;;) {
    StateSet next = everybody_knows(c, m.subjects[0], a[0] & z);
    if (next == z) return z;
    z = std::move(next);
  }
}

StateSet dk(Context& c, const Modal& m, Args a) {
  std::vector<model::VarId> pooled;
  for (const AgentId agent : m.subjects[0]) {
    const auto& view = c.model[agent].visible;
    pooled.insert(pooled.end(), view.begin(), view.end());
  }
  std::sort(pooled.begin(), pooled.end());
  pooled.erase(std::unique(pooled.begin(), pooled.end()), pooled.end());
  return known_by(c, pooled, a[0]);
}

StateSet o(Context& c, const Modal& m, Args a) {
  const auto& red = c.model[m.subjects[0][0]].red;
  bool everywhere = true;
  c.arena.domain.for_each([&](StateId s) {
    const bool green = !red || !red->program(c.model.exprs).holds(c.space.state(s));
    if (green && !a[0].contains(s)) everywhere = false;
  });
  return everywhere ? c.arena.domain : c.arena.nothing();
}

}  // namespace

std::span<const Rule> epistemic_rules() {
  static constexpr Rule rules[] = {
      {Builtin::K, k},     {Builtin::EK, ek}, {Builtin::GK, gk},
      {Builtin::GCK, gck}, {Builtin::DK, dk}, {Builtin::O, o},
  };
  return rules;
}

}  // namespace ken::concrete
