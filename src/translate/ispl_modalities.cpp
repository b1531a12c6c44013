// What each modality becomes, by the definitions of the logics.
//
// Time.  R and W are rewritten into U and G, bounded operators unrolled.  Without Fairness the
// fixpoints of both tools agree in deadlocks too.  The existing tool gets A(f U g) wrong under
// Fairness, so it is written with E then; EG, AF and A(f U g) crash it in Fairness lines.
//
// CTL*.  Its quantifiers range over infinite paths.  A CTL pair inside a formula of CTL* means the
// fixpoint in ken, which differs in deadlocks only: it is written as a quantifier and a path
// operator if there is Fairness, or no deadlock for reasons that can be seen without exploring.
//
// Coalitions.  [g] is rewritten by duality.  <g>(f W h) and <g>(f R h) are not definable from X, G
// and U (Laroussinie, Markey, Oreiby 2008), nor is [g](f U h), their dual.  Nobody's powers are
// CTL: in a deadlock there is no available move, so with dead = !EX true
//   <{}>X f = AX f and !dead                <{}>G f = AG (f and !dead)
//   <{}>(f U h) = !(E(!h U (!h and (!f or dead))) or EG !h)
//   <{}>(f W h) = !E(!h U (!h and (!f or dead)))
// and with Fairness, where every state of the domain starts a fair path, the A operators.

#include <fmt/format.h>

#include <algorithm>

#include "translate/ispl_formulas.hpp"

