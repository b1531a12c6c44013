// CTL over fair paths, by labelling.
//
// A path is fair if it satisfies every JUSTICE condition again and again; a state is fair if a fair
// path begins there.  A finite walk that ends in a fair state can be continued to a fair path, and
// fairness does not depend on how a path begins.  Hence EX f is a step into f & fair, E [f U g] is
// a walk along f into g & fair, and so on for the bounded forms, which are that many steps.  EG f
// is a walk along f into a fair cycle along f.  The universal operators are what their duals leave:
//   AX f = !EX !f      AF f = !EG !f      AG f = !EF !f
//   A [f U g] = !(E [!g U !f & !g] | EG !g)
//   ABF f = !EBG !f    ABG f = !EBF !f
// A [f BU a..b g] is unrolled: within the bounds g, or f and all successors so; before them f and
// all successors so.  The left operand of a bounded until is demanded from the very first state.
//
// At an unfair state the universal operators are vacuous, and of others NuSMV itself has no single
// opinion.  It does not matter: every operator looks at fair states only, and a specification is
// asked at the fair initial states.

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>

#include "smv_logics.hpp"

namespace ken::tests::smv {
namespace {

constexpr std::int64_t largest_bound = 100'000;

template <class Function>
Set combine(const Set& a, const Set& b, const Function& function) {
  Set result(a.size());
  std::ranges::transform(a, b, result.begin(),
                         [&](char x, char y) { return function(x != 0, y != 0) ? 1 : 0; });
  return result;
}
Set both(const Set& a, const Set& b) { return combine(a, b, std::logical_and()); }
Set either(const Set& a, const Set& b) { return combine(a, b, std::logical_or()); }
Set invert(const Set& a) {
  return combine(a, a, [](bool x, bool) { return !x; });
}

Set connect(Op op, const Set& a, const Set& b) {
  if (op == Op::negation) return invert(a);
  if (op == Op::conjunction) return both(a, b);
  if (op == Op::disjunction) return either(a, b);
  if (op == Op::exclusive_or) return combine(a, b, std::not_equal_to());
  if (op == Op::equivalence) return combine(a, b, std::equal_to());
  return either(invert(a), b);
}

// Step after step; nothing changes any more once nothing changed.
template <class Step>
Set iterate(Set set, std::int64_t times, const Step& step) {
  for (; times > 0; --times) {
    Set next = step(set);
    if (next == set) break;
    set = std::move(next);
  }
  return set;
}

}  // namespace

Ctl::Ctl(const Model& model, const StateSpace& space)
    : model_(model),
      space_(space),
      reversed_(space.graph.reverse()),
      all_(space.graph.size(), 1),
      fair_(eg(all_)) {}

Set Ctl::ex(const Set& f) const {
  const Set goal = both(f, fair_);
  Set result(all_.size());
  for (StateId state = 0; state < result.size(); ++state) {
    const auto found = [&](StateId target) { return goal[target] != 0; };
    result[state] = std::ranges::any_of(space_.graph.successors(state), found) ? 1 : 0;
  }
  return result;
}

Set Ctl::eu(const Set& f, const Set& g) const {
  return reach_backwards(reversed_, both(g, fair_), f);
}

Set Ctl::eg(const Set& f) const {
  return reach_backwards(reversed_, find_fair_cycles(space_.graph, f, space_.justice), f);
}

Set Ctl::ebu(const Set& f, const Set& g, const Node& bounds) const {
  const Set goal = both(g, fair_);
  const Set within = iterate(goal, bounds.high - bounds.low,
                             [&](const Set& y) { return either(goal, both(f, ex(y))); });
  return iterate(within, bounds.low, [&](const Set& y) { return both(f, ex(y)); });
}

Set Ctl::ebg(const Set& f, const Node& bounds) const {
  const Set start = both(f, fair_);
  const Set within =
      iterate(start, bounds.high - bounds.low, [&](const Set& y) { return both(start, ex(y)); });
  return iterate(within, bounds.low, [&](const Set& y) { return ex(y); });
}

Set Ctl::abu(const Set& f, const Set& g, const Node& bounds) const {
  const auto ax = [&](const Set& y) { return invert(ex(invert(y))); };
  const Set within =
      iterate(g, bounds.high - bounds.low, [&](const Set& y) { return either(g, both(f, ax(y))); });
  return iterate(within, bounds.low, [&](const Set& y) { return both(f, ax(y)); });
}

Set Ctl::label_unbounded(Op op, const Set& a, const Set& b) const {
  if (op == Op::EX) return ex(a);
  if (op == Op::AX) return invert(ex(invert(a)));
  if (op == Op::EF) return eu(all_, a);
  if (op == Op::AF) return invert(eg(invert(a)));
  if (op == Op::EG) return eg(a);
  if (op == Op::AG) return invert(eu(all_, invert(a)));
  if (op == Op::EU) return eu(a, b);
  return invert(either(eu(invert(b), both(invert(a), invert(b))), eg(invert(b))));
}

Set Ctl::label_bounded(const Node& node, const Set& a, const Set& b) const {
  if (node.op == Op::EBF) return ebu(all_, a, node);
  if (node.op == Op::ABF) return invert(ebg(invert(a), node));
  if (node.op == Op::EBG) return ebg(a, node);
  if (node.op == Op::ABG) return invert(ebu(all_, invert(a), node));
  if (node.op == Op::EBU) return ebu(a, b, node);
  return abu(a, b, node);
}

// 'a' and 'b' are the labels of its arguments, empty where there are none.
Set Ctl::label(const Node& node, const Set& a, const Set& b) const {
  if (node.high > largest_bound) throw TooLarge("a bound is too large");
  switch (node.op) {
    case Op::negation:
    case Op::conjunction:
    case Op::disjunction:
    case Op::exclusive_or:
    case Op::equivalence:
    case Op::implication:
      return connect(node.op, a, b);
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::EU:
    case Op::AU:
      return label_unbounded(node.op, a, b);
    case Op::EBF:
    case Op::ABF:
    case Op::EBG:
    case Op::ABG:
    case Op::EBU:
    case Op::ABU:
      return label_bounded(node, a, b);
    case Op::truth:
    case Op::number:
    case Op::name:
    case Op::minus:
    case Op::plus:
    case Op::subtract:
    case Op::times:
    case Op::divide:
    case Op::modulo:
    case Op::choice:
    case Op::failure:
    case Op::next:
    case Op::range:
    case Op::set:
    case Op::unite:
    case Op::in:
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::greater:
    case Op::at_most:
    case Op::at_least:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::V:
      break;
  }
  throw std::logic_error("no operator of CTL");
}

bool Ctl::holds(const Formula& formula) const {
  std::unordered_map<NodeId, Set> labels;  // a label is dropped once it is used
  for (const NodeId id : list_subformulas(model_, formula)) {
    if (model_.gates[id] != no_gate) {
      labels[id] = space_.labels.at(model_.gates[id]);
      continue;
    }
    const Node& node = model_.nodes[id];
    std::array<Set, 2> arguments;
    for (std::size_t i = 0; i < node.arity; ++i)
      arguments.at(i) = std::move(labels.extract(node.arguments.at(i)).mapped());
    labels[id] = label(node, arguments[0], arguments[1]);
  }
  const Set& result = labels.at(formula.nodes.root);
  for (StateId state = 0; state < space_.initial; ++state)
    if (fair_[state] != 0 && result[state] == 0) return false;
  return true;
}

}  // namespace ken::tests::smv
