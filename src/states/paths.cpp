// Paths.
//
// E(f U g) is found backwards from g, each edge looked at once.  A path that stays in f for ever
// and is fair ends up in a strongly connected component of the states of f that has an edge inside
// and a state of each line of fairness; and from each such component a path goes round through all
// of it.  So EG f is E(f U a good component), and the components are Tarjan's (1972), on a stack of
// our own.  Without fairness a good component is any with an edge: the same algorithm serves both,
// in linear time.
//
// Bounds: E(f U[m,n] g) is m steps through f and then g within n - m steps through f.  The second
// part grows until nothing is new.  The first part is a function from sets to sets, applied m times
// to one: what it gives is noted at every power of two, and when that comes again, whole rounds of
// the cycle are left out.

#include "states/paths.hpp"

#include <algorithm>

namespace ken::states {

StateSet some_successor(Context& c, const StateSet& set) {
  const Lists& predecessors = c.space.predecessors();
  StateSet result = c.nothing();
  set.for_each([&](StateId t) {
    c.space.effort().spend(1 + predecessors[t].size());
    for (const StateId s : predecessors[t]) result.add(s);
  });
  return result &= c.domain;
}

StateSet every_successor(Context& c, const StateSet& set) {
  return c.domain - some_successor(c, c.domain - set);
}

StateSet exists_until(Context& c, const StateSet& f, const StateSet& g) {
  const Lists& predecessors = c.space.predecessors();
  StateSet result = g;
  base::ChargedVector<StateId> open(c.space.budget());
  g.for_each([&](StateId s) { open.push_back(s); });
  while (!open.empty()) {
    const StateId t = open.back();
    open.pop_back();
    c.space.effort().spend(1 + predecessors[t].size());
    for (const StateId s : predecessors[t]) {
      if (result[s] || !f[s]) continue;
      result.add(s);
      open.push_back(s);
    }
  }
  return result;
}

namespace {

// Components of the states of a set, those that have an edge inside and meet every line.
class Components {
 public:
  Components(Context& c, const StateSet& inside)
      : c_(c),
        inside_(inside),
        good_(c.nothing()),
        numbers_(c.space.budget()),
        least_(c.space.budget()),
        stack_(c.space.budget()),
        frames_(c.space.budget()) {
    numbers_.assign(c.space.size(), 0);
    least_.assign(c.space.size(), 0);
    inside.for_each([&](StateId s) {
      if (numbers_[s] == 0) search(s);
    });
  }
  [[nodiscard]] const StateSet& good() const { return good_; }

 private:
  struct Frame {
    StateId state;
    std::uint32_t next;  // the successor to look at
  };
  static constexpr std::uint32_t done = ~std::uint32_t{0};

  void enter(StateId s) {
    numbers_[s] = least_[s] = ++count_;
    stack_.push_back(s);
    frames_.push_back({s, 0});
  }
  void search(StateId root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const StateId s = frame.state;
      const std::span<const StateId> successors = c_.space.successors()[s];
      if (frame.next < successors.size()) {
        const StateId t = successors[frame.next++];
        c_.space.effort().spend(1);
        if (!inside_[t]) continue;
        if (numbers_[t] == 0)
          enter(t);
        else if (numbers_[t] != done)
          least_[s] = std::min(least_[s], numbers_[t]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        std::uint32_t& before = least_[frames_.back().state];
        before = std::min(before, least_[s]);
      }
      if (least_[s] == numbers_[s]) close(s);
    }
  }
  // The component of a state is what lies on the stack from it on.
  void close(StateId root) {
    std::size_t begin = stack_.size() - 1;
    while (stack_[begin] != root) --begin;
    const std::span<const StateId> members = stack_.span().subspan(begin);
    c_.space.effort().spend(2 + members.size() * (1 + c_.fairness.size()));
    const bool goes_on = members.size() > 1 || has_loop(root);
    const bool fair =
        std::all_of(c_.fairness.begin(), c_.fairness.end(), [&](const StateSet& line) {
          return std::any_of(members.begin(), members.end(), [&](StateId s) { return line[s]; });
        });
    for (const StateId s : members) {
      numbers_[s] = done;
      if (goes_on && fair) good_.add(s);
    }
    stack_.truncate(begin);
  }
  [[nodiscard]] bool has_loop(StateId s) const {
    const std::span<const StateId> successors = c_.space.successors()[s];
    return std::find(successors.begin(), successors.end(), s) != successors.end();
  }

  Context& c_;
  const StateSet& inside_;
  StateSet good_;
  base::ChargedVector<std::uint32_t> numbers_;  // in the order of discovery; 0: not yet
  base::ChargedVector<std::uint32_t> least_;
  base::ChargedVector<StateId> stack_;
  base::ChargedVector<Frame> frames_;
  std::uint32_t count_ = 0;
};

// step applied so many times.
template <class Step>
StateSet repeat(StateSet set, std::int64_t times, const Step& step) {
  StateSet noted = set;
  std::int64_t since = 0;
  for (std::int64_t next_note = 1; times > 0;) {
    set = step(set);
    --times;
    ++since;
    if (set == noted) times %= since;
    if (set == noted || since == next_note) {
      if (since == next_note) next_note *= 2;
      noted = set;
      since = 0;
    }
  }
  return set;
}

}  // namespace

StateSet exists_globally(Context& c, const StateSet& f) {
  return exists_until(c, f, Components(c, f).good());
}

StateSet bounded_until(Context& c, const StateSet& f, const StateSet& g, logic::Bound bound,
                       Next next) {
  StateSet within = g;
  for (std::int64_t i = bound.least; i < bound.most; ++i) {
    StateSet more = g | (f & next(c, within));
    if (more == within) break;
    within = std::move(more);
  }
  return repeat(std::move(within), bound.least,
                [&](const StateSet& set) { return f & next(c, set); });
}

}  // namespace ken::states
