#pragma once
#include <map>
#include <optional>

#include "check/game.hpp"
#include "check/views.hpp"
#include "evidence/fact.hpp"
#include "evidence/strategy.hpp"

namespace ken::check {

// What the searches for strategies have done so far.
struct SearchEffort {
  std::uint64_t candidates = 0;  // strategies tried
  std::uint64_t partial = 0;     // partial ones, tried depth-first
  std::uint64_t clauses = 0;     // learnt from those that were refuted

  SearchEffort& operator+=(const SearchEffort& other) {
    candidates += other.candidates;
    partial += other.partial;
    clauses += other.clauses;
    return *this;
  }
  friend SearchEffort operator-(const SearchEffort& a, const SearchEffort& b) {
    return {a.candidates - b.candidates, a.partial - b.partial, a.clauses - b.clauses};
  }
};

// Who searches for a strategy: after so much work that one thread has done alone, all together;
// they hear of each other after stints of so much.  Work is measured in steps of diagrams; unless
// said, one works alone for as much as all has taken before the search.
struct Teamwork {
  std::size_t threads = 1;
  std::optional<std::uint64_t> alone{};
  std::uint64_t stint = 200'000;
  std::size_t own = 0;  // which of the threads this is
};

// How far a search has come: of the wanted states those where a strategy was found and those where
// nothing is known; in the others there is none.
struct SearchBounds {
  StateSet wanted;
  StateSet won;
  StateSet open;
};

// Which strategies are kept: none, as they were found, or with choices that do not matter left out.
enum class Keep : std::uint8_t { nothing, as_found, minimal };

// What a rule is handed: where it works, how coalitions are to be read, and what was found out
// there before.  The system must outlive it.
struct Context {
  Context(symbolic::System& s, Arena a, logic::Semantics of_the_run = logic::Semantics::full)
      : system(s), arena(std::move(a)), semantics(of_the_run), wanted(arena.domain) {}

  [[nodiscard]] const model::Model& model() const { return system.model(); }
  // Fair outcomes alone count for the coalitions of the formula being labelled.
  [[nodiscard]] bool only_fair_outcomes() const {
    return arena.fair() && outcomes == Outcomes::fair;
  }
  // The initial states that count.
  [[nodiscard]] StateSet initial() const { return arena.initial & arena.domain; }

  symbolic::System& system;
  Arena arena;
  logic::Semantics semantics;  // of coalitions that name none
  Outcomes outcomes = Outcomes::fair;
  StateSet wanted;  // where in the domain the next label has to be right
  // The formula being labelled, if an answer rests on its label in the initial states.
  std::optional<logic::FormulaId> operation;
  Teamwork teamwork;
  Keep keep = Keep::nothing;
  std::vector<evidence::Strategy> strategies;  // found for answers, as far as they are kept
  std::vector<evidence::Impossibility> impossibilities;  // likewise
  SearchEffort effort;
  std::optional<SearchBounds> searching;  // while a search runs, or if it was cut off

  // ---- caches ----
  Views views;
  std::map<logic::Group, Coalition> coalitions;
  std::map<logic::AgentId, bool> choices;
  std::optional<Arena> infinite_paths;
  std::optional<StateSet> moving_on;   // states with a successor in the domain besides themselves
  std::optional<StateSet> moved_from;  // the same with a predecessor
};

[[nodiscard]] Coalition& coalition_of(Context& context, const logic::Group& members);
[[nodiscard]] Game play(Context& context, const logic::Group& members);
// The arena where operators range over the states from which an infinite fair path starts.
[[nodiscard]] const Arena& arena_of_infinite_paths(Context& context);
// In some reachable state a member is allowed two actions.
[[nodiscard]] bool has_choice(Context& context, const logic::Group& members);
// The domain as far as these variables see it, with as many others as the arguments of the formulas
// to come mention; everything if they mention too much.
[[nodiscard]] const StateSet& domain_for(Context& context, const std::vector<model::VarId>& view,
                                         const Label& argument);

// The states that look to one of the agents like some of these, inside the domain.
[[nodiscard]] StateSet alike(symbolic::System& system, const Arena& arena, logic::AgentId agent,
                             const StateSet& states);

}  // namespace ken::check
