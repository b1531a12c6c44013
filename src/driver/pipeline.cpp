#include "driver/pipeline.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <set>

#include "base/check.hpp"
#include "concrete/labeller.hpp"
#include "model/elaborate.hpp"
#include "model/lint.hpp"
#include "syntax/parser.hpp"
#include "syntax/readings.hpp"

namespace ken::driver {
namespace {

using base::Code;
using base::Exhausted;
using concrete::Labeller;
using concrete::StateSpace;
using evidence::Answer;
using evidence::FormulaAnswer;
using evidence::Truth;
using evidence::Verdict;
using logic::Semantics;

std::uint64_t usual_memory() {
  constexpr std::uint64_t most = std::uint64_t{4} << 30U;
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || size <= 0) return most;
  return std::min(most, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 2);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Check {
 public:
  Check(const model::Model& model, const Settings& settings, Answer& answer)
      : model_(model), settings_(settings), answer_(answer), budget_(budget(settings)) {}

  void run() {
    prepare();
    if (!answer_.good_model) return;
    try {
      explore();
      if (answer_.good_model) decide_all();
    } catch (const Exhausted& e) {
      stopped_ = e.what();
    } catch (const std::bad_alloc&) {
      stopped_ = "memory: the machine has no more";
    }
    if (!stopped_.empty())
      for (FormulaAnswer& f : answer_.formulae)
        if (f.verdict.truth == Truth::unknown && f.verdict.reason.empty())
          f.verdict.reason = stopped_;
    answer_.statistics.peak_bytes = budget_.peak_bytes();
  }

 private:
  void prepare() {
    for (const std::size_t index : settings_.only) {
      if (index <= model_.properties.size()) continue;
      const std::string text = std::to_string(index);
      answer_.diagnostics.add(base::make_source("--only", text),
                              {0, static_cast<std::uint32_t>(text.size())}, Code::no_such_formula,
                              index, model_.properties.size());
      answer_.good_model = false;
    }
    for (std::size_t i = 0; i < model_.properties.size(); ++i) {
      const auto& only = settings_.only;
      if (!only.empty() && std::find(only.begin(), only.end(), i + 1) == only.end()) continue;
      const model::Property& property = model_.properties[i];
      answer_.formulae.push_back({.index = i + 1,
                                  .line = property.source->position(property.place.begin).line,
                                  .text = property.text,
                                  .family = property.family,
                                  .semantics = needed(property.formula).empty()
                                                   ? settings_.semantics
                                                   : semantics_of(property.formula),
                                  .strategic = !needed(property.formula).empty(),
                                  .verdict = {},
                                  .expected = property.expected,
                                  .seconds = 0});
    }
  }

  // The strategic semantics that the coalitions of a formula ask for.
  [[nodiscard]] std::set<Semantics> needed(model::FormulaId formula) const {
    std::set<Semantics> result;
    if (!model_.formulas.traits(formula).strategic) return result;
    const Semantics of_the_run = *logic::semantics_named(settings_.semantics);
    for (const model::FormulaId id : logic::closure(model_.formulas, formula)) {
      const auto* modal = std::get_if<logic::Modal>(&model_.formulas[id]);
      if (modal == nullptr || model_.modalities[modal->modality].family != logic::Family::strategic)
        continue;
      result.insert(modal->semantics == Semantics::of_the_run ? of_the_run : modal->semantics);
    }
    return result;
  }
  [[nodiscard]] std::string semantics_of(model::FormulaId formula) const {
    const std::set<Semantics> asked = needed(formula);
    std::vector<std::string_view> names;
    names.reserve(asked.size());
    for (const Semantics semantics : asked) names.push_back(logic::name(semantics));
    return fmt::format("{}", fmt::join(names, ", "));
  }
  // Why a formula is not decided yet; empty if it is.
  [[nodiscard]] std::string unsupported(const model::Property& property) const {
    if (std::string why = concrete::unsupported(model_, property); !why.empty()) return why;
    for (const Semantics semantics : needed(property.formula))
      if (semantics != Semantics::full && semantics != Semantics::deterministic)
        return fmt::format("not supported yet: {} strategies", logic::name(semantics));
    return {};
  }

  void explore() {
    space_.emplace(model_, budget_);
    answer_.model.reachable_states = std::to_string(space_->size());
    answer_.model.deadlock = space_->first_deadlock().has_value();
    answer_.model.overflow = space_->first_lost().has_value();
    answer_.statistics.depth = space_->depth();
    if (space_->initial_count() == 0)
      answer_.diagnostics.add(model_.source, model_.initial_place, Code::no_initial_state);
    if (const auto deadlock = space_->first_deadlock()) report_deadlock(*deadlock);
    if (const auto& lost = space_->first_lost()) report_lost(*lost);
    const auto asks = [&](const model::Property& property) {
      return needed(property.formula).contains(Semantics::deterministic);
    };
    if (std::any_of(model_.fairness.begin(), model_.fairness.end(), asks) ||
        std::any_of(answer_.formulae.begin(), answer_.formulae.end(),
                    [&](const FormulaAnswer& f) { return asks(model_.properties[f.index - 1]); }))
      demand_determinism();
  }

  // Every protocol must leave exactly one action in each reachable local state.
  void demand_determinism() {
    for (std::size_t i = 0; i < space_->size(); ++i) {
      const model::State state = space_->state(static_cast<concrete::StateId>(i));
      for (const model::Agent& agent : model_.agents) {
        const auto allowed = model::allowed_actions(agent, state);
        if (allowed.size() == 1) continue;
        std::vector<std::string> names;
        names.reserve(allowed.size());
        for (const model::ActionIndex a : allowed) names.push_back(agent.actions[a].name.shown);
        const std::string local = to_text(model_, agent.visible, state);
        answer_.diagnostics.add(model_.source, agent.place, Code::several_actions, agent.name.shown,
                                names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                                local.empty() ? "anything holds" : local);
        answer_.good_model = false;
        return;
      }
    }
  }

  void report_deadlock(concrete::StateId state) {
    const model::State values = space_->state(state);
    std::string why = "every evolution line that applies there has a value out of range";
    base::Range place = model_.initial_place;
    for (const model::Agent& agent : model_.agents) {
      if (!model::allowed_actions(agent, values).empty()) continue;
      why = fmt::format("the Protocol of {} allows no action there", agent.name.shown);
      place = agent.place;
    }
    auto& d = answer_.diagnostics.add(model_.source, place, Code::deadlock);
    d.hint = why;
    d.trace = confirmed(space_->trace_to(state));
  }
  void report_lost(const concrete::LostStep& lost) {
    const model::Assignment& assignment = *lost.what.assignment;
    const model::Variable& target = model_[assignment.target];
    auto& d = answer_.diagnostics.add(model_.source, assignment.place, Code::overflow,
                                      fmt::format("the value does not fit {}, the type of '{}'",
                                                  to_text(target.type), target.name.shown));
    d.trace = confirmed(space_->trace_to(lost.state));
  }
  // A trace is shown only after it was replayed on the model.
  [[nodiscard]] std::vector<std::string> confirmed(const evidence::Trace& trace) const {
    CHECK(evidence::replay(model_, trace), "a trace of the state space is a run of the model");
    return evidence::to_lines(model_, trace);
  }

  void decide_all() {
    for (const model::Property& line : model_.fairness) {
      stopped_ = unsupported(line);
      if (!stopped_.empty()) return;
    }
    Labeller labeller(model_, *space_, budget_);
    concrete::StateSet initial(space_->size());
    for (std::size_t i = 0; i < space_->initial_count(); ++i)
      initial.insert(static_cast<concrete::StateId>(i));
    const bool no_fair_start = space_->initial_count() > 0 && (initial & labeller.domain()).empty();
    initial = initial & labeller.domain();
    if (no_fair_start)
      answer_.diagnostics.add(model_.source, model_.fairness.front().place, Code::no_fair_path);
    for (FormulaAnswer& f : answer_.formulae) {
      const auto start = std::chrono::steady_clock::now();
      budget_.limit_formula(settings_.formula_timeout);
      try {
        f.verdict = decide(labeller, model_.properties[f.index - 1], initial);
      } catch (const Exhausted& e) {
        f.verdict = {Truth::unknown, e.what()};
        budget_.limit_formula(std::nullopt);
        budget_.look();  // the whole run may be over
      }
      f.seconds = seconds_since(start);
    }
    budget_.limit_formula(std::nullopt);
  }

  Verdict decide(Labeller& labeller, const model::Property& property,
                 const concrete::StateSet& initial) {
    if (std::string why = unsupported(property); !why.empty())
      return {Truth::unknown, std::move(why)};
    if (space_->initial_count() == 0) return {Truth::holds, "vacuously: no initial state"};
    if (initial.empty())
      return {Truth::holds, "vacuously: no fair path starts in an initial state"};
    const concrete::StateSet holds = labeller.label(property.formula);
    const bool everywhere = (initial - holds).empty();
    if (!everywhere) return {Truth::fails, ""};
    if (!wins_by_leaving(labeller, property, initial)) return {Truth::holds, ""};
    answer_.diagnostics.add(property.source, property.place, Code::leaves_fair_paths);
    return {Truth::holds, "wins by leaving all fair paths"};
  }

  // A coalition that leaves all fair paths wins.  Worth a note where the formula would not hold if
  // every outcome counted.
  [[nodiscard]] bool wins_by_leaving(Labeller& labeller, const model::Property& property,
                                     const concrete::StateSet& initial) const {
    if (!labeller.is_fair() || !model_.formulas.traits(property.formula).strategic) return false;
    return !(initial - labeller.label(property.formula, concrete::Outcomes::all)).empty();
  }

  const model::Model& model_;
  const Settings& settings_;
  Answer& answer_;
  base::Budget budget_;
  std::optional<StateSpace> space_;
  std::string stopped_;
};

}  // namespace

base::Budget budget(const Settings& settings) {
  return {settings.timeout, settings.memory.value_or(usual_memory()), settings.cancel};
}

Loaded load(const base::Source& source, const Settings& settings) try {
  Loaded loaded;
  loaded.system = syntax::parse(source, loaded.diagnostics);
  if (loaded.diagnostics.has_errors()) return loaded;
  auto model = model::elaborate(loaded.system, {settings.parameters, settings.formulae, {}});
  loaded.diagnostics.append(model.diagnostics());
  if (model) loaded.model = std::move(model).value();
  return loaded;
} catch (const std::bad_alloc&) {
  Loaded loaded;
  loaded.diagnostics.add(source, {0, 0}, Code::too_large, "the model",
                         "larger than the memory of this machine", "that");
  return loaded;
}

evidence::ModelFacts facts(const model::Model& model) {
  evidence::ModelFacts result;
  for (const model::Agent& agent : model.agents)
    if (agent.declared) ++result.agents;
  for (const model::Variable& variable : model.variables)
    result.state_bits += concrete::bits_for(variable.type.size());
  return result;
}

evidence::Answer check(const base::Source& source, const Settings& settings) {
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  answer.file = source->name();
  answer.engine = settings.engine;
  answer.semantics = settings.semantics;
  Loaded loaded = load(source, settings);
  answer.diagnostics = std::move(loaded.diagnostics);
  answer.good_model = loaded.model.has_value();
  if (loaded.model) {
    answer.model = facts(*loaded.model);
    Check(*loaded.model, settings, answer).run();
  }
  answer.diagnostics.sort();
  answer.statistics.seconds = seconds_since(start);
  return answer;
}

evidence::Answer lint(const base::Source& source, const Settings& settings) {
  Answer answer;
  answer.file = source->name();
  Loaded loaded = load(source, settings);
  answer.diagnostics = std::move(loaded.diagnostics);
  answer.good_model = loaded.model.has_value();
  if (loaded.model) {
    syntax::compare_readings(loaded.system, answer.diagnostics);
    model::lint_indices(loaded.system, *loaded.model, answer.diagnostics);
    base::Budget limits = budget(settings);
    model::lint(*loaded.model, limits, answer.diagnostics);
  }
  answer.diagnostics.sort();
  return answer;
}

}  // namespace ken::driver
