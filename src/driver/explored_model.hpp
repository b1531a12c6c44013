#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/context.hpp"
#include "evidence/reason.hpp"
#include "evidence/trace.hpp"

namespace ken::driver {

// A model on decision diagrams for somebody who asks question after question: encoded, explored and
// labelled when a question first needs it, and kept.  Model and budget must outlive it; the model
// may get more formulas meanwhile.  Everything throws Exhausted, and may be asked again then.
class ExploredModel {
 public:
  ExploredModel(const model::Model& model, base::Budget& budget, const symbolic::Settings& settings)
      : model_(model), budget_(budget), settings_(settings) {}

  struct States {
    std::string count;                 // exact
    std::vector<model::State> some{};  // ascending
  };
  // So many at most are listed.
  [[nodiscard]] States list_initial(std::size_t most);
  [[nodiscard]] std::string count_reachable();
  [[nodiscard]] std::optional<std::size_t> depth();
  // The states that look to the agents, seeing together what they see, like this one, without it.
  [[nodiscard]] States list_alike(const logic::Group& agents, const model::State& state,
                                  std::size_t most);
  // A fair path starts there, if paths must be fair: only then formulas are about the state.
  [[nodiscard]] bool counts(const model::State& state);
  [[nodiscard]] bool holds(logic::FormulaId formula, const model::State& state);
  // A run from an initial state to a nearest one where the formula holds; nothing if there is none.
  [[nodiscard]] std::optional<evidence::Trace> find_run(logic::FormulaId formula);
  // The run as a path that goes on for ever and fairly; nothing if it cannot.
  [[nodiscard]] std::optional<evidence::Path> go_on_fairly(const evidence::Trace& run);

 private:
  [[nodiscard]] symbolic::System& system();
  [[nodiscard]] const symbolic::Reachable& reachable();
  [[nodiscard]] symbolic::Reachable explore_until(const symbolic::StateSet& states);
  [[nodiscard]] check::Context& context();
  [[nodiscard]] const symbolic::StateSet& label(logic::FormulaId formula);
  [[nodiscard]] symbolic::StateSet encode(const model::State& state);
  [[nodiscard]] States list(symbolic::StateSet set, std::size_t most);

  const model::Model& model_;
  base::Budget& budget_;
  symbolic::Settings settings_;
  std::optional<symbolic::System> system_;  // diagrams go before it
  std::optional<symbolic::Reachable> reachable_;
  std::optional<check::Context> context_;
  std::map<logic::FormulaId, symbolic::StateSet> labels_;
};

}  // namespace ken::driver
