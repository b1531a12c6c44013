// What is suspicious in a model.
//
// Names are looked at on the text (model/lint.cpp), lines on diagrams (check/local_cases.cpp):
// first on the local states of each agent, which is quick and mostly settles it.  Only if something
// is found there are the reachable states explored, and what no reachable state is a case of
// becomes a note: a line that is safe only because of what others do is worth knowing and no
// failure.  If they are too many for the budget, all local cases are warned of.
//
// Each question has diagrams of its own and half of the time that is left, so one that explodes
// does not take the others with it; it ends in a note.

#include "driver/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <set>

#include "check/local_cases.hpp"
#include "driver/allowances.hpp"
#include "model/lint.hpp"
#include "model/loss.hpp"
#include "syntax/readings.hpp"

namespace ken::driver {
namespace {

using base::Code;
using check::LocalCase;
using model::AgentId;
using model::Loss;

// One message for each code and place: instances of a template share their places.
using Place = std::pair<std::uint32_t, Code>;
using CasesByPlace = std::map<Place, LocalCase>;

class LineLinter {
 public:
  LineLinter(const model::Model& model, const Settings& settings, const base::Budget& budget,
             base::Diagnostics& diagnostics)
      : model_(model),
        settings_(settings),
        timeout_(settings.timeout),
        cpu_before_(budget.cpu_seconds()),
        diagnostics_(diagnostics) {}

  void run(base::Budget& budget) {
    find_cases(budget);
    keep_idle_lines_of_all();
    const CasesByPlace reached = found_.empty() ? CasesByPlace{} : find_reached(budget);
    for (const auto& [place, local] : found_) {
      const auto at = reached.find(place);
      if (at != reached.end())
        add_warning(at->second, diagnostics_);
      else if (!explored_ || local.code == Code::unreachable_line)
        add_warning(local, diagnostics_);
      else
        add_note(local);
    }
  }

 private:
  // Without --timeout: seconds of CPU time, so that it does not matter what else a machine does.
  static constexpr double patience = 10;

  // Half of what is left of the time; false if that, or something else, was not enough.
  template <class Work>
  bool try_within(base::Budget& budget, const Work& work, std::string& reason) {
    const double passed = timeout_ ? budget.seconds() : budget.cpu_seconds() - cpu_before_;
    const double share = std::max(0.0, timeout_.value_or(patience) - passed) / 2;
    base::Limits limits;
    (timeout_ ? limits.seconds : limits.cpu_seconds) = share;
    try {
      base::Budget own = budget.child(limits);
      work(own);
      return true;
    } catch (const base::Exhausted& e) {
      reason = e.resource() == base::Resource::time ? fmt::format("time: more than {:.1f} s", share)
                                                    : e.what();
    } catch (const std::bad_alloc&) {
      reason = "memory: the machine has no more";
    }
    return false;
  }

  void find_cases(base::Budget& budget) {
    std::optional<symbolic::Encoding> encoding;
    std::string reason;
    if (!try_within(
            budget, [&](base::Budget& own) { encoding.emplace(model_, settings_.symbolic, own); },
            reason))
      return note_unchecked(model_.agents.front().place, "the model", "anything in its lines",
                            reason);
    const auto ask = [&](base::Range place, const std::string& whose, const char* what,
                         const auto& question) {
      const auto work = [&](base::Budget& own) {
        bdd::Manager manager(encoding->bits(), own, settings_.symbolic.diagrams);
        manager.group(encoding->groups());
        symbolic::Conditions conditions(manager, *encoding, model_);
        question(check::Diagrams{manager, *encoding, model_, conditions});
      };
      if (!try_within(budget, work, reason)) note_unchecked(place, whose, what, reason);
    };
    if (model_.initial)
      ask(model_.initial_place, "InitStates", "a state that satisfies it",
          [&](const check::Diagrams& d) { check_initial_states(d); });
    for (std::size_t i = 0; i < model_.agents.size(); ++i) {
      const model::Agent& agent = model_.agents[i];
      const auto id = static_cast<AgentId>(i);
      if (!agent.unrestricted && !agent.other)
        ask(agent.place, agent.name.shown, "protocol gaps",
            [&](const check::Diagrams& d) { add(found_, check::find_protocol_gaps(d, id, {})); });
      if (!agent.evolution.empty())
        ask(agent.place, agent.name.shown, "overlapping lines and overflows",
            [&](const check::Diagrams& d) {
              const std::vector<LocalCase> cases = check::find_line_cases(d, id, {});
              for (const LocalCase& one : cases)
                if (one.code == Code::unreachable_line) idle_in_[one.place.begin].insert(id);
              add(found_, cases);
            });
    }
  }

