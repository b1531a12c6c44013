// From formulas to path formulas in normal form.
//
// A negation goes inwards: "not f" is f read with everything exchanged for its dual.  Bounds are
// made to begin now:
//     f U[m,n] g = G[0,m-1] f and X^m (f U[0,n-m] g),   f R[m,n] g = F[0,m-1] f or X^m (f R[0,n-m]
//     g)
// which is what their definitions say, unfolded m times.
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
//
// Tasks refer to what others give, and deep formulas must not need a deep stack: each task lists
// what it still lacks, and is done when that is nothing.

#include "check/path_translation.hpp"

#include <algorithm>
#include <map>

#include "base/check.hpp"
#include "base/post_order.hpp"

namespace ken::check {
namespace {

using logic::FormulaId;
using logic::overloaded;

enum class Part : std::uint8_t { formula, pass, step, null };

// For programs 'positive' means a diamond, and 'behind' is what holds after the program.
struct Task {
  FormulaId formula{};
  Part part{};
  bool positive = true;
  PathId behind{};
  auto operator<=>(const Task&) const = default;
};

class Translator {
 public:
  Translator(const PathSource& source, PathStore& store) : source_(source), store_(store) {}

  PathId run(FormulaId path, bool positive) {
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

 private:
  using Args = std::vector<PathId>;

  // ---- duals ----

  PathId meet(bool positive, Args args) {
    return positive ? store_.all(std::move(args)) : store_.some(std::move(args));
  }
  PathId join(bool positive, Args args) { return meet(!positive, std::move(args)); }
  [[nodiscard]] PathId top(bool positive) const {
    return positive ? store_.anything() : store_.nothing();
  }

  [[nodiscard]] bool is_state(FormulaId id) const {
    return source_.formulas.traits(id).sort == logic::Sort::state;
  }
  PathId letter(FormulaId id, bool positive) {
    const Bdd label = source_.label_of(id);
    return store_.letter(positive ? label : !label);
  }
  PathId result(FormulaId id, bool positive) const {
    return done_.at({id, Part::formula, positive, {}});
  }

  // ---- what a task needs, as far as is known yet ----

  template <class Need>
  void for_each_need(const Task& task, const Need& need) {
    switch (task.part) {
      case Part::formula:
        return for_each_formula(task, need);
      case Part::pass:
      case Part::step:
      case Part::null:
        return for_each_program(task, need);
    }
  }

  template <class Need>
  void for_each_formula(const Task& task, const Need& need) {
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

  Task pass_of(const logic::Dynamic& f, const Task& task) const {
    const bool diamond = (f.modality == logic::PathQuantifier::some) == task.positive;
    return {f.program, Part::pass, diamond, result(f.arg, task.positive)};
  }

  template <class Need>
  void for_each_program(const Task& task, const Need& need) {
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
                       for (const FormulaId part : {r.lhs, r.rhs})
                         ask(part, task.part, task.behind);
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

  [[nodiscard]] bool is_step(FormulaId program) const {
    return std::holds_alternative<logic::Step>(source_.formulas[program]);
  }
  PathId loop_of(const Task& star) {
    const auto at = loops_.find(star);
    if (at != loops_.end()) return at->second;
    return loops_[star] = store_.begin_loop(star.positive);
  }

  // ---- results ----

  PathId compute(const Task& task) {
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

  PathId compute_path(const Task& task) {
    const bool positive = task.positive;
    const auto refuse = [](const auto&) -> PathId {
      CHECK(false, "no path formula");
      return {};
    };
    return std::visit(
        overloaded{
            [&](const logic::Not& f) { return result(f.arg, !positive); },
            [&](const logic::Binary& f) { return connect(f, positive); },
            [&](const logic::Many& f) {
              if (f.quantity == logic::Quantity::odd)
                return count(
                    f.args, 1, [&](std::size_t n) { return (n % 2 == 1) == positive; },
                    [](std::size_t n) { return 1 - n; });
              Args args;
              for (const FormulaId arg : f.args) args.push_back(result(arg, positive));
              return meet((f.quantity == logic::Quantity::all) == positive, std::move(args));
            },
            [&](const logic::Count& f) { return count(f, positive); },
            [&](const logic::Temporal& f) { return temporal(f, positive); },
            [&](const logic::Dynamic& f) { return done_.at(pass_of(f, task)); },
            [&](const auto& f) { return refuse(f); },
        },
        source_.formulas[task.formula]);
  }

  PathId connect(const logic::Binary& f, bool positive) {
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

  PathId count(const logic::Count& f, bool positive) {
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

  // How many hold, argument by argument; 'after' is the number with one more.
  template <class Accepts, class After>
  PathId count(const std::vector<FormulaId>& args, std::size_t most, const Accepts& accepts,
               const After& after) {
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

  PathId temporal(const logic::Temporal& f, bool positive) {
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

  PathId fixpoint(bool until, PathId f, PathId g, std::optional<logic::Bound> bound) {
    if (!bound) return until ? store_.until(f, g) : store_.release(f, g);
    const std::int64_t wait = bound->least;
    const auto within = [&](bool is_until, PathId a, PathId b, std::int64_t steps) {
      return is_until ? store_.until_within(a, b, steps) : store_.release_within(a, b, steps);
    };
    const PathId later = store_.next(within(until, f, g, bound->most - wait), wait);
    if (wait == 0) return later;
    return meet(until, {within(!until, top(!until), f, wait - 1), later});
  }

  PathId compute_pass(const Task& task) {
    const bool diamond = task.positive;
    const auto* const star = std::get_if<logic::Star>(&source_.formulas[task.formula]);
    if (star == nullptr)
      return join(diamond, {meet(diamond, {part(task, Part::null, {}), task.behind}),
                            part(task, Part::step, task.behind)});
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

  PathId part(const Task& task, Part part, PathId behind) const {
    return done_.at({task.formula, part, task.positive, behind});
  }
  PathId condition(FormulaId step, bool diamond) {
    return letter(std::get<logic::Step>(source_.formulas[step]).condition, diamond);
  }

  PathId compute_step(const Task& task) {
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
                return join(diamond, {of(r.lhs, Part::step, task.behind),
                                      of(r.rhs, Part::step, task.behind)});
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

  PathId compute_null(const Task& task) {
    const bool diamond = task.positive;
    const auto of = [&](FormulaId id) { return done_.at({id, Part::null, diamond, {}}); };
    return std::visit(overloaded{
                          [&](const logic::Test& r) { return result(r.formula, diamond); },
                          [&](const logic::Combined& r) {
                            const Args parts{of(r.lhs), of(r.rhs)};
                            return meet((r.op == logic::ProgramOperator::sequence) == diamond,
                                        parts);
                          },
                          [&](const logic::Star&) { return top(diamond); },
                          [&](const auto&) { return top(!diamond); },
                      },
                      source_.formulas[task.formula]);
  }

  const PathSource& source_;
  PathStore& store_;
  std::map<Task, PathId> done_;
  std::map<Task, PathId> loops_;
};

}  // namespace

PathId translate(const PathSource& source, PathStore& store, logic::FormulaId path, bool positive) {
  return Translator(source, store).run(path, positive);
}

}  // namespace ken::check
