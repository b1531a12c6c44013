#pragma once
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/charge.hpp"
#include "driver/load.hpp"
#include "evidence/trace.hpp"
#include "model/step.hpp"
#include "report/simulation.hpp"

namespace ken::driver {

class ExploredModel;

// Who does what, as the user writes it: agents with actions.
using NamedChoices = std::vector<std::pair<std::string, std::string>>;

// A run of a model that somebody makes step by step.  Steps are those of model::Steps out of the
// state alone, so that it goes at once on a model of any size; what takes all reachable states,
// such as knowledge and formulas, explores them on decision diagrams when it is first asked.
//
// begin() comes before each question.  A user's mistake is an answer; what runs out is thrown as
// Exhausted, and the run stays where it is.
class Simulation {
 public:
  // Starts in the first initial state, of which there is one.
  Simulation(Loaded loaded, Settings settings, std::unique_ptr<base::Budget> budget,
             model::State start);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation();

  // The next question, which has the seconds of --timeout and which the token ends.
  void begin(std::stop_token stop);

  [[nodiscard]] const model::Model& model() const { return *loaded_.model; }
  [[nodiscard]] const evidence::Trace& run() const { return run_; }

  using Answer = report::SimulationAnswer;

  // ---- the state and its steps ----
  [[nodiscard]] Answer show_state();
  [[nodiscard]] Answer show_agent(const std::string& name);
  [[nodiscard]] Answer list_actions();
  // Those where everybody named does that; so many at most.
  [[nodiscard]] Answer list_ways(const NamedChoices& choices, std::size_t most);
  // The way of that number among those; without a number there must be one alone.
  [[nodiscard]] Answer step(const NamedChoices& choices, std::optional<std::size_t> number);
  // So many steps by chance, on from the last such walk unless there is a seed.
  [[nodiscard]] Answer walk(std::size_t steps, std::optional<std::uint64_t> seed);

  // ---- the run ----
  [[nodiscard]] Answer go_back(std::size_t steps);
  [[nodiscard]] Answer go_to_position(std::size_t position);
  // From the initial state of this number.
  [[nodiscard]] Answer restart(std::size_t number);
  // To the nearest reachable state where the formula holds, by a run from an initial state.
  [[nodiscard]] Answer go_to(const std::string& formula);
  // Its last steps, so many at most.
  [[nodiscard]] Answer show_trace(std::size_t most);
  [[nodiscard]] Answer list_initial(std::size_t most);
  // Writes the run down as evidence that its last state can be reached.
  [[nodiscard]] Answer save(const std::string& file);
  // Along the run that evidence of this model shows first, to its end or to the state of this
  // number.
  [[nodiscard]] Answer go_to_evidence(const std::string& file, std::optional<std::size_t> position);

  // ---- what is true in the state ----
  [[nodiscard]] Answer list_propositions();
  [[nodiscard]] Answer list_formulas();
  [[nodiscard]] Answer evaluate(const std::string& formula);
  // Of the file, from one.
  [[nodiscard]] Answer evaluate_formula(std::size_t number);
  // What an agent considers possible, or a group by what its members see together.
  [[nodiscard]] Answer list_possible(const std::vector<std::string>& names, std::size_t most);
  // How many states each agent considers possible.
  [[nodiscard]] Answer count_possible();
  [[nodiscard]] Answer count_reachable();

  // Agents and groups, for completion.
  [[nodiscard]] std::vector<std::string> list_names() const;

 private:
  [[nodiscard]] const model::State& state() const { return run_.states.back(); }
  [[nodiscard]] model::Steps steps() const { return {model(), state(), *budget_}; }
  [[nodiscard]] std::optional<bool> find_deadlock() const;
  [[nodiscard]] report::Place describe_place() const;
  [[nodiscard]] report::Move describe_move(std::size_t steps) const;
  [[nodiscard]] report::Move describe_jump() const;
  [[nodiscard]] report::ListedState list_state(std::size_t number, const model::State& other) const;

  void add_step(model::JointAction action, model::State next);
  void cut_run(std::size_t steps);
  void replace_run(evidence::Trace run);
  // False after a mistake, which is noted.
  [[nodiscard]] bool apply_choices(const NamedChoices& choices, model::Steps& steps,
                                   report::Mistake& mistake) const;
  [[nodiscard]] report::WaysAnswer find_ways(model::Steps& steps, std::size_t most) const;
  [[nodiscard]] std::optional<std::pair<model::JointAction, model::State>> pick_way();
  [[nodiscard]] std::optional<model::State> find_initial(std::size_t number);

  [[nodiscard]] ExploredModel& explored();
  // The number of the property that a text became; else what is wrong with it.
  [[nodiscard]] std::optional<std::size_t> add_formula(const std::string& text, Answer& wrong);
  [[nodiscard]] std::string why_unsupported(std::size_t property) const;
  [[nodiscard]] std::string why_fairness_unsupported() const;
  [[nodiscard]] Answer evaluate_property(std::size_t property);
  [[nodiscard]] std::optional<model::AgentId> find_agent(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> list_agents() const;
  [[nodiscard]] std::optional<logic::Group> find_group(const std::string& name) const;

  Loaded loaded_;
  Settings settings_;
  std::unique_ptr<base::Budget> budget_;
  base::Charge charge_;
  evidence::Trace run_;
  std::mt19937_64 chance_;
  std::unique_ptr<ExploredModel> explored_;
  std::size_t own_formulas_;                  // those of the file
  std::vector<std::string> asked_;            // formulas behind them, as they were written
  std::map<std::string, std::size_t> known_;  // and their numbers
  std::map<std::size_t, base::Diagnostics> remarks_;
};

// A simulation, or why there is none.
struct Opening {
  std::unique_ptr<Simulation> simulation;
  base::Diagnostics diagnostics;
  std::string exhausted;  // what ran out, if something did
};
[[nodiscard]] Opening open_simulation(const base::Source& source, const Settings& settings,
                                      std::stop_token stop);

}  // namespace ken::driver
