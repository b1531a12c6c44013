// The laws of programs.
//
// LDL (De Giacomo and Vardi 2013; Fischer and Ladner 1979).  <b>p = b and X p, <t?>p = t and p,
// <r;s>p = <r><s>p, <r+s>p = <r>p or <s>p.  A run of r* is none of r, or a first run of r that
// takes a step and then a run of r*: runs of r without a step only add tests and may be left out.
// So <r*>p = p or <<r>><r*>p, where <<r>>p says that a run of r with at least one step leads to p:
//   <<b>>p = b and X p     <<t?>>p = false     <<r+s>>p = <<r>>p or <<s>>p
//   <<r;s>>p = <<r>><s>p or (still(r) and <<s>>p)     <<r*>>p = <<r>><r*>p
//   still(b) = false   still(t?) = t   still(r;s) = still(r) and still(s)
//   still(r+s) = still(r) or still(s)   still(r*) = true
// By induction <<r>>p speaks of p at later positions only.  That is why laws that speak of this
// position end: each leads to a smaller formula or program, or from <r*> to <<r>>.  [r]p is
// !<r>!p, and <r>p and <<r>>p are owed: a run is finite.

#include "base/check.hpp"
#include "concrete/path_claims.hpp"

namespace ken::concrete {
namespace {

using laws::make_constant;
using laws::next;
using laws::now;
using laws::some;

// A step, test, ... of a program by its shape; other formulas are no programs.
template <class OfStep, class OfTest, class OfCombined, class OfStar>
Law visit_program(const logic::Formula& program, const OfStep& of_step, const OfTest& of_test,
                  const OfCombined& of_combined, const OfStar& of_star) {
  if (const auto* step = std::get_if<logic::Step>(&program)) return of_step(*step);
  if (const auto* test = std::get_if<logic::Test>(&program)) return of_test(*test);
  if (const auto* combined = std::get_if<logic::Combined>(&program)) return of_combined(*combined);
  const auto* star = std::get_if<logic::Star>(&program);
  CHECK(star != nullptr, "brackets of LDL hold programs");
  return of_star(*star);
}

}  // namespace

Law Claims::law_of_run(const Node& n) {
  return visit_program(
      store_[n.formula],
      [&](const logic::Step& step) {
        return some({{now(claim(step.condition)), next(n.then)}});
      },
      [&](const logic::Test& test) {
        return some({{now(claim(test.formula)), now(n.then)}});
      },
      [&](const logic::Combined& both) {
        if (both.op == logic::ProgramOperator::sequence)
          return some({{now(run(both.lhs, run(both.rhs, n.then)))}});
        return some({{now(run(both.lhs, n.then))}, {now(run(both.rhs, n.then))}});
      },
      [&](const logic::Star& star) {
        const Claim again = run(n.formula, n.then);
        return some({{now(n.then)}, {now(advance(star.program, again))}});
      });
}

Law Claims::law_of_advance(const Node& n) {
  return visit_program(
      store_[n.formula],
      [&](const logic::Step& step) {
        return some({{now(claim(step.condition)), next(n.then)}});
      },
      [&](const logic::Test&) { return make_constant(false); },
      [&](const logic::Combined& both) {
        const Claim right = advance(both.rhs, n.then);
        if (both.op == logic::ProgramOperator::choice)
          return some({{now(advance(both.lhs, n.then))}, {now(right)}});
        const Claim left = advance(both.lhs, run(both.rhs, n.then));
        return some({{now(left)}, {now(still(both.lhs)), now(right)}});
      },
      [&](const logic::Star& star) {
        return some({{now(advance(star.program, run(n.formula, n.then)))}});
      });
}

Law Claims::law_of_still(const Node& n) {
  return visit_program(
      store_[n.formula], [&](const logic::Step&) { return make_constant(false); },
      [&](const logic::Test& test) { return some({{now(claim(test.formula))}}); },
      [&](const logic::Combined& both) {
        const Claim left = still(both.lhs);
        const Claim right = still(both.rhs);
        if (both.op == logic::ProgramOperator::choice) return some({{now(left)}, {now(right)}});
        return some({{now(left), now(right)}});
      },
      [&](const logic::Star&) { return make_constant(true); });
}

}  // namespace ken::concrete
