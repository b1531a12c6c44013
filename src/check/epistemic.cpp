// Knowledge and obligation.
//
// Agent i does not know f where it cannot exclude a state of the domain without f.  Such states
// look to i like the ones we get by forgetting all bits that i does not see:
//     K(i, f) = not exists hidden(i). (domain & !f)
// one quantification, whatever the number of states, and no relation between states is ever built.
// The result is a function of what i sees, and is left so: as a label it may say anything outside
// the domain.  GK(g, f) is the conjunction over the members, DK(g, f) the same with what they see
// together.
//
// Many questions to the same agent, K(i, p_1), K(i, p_2), ..., share a smaller domain: the
// projection to what i sees and what the questions mention, made once (Labeller::domain_for).
//
// GCK(g, f) fails where a chain of doubts of members leads to a state of the domain without f.  The
// states with such a chain are found backwards from those without f, and each round asks only about
// states that are new; chains of different members extend each other within a round.
//
// O(i, f): f holds in every state of the domain that is green for i; the same answer everywhere.

#include "check/labeller.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const Bdd>;

Bdd known_by(Labeller& l, const std::vector<model::VarId>& view, const Bdd& f) {
  const Bdd doubt = and_exists(l.domain_for(view, f), !f, l.system().all_but(view));
  return !doubt;
}

Bdd k(Labeller& l, const Modal& m, Args a) {
  return known_by(l, l.model()[m.subjects[0][0]].visible, a[0]);
}

Bdd gk(Labeller& l, const Modal& m, Args a) {
  Bdd result = l.system().everything();
  for (const logic::AgentId agent : m.subjects[0])
    result &= known_by(l, l.model()[agent].visible, a[0]);
  return result;
}

Bdd dk(Labeller& l, const Modal& m, Args a) {
  return known_by(l, pooled_view(l.model(), m.subjects[0]), a[0]);
}

Bdd gck(Labeller& l, const Modal& m, Args a) {
  Bdd doubtful = outside(l, a[0]);
  for (Bdd fresh = doubtful; !fresh.is_false();) {
    const Bdd before = doubtful;
    for (const logic::AgentId agent : m.subjects[0]) {
      const Bdd alike = exists(fresh, l.system().all_but(l.model()[agent].visible)) & l.domain();
      fresh |= alike - doubtful;
      doubtful |= alike;
    }
    fresh = doubtful - before;
  }
  return !doubtful;
}

Bdd o(Labeller& l, const Modal& m, Args a) {
  Bdd green = l.domain();
  if (const auto& red = l.model()[m.subjects[0][0]].red)
    green -= l.system().conditions().holds(red->expr);
  return l.system().manager().constant(subset(green, a[0]));
}

constexpr Rule table[] = {
    {Builtin::K, k}, {Builtin::GK, gk}, {Builtin::GCK, gck}, {Builtin::DK, dk}, {Builtin::O, o},
};

}  // namespace

std::span<const Rule> epistemic_rules() { return table; }

}  // namespace ken::check
