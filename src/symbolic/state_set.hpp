#pragma once
#include "bdd/manager.hpp"

namespace ken::symbolic {

using bdd::Bdd;

// A function of bits that is known to be a set of one kind of things.  Sets of different kinds do
// not mix; whoever needs the function itself says so.
template <class Kind>
class Set {
 public:
  Set() = default;
  explicit Set(Bdd function) : function_(std::move(function)) {}

  [[nodiscard]] const Bdd& function() const { return function_; }
  [[nodiscard]] bool empty() const { return function_.is_false(); }
  // It was never given a value.
  [[nodiscard]] bool unset() const { return function_ == Bdd(); }

  friend bool operator==(const Set&, const Set&) = default;
  [[nodiscard]] friend Set operator&(const Set& a, const Set& b) {
    return Set(a.function_ & b.function_);
  }
  [[nodiscard]] friend Set operator|(const Set& a, const Set& b) {
    return Set(a.function_ | b.function_);
  }
  // What is in a and not in b.
  [[nodiscard]] friend Set operator-(const Set& a, const Set& b) {
    return Set(a.function_ - b.function_);
  }
  Set& operator&=(const Set& other) { return *this = *this & other; }
  Set& operator|=(const Set& other) { return *this = *this | other; }
  Set& operator-=(const Set& other) { return *this = *this - other; }

  [[nodiscard]] friend bool subset(const Set& a, const Set& b) {
    return bdd::subset(a.function_, b.function_);
  }
  [[nodiscard]] friend bool disjoint(const Set& a, const Set& b) {
    return bdd::disjoint(a.function_, b.function_);
  }
  [[nodiscard]] friend std::size_t nodes(const Set& a) { return bdd::nodes(a.function_); }
  // Whether a has fewer nodes, which takes no longer than to count those of b.
  [[nodiscard]] friend bool is_smaller(const Set& a, const Set& b) {
    const std::size_t of_b = nodes(b);
    return of_b > 0 && !bdd::has_more_nodes(a.function_, of_b - 1);
  }

 private:
  Bdd function_;
};

// A set of states: over the bits of now.
using StateSet = Set<struct OfStates>;

// A set of moves: a state with a joint action of some agents, over the bits of now and theirs.
using MoveSet = Set<struct OfMoves>;

// The moves that start in the states.
[[nodiscard]] inline MoveSet from(const StateSet& states, const MoveSet& moves) {
  return MoveSet(moves.function() & states.function());
}
// The states in which some of the moves start; 'actions' are the bits of those who move.
[[nodiscard]] inline StateSet starts(const MoveSet& moves, const bdd::VariableSet& actions) {
  return StateSet(exists(moves.function(), actions));
}
// A smaller diagram that is the same set as far as the states that matter go.
[[nodiscard]] inline StateSet shrink(const StateSet& set, const StateSet& care) {
  if (care.empty()) return set;
  StateSet simple(bdd::simplify(set.function(), care.function()));
  return is_smaller(simple, set) ? simple : set;
}

}  // namespace ken::symbolic
