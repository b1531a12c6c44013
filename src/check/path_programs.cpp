// Programs.
//
// Programs of LDL (De Giacomo and Vardi 2013) are unfolded by what their first step may be, after
// Antimirov (1996).  With null(r) for "the empty path is in r" and step(r, f) for "a path of at
// least one step is in r, and f holds from there",
//     <r>f = (null(r) and f) or step(r, f)         step(b, f) = b and X f
//     step(r;s, f) = step(r, <s>f) or (null(r) and step(s, f))
//     step(r+s, f) = step(r, f) or step(s, f)      step(r*, f) = step(r, <r*>f)
// and <r*>f is a loop: f or step(r, itself), where it occurs behind a step only, so that tests in a
// star never send it round on the spot.  A box is the dual of a diamond.  The number of formulas is
// linear in that of the steps in the text, because what stands behind a program is one formula.

#include "base/check.hpp"
#include "check/path_translator.hpp"

namespace ken::check {

using logic::FormulaId;
using logic::overloaded;

void PathTranslator::for_each_need_of_program(const Task& task, const Need& need) {
  const logic::Formula& program = source_.formulas[task.formula];
  const auto ask = [&](FormulaId id, Part part, PathId behind) {
    const Task asked{id, part, task.positive, behind};
    need(asked);
    const auto at = done_.find(asked);
    return at != done_.end() ? std::optional(at->second) : std::nullopt;
  };
  if (task.part == Part::pass && !std::holds_alternative<logic::Star>(program)) {
    ask(task.formula, Part::null, {});
    ask(task.formula, Part::step, task.behind);
    return;
  }
  std::visit(overloaded{
                 [&](const logic::Step&) {},
                 [&](const logic::Test& r) {
                   if (task.part == Part::null)
                     need(Task{r.formula, Part::formula, task.positive, {}});
                 },
                 [&](const logic::Combined& r) {
                   if (task.part == Part::null || r.op == logic::ProgramOperator::choice) {
                     for (const FormulaId part : {r.lhs, r.rhs}) ask(part, task.part, task.behind);
                     return;
                   }
                   ask(r.lhs, Part::null, {});
                   ask(r.rhs, Part::step, task.behind);
                   if (const auto after = ask(r.rhs, Part::pass, task.behind))
                     ask(r.lhs, Part::step, *after);
                 },
                 [&](const logic::Star& r) {
                   if (task.part == Part::null) return;
                   if (task.part == Part::pass) {
                     if (!is_step(r.program)) ask(r.program, Part::step, loop_of(task));
                   } else if (const auto again = ask(task.formula, Part::pass, task.behind)) {
                     ask(r.program, Part::step, *again);
                   }
                 },
                 [](const auto&) { CHECK(false, "no program"); },
             },
             program);
}

bool PathTranslator::is_step(FormulaId program) const {
  return std::holds_alternative<logic::Step>(source_.formulas[program]);
}
PathId PathTranslator::loop_of(const Task& star) {
  const auto at = loops_.find(star);
  if (at != loops_.end()) return at->second;
  return loops_[star] = store_.begin_loop(star.positive);
}

PathId PathTranslator::condition(FormulaId step, bool diamond) {
  return letter(std::get<logic::Step>(source_.formulas[step]).condition, diamond);
}

PathId PathTranslator::compute_pass(const Task& task) {
  const bool diamond = task.positive;
  const auto* const star = std::get_if<logic::Star>(&source_.formulas[task.formula]);
  if (star == nullptr)
    return join(diamond,
                {meet(diamond, {done_.at({task.formula, Part::null, diamond, {}}), task.behind}),
                 done_.at({task.formula, Part::step, diamond, task.behind})});
  if (is_step(star->program)) {
    const PathId here = condition(star->program, diamond);
    return diamond ? store_.until(here, task.behind) : store_.release(here, task.behind);
  }
  const PathId loop = loop_of(task);
  const PathId again = done_.at({star->program, Part::step, diamond, loop});
  if (again == top(!diamond)) return task.behind;
  store_.end_loop(loop, join(diamond, {task.behind, again}));
  return loop;
}

PathId PathTranslator::compute_step(const Task& task) {
  const bool diamond = task.positive;
  const auto of = [&](FormulaId id, Part part, PathId behind) {
    return done_.at({id, part, diamond, behind});
  };
  return std::visit(
      overloaded{
          [&](const logic::Step&) {
            return meet(diamond, {condition(task.formula, diamond), store_.next(task.behind)});
          },
          [&](const logic::Combined& r) {
            if (r.op == logic::ProgramOperator::choice)
              return join(diamond,
                          {of(r.lhs, Part::step, task.behind), of(r.rhs, Part::step, task.behind)});
            const PathId after = of(r.rhs, Part::pass, task.behind);
            return join(
                diamond,
                {of(r.lhs, Part::step, after),
                 meet(diamond, {of(r.lhs, Part::null, {}), of(r.rhs, Part::step, task.behind)})});
          },
          [&](const logic::Star& r) {
            return of(r.program, Part::step, of(task.formula, Part::pass, task.behind));
          },
          [&](const auto&) { return top(!diamond); },
      },
      source_.formulas[task.formula]);
}

PathId PathTranslator::compute_null(const Task& task) {
  const bool diamond = task.positive;
  const auto of = [&](FormulaId id) { return done_.at({id, Part::null, diamond, {}}); };
  return std::visit(overloaded{
                        [&](const logic::Test& r) { return result(r.formula, diamond); },
                        [&](const logic::Combined& r) {
                          const Args parts{of(r.lhs), of(r.rhs)};
                          return meet((r.op == logic::ProgramOperator::sequence) == diamond, parts);
                        },
                        [&](const logic::Star&) { return top(diamond); },
                        [&](const auto&) { return top(!diamond); },
                    },
                    source_.formulas[task.formula]);
}

}  // namespace ken::check
