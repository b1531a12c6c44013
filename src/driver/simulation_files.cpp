// Runs and evidence.  A run is evidence that its last state can be reached: a path that shows
// EF (...).  And evidence has runs to walk along: the path of its root, or the first run to a state
// elsewhere, else the state it starts in.

#include <fmt/format.h>

#include "base/file.hpp"
#include "driver/explored_model.hpp"
#include "driver/simulation.hpp"
#include "evidence/from_words.hpp"
#include "evidence/in_words.hpp"
#include "evidence/replay.hpp"
#include "model/fingerprint.hpp"
#include "report/evidence_file.hpp"

namespace ken::driver {
namespace {

using evidence::EvidenceAnswer;
using report::Mistake;

std::string say_reachable(const model::Model& model, const model::State& state) {
  std::string text;
  for (const auto& [variable, value] : evidence::describe_state(model, state))
    text += fmt::format("{}{} = {}", text.empty() ? "" : " and ", variable, value);
  return fmt::format("EF({})", text.empty() ? "true" : text);
}

// The first of its claims that has a run, from the root on.
const EvidenceAnswer::Path& find_first_run(const EvidenceAnswer& words) {
  std::vector<std::size_t> open{words.root};
  for (std::size_t i = 0; i < open.size() && i <= words.reasons.size(); ++i) {
    if (open[i] >= words.reasons.size()) continue;
    const EvidenceAnswer::Reason& reason = words.reasons[open[i]];
    if (!reason.path.steps.empty()) return reason.path;
    if (!reason.hops.empty()) return reason.hops.front().run;
    open.insert(open.end(), reason.parts.begin(), reason.parts.end());
    if (reason.claim) open.push_back(*reason.claim);
  }
  return words.start;
}

report::EvidenceFile describe_file(const model::Model& model, std::size_t property,
                                   const EvidenceAnswer& words) {
  report::EvidenceFile file{.model = model.source->name(),
                            .fingerprint = model::find_fingerprint(model),
                            .parameters = {},
                            .semantics = "full",
                            .formula = model.properties[property].text,
                            .holds = true,
                            .evidence = words};
  for (const model::Parameter& p : model.parameters)
    file.parameters.push_back({p.name, p.value, p.boolean});
  return file;
}

}  // namespace

Simulation::Answer Simulation::save(const std::string& file) {
  Answer wrong;
  const auto property = add_formula(say_reachable(model(), state()), wrong);
  if (!property) return wrong;
  evidence::Path path{run_.states, run_.actions, {}};
  if (!model().fairness.empty()) {
    if (const std::string why = why_fairness_unsupported(); !why.empty())
      return report::Unknown{why};
    auto fair = explored().go_on_fairly(run_);
    if (!fair)
      return Mistake{"no fair path goes on from here, so the run is evidence of nothing",
                     "'back' to a state from which one does"};
    path = std::move(*fair);
  }
  evidence::Evidence evidence;
  evidence.start = path;
  std::vector<std::vector<evidence::ReasonId>> claims(path.states.size());
  evidence.reasons.push_back({model().properties[*property].formula, true, path.states.front(),
                              evidence::Followed{std::move(path), std::move(claims)}});
  const evidence::Replayed replayed = evidence::replay(model(), evidence, *budget_);
  if (!replayed.mistake.empty()) return Mistake{"the run is no evidence: " + replayed.mistake};
  const EvidenceAnswer words =
      evidence::in_words(model(), model().properties[*property].formula, evidence, replayed);
  const std::string text = report::print_evidence_file(describe_file(model(), *property, words));
  if (const std::string trouble = base::store(file, text); !trouble.empty())
    return Mistake{trouble};
  return report::SavedAnswer{file, model().properties[*property].text};
}

Simulation::Answer Simulation::go_to_evidence(const std::string& file,
                                              std::optional<std::size_t> position) {
  const auto loaded = base::load(file, budget_.get());
  if (const auto* const unreadable = std::get_if<base::Unreadable>(&loaded))
    return Mistake{unreadable->why};
  const std::string text(std::get<base::Source>(loaded)->text());
  auto [kept, mistake] = report::read_evidence_file(text);
  if (!kept) return Mistake{fmt::format("{} is no evidence: {}", file, mistake)};
  if (kept->fingerprint != model::find_fingerprint(model()))
    return Mistake{"the evidence was found in another model, or with other parameters"};
  const EvidenceAnswer::Path& words = find_first_run(kept->evidence);
  auto [path, unread] = evidence::read_path(model(), words);
  if (!unread.empty()) return Mistake{unread};
  const std::size_t last = path.states.empty() ? 0 : path.states.size() - 1;
  if (position.value_or(0) > last || path.states.empty())
    return Mistake{
        fmt::format("its run has no state {}: the last is {}", position.value_or(0), last)};
  const std::size_t end = position.value_or(last);
  path.states.resize(end + 1);
  path.actions.resize(end);
  evidence::Trace run{std::move(path.states), std::move(path.actions)};
  if (!evidence::replay(model(), run, *budget_))
    return Mistake{"what it shows is no run of the model from an initial state"};
  replace_run(std::move(run));
  report::Move move = describe_jump();
  move.steps = run_.actions.size();
  return move;
}

}  // namespace ken::driver
