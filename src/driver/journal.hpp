#pragma once
#include <string>

#include "driver/event.hpp"
#include "driver/phases.hpp"

namespace ken::driver {

// What a verdict rests on, as far as it was asked for.
struct Grounds {
  std::vector<evidence::StrategyAnswer> strategies{};
  std::vector<evidence::ImpossibilityAnswer> impossibilities{};
  std::optional<evidence::EvidenceAnswer> evidence{};
  std::string no_evidence{};  // why there is none, if it was asked for
};

// The answer of a check in the making, for the thread that works on it.  Every change is told to
// the listener, if there is one.
class Journal {
 public:
  // 'phases' are those before the journal was begun.
  Journal(evidence::Answer fresh, Listener listener, Phases phases = {});

  [[nodiscard]] const evidence::Answer& answer() const { return answer_; }

  // Says how many nodes of diagrams are in use, 0 if nobody knows; asked where stages meet.
  void set_gauge(std::function<std::uint64_t()> gauge) { gauge_ = std::move(gauge); }
  // 'stage' is a literal; 'nodes' are in use if the caller knows better than the gauge.
  void enter(std::string_view stage, std::uint64_t nodes = 0);
  // The one entered last.
  [[nodiscard]] std::string_view stage() const { return stage_; }
  // No stage any more.
  void leave();
  template <class Change>
  void update_figures(const Change& change) {
    change(figures_);
    phases_.note_nodes(figures_.nodes);
    tell(figures_);
  }
  void add_formulas(std::vector<evidence::FormulaAnswer> formulas);
  // Errors make the model a bad one.
  void add_diagnostics(const base::Diagnostics& found);
  // Of the diagnostic with this code.
  void set_trace(base::Code code, const std::vector<std::string>& lines);
  // Who answers.
  void note_engine(const std::string& name) { answer_.engine = name; }
  void note_exploration(const std::string& reachable_states, std::optional<std::uint64_t> depth);
  // Everything asked is known, and there may be more states.
  void note_left_off();
  void note_flaws(bool deadlock, bool overflow);
  // What it rests on is still to be found; decide() comes later, or never.
  void note_verdict(std::size_t position, const evidence::Verdict& verdict);
  void decide(std::size_t position, const evidence::Verdict& verdict, double seconds,
              Grounds grounds = {});
  // Every formula that is not decided yet is unknown for this reason.
  void give_up(const std::string& reason);
  void finish(const evidence::Statistics& statistics);

 private:
  template <class T>
  void tell(const T& event) {
    if (listener_) listener_(Event(event));
  }

  evidence::Answer answer_;
  Listener listener_;
  Figures figures_;
  Phases phases_;
  std::string_view stage_;
  std::function<std::uint64_t()> gauge_;
};

}  // namespace ken::driver
