#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/model.hpp"

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

using Why = std::variant<Assumed, Evaluated, Joined, Followed, Elsewhere>;

// The formula holds in the state, or fails there, and why.
struct Reason {
  logic::FormulaId formula{};
  bool holds = false;
  model::State state;
  Why why;
};

// Why a formula holds or fails in an initial state.  The root is about the first state of the
// start, which shows that the state counts: it is initial, and a fair path begins there if paths
// must be fair.
struct Evidence {
  std::vector<Reason> reasons;
  ReasonId root{};
  Path start;

  [[nodiscard]] const Reason& operator[](ReasonId id) const {
    return reasons[static_cast<std::size_t>(id)];
  }
};

}  // namespace ken::evidence
