// Deciding, and who gets how much time.
//
// With --formula-timeout every formula has that long.  Else, if the whole run is limited, every
// formula has an equal share of the time that is left when its turn comes: of n undecided ones the
// next has 1/n.  A cheap formula so leaves time to those behind it, and an explosive one cannot use
// up theirs.  Those that were cut off are tried once more at the end, in shares of what is left
// then; an engine that remembers what it has labelled goes on from there.

#include "driver/decide.hpp"

#include <fmt/format.h>

#include <chrono>

#include "base/check.hpp"
#include "base/text.hpp"
#include "driver/evidence_files.hpp"
#include "driver/impossibilities.hpp"
#include "driver/restricted.hpp"
#include "evidence/in_words.hpp"

namespace ken::driver {
namespace {

using base::Code;
using evidence::Truth;
using evidence::Verdict;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

base::Diagnostic& add_diagnostic(base::Diagnostics& found, const model::Property& property,
                                 Code code) {
  return found.add(property.source, property.place, code);
}

// What a verdict rests on can be found when all states are known.
bool asks_for_grounds(const Settings& settings) { return settings.evidence || settings.strategies; }

// A coalition that leaves all fair paths wins.  Worth a note where it can, and the formula would
// not hold if every outcome counted.  Not under uniform: a restriction has a fair path wherever the
// model has, and leaves its agents no choice.
bool wins_by_leaving(const model::Model& model, const model::Property& property,
                     logic::Semantics semantics, std::size_t question, Engine& engine) {
  return semantics != logic::Semantics::uniform && !model.fairness.empty() &&
         model.formulas.traits(property.formula).strategic &&
         engine.can_leave_fair_paths(question) && !engine.holds_for_all_outcomes(question);
}

Verdict verdict_of(bool holds) { return {holds ? Truth::holds : Truth::fails, ""}; }

class Deciding {
 public:
  Deciding(const model::Model& model, const Settings& settings, const Tasks& tasks, Engine& engine,
           base::Budget& budget, Journal& journal, const Stores& stores)
      : model_(model),
        settings_(settings),
        tasks_(tasks.formulas),
        engine_(engine),
        budget_(budget),
        journal_(journal),
        stores_(stores),
        seconds_(tasks_.size()) {
    for (std::size_t i = 0; i < tasks_.size(); ++i)
      if (tasks_[i].number && (!tasks_[i].settled || asks_for_grounds(settings)))
        open_.push_back(i);
  }

  void decide_vacuously(const std::string& reason) {
    for (const std::size_t i : open_) journal_.decide(i, {Truth::holds, reason, true}, 0);
    warn_of_expectations(reason);
  }

  void decide_all() {
    try_open_formulas(AfterShare::again);
    try_open_formulas(AfterShare::give_up);
  }

 private:
  enum class AfterShare : std::uint8_t { again, give_up };

  void try_open_formulas(AfterShare after) {
    std::vector<std::size_t> cut_off;
    for (std::size_t k = 0; k < open_.size(); ++k) {
      const std::size_t i = open_[k];
      const std::optional<double> share = find_share(open_.size() - k);
      const auto start = Clock::now();
      Verdict verdict = try_formula(tasks_[i], share);
      if (verdict.truth == Truth::unknown && tasks_[i].settled)
        verdict = verdict_of(*tasks_[i].settled);
      seconds_[i] += seconds_since(start);
      if (is_cut_off(verdict, share) && after == AfterShare::again)
        cut_off.push_back(i);
      else
        journal_.decide(i, verdict, seconds_[i],
                        find_grounds(tasks_[i], verdict, open_.size() - k));
      budget_.check_limits_now();  // the whole run may be over
    }
    open_ = std::move(cut_off);
  }

  [[nodiscard]] std::vector<evidence::StrategyAnswer> list_strategies(const Task& task,
                                                                      const Verdict& verdict) {
    if (verdict.truth == Truth::unknown || !settings_.strategies) return {};
    return tell_strategies(model_, settings_, task.index + 1, engine_.list_strategies(*task.number),
                           stores_.strategies);
  }

  [[nodiscard]] std::vector<evidence::ImpossibilityAnswer> list_impossibilities(
      const Task& task, const Verdict& verdict) {
    if (verdict.truth == Truth::unknown || !settings_.strategies) return {};
    return tell_impossibilities(model_, settings_, engine_.list_impossibilities(*task.number),
                                budget_);
  }

  // Evidence has half a share of the time, so that the other formulas are decided.
  [[nodiscard]] Grounds find_grounds(const Task& task, const Verdict& verdict,
                                     std::size_t formulas) {
    Grounds grounds{.strategies = list_strategies(task, verdict),
                    .impossibilities = list_impossibilities(task, verdict)};
    if (verdict.truth == Truth::unknown || verdict.vacuous || !settings_.evidence) return grounds;
    journal_.enter("explaining");
    const std::optional<double> share = find_share(formulas);
    budget_.limit_formula(share ? std::optional(*share / 2) : settings_.formula_timeout);
    try {
      grounds.evidence = find_evidence(task, verdict.truth == Truth::holds);
      if (!grounds.evidence) grounds.no_evidence = "no single path or state can show it";
    } catch (const base::Exhausted& e) {  // the verdict stays
      grounds.no_evidence = e.what();
    }
    budget_.limit_formula(std::nullopt);
    journal_.enter("deciding");
    return grounds;
  }

