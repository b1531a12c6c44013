#include "driver/decide.hpp"

#include <chrono>

namespace ken::driver {
namespace {

using base::Code;
using evidence::Truth;
using evidence::Verdict;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void add_diagnostic(Journal& journal, const base::Source& source, base::Range place, Code code) {
  base::Diagnostics found;
  found.add(source, place, code);
  journal.add_diagnostics(found);
}

// A coalition that leaves all fair paths wins.  Worth a note where it can, and the formula would
// not hold if every outcome counted.
bool wins_by_leaving(const model::Model& model, const model::Property& property,
                     std::size_t question, Engine& engine) {
  return !model.fairness.empty() && model.formulas.traits(property.formula).strategic &&
         engine.can_leave_fair_paths(question) && !engine.holds_for_all_outcomes(question);
}

Verdict decide_one(const model::Model& model, const Task& task, bool any_initial, Engine& engine,
                   Journal& journal) {
  if (!task.number) return {Truth::unknown, task.unsupported};
  if (!any_initial) return {Truth::holds, "vacuously: no initial state"};
  if (!engine.has_fair_start())
    return {Truth::holds, "vacuously: no fair path starts in an initial state"};
  if (!engine.holds(*task.number)) return {Truth::fails, ""};
  const model::Property& property = model.properties[task.index];
  if (!wins_by_leaving(model, property, *task.number, engine)) return {Truth::holds, ""};
  add_diagnostic(journal, property.source, property.place, Code::leaves_fair_paths);
  return {Truth::holds, "wins by leaving all fair paths"};
}

}  // namespace

void decide(const model::Model& model, const Settings& settings, const Tasks& tasks,
            bool any_initial, Engine& engine, base::Budget& budget, Journal& journal) {
  if (!tasks.unsupported_fairness.empty()) return journal.give_up(tasks.unsupported_fairness);
  journal.update_figures([&](Figures& figures) { figures.formulas = tasks.formulas.size(); });
  if (!model.fairness.empty()) journal.enter("finding fair paths");
  engine.find_fair_states();
  journal.enter("deciding");
  if (any_initial && !engine.has_fair_start())
    add_diagnostic(journal, model.source, model.fairness.front().place, Code::no_fair_path);
  for (std::size_t i = 0; i < tasks.formulas.size(); ++i) {
    const auto start = Clock::now();
    budget.limit_formula(settings.formula_timeout);
    Verdict verdict;
    try {
      verdict = decide_one(model, tasks.formulas[i], any_initial, engine, journal);
    } catch (const base::Exhausted& e) {
      verdict = {Truth::unknown, e.what()};
    }
    budget.limit_formula(std::nullopt);
    journal.decide(i, verdict, seconds_since(start));
    budget.check_limits_now();  // the whole run may be over
  }
}

}  // namespace ken::driver
