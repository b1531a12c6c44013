// Knowledge and obligation.
//
// Agent i does not know f where it cannot exclude a state of the domain without f.  Such states
// look to i like the ones we get by forgetting all bits that i does not see:
//     K(i, f) = not exists hidden(i). (domain & !f)
// one quantification, whatever the number of states, and no relation between states is ever built.
// What i considers possible is the same without the negations, EK(i, f) = !K(i, !f).
// The result is a function of what i sees, and is left so: as a label it may say anything outside
// the domain.  GK(g, f) is the conjunction over the members, DK(g, f) the same with what they see
// together.
//
// Many questions to the same agent, K(i, p_1), K(i, p_2), ..., share a smaller domain: the
// projection to what i sees and what the questions mention, made once (domain_for).
//
// GCK(g, f) fails where a chain of doubts of members leads to a state of the domain without f.  The
// states with such a chain are found backwards from those without f, and each round asks only about
// states that are new; chains of different members extend each other within a round.
//
// O(i, f): f holds in every state of the domain that is green for i; the same answer everywhere.
//
// That somebody does not know, or considers something possible, is shown by a state that looks the
// same, the nearest to the initial states, with a run to it; of common knowledge by a chain of such
// states, a shortest one.  If the state itself will do, it does.

#include <algorithm>

#include "check/explain.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const Label>;

Label possible_to(Context& c, const std::vector<model::VarId>& view, const Label& f) {
  return Label(and_exists(domain_for(c, view, f).function(), f.function(), c.system.all_but(view)));
}

Label known_by(Context& c, const std::vector<model::VarId>& view, const Label& f) {
  return !possible_to(c, view, !f);
}

Label k(Context& c, const Modal& m, Args a) {
  return known_by(c, c.model()[m.subjects[0][0]].visible, a[0]);
}

Label ek(Context& c, const Modal& m, Args a) {
  return possible_to(c, c.model()[m.subjects[0][0]].visible, a[0]);
}

Label gk(Context& c, const Modal& m, Args a) {
  Label result(c.system.manager().constant(true));
  for (const logic::AgentId agent : m.subjects[0])
    result = result & known_by(c, c.model()[agent].visible, a[0]);
  return result;
}

Label dk(Context& c, const Modal& m, Args a) {
  return known_by(c, pooled_view(c.model(), m.subjects[0]), a[0]);
}

Label gck(Context& c, const Modal& m, Args a) {
  StateSet doubtful = outside(c.arena, a[0]);
  for (StateSet fresh = doubtful; !fresh.empty();) {
    const StateSet before = doubtful;
    for (const logic::AgentId agent : m.subjects[0]) {
      const StateSet more = alike(c.system, c.arena, agent, fresh);
      fresh |= more - doubtful;
      doubtful |= more;
    }
    fresh = doubtful - before;
  }
  return !Label(doubtful);
}

StateSet find_green(Context& c, logic::AgentId agent) {
  StateSet green = c.arena.domain;
  if (const auto& red = c.model()[agent].red)
    green -= StateSet(c.system.conditions().holds(red->expr));
  return green;
}

Label o(Context& c, const Modal& m, Args a) {
  return Label(c.system.manager().constant(holds_in(find_green(c, m.subjects[0][0]), a[0])));
}

// ---- reasons ----

using evidence::Elsewhere;
using evidence::HopKind;
using evidence::Why;
using model::State;

// The argument has this value behind the hops.
Why tell(Explainer& e, const Modal& m, const State& state, std::vector<evidence::Hop> hops,
         bool value) {
  const State& there = hops.empty() ? state : hops.back().run.states[hops.back().at];
  const evidence::ReasonId claim = e.claim(m.args[0], there, value);
  return Elsewhere{std::move(hops), claim};
}

// To a state that looks the same to these agents together; if none does, nothing.
std::optional<Why> show_alike(Explainer& e, const Modal& m, const State& state,
                              const logic::Group& agents, bool value) {
  const StateSet here = e.encode(state);
  const StateSet wanted = e.where(m.args[0], value);
  if (subset(here, wanted)) return tell(e, m, state, {}, value);
  const bdd::VariableSet hidden =
      e.context().system.all_but(pooled_view(e.context().model(), agents));
  const StateSet found(exists(here.function(), hidden) & wanted.function());
  if (found.empty()) return {};
  return tell(e, m, state, {e.hop_to(found, HopKind::alike, agents)}, value);
}

Why show_doubt(Explainer& e, const Modal& m, const State& state, bool) {
  return show_alike(e, m, state, m.subjects[0], false).value();
}
Why show_possible(Explainer& e, const Modal& m, const State& state, bool) {
  return show_alike(e, m, state, m.subjects[0], true).value();
}
Why show_doubt_of_one(Explainer& e, const Modal& m, const State& state, bool) {
  for (const logic::AgentId agent : m.subjects[0])
    if (auto why = show_alike(e, m, state, {agent}, false)) return *why;
  return evidence::Assumed{};
}

// Layers of states that chains of doubts lead to, and the way back from the first that ends one.
Why show_chain(Explainer& e, const Modal& m, const State& state, bool) {
  Context& c = e.context();
  const StateSet wanted = e.where(m.args[0], false);
  std::vector<StateSet> layers{e.encode(state)};
  StateSet seen = layers.front();
  while (disjoint(layers.back(), wanted)) {
    StateSet next = c.arena.nothing();
    for (const logic::AgentId agent : m.subjects[0])
      next |= alike(c.system, c.arena, agent, layers.back());
    layers.push_back(next - seen);
    seen |= next;
  }
  std::vector<evidence::Hop> hops;
  StateSet target = layers.back() & wanted;
  for (std::size_t i = layers.size() - 1; i > 0; --i) {
    const State there = e.pick(target);
    for (const logic::AgentId agent : m.subjects[0]) {
      const StateSet before = alike(c.system, c.arena, agent, e.encode(there)) & layers[i - 1];
      if (before.empty()) continue;
      hops.push_back(e.hop_to(e.encode(there), HopKind::alike, {agent}));
      target = before;
      break;
    }
  }
  std::reverse(hops.begin(), hops.end());
  return tell(e, m, state, std::move(hops), false);
}

Why show_green(Explainer& e, const Modal& m, const State& state, bool) {
  const StateSet found = find_green(e.context(), m.subjects[0][0]) & e.where(m.args[0], false);
  return tell(e, m, state, {e.hop_to(found, HopKind::green, m.subjects[0])}, false);
}

}  // namespace

std::span<const Rule> epistemic_rules() {
  constexpr auto yes = Shows::that_it_holds;
  constexpr auto no = Shows::that_it_fails;
  static constexpr Rule rules[] = {
      {Builtin::K, k, Asks::each, no, show_doubt},
      {Builtin::EK, ek, Asks::each, yes, show_possible},
      {Builtin::GK, gk, Asks::each, no, show_doubt_of_one},
      {Builtin::GCK, gck, Asks::nobody, no, show_chain},
      {Builtin::DK, dk, Asks::together, no, show_doubt},
      {Builtin::O, o, Asks::nobody, no, show_green},
  };
  return rules;
}

}  // namespace ken::check
