#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "driver/settings.hpp"
#include "evidence/answer.hpp"
#include "evidence/trace.hpp"
#include "model/model.hpp"

namespace ken::driver {

// What the exploration of a model finds out.
struct Exploration {
  std::string reachable_states;  // exact, in decimal
  bool any_initial = false;
  std::optional<std::size_t> depth;  // steps to the farthest state, if that is known
  std::optional<evidence::Trace> deadlock;
  struct Lost {
    const model::Assignment* assignment = nullptr;
    evidence::Trace trace;
  };
  std::optional<Lost> lost;
};

// A reachable state where an agent's protocol allows no action or several.
struct OpenChoice {
  model::AgentId agent{};
  model::State state;
};

// What the pipeline asks of an engine, in this order: explore, then perhaps open_choice, then
// prepare with the formulas to come, then questions about them by number.  Everything may throw
// Exhausted.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual Exploration explore() = 0;
  virtual std::optional<OpenChoice> open_choice() = 0;
  virtual void prepare(const std::vector<logic::FormulaId>& wanted) = 0;
  // A fair path starts in some initial state.
  virtual bool fair_start() = 0;
  virtual bool holds(std::size_t wanted) = 0;
  // The same with every outcome of a strategy counted, fair or not.
  virtual bool holds_for_all_outcomes(std::size_t wanted) = 0;
  // A coalition of the formula can leave all fair paths from some initial state.
  virtual bool can_leave_fair_paths(std::size_t wanted) = 0;
  virtual void report(evidence::Statistics& statistics) = 0;
};

[[nodiscard]] std::unique_ptr<Engine> make_engine(const model::Model& model,
                                                  const Settings& settings, base::Budget& budget,
                                                  base::Progress& progress);
[[nodiscard]] std::unique_ptr<Engine> explicit_engine(const model::Model& model,
                                                      base::Budget& budget);
[[nodiscard]] std::unique_ptr<Engine> symbolic_engine(const model::Model& model,
                                                      const symbolic::Settings& settings,
                                                      base::Budget& budget,
                                                      base::Progress& progress);

}  // namespace ken::driver
