// Knowledge and obligation.
//
// What an agent sees divides the domain into classes, numbered by hashing the words of a state
// without what it does not see.  An agent knows f in the classes that lie in f.  Common knowledge
// of a group: classes of its members that share a state are joined (union and find), and f is
// common knowledge where all that is joined lies in f.  Everything is linear in the states, but for
// the inverse of Ackermann's function.

#include <algorithm>

#include "states/rules.hpp"

namespace ken::states {
namespace {

using logic::AgentId;
using logic::Builtin;
using logic::Modal;
using Args = std::span<const StateSet>;
using View = std::vector<model::VarId>;

const View& view_of(const Context& c, AgentId agent) { return c.model()[agent].visible; }

// The states of the domain whose class has a state of the set.
StateSet considered_possible(Context& c, const View& view, const StateSet& set) {
  const auto& classes = classes_of(c, view);
  c.space.effort().spend(2 * c.space.size());
  std::vector<bool> met(c.space.size());
  set.for_each([&](StateId s) { met[classes[s]] = true; });
  StateSet result = c.nothing();
  c.domain.for_each([&](StateId s) {
    if (met[classes[s]]) result.add(s);
  });
  return result;
}
StateSet known(Context& c, const View& view, const StateSet& set) {
  return c.complement(considered_possible(c, view, c.complement(set)));
}

class Joined {
 public:
  explicit Joined(std::size_t size) : above_(size) {
    for (std::size_t i = 0; i < size; ++i) above_[i] = static_cast<StateId>(i);
  }
  StateId find(StateId s) {
    for (; above_[s] != s; s = above_[s]) above_[s] = above_[above_[s]];
    return s;
  }
  void join(StateId a, StateId b) {
    above_[std::max(find(a), find(b))] = std::min(find(a), find(b));
  }

 private:
  std::vector<StateId> above_;
};

// ---- the modalities ----

StateSet k(Context& c, const Modal& m, Args a) {
  return known(c, view_of(c, m.subjects[0][0]), a[0]);
}
StateSet ek(Context& c, const Modal& m, Args a) {
  return considered_possible(c, view_of(c, m.subjects[0][0]), a[0]);
}
StateSet gk(Context& c, const Modal& m, Args a) {
  StateSet result = c.domain;
  for (const AgentId agent : m.subjects[0]) result &= known(c, view_of(c, agent), a[0]);
  return result;
}
StateSet dk(Context& c, const Modal& m, Args a) {
  View pooled;
  for (const AgentId agent : m.subjects[0]) {
    const View& view = view_of(c, agent);
    pooled.insert(pooled.end(), view.begin(), view.end());
  }
  std::sort(pooled.begin(), pooled.end());
  pooled.erase(std::unique(pooled.begin(), pooled.end()), pooled.end());
  return known(c, pooled, a[0]);
}

StateSet gck(Context& c, const Modal& m, Args a) {
  constexpr StateId nobody = ~StateId{0};
  Joined joined(c.space.size());
  for (const AgentId agent : m.subjects[0]) {
    const auto& classes = classes_of(c, view_of(c, agent));
    c.space.effort().spend(8 * c.space.size());
    std::vector<StateId> first(c.space.size(), nobody);  // of each class
    c.domain.for_each([&](StateId s) {
      StateId& other = first[classes[s]];
      if (other == nobody) other = s;
      joined.join(s, other);
    });
  }
  std::vector<bool> doubtful(c.space.size());
  c.complement(a[0]).for_each([&](StateId s) { doubtful[joined.find(s)] = true; });
  StateSet result = c.nothing();
  c.domain.for_each([&](StateId s) {
    if (!doubtful[joined.find(s)]) result.add(s);
  });
  return result;
}

// f holds wherever the agent is in a green state.
StateSet o(Context& c, const Modal& m, Args a) {
  const auto& red = c.model()[m.subjects[0][0]].red;
  const StateSet wrong = c.complement(a[0]);
  const StateSet excused = red ? find_where(c, red->expr) : c.nothing();
  return (wrong - excused).empty() ? c.domain : c.nothing();
}

}  // namespace

std::span<const Rule> epistemic_rules() {
  static constexpr Rule rules[] = {
      {Builtin::K, k},     {Builtin::EK, ek}, {Builtin::GK, gk},
      {Builtin::GCK, gck}, {Builtin::DK, dk}, {Builtin::O, o},
  };
  return rules;
}

}  // namespace ken::states
