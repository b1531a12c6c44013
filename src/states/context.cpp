#include "states/context.hpp"

namespace ken::states {

const base::ChargedVector<std::uint32_t>& classes_of(Context& context,
                                                     const std::vector<model::VarId>& variables) {
  const auto known = context.classes.find(variables);
  if (known != context.classes.end()) return known->second;
  StateSpace& space = context.space;
  const std::vector<Word> mask = space.stepper().layout().mask(variables);
  PackedTable views(mask.size(), space.budget());
  base::ChargedVector<std::uint32_t> classes(space.budget());
  classes.reserve(space.size());
  std::vector<Word> view(mask.size());
  for (StateId s = 0; s < space.size(); ++s) {
    space.effort().spend(2 + mask.size());
    for (std::size_t i = 0; i < mask.size(); ++i) view[i] = space.words(s)[i] & mask[i];
    classes.push_back(views.add(view.data()).id);
  }
  return context.classes.emplace(variables, std::move(classes)).first->second;
}

Game play(Context& context, const logic::Group& coalition) {
  auto known = context.moves.find(coalition);
  if (known == context.moves.end())
    known = context.moves.emplace(coalition, Moves(context.space, coalition)).first;
  return {context.space, known->second,
          context.only_fair_outcomes() ? context.fairness : std::vector<StateSet>()};
}

StateSet find_where(Context& context, model::ExprId condition) {
  StateSpace& space = context.space;
  Stepper& stepper = space.stepper();
  const CellId cell = stepper.evaluator().compile(stepper.residuals().import(condition));
  const Layout& layout = stepper.layout();
  std::vector<Value> values(layout.variables());
  StateSet result = context.nothing();
  for (StateId s = 0; s < space.size(); ++s) {
    space.effort().spend(2 + values.size() / 4);
    layout.unpack(std::span(space.words(s), layout.words()), values);
    stepper.evaluator().enter(values);
    if (stepper.evaluator().holds(cell)) result.add(s);
  }
  return result;
}

}  // namespace ken::states
