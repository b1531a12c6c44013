#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/answer.hpp"
#include "logic/formula.hpp"
#include "states/patience.hpp"
#include "symbolic/settings.hpp"

namespace ken::driver {

// Whether progress is shown: when standard error is a terminal, always, never.
enum class ShowProgress : std::uint8_t { on_terminals, always, never };

// Whether answers are coloured: when they go to a terminal and NO_COLOR is not set, always, never.
enum class ShowColours : std::uint8_t { on_terminals, always, never };

// A parameter that takes every value of a range, one after the other.
struct Sweep {
  std::string parameter;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

// A formula by its place and its text, which ends in its indices: so it is the same in all
// instances of a sweep, while its number is not.
struct WrittenFormula {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text{};

  bool operator==(const WrittenFormula&) const = default;
};

enum class EngineKind : std::uint8_t { automatic, states, symbolic, explicit_states, nusmv };
[[nodiscard]] std::string_view name(EngineKind engine);

// What a user may choose for a run; each field is bound to a row of the option table.
struct Settings {
  std::vector<std::pair<std::string, std::string>> parameters;  // --set
  std::vector<Sweep> sweeps;                                    // --set with a range
  std::vector<std::string> logics;                              // --logic
  std::vector<std::string> formulae;                            // --formula
  std::vector<std::string> goals;                               // --goal
  std::vector<std::size_t> only;                                // --only; empty: all
  std::optional<std::vector<WrittenFormula>> written;           // instead of 'only', in a sweep
  EngineKind engine = EngineKind::automatic;
  symbolic::Settings symbolic;    // --order, --reorder, --group, --reach, --cluster
  bool prefers_diagrams = false;  // one of these was chosen, which is nothing to the others
  // Of automatic: the work that a first try with states is worth, and the work with diagrams before
  // states have another one, about a second.  Tests say less.
  std::uint64_t work_of_first_try = states::work_of_first_try;
  std::uint64_t work_before_next_try = 7'000'000;
  logic::Semantics semantics = logic::Semantics::full;
  // Whom uniform restricts, agents or groups.  Empty: the coalitions of each formula; then a
  // formula without coalitions costs one look at the model instead of a search.
  std::vector<std::string> uniform_agents;
  std::optional<double> timeout;  // seconds, for the whole run
  // Seconds, for each formula.  Unset: a formula has its share of what is left of the whole run,
  // and what it leaves over goes to the others.
  std::optional<double> formula_timeout;
  std::optional<std::uint64_t> memory;    // bytes; unset: half of the machine, at most 4 GiB
  std::string stop_after;                 // show this stage instead of verdicts
  std::optional<std::size_t> jobs;        // threads that search; unset: one for each core
  bool first_answer = false;              // all verdicts known: no need for the other states
  bool strict = false;                    // warnings and vacuous verdicts are failures
  bool evidence = false;                  // show why formulas hold or fail
  std::size_t evidence_limit = 100;       // explain so many claims at most
  std::string evidence_dir;               // write it to files there; empty: do not
  std::vector<std::string> shown_agents;  // whose variables evidence shows as text; empty: all
  bool strategies = false;                // show the strategies that operators have
  bool minimal = false;                   // without choices that do not matter
  std::string strategy_dir;               // write them to files there; empty: do not
  bool quiet = false;                     // say nothing about what passes
  std::uint64_t seed = 0;                 // of steps by chance
  bool json = false;
  bool stats = false;
  bool fmt_check = false;
  bool fmt_stdout = false;
  std::string target = "ispl";  // of export
  ShowProgress progress = ShowProgress::on_terminals;
  ShowColours colours = ShowColours::on_terminals;

  [[nodiscard]] evidence::Strictness strictness() const {
    return strict ? evidence::Strictness::strict : evidence::Strictness::lenient;
  }
};

}  // namespace ken::driver
