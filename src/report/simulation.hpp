#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "evidence/answer.hpp"

namespace ken::report {

// What the commands of 'ken simulate' answer, in words; text and JSON are made from these values.

// Variables with their values, or agents with their actions.
using Values = evidence::EvidenceAnswer::Values;

// A joint action and where it leads; nowhere if it is blocked.
struct Way {
  std::optional<std::size_t> number;  // 'step' takes it by this
  Values action;
  std::optional<Values> state;
  Values changes;
};
struct WaysAnswer {
  std::vector<Way> ways;
  bool more = false;              // than these
  std::vector<std::string> lost;  // evolution lines whose values do not fit
};

// Why a command did nothing: the user's mistake.
struct Mistake {
  std::string message;
  std::string hint{};
  base::Diagnostics diagnostics{};   // of a formula
  std::optional<WaysAnswer> ways{};  // that a step has to choose from
};

// What ran out before there was an answer.
struct Unknown {
  std::string reason;
};

// Where the run is.
struct Place {
  std::size_t position = 0;  // steps since the initial state
  Values state;
  std::optional<bool> deadlock;  // nothing: not all joint actions were tried
};

struct AgentState {
  std::string agent;
  Values owns;                 // without the name of the agent
  std::optional<Values> sees;  // of others, if that was asked
};
struct StateAnswer {
  Place place;
  std::vector<AgentState> agents;
};

// The run went on, back or somewhere else.
struct Move {
  Place place;
  std::size_t steps = 0;         // made by this command
  std::optional<Values> action;  // of the last of them
  Values changes;                // what is different from the state before
  bool jumped = false;           // to a state that does not follow: everything is to be shown
  std::string stopped{};         // why there were less steps than wanted
};

struct AgentActions {
  std::string agent;
  std::vector<std::string> allowed;
};
struct ActionsAnswer {
  std::vector<AgentActions> agents;
  std::string joint_actions;  // how many, exact
};

struct TraceStep {
  std::size_t position = 0;
  std::optional<Values> action;  // that led here
  Values state;
  Values changes;  // everything in the first that is shown
};
struct TraceAnswer {
  std::size_t length = 0;  // steps of the whole run
  std::vector<TraceStep> steps;
};

struct ListedState {
  std::size_t number = 0;
  Values state;
  Values differs;  // from the state that the run is in
};
struct InitialAnswer {
  std::vector<ListedState> states;
  std::optional<std::string> count;  // exact; nothing: more than these
};

// What agents consider possible, by what they see; several of them by what they see together.
struct PossibleAnswer {
  std::vector<std::string> agents;
  std::string count;                // exact
  std::vector<ListedState> states;  // some, the state that the run is in left out
};
struct PossibleCount {
  std::string agent;
  std::string count;
};
struct PossibleCounts {
  std::vector<PossibleCount> agents;
};

struct ValueAnswer {
  std::string formula;
  std::string reading{};  // with universal closures written out; empty if there are none
  bool holds = false;
  base::Diagnostics remarks{};
};

struct PropositionsAnswer {
  std::vector<std::string> holding;
  std::vector<std::string> others;
};

struct FormulasAnswer {
  std::vector<std::string> formulas;
};

struct CountAnswer {
  std::string states;  // reachable, exact
  std::optional<std::size_t> depth;
};

struct HelpAnswer {
  struct Row {
    std::string usage;
    std::string help;
  };
  std::vector<Row> commands;
  std::string more{};  // about one command
};

// The run was written down as evidence that the formula holds.
struct SavedAnswer {
  std::string file;
  std::string formula;
};

struct Farewell {};

using SimulationAnswer =
    std::variant<Mistake, Unknown, StateAnswer, Move, ActionsAnswer, WaysAnswer, TraceAnswer,
                 InitialAnswer, PossibleAnswer, PossibleCounts, ValueAnswer, PropositionsAnswer,
                 FormulasAnswer, CountAnswer, HelpAnswer, SavedAnswer, Farewell>;

// For a person; a mistake is no part of it.
[[nodiscard]] std::string to_text(const SimulationAnswer& answer);
// What is wrong, with the place before it ("ken: line 3: ").
[[nodiscard]] std::string to_text(const Mistake& mistake, const std::string& before,
                                  base::Style style);

// One object on one line; 'command' as it was understood, empty if it was not.
struct Asked {
  std::string command;
  std::size_t line = 0;  // of the input
};
[[nodiscard]] std::string to_json(const SimulationAnswer& answer, const Asked& asked);

}  // namespace ken::report
