// The laws of path formulas.
//
// A claim is something that a path satisfies from a position on.  Its law says the same in terms of
// claims about this position and about the next one.  The law of a negated claim is the dual one:
// "some clause, all of it" becomes "every clause, some of it" with negated terms; "next" is its own
// dual, since paths are infinite.
//
// Time.  X f is f at the next position.  F f = f or X F f and f U g = g or (f and X(f U g)) are
// least fixpoints: they must not be put off for ever.  G f = f and X G f, f R g = g and (f or
// X(f R g)) and f W g = g or (f and X(f W g)) are greatest ones, so that their negations are owed.
// Within bounds g of f U[m,n] g must come after k steps, m <= k <= n: f and one step bring it to
// [m-1,n-1], at [0,n] it may be now, at [0,0] it must be.  f R[m,n] g = !(!f U[m,n] !g) and
// f W[m,n] g = g R[m,n] (f or g) follow, F and G are U and R with a trivial first argument.  A
// bound is used up after n steps, so nothing can be put off for ever.
//
// Programs of LDL have a file of their own (path_programs.cpp).
//
// Counting.  "least to most of a1 ... an" is "a1, and one less of a2 ... an, or not a1 and as many
// of a2 ... an"; an odd number likewise.
//
// There are finitely many claims.  Without bounds and counts their number is linear in the formula:
// each program stands before one continuation.  A bound of n adds n claims, a count of n arguments
// up to n * n.

#include "concrete/path_claims.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::concrete {
namespace {

using laws::every;
using laws::make_constant;
using laws::next;
using laws::now;
using laws::some;
using logic::FormulaId;
using logic::overloaded;
using logic::PathOperator;

Law make_dual(Law law) {
  law.form = law.form == Law::Form::some_clause ? Law::Form::every_clause : Law::Form::some_clause;
  for (Law::Clause& clause : law.clauses)
    for (Law::Term& term : clause) term.claim = negate(term.claim);
  return law;
}

bool is_least_fixpoint(PathOperator op) {
  switch (op) {
    case PathOperator::finally:
    case PathOperator::until:
      return true;
    case PathOperator::next:
    case PathOperator::globally:
    case PathOperator::release:
    case PathOperator::weak:
      return false;
  }
  return false;
}

bool is_greatest_fixpoint(PathOperator op) {
  return op != PathOperator::next && !is_least_fixpoint(op);
}

}  // namespace

Claim Claims::claim(FormulaId formula) {
  bool negated = false;
  while (store_.traits(formula).sort == logic::Sort::path) {
    const auto* const no = std::get_if<logic::Not>(&store_[formula]);
    if (no == nullptr) break;
    negated = !negated;
    formula = no->arg;
  }
  Node node{Kind::formula, formula};
  if (const auto* f = std::get_if<logic::Temporal>(&store_[formula]); f != nullptr && f->bound)
    node = {Kind::within, formula, {}, 0, f->bound->least, f->bound->most};
  const Claim result = add(node);
  return negated ? negate(result) : result;
}

std::optional<FormulaId> Claims::find_state_formula(Claim claim) const {
  const Node& n = node(claim);
  const bool state = n.kind == Kind::formula && store_.traits(n.formula).sort == logic::Sort::state;
  return state ? std::optional(n.formula) : std::nullopt;
}

bool Claims::is_owed(Claim claim) const {
  const Node& n = node(claim);
  if (n.kind == Kind::run || n.kind == Kind::advance) return !is_negated(claim);
  const auto* const f = std::get_if<logic::Temporal>(&store_[n.formula]);
  if (n.kind != Kind::formula || f == nullptr) return false;
  return is_negated(claim) ? is_greatest_fixpoint(f->op) : is_least_fixpoint(f->op);
}

Law Claims::law(Claim claim) {
  Law law = law_of(Node(node(claim)));
  return is_negated(claim) ? make_dual(std::move(law)) : law;
}

Law Claims::law_of(const Node& n) {
  switch (n.kind) {
    case Kind::formula:
      return law_of_formula(n.formula);
    case Kind::within:
      return law_within(n);
    case Kind::run:
      return law_of_run(n);
    case Kind::advance:
      return law_of_advance(n);
    case Kind::still:
      return law_of_still(n);
    case Kind::number:
      return law_of_number(n);
    case Kind::parity:
      return law_of_parity(n);
  }
  return {};
}

// ---- booleans ----

