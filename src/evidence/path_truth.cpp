// Path formulas on one path.
//
// A path is a lasso, or the beginning of a path of which the rest is not known.  For every formula
// we keep the positions where it must be true, whatever is unknown, and those where it may be.
// Negation exchanges the two; everything else is monotone, so each is computed by itself: a next
// state that is not known is false for one and true for the other.
//     f U g   the least    Z = g | (f & X Z)        f R g = !(!f U !g),  f W g = g R (f | g)
//     within bounds m..n: where g is at most n - m steps away through f, then m times Z = f & X Z
//     <r>f    backwards through the program: a step is b & X Z, a test f & Z, a loop the least
//             X = Z | <r>X
// Beyond a whole turn of the loop an m-fold next only goes round, so bounds cost no more than the
// path is long.

#include "evidence/path_truth.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/check.hpp"

namespace ken::evidence {
namespace {

using logic::FormulaId;
using logic::PathOperator;
using Bits = std::vector<bool>;

Bits operator!(Bits a) {
  a.flip();
  return a;
}
Bits operator&(Bits a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] && b[i];
  return a;
}
Bits operator|(Bits a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] || b[i];
  return a;
}

Truths negate(const Truths& t) { return {!t.may, !t.must}; }

// Formulas on a path, each half by itself; 'beyond' is what the unknown is taken for.
class Half {
 public:
  Half(const PathShape& shape, bool beyond) : shape_(shape), beyond_(beyond) {}

  [[nodiscard]] Bits next(const Bits& a) const {
    Bits result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      result[i] = i + 1 < a.size() ? a[i + 1] : shape_.back_to ? a[*shape_.back_to] : beyond_;
    return result;
  }
  [[nodiscard]] Bits until(const Bits& f, const Bits& g) const {
    return find_near(f, g, std::numeric_limits<std::int64_t>::max() - 1);
  }
  [[nodiscard]] Bits until(const Bits& f, const Bits& g, logic::Bound bound) const {
    Bits z = find_near(f, g, bound.most - bound.least);
    for (std::int64_t i = shorten(bound.least); i > 0; --i) z = f & next(z);
    return z;
  }

 private:
  // Where so many steps through f lead to g at most.  Backwards, and twice if the path goes round:
  // no way to g goes round more than once.
  [[nodiscard]] Bits find_near(const Bits& f, const Bits& g, std::int64_t most) const {
    constexpr auto never = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> steps(f.size(), never);
    for (int round = 0; round < 2; ++round)
      for (std::size_t i = f.size(); i-- > 0;) {
        const std::int64_t on = i + 1 < f.size() ? steps[i + 1]
                                : shape_.back_to ? steps[*shape_.back_to]
                                                 : (beyond_ ? 0 : never);
        steps[i] = g[i] ? 0 : f[i] && on != never ? on + 1 : never;
      }
    Bits result(f.size());
    for (std::size_t i = 0; i < f.size(); ++i) result[i] = steps[i] <= most;
    return result;
  }
  [[nodiscard]] std::int64_t shorten(std::int64_t times) const {
    const auto length = static_cast<std::int64_t>(shape_.length);
    if (!shape_.back_to) return std::min(times, length);
    const std::int64_t turn = length - static_cast<std::int64_t>(*shape_.back_to);
    return times <= length ? times : length + (times - length) % turn;
  }

  PathShape shape_;
  bool beyond_;
};

class Evaluation {
 public:
  Evaluation(const PathShape& shape, const KnownAt& known_at)
      : shape_(shape), known_at_(known_at), low_(shape, false), high_(shape, true) {}

