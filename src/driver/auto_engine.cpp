// Whoever is fast.
//
// Small state spaces are quickly gone through state by state, large ones are what decision diagrams
// are for, and which a model is nobody knows before it is tried.  So the states engine goes first,
// with little patience (states/patience.cpp).  If it gives up, what it has found is thrown away and
// diagrams start from nothing; if it comes through, it answers what it can, and diagrams are made
// when a question needs them: a path formula, strategies of who sees little, overlaps of lines.
// Nobody waits for it if diagrams are needed anyway, for strategies or evidence.
//
// A small space may look large, and diagrams may be slow where they should be fast.  So whatever
// they do for long, the states engine has another try, with about as much time as they took:
//   - while the model is encoded, in the middle of an operation on diagrams, which goes on if the
//     states engine gives up, and for four times as long;
//   - while states are found, between two steps and with as many states as there are at least in
//     mind; diagrams wait meanwhile, and go on if it gives up;
//   - while formulas are decided, when they have cost half of what the states engine would take.
//     Now somebody knows how many states there are, and the earlier tries what one costs.
// As it goes it sees better what a state costs: if that is too much it gives up soon, and it is not
// asked again before diagrams have worked twice as long.  Where it comes through and a formula is
// too much for it, both take turns at that, each for twice as long as before.  So nothing takes
// much longer than with diagrams alone, and what is fast with states a few times as long as with
// them at most.

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

#include "driver/engine.hpp"
#include "states/capabilities.hpp"
#include "states/patience.hpp"

namespace ken::driver {
namespace {

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

// Thrown out of work on diagrams that nobody needs any more.
struct Overtaken {};

class AutoEngine : public Engine {
  static constexpr std::uint64_t ratio = 28;  // of the work with states in the same time
  static constexpr double share = 0.5;        // of diagrams

 public:
  AutoEngine(const model::Model& model, const Settings& settings, base::Budget& budget,
             Journal& journal)
      : model_(model),
        settings_(settings.symbolic),
        budget_(budget),
        journal_(journal),
        evidence_(settings.evidence),
        shares_time_(!settings.formula_timeout),
        work_of_first_try_(settings.work_of_first_try),
        work_before_next_try_(settings.work_before_next_try),
        diagrams_(make_symbolic_engine(model, settings.symbolic, budget, journal)) {}

  std::string name() const override {
    if (!states_) return "symbolic";
    return by_diagrams_ ? "states, symbolic" : "states";
  }

  std::string why_unsupported(const model::Property& property,
                              logic::Semantics semantics) const override {
    return diagrams_->why_unsupported(property, semantics);
  }

  void prepare(const Questions& questions) override {
    questions_ = questions;
    for (std::size_t i = 0; i < questions.formulas.size(); ++i)
      for_states_.push_back(!questions.restricted[i] && is_for_states(questions.formulas[i]));
  }

  evidence::Exploration explore() override {
    std::optional<evidence::Exploration> by_states;
    if (is_worth_trying()) {
      by_states = try_states(work_of_first_try_);
      if (!by_states) by_states = build_in_turns();
      if (!by_states) by_states = explore_in_turns();
    }
    if (by_states) return *by_states;
    if (!explored_) explored_ = explore_with_diagrams(questions_);
    ready_ = true;
    may_try_again_ = explored_->complete;
    state_count_ = std::strtod(explored_->reachable_states.c_str(), nullptr);
    wait(work_of_rules_ + work_of_a_state_ * state_count_);
    return *explored_;
  }

  evidence::Flaws find_flaws() override { return explorer().find_flaws(); }
  evidence::Trace trace_to(const model::State& state) override {
    return explorer().trace_to(state);
  }
  std::optional<evidence::OpenChoice> find_open_choice() override {
    return explorer().find_open_choice();
  }

  void find_fair_states() override {
    looked_for_fair_states_ = true;
    if (try_with_states([](Engine& states) {
          states.find_fair_states();
          return true;
        }))
      return;
    if (!states_) return diagrams_->find_fair_states();
    states_are_fair_ = false;
    static_cast<void>(diagrams());
  }
  bool has_fair_start() override {
    return states_ && states_are_fair_ ? states_->has_fair_start() : diagrams().has_fair_start();
  }

  bool holds(std::size_t i) override {
    const bool may_ask = may_ask_states(i);
    const auto found = ask_states(i, [&](Engine& states) { return states.holds(i); });
    if (found) return *found;
    if (may_ask && !lacks_memory_) return decide_with_both(i);
    if (may_try_again_ && for_states_[i]) return decide_in_turns(i);
    by_diagrams_ = true;
    return diagrams().holds(i);
  }
  bool holds_for_all_outcomes(std::size_t i) override {
    const auto found =
        ask_states(i, [&](Engine& states) { return states.holds_for_all_outcomes(i); });
    return found ? *found : diagrams().holds_for_all_outcomes(i);
  }
  bool can_leave_fair_paths(std::size_t i) override {
    const auto found =
        ask_states(i, [&](Engine& states) { return states.can_leave_fair_paths(i); });
    return found ? *found : diagrams().can_leave_fair_paths(i);
  }

