#include "driver/impossibilities.hpp"

#include "base/check.hpp"
#include "concrete/facts.hpp"
#include "concrete/labeller.hpp"

namespace ken::driver {
namespace {

// Nothing if the model is too large.
std::optional<bool> judge(const model::Model& model, const Settings& settings,
                          const evidence::Impossibility& impossibility, base::Budget& budget) {
  constexpr double most_seconds = 5;
  constexpr std::uint64_t most_bytes = 64U << 20U;
  try {
    base::Budget part =
        budget.child({.seconds = most_seconds, .cpu_seconds = {}, .bytes = most_bytes, .stop = {}});
    const concrete::StateSpace space(model, part);
    concrete::Context context = concrete::make_context(model, space, part, settings.semantics);
    const concrete::Objective objective =
        concrete::find_objective(context, impossibility.operation);
    const concrete::Duty duty = impossibility.semantics == logic::Semantics::uniform
                                    ? concrete::Duty::stay_fair
                                    : concrete::Duty::never_stuck;
    const bool right =
        concrete::are_right(context, impossibility.members, objective, duty, impossibility.facts);
    CHECK(right, "the explicit engine agrees with what a search has learnt");
    return right;
  } catch (const base::Exhausted&) {
    return {};
  }
}

}  // namespace

std::vector<evidence::ImpossibilityAnswer> tell_impossibilities(
    const model::Model& model, const Settings& settings,
    const std::vector<evidence::Impossibility>& impossibilities, base::Budget& budget) {
  std::vector<evidence::ImpossibilityAnswer> result;
  for (const evidence::Impossibility& one : impossibilities) {
    result.push_back(evidence::in_words(model, one));
    result.back().checked = judge(model, settings, one, budget);
  }
  return result;
}

}  // namespace ken::driver
