#include "driver/check.hpp"

#include <chrono>
#include <new>

#include "driver/allowances.hpp"
#include "driver/decide.hpp"
#include "driver/explore.hpp"
#include "driver/overlaps.hpp"
#include "driver/restricted.hpp"
#include "driver/tasks.hpp"

namespace ken::driver {

Check::Check(base::Source source, Settings settings, Surroundings surroundings)
    : source_(std::move(source)),
      settings_(std::move(settings)),
      surroundings_(std::move(surroundings)) {}

evidence::Answer Check::run() {
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = base::thread_cpu_seconds();
  budget_.reset(new base::Budget(make_budget()));
  Phases phases;
  loaded_ =
      load(source_, settings_, *budget_, [&](std::string_view stage) { phases.enter(stage); });
  settings_.only = loaded_.only;
  Journal journal(start_answer(), surroundings_.listener, std::move(phases));
  if (loaded_.model) run_engine(*loaded_.model, journal);
  journal.leave();
  evidence::Statistics statistics = journal.answer().statistics;
  statistics.peak_bytes = budget_->peak_bytes();
  budget_->lift();
  budget_->set_pulse({});
  if (engine_) engine_->add_statistics(statistics);
  statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  statistics.cpu_seconds = base::thread_cpu_seconds() - cpu_start;
  journal.finish(statistics);
  return journal.answer();
}

evidence::Answer Check::start_answer() const {
  evidence::Answer answer;
  answer.file = source_->name();
  answer.engine = name(settings_.engine);
  answer.semantics = logic::name(settings_.semantics);
  answer.unread = loaded_.exhausted;
  answer.diagnostics = loaded_.diagnostics;
  apply_allowances(loaded_.system, answer.diagnostics);
  answer.good_model = loaded_.model.has_value();
  if (!loaded_.model) return answer;
  answer.model = count_facts(*loaded_.model);
  for (const model::Parameter& p : loaded_.model->parameters)
    answer.parameters.push_back({p.name, p.value, p.boolean});
  return answer;
}

base::Budget Check::make_budget() const {
  base::Limits limits = choose_limits(settings_);
  limits.stop = surroundings_.stop;
  limits.since = surroundings_.since;
  limits.cpu_seconds = surroundings_.cpu_seconds;
  if (surroundings_.shared == nullptr) return base::Budget(limits);
  limits.bytes = settings_.memory;
  return surroundings_.shared->child(limits);
}

void Check::run_engine(const model::Model& model, Journal& journal) {
  journal.add_diagnostics(find_missing_formulas(model, settings_));
  journal.add_diagnostics(find_clashing_semantics(model, settings_));
  journal.add_diagnostics(
      find_named_agents(model, settings_.uniform_agents, "--uniform-agents").diagnostics);
  journal.add_diagnostics(find_named_agents(model, settings_.shown_agents, "--agents").diagnostics);
  engine_ = make_engine(model, settings_, *budget_, journal);
  journal.set_gauge([this] {
    Figures figures;
    engine_->measure(figures);
    return figures.nodes;
  });
  Tasks tasks = list_tasks(model, settings_, *engine_);
  journal.add_formulas(list_answers(model, settings_, tasks));
  if (!journal.answer().good_model) return;
  journal.update_figures([&](Figures& figures) { figures.formulas = tasks.formulas.size(); });
  note_unsupported(tasks, journal);
  if (!tasks.formulas.empty() && tasks.questions.formulas.empty())
    return;  // nothing to explore for
  if (surroundings_.listener) report_regularly(journal);
  expect_early_answers(model, tasks, journal);
  Findings found;
  try {
    engine_->prepare(tasks.questions);
    found = explore(model, *engine_, journal);
    if (!found.complete) return;
    if (tasks.needs_determinism) demand_determinism(model, *engine_, journal);
    if (journal.answer().good_model)
      decide(model, settings_, tasks, found.any_initial, *engine_, *budget_, journal,
             {surroundings_.store, surroundings_.evidence_store});
    if (journal.answer().good_model)
      report_overlaps(model, loaded_.system, *engine_, *budget_, journal);
  } catch (const base::Exhausted& e) {
    if (e.resource() == base::Resource::memory) budget_->note_overrun();
    journal.give_up(e.what());
  } catch (const std::bad_alloc&) {
    budget_->note_overrun();
    journal.give_up("memory: the machine has no more");
  }
  journal.note_engine(engine_->name());
  trace_flaws(model, found.flaws, *engine_, *budget_, journal);
}

// Not where all states have to be looked at before a verdict counts.
void Check::expect_early_answers(const model::Model& model, Tasks& tasks, Journal& journal) {
  if (!model.fairness.empty() || tasks.needs_determinism) return;
  std::vector<std::size_t> positions;  // by question
  for (std::size_t i = 0; i < tasks.formulas.size(); ++i)
    if (tasks.formulas[i].number) positions.push_back(i);
  tasks.questions.settled = [this, &tasks, &journal, positions](std::size_t question, bool holds,
                                                                double seconds) {
    const std::size_t i = positions[question];
    note_settled(tasks.formulas[i], i, holds, seconds, settings_, journal);
  };
  tasks.questions.first_answer =
      settings_.first_answer && !settings_.evidence && !settings_.strategies && !settings_.strict;
}

void Check::report_regularly(Journal& journal) {
  budget_->set_pulse([this, &journal] {
    journal.update_figures([this](Figures& figures) {
      figures.bytes = budget_->used_bytes();
      engine_->measure(figures);
    });
  });
}

bool operations_end_in_time() {
#ifdef KEN_BDD_BUDDY
  return false;
#else
  return true;
#endif
}

std::string_view name(EngineKind engine) {
  switch (engine) {
    case EngineKind::automatic:
      return "auto";
    case EngineKind::states:
      return "states";
    case EngineKind::symbolic:
      return "symbolic";
    case EngineKind::explicit_states:
      return "explicit";
    case EngineKind::nusmv:
      return "nusmv";
  }
  return {};
}

}  // namespace ken::driver