  std::vector<evidence::Strategy> list_strategies(std::size_t i) override {
    return diagrams().list_strategies(i);
  }
  std::vector<evidence::Impossibility> list_impossibilities(std::size_t i) override {
    return diagrams().list_impossibilities(i);
  }
  std::optional<evidence::Evidence> explain(std::size_t i, bool holds, std::size_t most) override {
    return diagrams().explain(i, holds, most);
  }
  std::string describe_search() override {
    return ready_ ? diagrams_->describe_search() : std::string();
  }
  std::vector<evidence::Overlap> find_overlaps() override {
    if (states_ && !may_overlap_) return {};
    return diagrams().find_overlaps();
  }

  void add_statistics(evidence::Statistics& statistics) override {
    diagrams_->add_statistics(statistics);
  }
  void measure(Figures& figures) override {
    if (states_) states_->measure(figures);
    diagrams_->measure(figures);
  }

 private:
  [[nodiscard]] bool is_for_states(logic::FormulaId formula) const {
    model::Property property;
    property.formula = formula;
    return states::why_unsupported(model_, property, questions_.semantics).empty();
  }
  [[nodiscard]] bool is_worth_trying() const {
    if (questions_.strategies || evidence_) return false;
    return (for_states_.empty() || std::count(for_states_.begin(), for_states_.end(), true) > 0) &&
           std::all_of(model_.fairness.begin(), model_.fairness.end(),
                       [this](const model::Property& line) { return is_for_states(line.formula); });
  }

  std::optional<evidence::Exploration> try_states(std::uint64_t most) {
    journal_.enter("exploring");
    auto states = make_states_engine(model_, budget_, Patience::little, {0, most});
    states->prepare(questions_);
    auto found = try_with(*states, [](Engine& engine) { return engine.explore(); });
    if (!found) learn_costs(*states);
    if (found) take(std::move(states));
    return found;
  }
  // Builds diagrams of the model.  When that has taken long, states have another try.
  std::optional<evidence::Exploration> build_in_turns() {
    std::optional<evidence::Exploration> by_states;
    Questions questions = questions_;
    questions.encoding.next = lacks_memory_ ? never : work_before_next_try_;
    questions.encoding.look = [&](std::uint64_t work) {
      const std::string_view stage = journal_.stage();
      by_states = try_states(work * ratio);
      if (by_states) throw Overtaken{};
      journal_.enter(stage);
      return lacks_memory_ ? never : 4 * work;
    };
    diagrams_->prepare(questions);
    try {
      diagrams_->encode();
    } catch (const Overtaken&) {
      diagrams_ = make_symbolic_engine(model_, settings_, budget_, journal_);
    }
    return by_states;
  }
  // Explores with diagrams, unless states overtake them.
  std::optional<evidence::Exploration> explore_in_turns() {
    std::optional<evidence::Exploration> by_states;
    Questions questions = questions_;
    questions.overtaken = [&](std::uint64_t work, const std::function<double()>& count) {
      if (is_time_to_overtake(work, count)) by_states = try_states(work * ratio);
      return by_states.has_value();
    };
    evidence::Exploration found = explore_with_diagrams(questions);
    if (by_states)
      diagrams_ = make_symbolic_engine(model_, settings_, budget_, journal_);
    else
      explored_ = std::move(found);
    return by_states;
  }
  evidence::Exploration explore_with_diagrams(const Questions& questions) {
    journal_.enter("exploring");
    diagrams_->prepare(questions);
    return diagrams_->explore();
  }
  // When exploring with diagrams has taken as long as it might take with states, and twice as long
  // as the last time.
  [[nodiscard]] bool is_time_to_overtake(std::uint64_t work, const std::function<double()>& count) {
    if (lacks_memory_ || work < next_overtaking_) return false;
    next_overtaking_ = 2 * work;
    return work_of_rules_ + work_of_a_state_ * count() <= ratio * static_cast<double>(work);
  }
  void learn_costs(Engine& states) {
    const std::optional<double> rules = states.predict_work(0);
    if (!rules) return;
    work_of_rules_ = *rules;
    work_of_a_state_ = *states.predict_work(1) - *rules;
  }
  void take(std::unique_ptr<Engine> states) {
    may_overlap_ = states->may_overlap();
    states_ = std::move(states);
  }

