// A system like another.
//
// Diagrams belong to one manager and a manager to one thread.  So a thread that is to help gets the
// model encoded again, brought into the order of variables that the first system has come to, and
// the sets that are asked about as a text that holds no reference: in the same order a line of it
// takes one step.  What costs most, finding the reachable states, is not done again.
//
// Bits that were added to the first system for an observer come after those of the model; no set of
// states of the model mentions them.

#include "check/twin.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "bdd/storage.hpp"

namespace ken::check {

Likeness make_likeness(Context& context, std::span<const Bdd> carried) {
  symbolic::System& system = context.system;
  const Arena& arena = context.arena;
  Likeness result{.model = system.model(),
                  .settings = system.settings(),
                  .order = system.manager().order(),
                  .diagrams = {},
                  .outcomes = context.outcomes,
                  .fairness = arena.fairness.size()};
  std::erase_if(result.order, [&](bdd::Variable v) {
    return static_cast<std::size_t>(v) >= system.encoding().bits();
  });
  std::vector<Bdd> all{arena.reachable.function(), arena.domain.function()};
  for (const StateSet& line : arena.fairness) all.push_back(line.function());
  all.insert(all.end(), carried.begin(), carried.end());
  result.diagrams = bdd::save(all);
  return result;
}

Twin::Twin(const Likeness& likeness, std::size_t own, base::Budget& budget)
    : system_(likeness.model, budget, likeness.settings) {
  system_.manager().reorder_to(likeness.order);
  carried_ = carry_over(likeness.diagrams, system_.manager());
  const StateSet reachable(carried_[0]);
  system_.steps().care_about(reachable);
  Arena arena = symbolic::make_arena(system_.shared_steps(), system_.initial(), {reachable, {}});
  arena.domain = StateSet(carried_[1]);
  for (std::size_t i = 0; i < likeness.fairness; ++i) arena.fairness.emplace_back(carried_[2 + i]);
  carried_.erase(carried_.begin(),
                 carried_.begin() + static_cast<std::ptrdiff_t>(2 + likeness.fairness));
  context_.emplace(system_, std::move(arena));
  context_->outcomes = likeness.outcomes;
  context_->teamwork.own = own;
}

std::vector<Bdd> carry_over(const std::string& diagrams, bdd::Manager& manager) {
  bdd::Loaded loaded = bdd::load(diagrams, manager);
  CHECK(loaded.mistake.empty(), "what was saved can be read");
  return std::move(loaded.functions);
}

}  // namespace ken::check