Law Claims::law_of_formula(FormulaId formula) {
  const auto not_here = [](const auto&) -> Law {
    CHECK(false, "state formulas and programs have no law");
    return {};
  };
  const auto binary = [&](const logic::Binary& f) {
    const Claim l = claim(f.lhs);
    const Claim r = claim(f.rhs);
    switch (f.op) {
      case logic::Connective::conjunction:
        return some({{now(l), now(r)}});
      case logic::Connective::disjunction:
        return some({{now(l)}, {now(r)}});
      case logic::Connective::implication:
        return some({{now(negate(l))}, {now(r)}});
      case logic::Connective::equivalence:
        return some({{now(l), now(r)}, {now(negate(l)), now(negate(r))}});
    }
    return Law{};
  };
  const auto many = [&](const logic::Many& f) {
    if (f.quantity == logic::Quantity::odd) return some({{now(parity(formula, 0))}});
    Law law{f.quantity == logic::Quantity::all ? Law::Form::every_clause : Law::Form::some_clause,
            {}};
    for (const FormulaId arg : f.args) law.clauses.push_back({now(claim(arg))});
    return law;
  };
  const auto dynamic = [&](const logic::Dynamic& f) {
    const Claim arg = claim(f.arg);
    if (f.modality == logic::PathQuantifier::some) return some({{now(run(f.program, arg))}});
    return some({{now(negate(run(f.program, negate(arg))))}});
  };
  return std::visit(
      overloaded{
          [&](const logic::Constant& f) { return not_here(f); },
          [&](const logic::Atom& f) { return not_here(f); },
          [&](const logic::Not& f) { return some({{now(negate(claim(f.arg)))}}); },
          binary,
          many,
          [&](const logic::Count& f) { return some({{now(number(formula, 0, f.least, f.most))}}); },
          [&](const logic::Modal& f) { return not_here(f); },
          [&](const logic::Related& f) { return not_here(f); },
          [&](const logic::Fixpoint& f) { return not_here(f); },
          [&](const logic::Variable& f) { return not_here(f); },
          [&](const logic::Temporal& f) { return law_of_temporal(formula, f); },
          [&](const logic::Quantified& f) { return not_here(f); },
          [&](const logic::Coalition& f) { return not_here(f); },
          dynamic,
          [&](const logic::Step& f) { return not_here(f); },
          [&](const logic::Test& f) { return not_here(f); },
          [&](const logic::Combined& f) { return not_here(f); },
          [&](const logic::Star& f) { return not_here(f); },
      },
      store_[formula]);
}

Claim Claims::number(FormulaId count, std::size_t from, std::int64_t least, std::int64_t most) {
  const std::size_t size = std::get<logic::Count>(store_[count]).args.size();
  const auto left = static_cast<std::int64_t>(size - from);
  return add(
      {Kind::number, count, {}, from, std::max<std::int64_t>(least, 0), std::min(most, left)});
}

Law Claims::law_of_number(const Node& n) {
  const auto& args = std::get<logic::Count>(store_[n.formula]).args;
  const auto left = static_cast<std::int64_t>(args.size() - n.from);
  if (n.least > n.most || n.most < 0) return make_constant(false);
  if (n.least == 0 && n.most == left) return make_constant(true);
  const Claim first = claim(args[n.from]);
  return some({{now(first), now(number(n.formula, n.from + 1, n.least - 1, n.most - 1))},
               {now(negate(first)), now(number(n.formula, n.from + 1, n.least, n.most))}});
}

Law Claims::law_of_parity(const Node& n) {
  const auto& args = std::get<logic::Many>(store_[n.formula]).args;
  if (n.from == args.size()) return make_constant(false);
  const Claim first = claim(args[n.from]);
  const Claim rest = parity(n.formula, n.from + 1);
  return some({{now(first), now(negate(rest))}, {now(negate(first)), now(rest)}});
}

// ---- time ----

Law Claims::law_of_temporal(FormulaId formula, const logic::Temporal& f) {
  const Claim self = claim(formula);
  const Claim first = claim(f.args[0]);
  const Claim last = claim(f.args.back());
  switch (f.op) {
    case PathOperator::next:
      return some({{next(first)}});
    case PathOperator::finally:
      return some({{now(first)}, {next(self)}});
    case PathOperator::globally:
      return some({{now(first), next(self)}});
    case PathOperator::until:
    case PathOperator::weak:
      return some({{now(last)}, {now(first), next(self)}});
    case PathOperator::release:
      return every({{now(last)}, {now(first), next(self)}});
  }
  return {};
}

Law Claims::law_within(const Node& n) {
  const auto& f = std::get<logic::Temporal>(store_[n.formula]);
  const Claim first = claim(f.args[0]);
  const Claim last = claim(f.args.back());
  const bool waits = n.least > 0;
  const bool ends = n.most == 0;
  const std::int64_t least = waits ? n.least - 1 : 0;
  const Claim rest = ends ? last : add({Kind::within, n.formula, {}, 0, least, n.most - 1});
  switch (f.op) {
    case PathOperator::next:
      break;
    case PathOperator::finally:
      if (waits) return some({{next(rest)}});
      return ends ? some({{now(first)}}) : some({{now(first)}, {next(rest)}});
    case PathOperator::globally:
      if (waits) return some({{next(rest)}});
      return ends ? some({{now(first)}}) : some({{now(first), next(rest)}});
    case PathOperator::until:
      if (waits) return some({{now(first), next(rest)}});
      return ends ? some({{now(last)}}) : some({{now(last)}, {now(first), next(rest)}});
    case PathOperator::release:
      if (waits) return every({{now(first), next(rest)}});
      return ends ? every({{now(last)}}) : every({{now(last)}, {now(first), next(rest)}});
    case PathOperator::weak:
      if (waits) return every({{now(last), next(rest)}});
      return ends ? every({{now(first), now(last)}})
                  : every({{now(first), now(last)}, {now(last), next(rest)}});
  }
  CHECK(false, "X takes no bound");
  return {};
}

}  // namespace ken::concrete
