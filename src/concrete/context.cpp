#include "concrete/context.hpp"

namespace ken::concrete {
namespace {

std::vector<std::uint32_t> compute_classes(const Context& context,
                                           std::span<const model::VarId> variables) {
  constexpr std::uint64_t bytes_of_node = 96;  // of the map, beyond the values
  base::Charge charge(*context.arena.budget);
  charge.add(context.space.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> result;
  result.reserve(context.space.size());
  base::Charge meanwhile(charge.budget());
  std::map<std::vector<model::Value>, std::uint32_t> numbers;
  for (std::size_t i = 0; i < context.space.size(); ++i) {
    const model::State state = context.space.state(static_cast<StateId>(i));
    std::vector<model::Value> view;
    for (const model::VarId v : variables) view.push_back(state[static_cast<std::size_t>(v)]);
    const auto number = static_cast<std::uint32_t>(numbers.size());
    const auto [at, fresh] = numbers.try_emplace(std::move(view), number);
    result.push_back(at->second);
    if (fresh) meanwhile.add(bytes_of_node + variables.size() * sizeof(model::Value));
    charge.budget().check_limits();
  }
  charge.keep();
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

const std::vector<NamedMoves>& named_moves_of(Context& context, const logic::Group& coalition) {
  const auto known = context.named_moves.find(coalition);
  if (known != context.named_moves.end()) return known->second;
  return context.named_moves
      .emplace(coalition,
               list_named_moves(context.model, context.space, coalition, *context.arena.budget))
      .first->second;
}

}  // namespace ken::concrete
