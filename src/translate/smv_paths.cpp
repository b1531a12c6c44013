// Operators of time.
//
// Everything is said with four existential forms over steps, EX, E U, EG, E BU, and with A U; the
// others are their duals (smv_formulas.cpp says how steps are told from other transitions).
//
//   AX f  !EX !f     AF f  !EG !f       AG f  !EF !f       A (f R g)  !E (!f U !g)
//   E (f R g)  !A (!f U !g)             E (f W g)  E (g R f | g), A likewise
//
// Bounds: E (f U[m,n] g) is E [f BU m..n g].  A (f U[m,n] g) fails iff within the first m steps a
// state without f can be reached, or after m steps one where A (f U[0,n-m] g) fails; and that fails
// iff without g a state with neither f nor g can be reached in fewer than n-m steps, or n-m steps
// can be made without g.  In a deadlock A is true, and no step can be made: the same.
//
// A path formula of LTL is one LTLSPEC over paths of steps.

#include <fmt/format.h>

#include "base/post_order.hpp"
#include "translate/smv_formulas.hpp"

namespace ken::translate {

using logic::Bound;
using logic::PathOperator;
using logic::PathQuantifier;

namespace {

std::string negate(const std::string& f) { return "!" + f; }

}  // namespace

// The step is one of the other turn, so that f may begin a path of this one.
std::string SmvFormulas::exists_next(const std::string& f, Paths paths, Turn turn) const {
  return fmt::format("(EX {})",
                     join_conditions({labels_.is(labels_.step(other(turn))), f, guard(paths)}));
}

std::string SmvFormulas::exists_until(const Sides& sides, Paths paths, Turn turn) const {
  return fmt::format("(EX ({} & E [{} U {}]))", labels_.is(labels_.here(turn)),
                     join_conditions({along(turn), sides.left}),
                     join_conditions({along(turn), sides.right, guard(paths)}));
}

std::string SmvFormulas::exists_globally(const std::string& f, Turn turn) const {
  return fmt::format("(EX ({} & EG {}))", labels_.is(labels_.here(turn)),
                     join_conditions({along(turn), f}));
}

std::string SmvFormulas::all_until(const Sides& sides, Paths paths, Turn turn) const {
  return fmt::format("(AX ({} -> A [{} U ({} | !{})]))", labels_.is(labels_.here(turn)), sides.left,
                     sides.right, join_conditions({along(turn), guard(paths)}));
}

std::string SmvFormulas::exists_within(const Sides& sides, Bound bound, Paths paths,
                                       Turn turn) const {
  return fmt::format("(EX ({} & E [{} BU {}..{} {}]))", labels_.is(labels_.here(turn)),
                     join_conditions({along(turn), sides.left}), bound.least, bound.most,
                     join_conditions({along(turn), sides.right, guard(paths)}));
}

// The arguments as an until has them: F f is true U f, f W g is dually g R (f or g).
SmvFormulas::Sides SmvFormulas::sides(const PathPair& pair, Turn turn, bool negated) const {
  const auto arg = [&](std::size_t i) {
    return negated ? negate(text(pair.args[i], turn)) : text(pair.args[i], turn);
  };
  switch (pair.op) {
    case PathOperator::until:
    case PathOperator::release:
      return {arg(0), arg(1)};
    case PathOperator::weak:  // negated: !(f W g) = !g U (!f & !g)
      return {arg(1), fmt::format("({} & {})", arg(0), arg(1))};
    case PathOperator::next:
    case PathOperator::finally:
    case PathOperator::globally:
      break;
  }
  return {"TRUE", arg(0)};
}

std::string SmvFormulas::write_pair(const PathPair& pair, Turn turn) const {
  if (pair.bound) return write_bounded(pair, turn);
  const bool some = pair.quantifier == PathQuantifier::some;
  const Turn inner = other(turn);
  switch (pair.op) {
    case PathOperator::next: {
      const std::string& f = text(pair.args[0], turn);
      return some ? exists_next(f, pair.paths, turn)
                  : negate(exists_next(negate(f), pair.paths, turn));
    }
    case PathOperator::finally:
      if (!some) return negate(exists_globally(negate(text(pair.args[0], inner)), turn));
      return exists_until(sides(pair, inner, false), pair.paths, turn);
    case PathOperator::globally:
      if (some) return exists_globally(text(pair.args[0], inner), turn);
      return negate(exists_until(sides(pair, inner, true), pair.paths, turn));
    case PathOperator::until:
      return some ? exists_until(sides(pair, inner, false), pair.paths, turn)
                  : all_until(sides(pair, inner, false), pair.paths, turn);
    case PathOperator::release:
    case PathOperator::weak:
      break;
  }
  return some ? negate(all_until(sides(pair, inner, true), pair.paths, turn))
              : negate(exists_until(sides(pair, inner, true), pair.paths, turn));
}

// Where A of an until with the sides of the pair, negated for a dual, fails.
std::string SmvFormulas::misses_within(const PathPair& pair, Bound bound, Turn turn) const {
  const bool dual = pair.op != PathOperator::until && pair.op != PathOperator::finally;
  const Sides inside = sides(pair, other(turn), dual);
  const auto reach = [&](const Sides& on_the_way, Bound steps) {
    return exists_within(on_the_way, steps, pair.paths, turn);
  };
  const auto add_early = [&](const Sides& early, std::int64_t most, const std::string& late) {
    if (inside.left == "TRUE") return late;
    return fmt::format("({} | {})", reach(early, {0, most}), late);
  };
  if (bound.least > 0) {
    const std::string later = misses_within(pair, {0, bound.most - bound.least}, other(turn));
    return add_early({"TRUE", negate(inside.left)}, bound.least - 1,
                     reach({"TRUE", later}, {bound.least, bound.least}));
  }
  const std::string missing = negate(inside.right);
  std::string never = reach({missing, missing}, {bound.most, bound.most});
  if (bound.most == 0) return never;
  return add_early({missing, fmt::format("({} & {})", negate(inside.left), missing)},
                   bound.most - 1, never);
}

std::string SmvFormulas::write_bounded(const PathPair& pair, Turn turn) const {
  const bool some = pair.quantifier == PathQuantifier::some;
  const bool dual = pair.op != PathOperator::until && pair.op != PathOperator::finally;
  // E (f U g) and A (f R g), which is !E (!f U !g); else where A of an until fails.
  const std::string found =
      some != dual ? exists_within(sides(pair, other(turn), dual), *pair.bound, pair.paths, turn)
                   : misses_within(pair, *pair.bound, turn);
  return some ? found : negate(found);
}

// ---- LTL ----

// Path formulas over conditions, with bounds of moderate size, that are no CTL pairs: those are
// formulas of CTL, with any state formulas inside.
bool SmvFormulas::is_linear(FormulaId path) const {
  constexpr std::int64_t longest_bound = 200;
  if (store_.traits(path).sort == logic::Sort::state || store_.traits(path).dynamic) return false;
  const auto* temporal = std::get_if<logic::Temporal>(&store_[path]);
  bool pair = temporal != nullptr;
  for (const FormulaId part : logic::closure(store_, path)) {
    const auto* inner = std::get_if<logic::Temporal>(&store_[part]);
    if (inner == nullptr && !logic::is_boolean(store_[part])) return false;
    if (inner != nullptr && inner->bound && inner->bound->most > longest_bound) return false;
    if (inner != nullptr && part != path) pair = false;
  }
  return !pair;
}

namespace {

// f U[m,n] g along a path, written out: g | f & X (...).
std::string unroll_until(const std::string& f, const std::string& g, Bound bound) {
  std::string result = g;
  for (std::int64_t k = bound.most; k > 0; --k) {
    result = k > bound.least ? fmt::format("({} | ({} & X {}))", g, f, result)
                             : fmt::format("({} & X {})", f, result);
    if (result.size() > longest_smv_formula) break;
  }
  return result;
}

std::string write_operator(const logic::Temporal& f, const std::vector<std::string>& args) {
  if (f.bound) {
    const auto until = [&](const std::string& a, const std::string& b) {
      return unroll_until(a, b, *f.bound);
    };
    switch (f.op) {
      case PathOperator::next:
        break;
      case PathOperator::finally:
        return until("TRUE", args[0]);
      case PathOperator::globally:
        return negate(until("TRUE", negate(args[0])));
      case PathOperator::until:
        return until(args[0], args[1]);
      case PathOperator::release:
        return negate(until(negate(args[0]), negate(args[1])));
      case PathOperator::weak:
        return negate(until(negate(args[1]), fmt::format("(!{} & !{})", args[0], args[1])));
    }
  }
  switch (f.op) {
    case PathOperator::next:
      return fmt::format("(X {})", args[0]);
    case PathOperator::finally:
      return fmt::format("(F {})", args[0]);
    case PathOperator::globally:
      return fmt::format("(G {})", args[0]);
    case PathOperator::until:
      return fmt::format("({} U {})", args[0], args[1]);
    case PathOperator::release:
      return fmt::format("({} V {})", args[0], args[1]);
    case PathOperator::weak:
      break;
  }
  return fmt::format("({1} V ({0} | {1}))", args[0], args[1]);
}

}  // namespace

SmvFormula SmvFormulas::write_linear(FormulaId path) {
  std::unordered_map<FormulaId, std::string> known;
  std::string refusal;
  for (const FormulaId id : logic::closure(store_, path)) {
    std::string text;
    if (store_.traits(id).sort == logic::Sort::state) {
      write_all(id);
      text = written_.at({id, Turn::even}).text;
      if (refusal.empty()) refusal = written_.at({id, Turn::even}).refusal;
    } else {
      std::vector<std::string> args;
      logic::for_each_part(store_[id], [&](FormulaId part) { args.push_back(known.at(part)); });
      if (const auto* temporal = std::get_if<logic::Temporal>(&store_[id])) {
        text = write_operator(*temporal, args);
      } else if (std::holds_alternative<logic::Not>(store_[id])) {
        text = negate(args[0]);
      } else if (const auto* binary = std::get_if<logic::Binary>(&store_[id])) {
        constexpr std::string_view signs[] = {"&", "|", "->", "<->"};
        text = fmt::format("({} {} {})", args[0], signs[static_cast<std::size_t>(binary->op)],
                           args[1]);
      } else if (const auto* many = std::get_if<logic::Many>(&store_[id])) {
        constexpr std::string_view signs[] = {" & ", " | ", " xor "};
        text =
            fmt::format("({})", fmt::join(args, signs[static_cast<std::size_t>(many->quantity)]));
      } else {
        refusal = "a count of path formulas";
      }
    }
    if (text.size() > longest_smv_formula) refusal = "this formula without blowing up";
    if (!refusal.empty()) return {{}, refusal, true};
    known.emplace(id, std::move(text));
  }
  return {fmt::format("((X (G ({}))) -> {})", labels_.is(labels_.step(Turn::even)), known.at(path)),
          {},
          true};
}

}  // namespace ken::translate