namespace ken::translate {

using logic::Builtin;
using logic::Modal;
using logic::PathOperator;
using logic::PathQuantifier;

// ---- shared ----

FormulaId IsplFormulas::apply(Builtin op, std::vector<FormulaId> args,
                              std::vector<logic::Group> subjects) {
  return store_.add(Modal{model_.modalities.id(op), {}, std::move(subjects), {}, std::move(args)});
}

const std::string& IsplFormulas::group(const logic::Group& members) {
  std::string& name = groups_[members];
  if (name.empty()) {
    name = members.size() == 1 ? job_.names.fresh("only_" + job_.names.agent(model_[members[0]]))
                               : job_.names.numbered("group");
    declare_group(name, members);
  }
  return name;
}

// No protocol can run out of actions and no value out of its range, whatever the state.
bool IsplFormulas::never_blocked() const {
  const auto fits = [&](const model::Assignment& assignment) {
    const model::Bounds& bounds = model_.exprs[assignment.value.expr].bounds;
    const model::Type& type = model_[assignment.target].type;
    return !bounds.fraction && !bounds.undefined && bounds.low >= type.low &&
           bounds.high <= type.high;
  };
  return std::all_of(model_.agents.begin(), model_.agents.end(), [&](const model::Agent& agent) {
    const auto acts = [](const model::ProtocolRule& rule) { return !rule.actions.empty(); };
    const bool total =
        agent.unrestricted || (agent.other && acts(*agent.other) &&
                               std::all_of(agent.protocol.begin(), agent.protocol.end(), acts));
    return total &&
           std::all_of(agent.evolution.begin(), agent.evolution.end(),
                       [&](const model::EvolutionRule& rule) {
                         return std::all_of(rule.assignments.begin(), rule.assignments.end(), fits);
                       });
  });
}

FormulaId IsplFormulas::modal(const Modal& f, std::vector<FormulaId> args, Fragment fragment) {
  const logic::Modality& row = model_.modalities[f.modality];
  if (!row.builtin) return refuse(fmt::format("the operator {}", row.keyword));
  switch (row.family) {
    case logic::Family::temporal:
      return temporal(*row.builtin, f, std::move(args), fragment);
    case logic::Family::epistemic:
    case logic::Family::deontic:
      return epistemic(*row.builtin, f, std::move(args), fragment);
    case logic::Family::strategic:
      return strategic(*row.builtin, f, args, fragment);
    case logic::Family::social:
      break;
  }
  return refuse(fmt::format("the operator {}", row.keyword));
}

FormulaId IsplFormulas::epistemic(Builtin op, const Modal& f, std::vector<FormulaId> args,
                                  Fragment fragment) {
  if (op == Builtin::O && fragment == Fragment::path)
    return refuse("O in a formula with path quantifiers");
  if (op == Builtin::GK || op == Builtin::GCK || op == Builtin::DK) group(f.subjects[0]);
  return apply(op, std::move(args), f.subjects);
}

// ---- time ----

FormulaId IsplFormulas::step(Next next, FormulaId f) {
  if (next == Next::path) return store_.add(logic::Temporal{PathOperator::next, {}, {f}});
  return apply(next == Next::some ? Builtin::EX : Builtin::AX, {f});
}

FormulaId IsplFormulas::bounded_until(FormulaId f, FormulaId g, logic::Bound bound, Next next) {
  constexpr std::int64_t most_steps = IsplLimits::condition / 8;
  if (bound.most > most_steps) {
    const auto layout = [&](FormulaId part) { return pieces(part); };
    const std::uint64_t each =
        saturating_add(sizes_.of(f, layout).length, sizes_.of(g, layout).length + 8);
    job_.limits.refuse_size(fmt::format("the bound [{}, {}]", bound.least, bound.most),
                            saturating_multiply(static_cast<std::uint64_t>(bound.most), each));
    return f;
  }
  FormulaId z = g;
  for (std::int64_t i = bound.least; i < bound.most; ++i)
    z = disjunction({g, conjunction({f, step(next, z)})});
  for (std::int64_t i = 0; i < bound.least; ++i) z = conjunction({f, step(next, z)});
  return z;
}

FormulaId IsplFormulas::exists_until(FormulaId f, FormulaId g) {
  return g == truth(false) ? g : apply(Builtin::EU, {f, g});
}

FormulaId IsplFormulas::all_until(FormulaId f, FormulaId g) {
  const FormulaId no_g = negation(g);
  return negation(disjunction(
      {exists_until(no_g, conjunction({negation(f), no_g})), apply(Builtin::EG, {no_g})}));
}

FormulaId IsplFormulas::release_or_weak(Builtin op, FormulaId f, FormulaId g) {
  switch (op) {
    case Builtin::AR:
      return negation(exists_until(negation(f), negation(g)));
    case Builtin::ER:
      return disjunction({exists_until(g, conjunction({f, g})), apply(Builtin::EG, {g})});
    case Builtin::EW:
      return disjunction({exists_until(f, g), apply(Builtin::EG, {f})});
    default:
      return negation(exists_until(negation(g), conjunction({negation(f), negation(g)})));
  }
}

FormulaId IsplFormulas::bounded(Builtin op, logic::Bound bound,
                                const std::vector<FormulaId>& args) {
  const FormulaId first = args.front();
  const FormulaId last = args.back();
  const auto until = [&](FormulaId f, FormulaId g, Next next) {
    return bounded_until(f, g, bound, next);
  };
  // f R g = !(!f U !g), f W g = g R (f or g).
  const auto release = [&](FormulaId f, FormulaId g, Next dual) {
    return negation(until(negation(f), negation(g), dual));
  };
  switch (op) {
    case Builtin::EF:
      return until(truth(true), first, Next::some);
    case Builtin::AF:
      return until(truth(true), first, Next::all);
    case Builtin::EG:
      return negation(until(truth(true), negation(first), Next::all));
    case Builtin::AG:
      return negation(until(truth(true), negation(first), Next::some));
    case Builtin::EU:
      return until(first, last, Next::some);
    case Builtin::AU:
      return until(first, last, Next::all);
    case Builtin::ER:
      return release(first, last, Next::all);
    case Builtin::AR:
      return release(first, last, Next::some);
    case Builtin::EW:
      return release(last, disjunction({first, last}), Next::all);
    default:
      return release(last, disjunction({first, last}), Next::some);
  }
}

namespace {

struct Pair {
  PathQuantifier quantifier;
  PathOperator op;
};
Pair taken_apart(Builtin op) {
  switch (op) {
    case Builtin::EX:
      return {PathQuantifier::some, PathOperator::next};
    case Builtin::AX:
      return {PathQuantifier::all, PathOperator::next};
    case Builtin::EF:
      return {PathQuantifier::some, PathOperator::finally};
    case Builtin::AF:
      return {PathQuantifier::all, PathOperator::finally};
    case Builtin::EG:
      return {PathQuantifier::some, PathOperator::globally};
    case Builtin::AG:
      return {PathQuantifier::all, PathOperator::globally};
    case Builtin::EU:
      return {PathQuantifier::some, PathOperator::until};
    case Builtin::AU:
      return {PathQuantifier::all, PathOperator::until};
    case Builtin::ER:
      return {PathQuantifier::some, PathOperator::release};
    case Builtin::AR:
      return {PathQuantifier::all, PathOperator::release};
    case Builtin::EW:
      return {PathQuantifier::some, PathOperator::weak};
    default:
      return {PathQuantifier::all, PathOperator::weak};
  }
}

}  // namespace

FormulaId IsplFormulas::temporal(Builtin op, const Modal& f, std::vector<FormulaId> args,
                                 Fragment fragment) {
  const std::string& word = model_.modalities[f.modality].keyword;
  const bool fair = !model_.fairness.empty();
  if (fragment == Fragment::path) {
    if (!fair && !never_blocked())
      return refuse(fmt::format(
          "{} within a formula of CTL* if there may be deadlocks: it ranges over infinite paths "
          "only there",
          word));
    const Pair pair = taken_apart(op);
    return quantified(pair.quantifier, path(pair.op, f.bound, args));
  }
  if (f.bound) return bounded(op, *f.bound, args);
  const bool uses_globally = op == Builtin::EG || op == Builtin::AF || op == Builtin::AU ||
                             op == Builtin::ER || op == Builtin::EW;
  if (fragment == Fragment::fairness && uses_globally)
    return refuse(fmt::format("{} in a Fairness line: the existing tool crashes",
                              args.size() == 1 ? word : word + "( ... )"));
  if (op == Builtin::AU && fair) return all_until(args[0], args[1]);
  if (op == Builtin::ER || op == Builtin::AR || op == Builtin::EW || op == Builtin::AW)
    return release_or_weak(op, args[0], args[1]);
  return apply(op, std::move(args));
}

// ---- paths ----

FormulaId IsplFormulas::quantified(PathQuantifier quantifier, FormulaId path) {
  if (store_.traits(path).sort == logic::Sort::state) return path;
  return store_.add(logic::Quantified{quantifier, path});
}

FormulaId IsplFormulas::path(PathOperator op, const std::optional<logic::Bound>& bound,
                             const std::vector<FormulaId>& args) {
  const FormulaId f = args.front();
  const FormulaId g = args.back();
  const auto until = [&](FormulaId a, FormulaId b) {
    if (bound) return bounded_until(a, b, *bound, Next::path);
    return store_.add(logic::Temporal{PathOperator::until, {}, {a, b}});
  };
  switch (op) {
    case PathOperator::next:
    case PathOperator::until:
      return op == PathOperator::next ? step(Next::path, f) : until(f, g);
    case PathOperator::finally:
      return bound ? until(truth(true), f) : store_.add(logic::Temporal{op, {}, args});
    case PathOperator::globally:
      return bound ? negation(until(truth(true), negation(f)))
                   : store_.add(logic::Temporal{op, {}, args});
    case PathOperator::release:
      return negation(until(negation(f), negation(g)));
    case PathOperator::weak:
      return negation(until(negation(g), conjunction({negation(f), negation(g)})));
  }
  return f;
}

// ---- coalitions ----

FormulaId IsplFormulas::nobody(Builtin op, FormulaId f, FormulaId h) {
  const bool fair = !model_.fairness.empty();
  const FormulaId alive = fair ? truth(true) : apply(Builtin::EX, {truth(true)});
  const FormulaId no_h = negation(h);
  const auto spoilt = [&] {
    return exists_until(no_h, conjunction({no_h, disjunction({negation(f), negation(alive)})}));
  };
  switch (op) {
    case Builtin::can_next:
      return conjunction({apply(Builtin::AX, {h}), alive});
    case Builtin::can_globally:
      return apply(Builtin::AG, {conjunction({h, alive})});
    case Builtin::can_weak:
      return negation(spoilt());
    case Builtin::can_release:
      return nobody(Builtin::can_weak, h, conjunction({f, h}));
    default:
      return negation(disjunction({spoilt(), apply(Builtin::EG, {no_h})}));
  }
}

FormulaId IsplFormulas::strategic(Builtin op, const Modal& f, const std::vector<FormulaId>& args,
                                  Fragment fragment) {
  if (fragment == Fragment::path) return refuse("coalitions in a formula with path quantifiers");
  if (fragment == Fragment::fairness) return refuse("coalitions in a Fairness line");
  if (f.semantics != logic::Semantics::of_the_run && f.semantics != logic::Semantics::full)
    return refuse("a coalition with a semantics of its own");
  const FormulaId first = args.front();
  const FormulaId last = args.back();
  const logic::Group& members = f.subjects[0];
  const auto can = [&](Builtin power, const std::vector<FormulaId>& objective) {
    if (members.empty()) {
      const FormulaId keep = objective.size() == 2 ? objective[0] : truth(true);
      return nobody(power, keep, objective.back());
    }
    if (power == Builtin::can_release || power == Builtin::can_weak)
      return refuse("R and W of a coalition, nor U of [g]: they are not definable from X, G, U");
    if (power == Builtin::can_until && model_.fairness.empty())
      notes_.insert("<g>(f U h) crashes MCMAS 1.3.0 unless it is run with -atlk 1");
    if (!never_blocked())
      notes_.insert("MCMAS 1.3.0 lets a coalition win by a move without successor; ken does not");
    group(members);
    return apply(power, objective, {members});
  };
  switch (op) {
    case Builtin::must_next:
      return negation(can(Builtin::can_next, {negation(first)}));
    case Builtin::must_finally:
      return negation(can(Builtin::can_globally, {negation(first)}));
    case Builtin::must_globally:
      return negation(can(Builtin::can_finally, {negation(first)}));
    case Builtin::must_until:
      return negation(can(Builtin::can_release, {negation(first), negation(last)}));
    case Builtin::must_release:
      return negation(can(Builtin::can_until, {negation(first), negation(last)}));
    case Builtin::must_weak:
      return negation(can(Builtin::can_until,
                          {negation(last), conjunction({negation(first), negation(last)})}));
    default:
      return can(op, args);
  }
}

}  // namespace ken::translate