  [[nodiscard]] Truths look_up(FormulaId formula) const {
    Truths result{Bits(shape_.length), Bits(shape_.length)};
    for (std::size_t i = 0; i < shape_.length; ++i) {
      const std::optional<bool> known = known_at_(formula, i);
      result.must[i] = known == true;
      result.may[i] = known != false;
    }
    return result;
  }
  [[nodiscard]] Truths constant(bool value) const {
    return {Bits(shape_.length, value), Bits(shape_.length, value)};
  }
  [[nodiscard]] Truths next(const Truths& f) const {
    return {low_.next(f.must), high_.next(f.may)};
  }
  [[nodiscard]] Truths until(const Truths& f, const Truths& g,
                             const std::optional<logic::Bound>& bound) const {
    if (bound) return {low_.until(f.must, g.must, *bound), high_.until(f.may, g.may, *bound)};
    return {low_.until(f.must, g.must), high_.until(f.may, g.may)};
  }
  [[nodiscard]] Truths apply(PathOperator op, const std::optional<logic::Bound>& bound,
                             const std::vector<Truths>& a) const {
    const auto release = [&](const Truths& f, const Truths& g) {
      return negate(until(negate(f), negate(g), bound));
    };
    switch (op) {
      case PathOperator::next:
        return next(a[0]);
      case PathOperator::finally:
        return until(constant(true), a[0], bound);
      case PathOperator::globally:
        return release(constant(false), a[0]);
      case PathOperator::until:
        return until(a[0], a[1], bound);
      case PathOperator::release:
        return release(a[0], a[1]);
      case PathOperator::weak:
        break;
    }
    return release(a[1], {a[0].must | a[1].must, a[0].may | a[1].may});
  }
  // Where some run of the program leads to such a position.
  [[nodiscard]] Truths run_back(const logic::FormulaStore& formulas, FormulaId program,
                                const Truths& then, const std::map<FormulaId, Truths>& known,
                                std::size_t depth = 0) const {
    constexpr std::size_t deepest = 1000;
    if (depth > deepest) return {Bits(shape_.length, false), Bits(shape_.length, true)};
    const auto back = [&](FormulaId part, const Truths& z) {
      return run_back(formulas, part, z, known, depth + 1);
    };
    const auto both = [](const Truths& a, const Truths& b) {
      return Truths{a.must & b.must, a.may & b.may};
    };
    const auto either = [](const Truths& a, const Truths& b) {
      return Truths{a.must | b.must, a.may | b.may};
    };
    const logic::Formula& formula = formulas[program];
    if (const auto* const step = std::get_if<logic::Step>(&formula))
      return both(look_up(step->condition), next(then));
    if (const auto* const test = std::get_if<logic::Test>(&formula))
      return both(known.at(test->formula), then);
    if (const auto* const two = std::get_if<logic::Combined>(&formula))
      return two->op == logic::ProgramOperator::sequence
                 ? back(two->lhs, back(two->rhs, then))
                 : either(back(two->lhs, then), back(two->rhs, then));
    const auto* const star = std::get_if<logic::Star>(&formula);
    CHECK(star != nullptr, "a program is a step, a test, two of them, or a loop");
    for (Truths z = then;;) {
      Truths wider = either(z, back(star->program, z));
      if (wider.must == z.must && wider.may == z.may) return z;
      z = std::move(wider);
    }
  }

 private:
  PathShape shape_;
  const KnownAt& known_at_;
  Half low_;
  Half high_;
};

// How many of the arguments are true is between these.
Truths count(const std::vector<Truths>& args, std::size_t length,
             const std::function<std::optional<bool>(std::size_t least, std::size_t most)>& judge) {
  Truths result{Bits(length), Bits(length)};
  for (std::size_t i = 0; i < length; ++i) {
    std::size_t least = 0;
    std::size_t most = 0;
    for (const Truths& arg : args) {
      least += arg.must[i] ? 1 : 0;
      most += arg.may[i] ? 1 : 0;
    }
    const std::optional<bool> known = judge(least, most);
    result.must[i] = known == true;
    result.may[i] = known != false;
  }
  return result;
}

Truths join(logic::Connective op, const Truths& a, const Truths& b) {
  switch (op) {
    case logic::Connective::conjunction:
      return {a.must & b.must, a.may & b.may};
    case logic::Connective::disjunction:
      return {a.must | b.must, a.may | b.may};
    case logic::Connective::implication:
      return join(logic::Connective::disjunction, negate(a), b);
    case logic::Connective::equivalence:
      break;
  }
  return join(logic::Connective::disjunction, join(logic::Connective::conjunction, a, b),
              join(logic::Connective::conjunction, negate(a), negate(b)));
}