  void check_initial_states(const check::Diagrams& d) {
    if (symbolic::build_initial_states(d.manager, d.encoding, model_, d.conditions).empty())
      diagnostics_.add(model_.source, model_.initial_place, Code::no_initial_state);
  }

  static void add(CasesByPlace& to, const std::vector<LocalCase>& cases) {
    for (const LocalCase& one : cases) to.try_emplace({one.place.begin, one.code}, one);
  }

  // Instances of a template often have lines that are meant for others: a line is idle if it never
  // applies in any of them.
  void keep_idle_lines_of_all() {
    if (idle_in_.empty()) return;
    std::map<std::uint32_t, std::set<std::size_t>> agents_with;
    for (std::size_t i = 0; i < model_.agents.size(); ++i)
      for (const model::EvolutionRule& rule : model_.agents[i].evolution)
        agents_with[rule.place.begin].insert(i);
    std::erase_if(found_, [&](const auto& entry) {
      const std::uint32_t line = entry.second.place.begin;
      return entry.second.code == Code::unreachable_line &&
             idle_in_[line].size() < agents_with[line].size();
    });
  }

  [[nodiscard]] CasesByPlace find_reached(base::Budget& budget) {
    CasesByPlace result;
    std::string reason;
    explored_ = try_within(
        budget,
        [&](base::Budget& own) {
          symbolic::System system(model_, own, settings_.symbolic);
          const symbolic::Reachable reachable = symbolic::explore(system);
          const check::Scope scope = check::reached_cases(system, reachable);
          for (std::size_t i = 0; i < model_.agents.size(); ++i) {
            const auto id = static_cast<AgentId>(i);
            add(result, check::find_protocol_gaps(check::diagrams_of(system), id, scope));
            add(result, check::find_line_cases(check::diagrams_of(system), id, scope));
          }
        },
        reason);
    return result;
  }

  void note_unchecked(base::Range place, const std::string& whose, const char* what,
                      const std::string& reason) {
    if (!unchecked_.insert({place.begin, what}).second) return;
    diagnostics_.add(model_.source, place, Code::not_looked_at, whose, what, reason).hint =
        "--timeout and --memory give it more";
  }

  void add_warning(const LocalCase& found, base::Diagnostics& to) const {
    base::Diagnostic& d = describe(found, to);
    if (found.code == Code::unreachable_line) return;
    if (found.code == Code::possible_overflow) d.hint = "for instance where " + found.where;
    if (explored_) return;
    d.hint += d.hint.empty() ? "" : "; ";
    d.hint += "perhaps no reachable state is such a case: there was no time to find out";
  }
  void add_note(const LocalCase& found) {
    base::Diagnostics warning;
    const base::Diagnostic& d = describe(found, warning);
    diagnostics_.add(model_.source, found.place, Code::never_reached, row(found.code).name,
                     d.message);
  }

  base::Diagnostic& describe(const LocalCase& found, base::Diagnostics& to) const {
    if (found.code == Code::protocol_gap)
      return to.add(model_.source, found.place, found.code, model_[found.agent].name.shown,
                    found.where);
    if (found.code == Code::overlapping_lines)
      return to.add(model_.source, found.place, found.code,
                    model_.source->line_number(found.earlier->place.begin), found.where);
    if (found.code == Code::possible_overflow) {
      const auto loss = model::find_loss(model_, *found.assignment, found.state);
      return to.add(model_.source, found.place, found.code,
                    say_may_be_lost(model_, *found.assignment, loss.value_or(Loss::no_number)));
    }
    return to.add(model_.source, found.place, found.code);
  }

  const model::Model& model_;
  const Settings& settings_;
  std::optional<double> timeout_;
  double cpu_before_;  // spent on reading
  base::Diagnostics& diagnostics_;
  CasesByPlace found_;
  std::map<std::uint32_t, std::set<AgentId>> idle_in_;  // by the place of a line
  bool explored_ = false;
  std::set<std::pair<std::uint32_t, std::string>> unchecked_;
};

}  // namespace

evidence::Answer lint(const base::Source& source, const Settings& settings, base::Budget& budget) {
  evidence::Answer answer;
  answer.file = source->name();
  Loaded loaded = load(source, settings, budget);
  answer.unread = loaded.exhausted;
  answer.diagnostics = std::move(loaded.diagnostics);
  answer.good_model = loaded.model.has_value();
  if (loaded.model) {
    syntax::compare_readings(loaded.system, answer.diagnostics);
    model::lint_indices(loaded.system, *loaded.model, answer.diagnostics);
    model::lint(*loaded.model, answer.diagnostics);
    LineLinter(*loaded.model, settings, budget, answer.diagnostics).run(budget);
    settle_allowances(loaded.system, answer.diagnostics);
  }
  answer.diagnostics.sort();
  return answer;
}

}  // namespace ken::driver
