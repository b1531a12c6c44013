#pragma once
#include <functional>
#include <string_view>
#include <variant>
#include <vector>

#include "evidence/answer.hpp"

namespace ken::driver {

// What a check tells while it runs, in the order in which it happens.  An event is a value: it may
// be kept, queued and handed to another thread.

// The model is read, or has mistakes; formulas and states are still to come.
struct Started {
  evidence::Answer answer;
};
struct StageEntered {
  std::string_view name;  // a literal
};
// How far it is.
struct Figures {
  std::uint64_t depth = 0;
  double states = 0;  // about so many; 0: not counted yet
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t operators = 0;   // of formulas, labelled so far
  std::uint64_t candidates = 0;  // strategies tried
  std::uint64_t clauses = 0;     // learnt from those that lose
  std::uint64_t formulas_done = 0;
  std::uint64_t formulas = 0;
};
struct FormulasListed {
  std::vector<evidence::FormulaAnswer> formulas;
};
struct DiagnosticFound {
  base::Diagnostic diagnostic;
};
// The run that belongs to a diagnostic found before, or why there is none.
struct TraceFound {
  base::Code code;
  std::vector<std::string> lines;
};
// How many states there are, if nobody left off before; whether something is wrong with them is not
// known yet.
struct Explored {
  std::string engine;  // that explored
  evidence::ModelFacts model;
  std::optional<std::uint64_t> depth;
};
// All states were looked at for what should not happen.
struct FlawsSought {
  bool deadlock = false;
  bool overflow = false;
};
// What is known of a formula whose verdict rests on something that is still to be found.
struct VerdictKnown {
  std::size_t position = 0;  // among those listed
  evidence::Verdict verdict;
};
struct FormulaDecided {
  std::size_t position = 0;  // among those listed
  evidence::FormulaAnswer formula;
};
struct Finished {
  evidence::Answer answer;
};

using Event =
    std::variant<Started, StageEntered, Figures, FormulasListed, DiagnosticFound, TraceFound,
                 Explored, FlawsSought, VerdictKnown, FormulaDecided, Finished>;
// Called on the thread of the check, which waits for it.
using Listener = std::function<void(const Event&)>;

}  // namespace ken::driver
