#include "concrete/context.hpp"

namespace ken::concrete {
namespace {

std::vector<std::uint32_t> compute_classes(const Context& context,
                                           std::span<const model::VarId> variables) {
  base::Budget& budget = *context.arena.budget;
  budget.charge(context.space.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> result;
  std::map<std::vector<model::Value>, std::uint32_t> numbers;
  for (std::size_t i = 0; i < context.space.size(); ++i) {
    const model::State state = context.space.state(static_cast<StateId>(i));
    std::vector<model::Value> view;
    for (const model::VarId v : variables) view.push_back(state[static_cast<std::size_t>(v)]);
    const auto number = static_cast<std::uint32_t>(numbers.size());
    result.push_back(numbers.try_emplace(std::move(view), number).first->second);
    budget.check_limits();
  }
  return result;
}

}  // namespace

// A table is remembered only when it is complete: the budget may end any computation.

const std::vector<std::uint32_t>& classes_of(Context& context,
                                             std::span<const model::VarId> variables) {
  std::vector<model::VarId> key(variables.begin(), variables.end());
  const auto known = context.classes.find(key);
  if (known != context.classes.end()) return known->second;
  return context.classes.emplace(std::move(key), compute_classes(context, variables)).first->second;
}

Game play(Context& context, const logic::Group& coalition) {
  auto known = context.moves.find(coalition);
  if (known == context.moves.end())
    known = context.moves.emplace(coalition, context.arena.list_moves(coalition)).first;
  return {context.arena, known->second, context.outcomes};
}

}  // namespace ken::concrete
