#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "evidence/fact.hpp"
#include "evidence/strategy.hpp"

namespace ken::evidence {

enum class ReasonId : std::uint32_t {};

// A run of the model.  If it goes on for ever, its last action leads back to states[*back_to].
struct Path {
  std::vector<model::State> states;
  std::vector<model::JointAction> actions;  // between the states, and the one that leads back
  std::optional<std::size_t> back_to{};
};

// ---- why a claim is right ----

// Nobody has shown it.
struct Assumed {};
// The values of variables in the state say so.
struct Evaluated {};
// What is claimed of its parts in the same state says so.
struct Joined {
  std::vector<ReasonId> parts;
};
// A fixpoint, or its variable, is where its body holds: what is claimed of the body in the same
// state says so, unless that can be seen there.
struct Unfolded {
  std::vector<ReasonId> body;
};
// A path that starts in the state says so, with what is claimed in its states, by position.
struct Followed {
  Path path;
  std::vector<std::vector<ReasonId>> claims;
};
// From one state to another that no time lies between.
enum class HopKind : std::uint8_t {
  alike,    // the agents, seeing what they see together, cannot tell them apart
  green,    // wherever one is, every state counts that is green for the agent
  related,  // by a relation of a logic
};
struct Hop {
  HopKind kind = HopKind::alike;
  logic::Group agents{};
  std::string relation{};
  Path run{};          // from an initial state
  std::size_t at = 0;  // its state that is meant
};
// What is claimed behind some hops says so; with none, in the state itself.
struct Elsewhere {
  std::vector<Hop> hops;
  ReasonId claim{};
};

// A state of a play, with what is claimed there and what may follow.
struct Turn {
  model::JointAction action;
  std::size_t to = 0;  // a position
};
enum class After : std::uint8_t {
  shown,     // the turns are what follows
  left_out,  // nobody has shown what follows
  unfair,    // nobody has shown that no fair path starts there
};
struct Position {
  model::State state;
  std::vector<ReasonId> claims{};
  std::vector<Turn> turns{};
  After after = After::shown;
};
// How one side of a game plays says so, whatever the other side does.  If the coalition makes its
// operator true, it makes one move in each position, and every answer has a turn; if the others
// prevent that, every move of the coalition has a turn.  The play starts in the first positions, in
// the state itself first.
struct Played {
  std::vector<Position> positions;
  std::size_t starts = 1;
  // If members act by what they see: what each does, at all that it may see.
  std::vector<MemberStrategy> members{};
  std::string left_out = "0";  // so many states are met that have no position; in decimal
};
// Facts about the strategies of members who act by what they see say so: none satisfies all that
// wins from these states, each the one it is about or one that looks the same to some member.
struct Excluded {
  Impossibility impossibility;
  std::vector<Hop> starts;
};

using Why =
    std::variant<Assumed, Evaluated, Joined, Unfolded, Followed, Elsewhere, Played, Excluded>;

// The formula holds in the state, or fails there, and why.  Variables that no fixpoint in the
// formula binds stand for fixpoints around it: those that are needed, outermost first.
struct Reason {
  logic::FormulaId formula{};
  bool holds = false;
  model::State state;
  Why why;
  std::vector<logic::FormulaId> fixpoints{};
};

// Why a formula holds or fails in an initial state.  The root is about the first state of the
// start, which shows that the state counts: it is initial, and a fair path begins there if paths
// must be fair.
struct Evidence {
  std::vector<Reason> reasons;
  ReasonId root{};
  Path start;
  std::string initial_states = "1";                     // that count; if it holds, in all of them
  logic::Semantics semantics = logic::Semantics::full;  // of coalitions that name none
  // If all of this is about a model in which some agents are restricted: what each of them does.
  std::vector<MemberStrategy> restriction{};

  [[nodiscard]] const Reason& operator[](ReasonId id) const {
    return reasons[static_cast<std::size_t>(id)];
  }
};

}  // namespace ken::evidence
