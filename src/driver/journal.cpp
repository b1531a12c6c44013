#include "driver/journal.hpp"

#include <utility>

namespace ken::driver {

Journal::Journal(evidence::Answer fresh, Listener listener, Phases phases)
    : answer_(std::move(fresh)), listener_(std::move(listener)), phases_(std::move(phases)) {
  tell(Started{answer_});
}

void Journal::enter(std::string_view stage, std::uint64_t nodes) {
  if (nodes == 0 && gauge_) nodes = gauge_();
  phases_.note_nodes(nodes);
  phases_.enter(stage);
  phases_.note_nodes(nodes);
  stage_ = stage;
  tell(StageEntered{stage});
}

void Journal::leave() {
  if (gauge_) phases_.note_nodes(gauge_());
  phases_.leave();
}

void Journal::add_formulas(std::vector<evidence::FormulaAnswer> formulas) {
  answer_.formulae = std::move(formulas);
  tell(FormulasListed{answer_.formulae});
}

void Journal::add_diagnostics(const base::Diagnostics& found) {
  answer_.diagnostics.append(found);
  if (found.has_errors()) answer_.good_model = false;
  for (const base::Diagnostic& diagnostic : found.all()) tell(DiagnosticFound{diagnostic});
}

void Journal::set_trace(base::Code code, const std::vector<std::string>& lines) {
  answer_.diagnostics.set_trace(code, lines);
  tell(TraceFound{code, lines});
}

void Journal::note_exploration(const std::string& reachable_states,
                               std::optional<std::uint64_t> depth) {
  answer_.model.reachable_states = reachable_states;
  answer_.statistics.depth = depth;
  tell(Explored{answer_.engine, answer_.model, depth});
}

void Journal::note_left_off() {
  answer_.model.left_off = true;
  tell(Explored{answer_.engine, answer_.model, {}});
}

void Journal::note_flaws(bool deadlock, bool overflow) {
  answer_.model.deadlock = deadlock;
  answer_.model.overflow = overflow;
  tell(FlawsSought{deadlock, overflow});
}

void Journal::note_verdict(std::size_t position, const evidence::Verdict& verdict) {
  answer_.formulae[position].verdict = verdict;
  tell(VerdictKnown{position, verdict});
}

void Journal::decide(std::size_t position, const evidence::Verdict& verdict, double seconds,
                     Grounds grounds) {
  evidence::FormulaAnswer& formula = answer_.formulae[position];
  formula.verdict = verdict;
  formula.seconds = seconds;
  formula.strategies = std::move(grounds.strategies);
  formula.impossibilities = std::move(grounds.impossibilities);
  formula.evidence = std::move(grounds.evidence);
  formula.no_evidence = std::move(grounds.no_evidence);
  tell(FormulaDecided{position, formula});
  update_figures([&](Figures& figures) { ++figures.formulas_done; });
}

void Journal::give_up(const std::string& reason) { evidence::give_up(answer_, reason); }

void Journal::finish(const evidence::Statistics& statistics) {
  answer_.statistics = statistics;
  answer_.statistics.phases = phases_.list();
  answer_.diagnostics.sort();
  tell(Finished{answer_});
}

}  // namespace ken::driver
