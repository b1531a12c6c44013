#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"

namespace ken::evidence {

enum class Truth : std::uint8_t { holds, fails, unknown };

// The answer for one formula: what, and if unknown or vacuous why.
struct Verdict {
  Truth truth = Truth::unknown;
  std::string reason;
  bool vacuous = false;  // it holds for want of an initial state that counts, whatever it says
};

// A strategy in words: in each row an agent does something where it sees something.
struct StrategyAnswer {
  struct Row {
    std::string agent;
    std::vector<std::pair<std::string, std::string>> seen;  // variable and value
    std::string action;
  };
  std::string operation;  // <g>F f
  std::string semantics;
  std::string starts;  // the number of states it wins from, in decimal
  std::vector<Row> rows;
  std::vector<std::string> notes{};  // what is left out, and why
  std::vector<std::string> files{};  // it was written to
};

// Why a coalition has no strategy, in words.
struct ImpossibilityAnswer {
  using State = std::vector<std::pair<std::string, std::string>>;  // variable and value
  struct Row {
    std::string stage;  // start, open, violated
    State state;
    std::vector<StrategyAnswer::Row> selections;
    std::string then_stage;  // empty: who does that loses
    State then_state;
  };
  std::string operation;  // <g>F f
  std::string semantics;
  std::vector<State> starts;  // no strategy wins from all of them
  std::vector<Row> facts;
  std::optional<bool> checked{};  // by the explicit engine; unset: it was not asked
};

// Evidence in words: claims by number, each with what it rests on.
struct EvidenceAnswer {
  using Values = std::vector<std::pair<std::string, std::string>>;  // of variables, or of agents
  struct Step {
    Values state;
    std::vector<std::size_t> claims{};  // about it
    Values action{};                    // what everybody does then; nothing behind the end
  };
  struct Path {
    std::vector<Step> steps;
    std::optional<std::size_t> back_to{};  // it goes on for ever from there
  };
  struct Hop {
    std::string kind;  // alike, green, related
    std::vector<std::string> agents;
    std::string relation;
    Path run;
    std::size_t at = 0;
  };
  struct Turn {
    Values action;
    std::size_t to = 0;
  };
  struct Position {
    Values state;
    std::vector<std::size_t> claims{};
    std::vector<Turn> turns{};
    std::string after;  // shown, left_out, unfair
  };
  struct Play {
    bool by_coalition = false;  // else by the others
    std::vector<std::string> coalition;
    std::vector<Position> positions{};
    std::size_t starts = 1;
    std::vector<StrategyAnswer::Row> rows{};  // what members do who act by what they see
    std::string left_out{};                   // states that have no position, if they were counted
  };
  struct Reason {
    std::string formula;
    bool holds = false;
    Values state;
    // assumed, evaluated, joined, unfolded, followed, elsewhere, played, excluded
    std::string why;
    std::size_t part = 0;                  // which part of the formula asked about it is
    std::vector<std::size_t> fixpoints{};  // parts that its variables stand for, outermost first
    std::vector<std::size_t> parts{};      // joined, unfolded: the claims it rests on
    Path path{};                           // followed
    std::vector<Hop> hops{};               // elsewhere
    std::optional<std::size_t> claim{};
    std::optional<Play> play{};                     // played
    std::optional<ImpossibilityAnswer> excluded{};  // excluded; hops lead to its starts
  };
  std::vector<Reason> reasons;
  std::size_t root = 0;
  Path start;
  std::vector<std::size_t> assumed;  // claims that nobody has shown
  std::vector<std::string> notes{};  // what else is not shown
  // If it is about a model in which some agents are restricted: what each of them does.
  std::vector<StrategyAnswer::Row> restriction{};
  std::vector<std::string> shown_agents{};  // whose variables a person wants to see; empty: all
  std::vector<std::string> files{};         // it was written to
};

struct FormulaAnswer {
  std::size_t index = 0;  // from one, as the user counts
  std::string file{};     // where it stands, or --formula
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text;
  std::string reading{};  // the text with universal closures written out; empty if there are none
  std::string family;
  std::string semantics;  // of its coalitions, else of the run
  bool strategic = false;
  Verdict verdict;
  std::optional<bool> expected;
  bool amid_expectations = false;  // others that are checked have one
  double seconds = 0;
  std::vector<StrategyAnswer> strategies{};            // if asked for, that make it true
  std::vector<ImpossibilityAnswer> impossibilities{};  // likewise, why there are none
  std::optional<EvidenceAnswer> evidence{};            // if asked for and there is any
  std::string no_evidence{};                           // why there is none, though asked for
};

// A parameter of a template and its value; 0 and 1 if it is boolean.
struct Parameter {
  std::string name;
  std::int64_t value = 0;
  bool boolean = false;
};

// "N=3, Lossy=1"
[[nodiscard]] std::string to_text(const std::vector<Parameter>& parameters);

struct ModelFacts {
  std::size_t agents = 0;
  std::size_t state_bits = 0;
  std::optional<std::string> reachable_states;  // exact, in decimal
  std::optional<bool> deadlock;
  std::optional<bool> overflow;
  bool left_off = false;  // everything asked was known before all states were, and nobody went on
};

// A stage of the run: what it took.
struct Phase {
  std::string name;
  double seconds = 0;  // of CPU, of the thread that ran the check
  // Of decision diagrams, in use at most as far as somebody looked, those nobody needs any more
  // included.
  std::optional<std::uint64_t> nodes{};
};

struct Statistics {
  double seconds = 0;
  double cpu_seconds = 0;     // of the thread that ran the check
  std::vector<Phase> phases;  // in order; what lies between them is left out
  std::uint64_t peak_bytes = 0;
  std::optional<std::uint64_t> depth;
  // Of decision diagrams, if the engine has them.
  std::optional<std::uint64_t> peak_nodes;
  std::optional<std::uint64_t> reachable_nodes;
  std::optional<std::uint64_t> bits;
  std::optional<std::uint64_t> clusters;
  std::optional<std::uint64_t> cluster_nodes;
  // Joint actions that steps are taken with, one after the other; 0 if with clusters.
  std::optional<std::uint64_t> image_disjuncts;
  std::optional<std::uint64_t> preimage_disjuncts;
  std::optional<std::uint64_t> node_bytes;
  std::optional<std::uint64_t> cache_bytes;
  std::optional<std::uint64_t> collections;
  std::optional<std::uint64_t> reorderings;
  // Of the search for strategies, if there was one.
  std::optional<std::uint64_t> candidates;  // strategies tried
  std::optional<std::uint64_t> partial_strategies;
  std::optional<std::uint64_t> clauses;  // learnt from those that lose
};

// Everything ken says about one file; text and JSON are made from this one value.
struct Answer {
  std::string file;
  std::string engine;
  std::string semantics = "full";
  std::vector<Parameter> parameters;
  bool good_model = false;
  std::string unread;     // what ran out before the model was read, if something did
  bool excluded = false;  // the model does not allow these parameters, and somebody tried many
  ModelFacts model;
  std::vector<FormulaAnswer> formulae;
  Statistics statistics;
  base::Diagnostics diagnostics;
};

// Whether warnings and vacuous verdicts are failures.
enum class Strictness : std::uint8_t { lenient, strict };

// A formula passes when its verdict is the expected one, or true if none is written.
enum class Outcome : std::uint8_t { passes, fails, unknown };
[[nodiscard]] Outcome outcome(const FormulaAnswer& answer,
                              Strictness strictness = Strictness::lenient);

// The exit status of a check: 3 if the model was not read, 2 bad model, else 1 a known verdict does
// not pass, else 3 one is unknown, else 0.  What is excluded has nothing to answer for.
[[nodiscard]] int exit_status(const Answer& answer, Strictness strictness = Strictness::lenient);

// Every formula that is not decided yet is unknown for this reason.
void give_up(Answer& answer, const std::string& reason);

[[nodiscard]] std::string_view name(Truth truth);

}  // namespace ken::evidence
