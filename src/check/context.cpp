#include "check/context.hpp"

#include <algorithm>

#include "check/choice.hpp"
#include "check/fixpoints.hpp"

namespace ken::check {

Coalition& coalition_of(Context& context, const logic::Group& members) {
  auto at = context.coalitions.find(members);
  if (at == context.coalitions.end())
    at = context.coalitions.emplace(members, find_moves(context.arena, members)).first;
  return at->second;
}

Game play(Context& context, const logic::Group& members) {
  return {context.arena, members, coalition_of(context, members), context.outcomes};
}

const Arena& arena_of_infinite_paths(Context& context) {
  if (!context.infinite_paths) {
    Arena arena = context.arena;
    if (!arena.fair()) arena.domain = exists_globally(arena, arena.domain);
    context.infinite_paths = std::move(arena);
  }
  return *context.infinite_paths;
}

bool has_choice(Context& context, const logic::Group& members) {
  return std::any_of(members.begin(), members.end(), [&](logic::AgentId member) {
    const auto at = context.choices.find(member);
    if (at != context.choices.end()) return at->second;
    const Choice choice = find_choice(context.system, *context.arena.steps, member);
    const bool several = !disjoint(choice.several, context.arena.reachable);
    return context.choices.emplace(member, several).first->second;
  });
}

const StateSet& domain_for(Context& context, const std::vector<model::VarId>& view,
                           const Label& argument) {
  return context.views.domain_for(context.system, context.arena.domain, view, argument);
}

StateSet alike(symbolic::System& system, const Arena& arena, logic::AgentId agent,
               const StateSet& states) {
  const bdd::VariableSet& hidden = system.all_but(system.model()[agent].visible);
  return StateSet(exists(states.function(), hidden)) & arena.domain;
}

}  // namespace ken::check
