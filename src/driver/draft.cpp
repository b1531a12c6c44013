#include "driver/draft.hpp"

#include "logic/formula.hpp"

namespace ken::driver {

void Draft::apply(const Event& event) {
  const std::lock_guard lock(mutex_);
  std::visit(logic::overloaded{
                 [&](const Started& e) { answer_ = e.answer; },
                 [](const StageEntered&) {},
                 [](const Figures&) {},
                 [&](const FormulasListed& e) { answer_.formulae = e.formulas; },
                 [&](const DiagnosticFound& e) {
                   answer_.diagnostics.append(e.diagnostic);
                   if (answer_.diagnostics.has_errors()) answer_.good_model = false;
                 },
                 [&](const TraceFound& e) { answer_.diagnostics.set_trace(e.code, e.lines); },
                 [&](const Explored& e) {
                   answer_.model = e.model;
                   answer_.statistics.depth = e.depth;
                 },
                 [&](const FlawsSought& e) {
                   answer_.model.deadlock = e.deadlock;
                   answer_.model.overflow = e.overflow;
                 },
                 [&](const VerdictKnown& e) { answer_.formulae[e.position].verdict = e.verdict; },
                 [&](const FormulaDecided& e) { answer_.formulae[e.position] = e.formula; },
                 [&](const Finished& e) { answer_ = e.answer; },
             },
             event);
}

evidence::Answer Draft::copy() const {
  const std::lock_guard lock(mutex_);
  return answer_;
}

}  // namespace ken::driver
