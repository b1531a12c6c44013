// Text to verdicts: parse, resolve names and types, enumerate what is reachable, decide.

#include "smv_judge.hpp"

#include "smv_logics.hpp"

namespace ken::tests::smv {

Judgement judge(std::string_view text, Limits limits) {
  const Model model = elaborate(parse(text));
  const StateSpace space = explore(model, limits);
  const Ctl ctl(model, space);
  Judgement result{.states = space.graph.size(), .verdicts = {}};
  for (const Formula& formula : model.formulas) {
    const bool holds =
        formula.logic == Logic::ctl ? ctl.holds(formula) : holds_ltl(model, space, formula, limits);
    result.verdicts.push_back({formula.name, holds});
  }
  return result;
}

}  // namespace ken::tests::smv
