#include "check/exploration.hpp"
#include "check/labeller.hpp"
#include "driver/engine.hpp"

namespace ken::driver {
namespace {

class SymbolicEngine : public Engine {
 public:
  SymbolicEngine(const model::Model& model, const symbolic::Settings& settings,
                 base::Budget& budget, base::Progress& progress)
      : model_(model), settings_(settings), budget_(budget), progress_(progress) {}

  Exploration explore() override {
    progress_.stage = "encoding";
    system_.emplace(model_, budget_, settings_);
    progress_.stage = "exploring";
    reachable_ = symbolic::explore(*system_, [this](const symbolic::Reachable& so_far) {
      progress_.depth = so_far.depth().value_or(0);
      progress_.nodes = system_->manager().nodes();
      note_states(so_far.states);
    });
    progress_.stage = "looking for deadlocks";
    system_->steps().care_about(reachable_.states);
    Exploration found;
    found.reachable_states = system_->count(reachable_.states).str();
    found.any_initial = !system_->initial().empty();
    found.depth = reachable_.depth();
    found.deadlock = check::first_deadlock(*system_, reachable_);
    if (auto lost = check::first_lost(*system_, reachable_))
      found.lost = Exploration::Lost{lost->assignment, std::move(lost->trace)};
    return found;
  }

  std::optional<OpenChoice> open_choice() override {
    auto open = check::first_open_choice(*system_, reachable_);
    if (!open) return {};
    return OpenChoice{open->agent, std::move(open->state)};
  }

  void prepare(const std::vector<logic::FormulaId>& wanted) override {
    wanted_ = wanted;
    context_.emplace(check::make_context(*system_, reachable_));
    labeller_.emplace(*context_, wanted);
  }

  bool fair_start() override { return !context_->initial().empty(); }
  bool holds(std::size_t i) override {
    const bool answer = labeller_->holds(i);
    progress_.nodes = system_->manager().nodes();
    return answer;
  }
  bool holds_for_all_outcomes(std::size_t i) override {
    return labeller_->holds_for_all_outcomes(i);
  }

  bool can_leave_fair_paths(std::size_t i) override {
    return check::can_leave_fair_paths(*context_, wanted_[i]);
  }

  void report(evidence::Statistics& statistics) override {
    if (!system_) return;
    const bdd::Statistics diagrams = system_->manager().statistics();
    statistics.peak_nodes = diagrams.peak_nodes;
    statistics.node_bytes = diagrams.node_bytes;
    statistics.cache_bytes = diagrams.cache_bytes;
    statistics.collections = diagrams.collections;
    statistics.reorderings = diagrams.reorderings;
    statistics.bits = system_->encoding().bits();
    const symbolic::ClusteredProduct& relation = system_->steps().relation().product();
    statistics.clusters = relation.clusters();
    statistics.cluster_nodes = relation.nodes();
    if (!reachable_.states.unset()) statistics.reachable_nodes = nodes(reachable_.states);
  }

 private:
  // Counting takes about as long as one look at every node; once a second is often enough.
  void note_states(const symbolic::StateSet& states) {
    if (budget_.seconds() < next_count_) return;
    progress_.states = system_->count(states).convert_to<double>();
    next_count_ = budget_.seconds() + 1;
  }

  const model::Model& model_;
  symbolic::Settings settings_;
  base::Budget& budget_;
  base::Progress& progress_;
  double next_count_ = 1;
  std::vector<logic::FormulaId> wanted_;
  std::optional<symbolic::System> system_;  // diagrams go before it
  symbolic::Reachable reachable_;
  std::optional<check::Context> context_;
  std::optional<check::Labeller> labeller_;
};

}  // namespace

std::unique_ptr<Engine> symbolic_engine(const model::Model& model,
                                        const symbolic::Settings& settings, base::Budget& budget,
                                        base::Progress& progress) {
  return std::make_unique<SymbolicEngine>(model, settings, budget, progress);
}

std::unique_ptr<Engine> make_engine(const model::Model& model, const Settings& settings,
                                    base::Budget& budget, base::Progress& progress) {
  switch (settings.engine) {
    case EngineKind::explicit_states:
      return explicit_engine(model, budget);
    case EngineKind::symbolic:
      break;
  }
  return symbolic_engine(model, settings.symbolic, budget, progress);
}

}  // namespace ken::driver
