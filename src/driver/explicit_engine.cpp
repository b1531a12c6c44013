#include "concrete/capabilities.hpp"
#include "concrete/labeller.hpp"
#include "concrete/uniform.hpp"
#include "driver/engine.hpp"

namespace ken::driver {
namespace {

class ExplicitEngine : public Engine {
 public:
  ExplicitEngine(const model::Model& model, base::Budget& budget)
      : model_(model), budget_(budget) {}

  std::string name() const override { return "explicit"; }
  std::string why_unsupported(const model::Property& property,
                              logic::Semantics semantics) const override {
    return concrete::why_unsupported(model_, property, semantics);
  }

  void prepare(const Questions& questions) override { questions_ = questions; }

  evidence::Exploration explore() override {
    space_.emplace(model_, budget_);
    evidence::Exploration found;
    found.reachable_states = std::to_string(space_->size());
    found.any_initial = space_->initial_count() > 0;
    found.depth = space_->depth();
    return found;
  }

  evidence::Flaws find_flaws() override {
    evidence::Flaws found;
    if (const auto deadlock = space_->first_deadlock()) found.deadlock = space_->state(*deadlock);
    found.lost = space_->first_lost();
    return found;
  }

  evidence::Trace trace_to(const model::State& state) override {
    return space_->trace_to(space_->find(state).value());
  }

  std::optional<evidence::OpenChoice> find_open_choice() override {
    for (std::size_t i = 0; i < space_->size(); ++i) {
      budget_.check_limits();
      const model::State state = space_->state(static_cast<concrete::StateId>(i));
      for (std::size_t a = 0; a < model_.agents.size(); ++a)
        if (model::allowed_actions(model_, model_.agents[a], state).size() != 1)
          return evidence::OpenChoice{static_cast<model::AgentId>(a), state};
    }
    return {};
  }

  void find_fair_states() override {
    context_.emplace(concrete::make_context(model_, *space_, budget_, questions_.semantics));
    initial_ = context_->arena.initial & context_->arena.domain;
  }

  bool has_fair_start() override { return !initial_.empty(); }
  bool holds(std::size_t i) override { return within(i, concrete::Outcomes::fair); }
  bool holds_for_all_outcomes(std::size_t i) override { return within(i, concrete::Outcomes::all); }

  bool can_leave_fair_paths(std::size_t i) override {
    return concrete::can_leave_fair_paths(*context_, questions_.formulas[i]);
  }

  void add_statistics(evidence::Statistics&) override {}
  void measure(Figures&) override {}

 private:
  bool within(std::size_t i, concrete::Outcomes outcomes) {
    const logic::FormulaId formula = questions_.formulas[i];
    if (const auto& agents = questions_.restricted[i])
      return concrete::holds_uniformly(*context_, formula, *agents, outcomes);
    const concrete::StateSet label = concrete::Labeller(*context_).label(formula, outcomes);
    return (initial_ - label).empty();
  }

  const model::Model& model_;
  base::Budget& budget_;
  Questions questions_;
  std::optional<concrete::StateSpace> space_;
  std::optional<concrete::Context> context_;
  concrete::StateSet initial_;
};

}  // namespace

std::unique_ptr<Engine> make_explicit_engine(const model::Model& model, base::Budget& budget) {
  return std::make_unique<ExplicitEngine>(model, budget);
}

}  // namespace ken::driver