  // Both know all states, and it was a little too much for the states engine: each has about a
  // second, then two, four ...
  bool decide_with_both(std::size_t i) {
    Engine& others = diagrams();
    for (std::uint64_t work = work_before_next_try_; !lacks_memory_; work *= 2) {
      std::uint64_t left = work;
      const std::optional<bool> by_diagrams = others.holds_within(i, left);
      by_diagrams_ = by_diagrams_ || by_diagrams;
      if (by_diagrams) return *by_diagrams;
      left = work * ratio;
      const auto by_states =
          try_with(*states_, [&](Engine& states) { return states.holds_within(i, left); });
      if (by_states && *by_states) return **by_states;
    }
    by_diagrams_ = true;
    return others.holds(i);
  }
  // With diagrams, but when they have cost so much the states engine has another try.
  bool decide_in_turns(std::size_t i) {
    while (may_try_again_) {
      if (const std::optional<bool> found = diagrams_->holds_within(i, work_left_)) {
        by_diagrams_ = true;
        return *found;
      }
      try_states_again();
    }
    return holds(i);
  }
  // Lets diagrams work for their share of so much with states, but twice as long as before.
  void wait(double work_with_states) {
    const double work = std::max({static_cast<double>(work_before_next_try_),
                                  share / ratio * work_with_states, 2 * waited_});
    if (work > 1e18) {  // never
      may_try_again_ = false;
      return;
    }
    waited_ = work;
    work_left_ = static_cast<std::uint64_t>(work);
  }
  void try_states_again() {
    const auto worth = static_cast<std::uint64_t>(waited_ * ratio / share);
    auto states = make_states_engine(model_, budget_, Patience::some, {state_count_, worth});
    states->prepare(questions_);
    std::optional<base::Budget::Interlude> interlude;
    if (shares_time_) interlude.emplace(budget_);
    const auto explored = try_with(*states, [](Engine& engine) {
      static_cast<void>(engine.explore());
      engine.find_fair_states();
      return true;
    });
    may_try_again_ = !explored && !lacks_memory_;
    if (explored)
      take(std::move(states));
    else
      wait(states->predict_work(state_count_).value_or(0));
  }

  // What the states engine says, or nothing if it is not there or it is too much for it.
  template <class Ask>
  auto try_with_states(const Ask& ask) -> std::optional<decltype(ask(std::declval<Engine&>()))> {
    if (!states_) return {};
    return try_with(*states_, ask);
  }
  template <class Ask>
  auto try_with(Engine& states, const Ask& ask)
      -> std::optional<decltype(ask(std::declval<Engine&>()))> {
    try {
      return ask(states);
    } catch (const base::Exhausted& e) {
      const bool too_much = e.resource() == base::Resource::work ||
                            e.resource() == base::Resource::memory ||
                            e.resource() == base::Resource::arithmetic;
      if (!too_much) throw;
      lacks_memory_ = e.resource() == base::Resource::memory;
    } catch (const std::bad_alloc&) {
      lacks_memory_ = true;  // diagrams may do with less
    }
    return {};
  }
  [[nodiscard]] bool may_ask_states(std::size_t i) const {
    return states_ && for_states_[i] && states_are_fair_;
  }
  template <class Ask>
  std::optional<bool> ask_states(std::size_t i, const Ask& ask) {
    if (!may_ask_states(i)) return {};
    const auto found = try_with_states(ask);
    if (!found) for_states_[i] = false;
    return found;
  }

  [[nodiscard]] Engine& explorer() { return states_ ? *states_ : *diagrams_; }

  // As far as the check is, from the start if they were cut off before.
  [[nodiscard]] Engine& diagrams() {
    if (ready_) return *diagrams_;
    diagrams_ = make_symbolic_engine(model_, settings_, budget_, journal_);
    questions_.first_answer = false;  // all states are known already
    questions_.settled = {};
    diagrams_->prepare(questions_);
    static_cast<void>(diagrams_->explore());
    static_cast<void>(diagrams_->find_flaws());
    if (looked_for_fair_states_) diagrams_->find_fair_states();
    ready_ = true;
    return *diagrams_;
  }

  const model::Model& model_;
  symbolic::Settings settings_;
  base::Budget& budget_;
  Journal& journal_;
  bool evidence_;
  bool shares_time_;  // formulas do
  std::uint64_t work_of_first_try_;
  std::uint64_t work_before_next_try_;
  Questions questions_;
  std::vector<bool> for_states_;  // by question, that the states engine may be asked
  std::unique_ptr<Engine> diagrams_;
  std::unique_ptr<Engine> states_;                 // if it came through
  bool ready_ = false;                             // diagrams are
  std::optional<evidence::Exploration> explored_;  // by diagrams
  bool looked_for_fair_states_ = false;
  bool states_are_fair_ = true;  // the states engine knows the fair states, or will
  bool may_overlap_ = true;
  bool by_diagrams_ = false;  // some verdict
  bool may_try_again_ = false;
  bool lacks_memory_ = false;  // for the states engine
  double state_count_ = 0;
  double work_of_rules_ = 0;      // with the states engine
  double work_of_a_state_ = 500;  // beyond that
  double waited_ = 0;             // how much diagrams worked, at most, before it had a try
  std::uint64_t work_left_ = 0;   // for them, before it has the next
  std::uint64_t next_overtaking_ = work_before_next_try_ / 4;  // of exploring with diagrams
};

}  // namespace

std::unique_ptr<Engine> make_auto_engine(const model::Model& model, const Settings& settings,
                                         base::Budget& budget, Journal& journal) {
  return std::make_unique<AutoEngine>(model, settings, budget, journal);
}

}  // namespace ken::driver