std::optional<bool> at_the_beginning(const Truths& t) {
  if (t.must.front()) return true;
  if (!t.may.front()) return false;
  return std::nullopt;
}

Truths evaluate(const logic::FormulaStore& formulas, const logic::Formula& formula,
                const Evaluation& on, const std::map<FormulaId, Truths>& known,
                std::size_t length) {
  const auto list = [&](const std::vector<FormulaId>& args) {
    std::vector<Truths> result;
    result.reserve(args.size());
    for (const FormulaId arg : args) result.push_back(known.at(arg));
    return result;
  };
  if (const auto* const f = std::get_if<logic::Not>(&formula)) return negate(known.at(f->arg));
  if (const auto* const f = std::get_if<logic::Binary>(&formula))
    return join(f->op, known.at(f->lhs), known.at(f->rhs));
  if (const auto* const f = std::get_if<logic::Many>(&formula))
    return count(
        list(f->args), length, [&](std::size_t least, std::size_t most) -> std::optional<bool> {
          if (f->quantity == logic::Quantity::odd)
            return least == most ? std::optional(least % 2 == 1) : std::nullopt;
          const std::size_t enough = f->quantity == logic::Quantity::all ? f->args.size() : 1;
          if (least >= enough) return true;
          return most < enough ? std::optional(false) : std::nullopt;
        });
  if (const auto* const f = std::get_if<logic::Count>(&formula))
    return count(list(f->args), length,
                 [&](std::size_t least, std::size_t most) -> std::optional<bool> {
                   const auto low = static_cast<std::int64_t>(least);
                   const auto high = static_cast<std::int64_t>(most);
                   if (f->least <= low && high <= f->most) return true;
                   return high < f->least || f->most < low ? std::optional(false) : std::nullopt;
                 });
  if (const auto* const f = std::get_if<logic::Temporal>(&formula))
    return on.apply(f->op, f->bound, list(f->args));
  const auto* const f = std::get_if<logic::Dynamic>(&formula);
  CHECK(f != nullptr, "a path formula is boolean, temporal or dynamic");
  const Truths& then = known.at(f->arg);
  if (f->modality == logic::PathQuantifier::some)
    return on.run_back(formulas, f->program, then, known);
  return negate(on.run_back(formulas, f->program, negate(then), known));
}

}  // namespace

std::optional<bool> evaluate_along(const logic::FormulaStore& formulas, FormulaId path,
                                   const PathShape& shape, const KnownAt& known_at) {
  const Evaluation on(shape, known_at);
  std::map<FormulaId, Truths> known;
  for (const FormulaId part : logic::list_parts_along(formulas, path)) {
    const logic::Sort sort = formulas.traits(part).sort;
    if (sort == logic::Sort::state)
      known.emplace(part, on.look_up(part));
    else if (sort == logic::Sort::path)
      known.emplace(part, evaluate(formulas, formulas[part], on, known, shape.length));
  }
  return at_the_beginning(known.at(path));
}

std::optional<bool> evaluate_boolean(
    const logic::FormulaStore& formulas, FormulaId formula,
    const std::function<std::optional<bool>(FormulaId part)>& known_of) {
  const PathShape here{.length = 1};
  const KnownAt known_at = [&](FormulaId part, std::size_t) { return known_of(part); };
  const Evaluation on(here, known_at);
  std::map<FormulaId, Truths> known;
  logic::for_each_part(formulas[formula],
                       [&](FormulaId part) { known.emplace(part, on.look_up(part)); });
  return at_the_beginning(evaluate(formulas, formulas[formula], on, known, here.length));
}

std::optional<bool> evaluate_along(PathOperator op, const std::optional<logic::Bound>& bound,
                                   std::span<const FormulaId> args, const PathShape& shape,
                                   const KnownAt& known_at) {
  const Evaluation on(shape, known_at);
  std::vector<Truths> truths;
  truths.reserve(args.size());
  for (const FormulaId arg : args) truths.push_back(on.look_up(arg));
  return at_the_beginning(on.apply(op, bound, truths));
}

}  // namespace ken::evidence
