// From formulas to path formulas in normal form.
//
// A negation goes inwards: "not f" is f read with everything exchanged for its dual.  Bounds are
// made to begin now:
//     f U[m,n] g = G[0,m-1] f and X^m (f U[0,n-m] g)
//     f R[m,n] g = F[0,m-1] f or X^m (f R[0,n-m] g)
// which is what their definitions say, unfolded m times.
//
// Tasks refer to what others give, and deep formulas must not need a deep stack: each task lists
// what it still lacks, and is done when that is nothing.

#include <algorithm>

#include "base/check.hpp"
#include "base/post_order.hpp"
#include "check/path_translator.hpp"

namespace ken::check {

using logic::FormulaId;
using logic::overloaded;

PathId translate(const PathSource& source, PathStore& store, FormulaId path, bool positive) {
  return PathTranslator(source, store).run(path, positive);
}

PathId PathTranslator::run(FormulaId path, bool positive) {
  const Task whole{path, Part::formula, positive, {}};
  base::visit_post_order(
      whole, [&](const Task& task, const auto& need) { for_each_need(task, need); },
      [&](const Task& task) { return done_.contains(task); },
      [&](const Task& task) {
        source_.budget.check_limits();
        done_[task] = compute(task);
      });
  return done_.at(whole);
}

PathId PathTranslator::meet(bool positive, Args args) {
  return positive ? store_.all(std::move(args)) : store_.some(std::move(args));
}

bool PathTranslator::is_state(FormulaId id) const {
  return source_.formulas.traits(id).sort == logic::Sort::state;
}

PathId PathTranslator::letter(FormulaId id, bool positive) {
  const Bdd label = source_.label_of(id);
  return store_.letter(positive ? label : !label);
}

void PathTranslator::for_each_need(const Task& task, const Need& need) {
  switch (task.part) {
    case Part::formula:
      return for_each_need_of_formula(task, need);
    case Part::pass:
    case Part::step:
    case Part::null:
      return for_each_need_of_program(task, need);
  }
}

void PathTranslator::for_each_need_of_formula(const Task& task, const Need& need) {
  if (is_state(task.formula)) return;
  const logic::Formula& formula = source_.formulas[task.formula];
  const auto both = [&](FormulaId id) {
    for (const bool positive : {true, false}) need(Task{id, Part::formula, positive, {}});
  };
  const auto same = [&](FormulaId id) { need(Task{id, Part::formula, task.positive, {}}); };
  if (const auto* const f = std::get_if<logic::Not>(&formula))
    return need(Task{f->arg, Part::formula, !task.positive, {}});
  if (const auto* const f = std::get_if<logic::Dynamic>(&formula)) {
    same(f->arg);
    if (done_.contains({f->arg, Part::formula, task.positive, {}})) need(pass_of(*f, task));
    return;
  }
  const auto* const binary = std::get_if<logic::Binary>(&formula);
  const auto* const many = std::get_if<logic::Many>(&formula);
  if (binary != nullptr && binary->op == logic::Connective::implication) {
    need(Task{binary->lhs, Part::formula, !task.positive, {}});
    return same(binary->rhs);
  }
  const bool counts = std::holds_alternative<logic::Count>(formula) ||
                      (many != nullptr && many->quantity == logic::Quantity::odd) ||
                      (binary != nullptr && binary->op == logic::Connective::equivalence);
  logic::for_each_part(formula, [&](FormulaId part) { counts ? both(part) : same(part); });
}

PathTranslator::Task PathTranslator::pass_of(const logic::Dynamic& f, const Task& task) const {
  const bool diamond = (f.modality == logic::PathQuantifier::some) == task.positive;
  return {f.program, Part::pass, diamond, result(f.arg, task.positive)};
}

PathId PathTranslator::compute(const Task& task) {
  switch (task.part) {
    case Part::formula:
      return is_state(task.formula) ? letter(task.formula, task.positive) : compute_path(task);
    case Part::pass:
      return compute_pass(task);
    case Part::step:
      return compute_step(task);
    case Part::null:
      return compute_null(task);
  }
  return {};
}

PathId PathTranslator::compute_path(const Task& task) {
  const bool positive = task.positive;
  const auto refuse = [](const auto&) -> PathId {
    CHECK(false, "no path formula");
    return {};
  };
  return std::visit(overloaded{
                        [&](const logic::Not& f) { return result(f.arg, !positive); },
                        [&](const logic::Binary& f) { return connect(f, positive); },
                        [&](const logic::Many& f) {
                          if (f.quantity == logic::Quantity::odd) return count_odd(f, positive);
                          Args args;
                          for (const FormulaId arg : f.args) args.push_back(result(arg, positive));
                          return meet((f.quantity == logic::Quantity::all) == positive,
                                      std::move(args));
                        },
                        [&](const logic::Count& f) { return count(f, positive); },
                        [&](const logic::Temporal& f) { return temporal(f, positive); },
                        [&](const logic::Dynamic& f) { return done_.at(pass_of(f, task)); },
                        [&](const auto& f) { return refuse(f); },
                    },
                    source_.formulas[task.formula]);
}

PathId PathTranslator::connect(const logic::Binary& f, bool positive) {
  switch (f.op) {
    case logic::Connective::conjunction:
      return meet(positive, {result(f.lhs, positive), result(f.rhs, positive)});
    case logic::Connective::disjunction:
      return join(positive, {result(f.lhs, positive), result(f.rhs, positive)});
    case logic::Connective::implication:
      return join(positive, {result(f.lhs, !positive), result(f.rhs, positive)});
    case logic::Connective::equivalence:
      break;
  }
  return store_.some({store_.all({result(f.lhs, true), result(f.rhs, positive)}),
                      store_.all({result(f.lhs, false), result(f.rhs, !positive)})});
}

PathId PathTranslator::count_odd(const logic::Many& f, bool positive) {
  return count(
      f.args, 1, [&](std::size_t n) { return (n % 2 == 1) == positive; },
      [](std::size_t n) { return 1 - n; });
}

PathId PathTranslator::count(const logic::Count& f, bool positive) {
  const auto enough = static_cast<std::size_t>(
      std::clamp<std::int64_t>(f.most, -1, static_cast<std::int64_t>(f.args.size())) + 1);
  return count(
      f.args, enough,
      [&](std::size_t n) {
        const auto number = static_cast<std::int64_t>(n);
        return (f.least <= number && number <= f.most) == positive;
      },
      [&](std::size_t n) { return std::min(n + 1, enough); });
}

PathId PathTranslator::count(const std::vector<FormulaId>& args, std::size_t most,
                             const std::function<bool(std::size_t)>& accepts,
                             const std::function<std::size_t(std::size_t)>& after) {
  Args numbers(most + 1, store_.nothing());
  numbers[0] = store_.anything();
  for (const FormulaId arg : args) {
    std::vector<Args> ways(most + 1);
    for (std::size_t n = 0; n <= most; ++n) {
      source_.budget.check_limits();
      ways[n].push_back(store_.all({numbers[n], result(arg, false)}));
      ways[after(n)].push_back(store_.all({numbers[n], result(arg, true)}));
    }
    for (std::size_t n = 0; n <= most; ++n) numbers[n] = store_.some(std::move(ways[n]));
  }
  Args accepted;
  for (std::size_t n = 0; n <= most; ++n)
    if (accepts(n)) accepted.push_back(numbers[n]);
  return store_.some(std::move(accepted));
}

PathId PathTranslator::temporal(const logic::Temporal& f, bool positive) {
  const PathId first = result(f.args[0], positive);
  const PathId last = result(f.args.back(), positive);
  switch (f.op) {
    case logic::PathOperator::next:
      return store_.next(first);
    case logic::PathOperator::finally:
      return fixpoint(positive, top(positive), first, f.bound);
    case logic::PathOperator::globally:
      return fixpoint(!positive, top(!positive), first, f.bound);
    case logic::PathOperator::until:
      return fixpoint(positive, first, last, f.bound);
    case logic::PathOperator::release:
      return fixpoint(!positive, first, last, f.bound);
    case logic::PathOperator::weak:
      return fixpoint(!positive, last, join(positive, {first, last}), f.bound);
  }
  return {};
}

PathId PathTranslator::fixpoint(bool until, PathId f, PathId g, std::optional<logic::Bound> bound) {
  if (!bound) return until ? store_.until(f, g) : store_.release(f, g);
  const std::int64_t wait = bound->least;
  const auto within = [&](bool is_until, PathId a, PathId b, std::int64_t steps) {
    return is_until ? store_.until_within(a, b, steps) : store_.release_within(a, b, steps);
  };
  const PathId later = store_.next(within(until, f, g, bound->most - wait), wait);
  if (wait == 0) return later;
  return meet(until, {within(!until, top(!until), f, wait - 1), later});
}

}  // namespace ken::check
