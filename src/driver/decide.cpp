#include "driver/decide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <set>

#include "base/check.hpp"
#include "concrete/labeller.hpp"
#include "driver/engine.hpp"
#include "model/step.hpp"

namespace ken::driver {
namespace {

using base::Code;
using base::Exhausted;
using evidence::Answer;
using evidence::FormulaAnswer;
using evidence::Truth;
using evidence::Verdict;
using logic::Semantics;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Decision {
 public:
  Decision(const model::Model& model, const Settings& settings, base::Budget& budget,
           base::Progress& progress, Draft& draft)
      : model_(model),
        settings_(settings),
        budget_(budget),
        progress_(progress),
        draft_(draft),
        engine_(make_engine(model, settings, budget, progress)) {}

  void run() {
    if (!list_formulae()) return;
    std::string stopped;
    try {
      explore();
      if (draft_.mine().good_model) stopped = decide_all();
    } catch (const Exhausted& e) {
      stopped = e.what();
    } catch (const std::bad_alloc&) {
      stopped = "memory: the machine has no more";
    }
    evidence::Statistics statistics = draft_.mine().statistics;
    statistics.peak_bytes = budget_.peak_bytes();
    budget_.lift();
    engine_->report(statistics);
    draft_.change([&](Answer& answer) {
      if (!stopped.empty()) give_up(answer, stopped);
      answer.statistics = statistics;
    });
  }

 private:
  // False if a formula was asked for that does not exist.
  bool list_formulae() {
    const auto& only = settings_.only;
    bool fine = true;
    draft_.change([&](Answer& answer) {
      for (const std::size_t index : only) {
        if (index <= model_.properties.size()) continue;
        const std::string text = std::to_string(index);
        answer.diagnostics.add(base::make_source("--only", text),
                               {0, static_cast<std::uint32_t>(text.size())}, Code::no_such_formula,
                               index, model_.properties.size());
        answer.good_model = fine = false;
      }
      for (std::size_t i = 0; i < model_.properties.size(); ++i)
        if (only.empty() || std::find(only.begin(), only.end(), i + 1) != only.end())
          answer.formulae.push_back(listed(i));
    });
    return fine;
  }

  [[nodiscard]] FormulaAnswer listed(std::size_t i) const {
    const model::Property& property = model_.properties[i];
    const std::set<Semantics> asked = needed(property.formula);
    std::vector<std::string_view> names;
    names.reserve(asked.size());
    for (const Semantics semantics : asked) names.push_back(logic::name(semantics));
    return {.index = i + 1,
            .line = property.source->position(property.place.begin).line,
            .text = property.text,
            .family = property.family,
            .semantics = asked.empty() ? std::string(logic::name(settings_.semantics))
                                       : fmt::format("{}", fmt::join(names, ", ")),
            .strategic = !asked.empty(),
            .verdict = {},
            .expected = property.expected,
            .seconds = 0};
  }

  // The strategic semantics that the coalitions of a formula ask for.
  [[nodiscard]] std::set<Semantics> needed(model::FormulaId formula) const {
    std::set<Semantics> result;
    if (!model_.formulas.traits(formula).strategic) return result;
    for (const model::FormulaId id : logic::closure(model_.formulas, formula)) {
      const auto* modal = std::get_if<logic::Modal>(&model_.formulas[id]);
      if (modal == nullptr || model_.modalities[modal->modality].family != logic::Family::strategic)
        continue;
      result.insert(modal->semantics == Semantics::of_the_run ? settings_.semantics
                                                              : modal->semantics);
    }
    return result;
  }
  // Why a formula is not decided yet; empty if it is.
  [[nodiscard]] std::string unsupported(const model::Property& property) const {
    if (std::string why = concrete::unsupported(model_, property); !why.empty()) return why;
    for (const Semantics semantics : needed(property.formula))
      if (semantics != Semantics::full && semantics != Semantics::deterministic)
        return fmt::format("not supported yet: {} strategies", logic::name(semantics));
    return {};
  }

  [[nodiscard]] const model::Property& property(const FormulaAnswer& f) const {
    return model_.properties[f.index - 1];
  }

  void explore() {
    found_ = engine_->explore();
    draft_.change([&](Answer& answer) {
      answer.model.reachable_states = found_.reachable_states;
      answer.model.deadlock = found_.deadlock.has_value();
      answer.model.overflow = found_.lost.has_value();
      answer.statistics.depth = found_.depth;
      if (!found_.any_initial)
        answer.diagnostics.add(model_.source, model_.initial_place, Code::no_initial_state);
      if (found_.deadlock) report_deadlock(answer, *found_.deadlock);
      if (found_.lost) report_lost(answer, *found_.lost);
    });
    const auto asks = [&](const model::Property& p) {
      return needed(p.formula).contains(Semantics::deterministic);
    };
    const auto& formulae = draft_.mine().formulae;
    if (std::any_of(model_.fairness.begin(), model_.fairness.end(), asks) ||
        std::any_of(formulae.begin(), formulae.end(),
                    [&](const FormulaAnswer& f) { return asks(property(f)); }))
      demand_determinism();
  }

  // Every protocol must leave exactly one action in each reachable local state.
  void demand_determinism() {
    const std::optional<OpenChoice> open = engine_->open_choice();
    if (!open) return;
    const model::Agent& agent = model_[open->agent];
    std::vector<std::string> names;
    for (const model::ActionIndex a : model::allowed_actions(agent, open->state))
      names.push_back(agent.actions[a].name.shown);
    const std::string local = to_text(model_, agent.visible, open->state);
    draft_.change([&](Answer& answer) {
      answer.diagnostics.add(model_.source, agent.place, Code::several_actions, agent.name.shown,
                             names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                             local.empty() ? "anything holds" : local);
      answer.good_model = false;
    });
  }

  void report_deadlock(Answer& answer, const evidence::Trace& trace) const {
    std::string why = "every evolution line that applies there has a value out of range";
    base::Range place = model_.initial_place;
    for (const model::Agent& agent : model_.agents) {
      if (!model::allowed_actions(agent, trace.states.back()).empty()) continue;
      why = fmt::format("the Protocol of {} allows no action there", agent.name.shown);
      place = agent.place;
    }
    auto& d = answer.diagnostics.add(model_.source, place, Code::deadlock);
    d.hint = why;
    d.trace = confirmed(trace);
  }
  void report_lost(Answer& answer, const Exploration::Lost& lost) const {
    const model::Variable& target = model_[lost.assignment->target];
    auto& d = answer.diagnostics.add(model_.source, lost.assignment->place, Code::overflow,
                                     fmt::format("the value does not fit {}, the type of '{}'",
                                                 to_text(target.type), target.name.shown));
    d.trace = confirmed(lost.trace);
  }
  // A trace is shown only after it was replayed on the model.
  [[nodiscard]] std::vector<std::string> confirmed(const evidence::Trace& trace) const {
    CHECK(evidence::replay(model_, trace), "a trace of the engine is a run of the model");
    return evidence::to_lines(model_, trace);
  }

  // Answers why it stopped before the first formula, if it did.
  std::string decide_all() {
    for (const model::Property& line : model_.fairness)
      if (std::string why = unsupported(line); !why.empty()) return why;
    std::vector<logic::FormulaId> wanted;
    for (const FormulaAnswer& f : draft_.mine().formulae)
      if (unsupported(property(f)).empty()) wanted.push_back(property(f).formula);
    progress_.stage = model_.fairness.empty() ? "deciding" : "finding fair paths";
    progress_.formulae = draft_.mine().formulae.size();
    engine_->prepare(wanted);
    progress_.stage = "deciding";
    if (found_.any_initial && !engine_->fair_start())
      draft_.change([&](Answer& answer) {
        answer.diagnostics.add(model_.source, model_.fairness.front().place, Code::no_fair_path);
      });
    std::size_t next = 0;
    for (std::size_t i = 0; i < draft_.mine().formulae.size(); ++i) {
      const auto start = Clock::now();
      budget_.limit_formula(settings_.formula_timeout);
      Verdict verdict;
      try {
        verdict = decide_one(property(draft_.mine().formulae[i]), next);
      } catch (const Exhausted& e) {
        verdict = {Truth::unknown, e.what()};
      }
      budget_.limit_formula(std::nullopt);
      draft_.change([&](Answer& answer) {
        answer.formulae[i].verdict = verdict;
        answer.formulae[i].seconds = seconds_since(start);
      });
      progress_.formulae_done = i + 1;
      budget_.look();  // the whole run may be over
    }
    return {};
  }

  Verdict decide_one(const model::Property& property, std::size_t& next) {
    if (std::string why = unsupported(property); !why.empty())
      return {Truth::unknown, std::move(why)};
    const std::size_t number = next++;
    if (!found_.any_initial) return {Truth::holds, "vacuously: no initial state"};
    if (!engine_->fair_start())
      return {Truth::holds, "vacuously: no fair path starts in an initial state"};
    if (!engine_->holds(number)) return {Truth::fails, ""};
    // A coalition that leaves all fair paths wins.  Worth a note where it can, and the formula
    // would not hold if every outcome counted.
    const bool strategic = model_.formulas.traits(property.formula).strategic;
    if (model_.fairness.empty() || !strategic || !engine_->can_leave_fair_paths(number) ||
        engine_->holds_for_all_outcomes(number))
      return {Truth::holds, ""};
    draft_.change([&](Answer& answer) {
      answer.diagnostics.add(property.source, property.place, Code::leaves_fair_paths);
    });
    return {Truth::holds, "wins by leaving all fair paths"};
  }

  const model::Model& model_;
  const Settings& settings_;
  base::Budget& budget_;
  base::Progress& progress_;
  Draft& draft_;
  std::unique_ptr<Engine> engine_;
  Exploration found_;
};

}  // namespace

void give_up(Answer& answer, const std::string& reason) {
  for (FormulaAnswer& f : answer.formulae)
    if (f.verdict.truth == Truth::unknown && f.verdict.reason.empty()) f.verdict.reason = reason;
}

void decide(const model::Model& model, const Settings& settings, base::Budget& budget,
            base::Progress& progress, Draft& draft) {
  Decision(model, settings, budget, progress, draft).run();
}

}  // namespace ken::driver
