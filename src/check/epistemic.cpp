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

#include "check/rules.hpp"

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

Label o(Context& c, const Modal& m, Args a) {
  StateSet green = c.arena.domain;
  if (const auto& red = c.model()[m.subjects[0][0]].red)
    green -= StateSet(c.system.conditions().holds(red->expr));
  return Label(c.system.manager().constant(holds_in(green, a[0])));
}

}  // namespace

std::span<const Rule> epistemic_rules() {
  static constexpr Rule rules[] = {
      {Builtin::K, k, Asks::each}, {Builtin::EK, ek, Asks::each},     {Builtin::GK, gk, Asks::each},
      {Builtin::GCK, gck},         {Builtin::DK, dk, Asks::together}, {Builtin::O, o},
  };
  return rules;
}

}  // namespace ken::check
