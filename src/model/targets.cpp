// Assignments to an element of an array: hand[turn] = v.
//
// Which variable changes depends on the state, but a line of a model always assigns the same ones.
// So the line is divided: for each element k that turn may select
//
//   hand[k] = v  if condition and turn = k
//
// and, if turn may select none, a line that is lost there: its value is undefined.  In either
// assignment semantics a line is one alternative where its condition holds, so lines whose
// conditions divide its own among them change nothing.  (Assigning every element in one line, most
// of them to themselves, would be wrong under SingleAssignment, and would tie the elements
// together in the transition relation and in exports.)
//
// A line with several such assignments is divided by all of them: it costs the product of their
// sizes, which counts among the expressions of the expanded model.

#include "model/targets.hpp"

#include <algorithm>
#include <limits>

#include "model/derived.hpp"

namespace ken::model {

std::vector<Target> list_targets(ExprStore& store, const Array& array) {
  std::vector<Target> result;
  std::vector<ExprId> found;
  bool may_be_missed = false;
  for (const ArrayElement& element : array.elements) {
    std::vector<ExprId> selected;
    bool possible = true;
    for (std::size_t i = 0; i < array.indices.size(); ++i) {
      const Bounds& bounds = store[array.indices[i]].bounds;
      const Value index = element.indices[i];
      possible = possible && index >= bounds.low && index <= bounds.high;
      may_be_missed = may_be_missed || bounds.fraction || bounds.undefined;
      selected.push_back(store.compare(ExprOp::equal, array.indices[i], store.constant(index)));
    }
    if (!possible) continue;
    found.push_back(store.conjunction(selected));
    result.push_back({found.back(), element.variable});
  }
  // Integer indices within their bounds select so many elements.
  Wide selectable = 1;
  for (const ExprId index : array.indices) {
    const Bounds& bounds = store[index].bounds;
    selectable = std::min<Wide>(selectable, std::numeric_limits<Value>::max()) *
                 (Wide(bounds.high) - bounds.low + 1);
  }
  if (!may_be_missed && selectable == static_cast<Wide>(result.size())) return result;
  result.push_back(
      {store.negation(store.disjunction(found)), array.elements.front().variable, true});
  return result;
}

std::optional<VarId> add_targets(std::set<VarId>& changed, const TargetCases& cases) {
  std::optional<VarId> twice;
  for (const TargetCase& one : cases.cases)
    if (!twice && changed.contains(one.target.variable)) twice = one.target.variable;
  for (const TargetCase& one : cases.cases) changed.insert(one.target.variable);
  return twice;
}

std::vector<EvolutionRule> combine_cases(Scope& scope, const syntax::System& text,
                                         base::Range place, ExprId condition,
                                         const std::vector<TargetCases>& assigned) {
  std::vector<EvolutionRule> result;
  ExprStore& store = scope.model.exprs;
  std::vector<std::size_t> chosen(assigned.size(), 0);
  for (;;) {
    if (!scope.constants.spend(text, place, 1)) return {};
    EvolutionRule rule;
    rule.place = place;
    std::vector<ExprId> all{condition};
    for (std::size_t i = 0; i < assigned.size(); ++i) {
      const TargetCase& one = assigned[i].cases[chosen[i]];
      all.push_back(one.target.condition);
      rule.assignments.push_back(
          {one.target.variable, Compiled(one.value), assigned[i].place, one.target.missed});
    }
    rule.condition = Compiled(store.conjunction(all));
    result.push_back(std::move(rule));
    std::size_t k = assigned.size();
    while (k > 0 && chosen[k - 1] + 1 == assigned[k - 1].cases.size()) chosen[--k] = 0;
    if (k == 0) return result;
    ++chosen[k - 1];
  }
}

}  // namespace ken::model
