#pragma once
#include "symbolic/arena.hpp"

namespace ken::check {

using bdd::Bdd;
using symbolic::Arena;
using symbolic::StateSet;

// Where a formula holds, as far as the domain is concerned: a label agrees with its formula on the
// domain and may say anything elsewhere, so atoms and knowledge keep the small diagrams they have
// by themselves.  It becomes a set of states only by being cut to a domain.
class Label {
 public:
  Label() = default;
  explicit Label(Bdd function) : function_(std::move(function)) {}
  explicit Label(const StateSet& states) : function_(states.function()) {}

  // Right inside the domain only.
  [[nodiscard]] const Bdd& function() const { return function_; }

  friend bool operator==(const Label&, const Label&) = delete;  // equal on the domain or anywhere?
  [[nodiscard]] friend Label operator!(const Label& a) { return Label(!a.function_); }
  [[nodiscard]] friend Label operator&(const Label& a, const Label& b) {
    return Label(a.function_ & b.function_);
  }
  [[nodiscard]] friend Label operator|(const Label& a, const Label& b) {
    return Label(a.function_ | b.function_);
  }

 private:
  Bdd function_;
};

// The states of the domain where it holds, and those where it does not.
[[nodiscard]] inline StateSet inside(const Arena& arena, const Label& label) {
  return StateSet(label.function() & arena.domain.function());
}
[[nodiscard]] inline StateSet outside(const Arena& arena, const Label& label) {
  return StateSet(arena.domain.function() - label.function());
}
// Those of the states, which lie in the domain, where it holds, and where it does not.
[[nodiscard]] inline StateSet with(const StateSet& states, const Label& label) {
  return StateSet(states.function() & label.function());
}
[[nodiscard]] inline StateSet without(const StateSet& states, const Label& label) {
  return StateSet(states.function() - label.function());
}
// It holds in all of these states, which lie in the domain.
[[nodiscard]] inline bool holds_in(const StateSet& states, const Label& label) {
  return bdd::subset(states.function(), label.function());
}

}  // namespace ken::check
