#include "driver/engine.hpp"
#include "states/capabilities.hpp"
#include "states/labeller.hpp"
#include "states/patience.hpp"

namespace ken::driver {
namespace {

class StatesEngine : public Engine {
 public:
  StatesEngine(const model::Model& model, base::Budget& budget, Patience patience,
               Prospect prospect)
      : model_(model),
        effort_(budget),
        patience_(patience),
        prospect_(prospect),
        bytes_left_(static_cast<double>(budget.bytes_left())) {}

  std::string name() const override { return "states"; }

  std::string why_unsupported(const model::Property& property,
                              logic::Semantics semantics) const override {
    return states::why_unsupported(model_, property, semantics);
  }

  void prepare(const Questions& questions) override { questions_ = questions; }

  evidence::Exploration explore() override {
    if (patience_ != Patience::endless) effort_.limit([this] { return allow_exploration(); });
    space_.emplace(model_, effort_);
    space_->explore();
    if (patience_ != Patience::endless) {
      const std::uint64_t all = states::allow_labelling(effort_.spent(), prospect_.most_work);
      effort_.limit([all] { return all; });
    }
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
    for (states::StateId s = 0; s < space_->size(); ++s) {
      space_->stepper().enter(space_->words(s));
      if (const auto agent = space_->stepper().find_open_choice())
        return evidence::OpenChoice{*agent, space_->state(s)};
    }
    return {};
  }

  void find_fair_states() override { labeller_.emplace(*space_); }
  bool has_fair_start() override { return labeller_->has_fair_start(); }
  bool holds(std::size_t i) override { return labeller_->holds(questions_.formulas[i]); }
  std::optional<bool> holds_within(std::size_t i, std::uint64_t& work) override {
    const std::uint64_t before = effort_.spent();
    effort_.limit([most = before + work] { return most; });
    std::optional<bool> found;
    try {
      found = holds(i);
    } catch (const base::Exhausted& e) {
      if (e.resource() != base::Resource::work) throw;
    }
    work -= std::min(work, effort_.spent() - before);
    return found;
  }
  bool holds_for_all_outcomes(std::size_t i) override {
    return labeller_->holds(questions_.formulas[i], states::Outcomes::all);
  }
  bool can_leave_fair_paths(std::size_t i) override {
    return states::can_leave_fair_paths(labeller_->context(), questions_.formulas[i]);
  }

  bool may_overlap() override { return space_->overlapping(); }
  std::optional<double> predict_work(double states) override {
    return states::predict_work(progress(), effort_.spent(), effort_.for_rules(), states);
  }

  void add_statistics(evidence::Statistics&) override {}
  void measure(Figures& figures) override {
    if (!space_) return;
    figures.states = static_cast<double>(space_->progress().states);
    figures.depth = space_->progress().rings.empty() ? 0 : space_->depth();
    if (labeller_) figures.operators = labeller_->evaluations();
  }

 private:
  [[nodiscard]] states::Progress progress() const {
    return space_ ? space_->progress() : states::Progress();
  }
  [[nodiscard]] std::uint64_t allow_exploration() const {
    const std::uint64_t spent = effort_.spent();
    if (patience_ == Patience::little)
      return states::allow_exploration(progress(), spent, effort_.for_rules(), prospect_.most_work);
    if (space_ && space_->predict_bytes(prospect_.states) > bytes_left_) return spent;
    return states::allow_known_exploration(progress(), spent, effort_.for_rules(), prospect_.states,
                                           prospect_.most_work);
  }

  const model::Model& model_;
  states::Effort effort_;
  Patience patience_;
  Prospect prospect_;
  double bytes_left_;  // before anything was charged
  Questions questions_;
  std::optional<states::StateSpace> space_;
  std::optional<states::Labeller> labeller_;
};

}  // namespace

std::unique_ptr<Engine> make_states_engine(const model::Model& model, base::Budget& budget,
                                           Patience patience, Prospect prospect) {
  return std::make_unique<StatesEngine>(model, budget, patience, prospect);
}

}  // namespace ken::driver