  // Replayed on the model before anybody sees it.
  [[nodiscard]] std::optional<evidence::EvidenceAnswer> find_evidence(const Task& task,
                                                                      bool holds) {
    const auto found = engine_.explain(*task.number, holds, settings_.evidence_limit);
    if (!found) return {};
    const evidence::Replayed replayed = evidence::replay(model_, *found, budget_);
    CHECK(replayed.mistake.empty(), replayed.mistake.c_str());
    evidence::EvidenceAnswer answer =
        evidence::in_words(model_, model_.properties[task.index].formula, *found, replayed);
    for (const logic::AgentId agent :
         find_named_agents(model_, settings_.shown_agents, "--agents").agents)
      answer.shown_agents.push_back(model_[agent].name.shown);
    if (stores_.evidence) keep_evidence(model_, settings_, task.index, stores_.evidence, answer);
    return answer;
  }

  // Of the time of the whole run, if several formulas have to divide it.
  [[nodiscard]] std::optional<double> find_share(std::size_t formulas) const {
    const std::optional<double> left = budget_.seconds_left();
    if (settings_.formula_timeout || !left || formulas == 1) return {};
    return *left / static_cast<double>(formulas);
  }

  [[nodiscard]] static bool is_cut_off(const Verdict& verdict, std::optional<double> share) {
    return share && verdict.truth == Truth::unknown && verdict.reason.starts_with("time: ");
  }

  Verdict try_formula(const Task& task, std::optional<double> share) {
    budget_.limit_formula(share ? share : settings_.formula_timeout);
    Verdict verdict;
    try {
      verdict = decide_formula(task);
    } catch (const base::Exhausted& e) {
      verdict = {Truth::unknown, e.what()};
      if (share && e.resource() == base::Resource::time)
        verdict.reason = fmt::format("time: more than {:.2g} s, its share of {:g} s", *share,
                                     settings_.timeout.value_or(*share));
    }
    budget_.limit_formula(std::nullopt);
    if (verdict.truth == Truth::unknown)
      if (const std::string search = engine_.describe_search(); !search.empty())
        verdict.reason += "; " + search;
    return verdict;
  }

  Verdict decide_formula(const Task& task) {
    if (!engine_.holds(*task.number)) return {Truth::fails, ""};
    const model::Property& property = model_.properties[task.index];
    if (!wins_by_leaving(model_, property, settings_.semantics, *task.number, engine_))
      return {Truth::holds, ""};
    base::Diagnostics found;
    add_diagnostic(found, property, Code::leaves_fair_paths);
    journal_.add_diagnostics(found);
    return {Truth::holds, "may win by leaving all fair paths"};
  }

  // One warning, however many there are.
  void warn_of_expectations(const std::string& reason) {
    std::vector<const model::Property*> met;
    for (const std::size_t i : open_)
      if (model_.properties[tasks_[i].index].expected == true)
        met.push_back(&model_.properties[tasks_[i].index]);
    if (met.empty()) return;
    base::Diagnostics found;
    base::Diagnostic& d =
        found.add(met.front()->source, met.front()->place, Code::vacuous_expectation,
                  met.size() == 1 ? std::string("this expectation is")
                                  : fmt::format("{} expectations are", met.size()),
                  reason.substr(reason.find(' ') + 1));
    d.hint = "every formula holds then, whatever it says: repair the model first";
    journal_.add_diagnostics(found);
  }

  const model::Model& model_;
  const Settings& settings_;
  const std::vector<Task>& tasks_;
  Engine& engine_;
  base::Budget& budget_;
  Journal& journal_;
  const Stores& stores_;
  std::vector<double> seconds_;    // spent on each formula
  std::vector<std::size_t> open_;  // not decided yet
};

}  // namespace

void note_unsupported(const Tasks& tasks, Journal& journal) {
  for (std::size_t i = 0; i < tasks.formulas.size(); ++i)
    if (!tasks.formulas[i].number)
      journal.decide(i, {Truth::unknown, tasks.formulas[i].unsupported}, 0);
}

void note_settled(Task& task, std::size_t position, bool holds, double seconds,
                  const Settings& settings, Journal& journal) {
  task.settled = holds;
  if (asks_for_grounds(settings))
    journal.note_verdict(position, verdict_of(holds));
  else
    journal.decide(position, verdict_of(holds), seconds);
}

void decide(const model::Model& model, const Settings& settings, const Tasks& tasks,
            bool any_initial, Engine& engine, base::Budget& budget, Journal& journal,
            const Stores& stores) {
  Deciding deciding(model, settings, tasks, engine, budget, journal, stores);
  if (!any_initial) return deciding.decide_vacuously("vacuously: no initial state");
  journal.enter(model.fairness.empty() ? "deciding" : "finding fair paths");
  engine.find_fair_states();
  journal.enter("deciding");
  if (engine.has_fair_start()) return deciding.decide_all();
  base::Diagnostics found;
  add_diagnostic(found, model.fairness.front(), Code::no_fair_path);
  journal.add_diagnostics(found);
  deciding.decide_vacuously("vacuously: no fair path starts in an initial state");
}

}  // namespace ken::driver
