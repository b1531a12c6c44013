// What each modality becomes, by the definitions of the logics.
//
// The column 'ispl' of the table says which operators the dialect has, which are written as the
// negation of their dual, and which need a rule of their own here; the others are refused.
//
// Time.  R and W are rewritten into U and G, bounded operators unrolled.  Without Fairness the
// fixpoints of both tools agree in deadlocks too.  The existing tool gets A(f U g) wrong under
// Fairness, so it is written with E then; EG, AF and A(f U g) crash it in Fairness lines.
//
// CTL*.  Its quantifiers range over infinite paths.  A CTL pair inside a formula of CTL* means the
// fixpoint in ken, which differs in deadlocks only: it is written as a quantifier and a path
// operator if there is Fairness, or no deadlock for reasons that can be seen without exploring.
//
// Coalitions.  [g] is written by its dual.  <g>(f W h) and <g>(f R h) are not definable from X, G
// and U (Laroussinie, Markey, Oreiby 2008), nor is [g](f U h), their dual.  Nobody's powers are
// CTL: in a deadlock there is no available move, so with dead = !EX true
//   <{}>X f = AX f and !dead                <{}>G f = AG (f and !dead)
//   <{}>(f U h) = !(E(!h U (!h and (!f or dead))) or EG !h)
//   <{}>(f W h) = !E(!h U (!h and (!f or dead)))
// and with Fairness, where every state of the domain starts a fair path, the A operators.

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "translate/ispl_formulas.hpp"

namespace ken::translate {

using logic::Builtin;
using logic::Export;
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
    name = members.size() == 1
               ? job_.names.make_fresh("only_" + job_.names.agent(model_[members[0]]))
               : job_.names.make_numbered("group");
    declare_group(name, members);
  }
  return name;
}

// No protocol can run out of actions and no value out of its range, whatever the state.
bool IsplFormulas::never_blocked() const {
  const auto fits = [&](const model::Assignment& assignment) {
    const model::Bounds& bounds = model_.exprs[assignment.value.expr].bounds;
    const model::Type& type = model_[assignment.target].type;
    return !bounds.fraction && !bounds.undefined && !bounds.open_below && !bounds.open_above &&
           bounds.low >= type.low && bounds.high <= type.high;
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
  if (row.ispl == Export::refused || !row.builtin) return refuse_operator(row);
  if (row.quantifier && fragment == Fragment::path) return pair_on_paths(row, f, args);
  if (row.ispl == Export::by_dual && row.dual) return negate_dual(f, *row.dual, args, fragment);
  switch (row.family) {
    case logic::Family::temporal:
      return temporal(row, f, args, fragment);
    case logic::Family::epistemic:
    case logic::Family::deontic:
      return epistemic(row, f, std::move(args), fragment);
    case logic::Family::strategic:
      return strategic(row, f, args, fragment);
    case logic::Family::social:
      break;
  }
  return refuse_operator(row);
}

// A dual is never written by its own dual, so this goes one call deep.
FormulaId IsplFormulas::negate_dual(const Modal& f, logic::Dual dual,
                                    const std::vector<FormulaId>& args, Fragment fragment) {
  Modal other = f;
  other.modality = model_.modalities.id(dual.modality);
  CHECK(model_.modalities[other.modality].ispl != Export::by_dual, "one of two duals is written");
  std::vector<FormulaId> changed;
  changed.reserve(args.size());
  for (const FormulaId arg : args) changed.push_back(negation(arg));
  if (dual.arguments == logic::DualArguments::weak)
    changed = {changed[1], conjunction({changed[0], changed[1]})};
  return negation(modal(other, std::move(changed), fragment));
}

FormulaId IsplFormulas::epistemic(const logic::Modality& row, const Modal& f,
                                  std::vector<FormulaId> args, Fragment fragment) {
  if (row.ispl != Export::as_it_is) return refuse_operator(row);
  if (row.family == logic::Family::deontic && fragment == Fragment::path)
    return refuse(fmt::format("{} in a formula with path quantifiers", row.keyword));
  if (row.signature.front() == logic::Parameter::group) group(f.subjects[0]);
  return apply(*row.builtin, std::move(args), f.subjects);
}

// ---- time ----

FormulaId IsplFormulas::step(Next next, FormulaId f) {
  if (next == Next::path) return store_.add(logic::Temporal{PathOperator::next, {}, {f}});
  return apply(next == Next::some ? Builtin::EX : Builtin::AX, {f});
}

FormulaId IsplFormulas::bounded_until(FormulaId f, FormulaId g, logic::Bound bound, Next next) {
  constexpr std::int64_t most_steps = 125'000;  // each adds some characters
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

// f R g = !(!f U !g), f W g = g R (f or g).
FormulaId IsplFormulas::unroll(PathOperator op, logic::Bound bound,
                               const std::vector<FormulaId>& args, Next next) {
  const FormulaId f = args.front();
  const FormulaId g = args.back();
  const Next dual = next == Next::path ? Next::path : next == Next::some ? Next::all : Next::some;
  const auto until = [&](FormulaId a, FormulaId b, Next how) {
    return bounded_until(a, b, bound, how);
  };
  switch (op) {
    case PathOperator::next:
      CHECK(false, "X takes no bound");
      return f;
    case PathOperator::finally:
      return until(truth(true), f, next);
    case PathOperator::globally:
      return negation(until(truth(true), negation(f), dual));
    case PathOperator::until:
      return until(f, g, next);
    case PathOperator::release:
      return negation(until(negation(f), negation(g), dual));
    case PathOperator::weak:
      return negation(until(negation(g), conjunction({negation(f), negation(g)}), dual));
  }
  return f;
}

namespace {

// Whether the fixpoint is that of EG: the greatest ones of E, and what A says by duality.
bool needs_globally(const logic::Modality& row) {
  const bool all = row.quantifier == PathQuantifier::all;
  switch (*row.path_operator) {
    case PathOperator::next:
      return false;
    case PathOperator::finally:
    case PathOperator::until:
      return all;
    case PathOperator::globally:
    case PathOperator::release:
    case PathOperator::weak:
      return !all;
  }
  return false;
}

}  // namespace

FormulaId IsplFormulas::temporal(const logic::Modality& row, const Modal& f,
                                 const std::vector<FormulaId>& args, Fragment fragment) {
  if (!row.quantifier || !row.path_operator) return refuse_operator(row);
  if (f.bound)
    return unroll(*row.path_operator, *f.bound, args,
                  row.quantifier == PathQuantifier::all ? Next::all : Next::some);
  if (fragment == Fragment::fairness && needs_globally(row))
    return refuse(fmt::format("{} in a Fairness line: the existing tool crashes",
                              args.size() == 1 ? row.keyword : row.keyword + "( ... )"));
  return pair(row, args);
}

FormulaId IsplFormulas::pair(const logic::Modality& row, const std::vector<FormulaId>& args) {
  const FormulaId f = args.front();
  const FormulaId g = args.back();
  const bool all = row.quantifier == PathQuantifier::all;
  switch (*row.path_operator) {
    case PathOperator::next:
    case PathOperator::finally:
    case PathOperator::globally:
      return apply(*row.builtin, args);
    case PathOperator::until:
      if (!all) return exists_until(f, g);
      return model_.fairness.empty() ? apply(*row.builtin, args) : all_until(f, g);
    case PathOperator::release:
      CHECK(!all, "A(f R g) is written by its dual");
      return disjunction({exists_until(g, conjunction({f, g})), apply(Builtin::EG, {g})});
    case PathOperator::weak:
      CHECK(!all, "A(f W g) is written by its dual");
      return disjunction({exists_until(f, g), apply(Builtin::EG, {f})});
  }
  return f;
}

FormulaId IsplFormulas::pair_on_paths(const logic::Modality& row, const Modal& f,
                                      const std::vector<FormulaId>& args) {
  if (model_.fairness.empty() && !never_blocked())
    return refuse(fmt::format(
        "{} within a formula of CTL* if there may be deadlocks: it ranges over infinite paths "
        "only there",
        row.keyword));
  return quantify(*row.quantifier, path(*row.path_operator, f.bound, args));
}

// ---- paths ----

FormulaId IsplFormulas::quantify(PathQuantifier quantifier, FormulaId path) {
  if (store_.traits(path).sort == logic::Sort::state) return path;
  return store_.add(logic::Quantified{quantifier, path});
}

FormulaId IsplFormulas::path(PathOperator op, const std::optional<logic::Bound>& bound,
                             const std::vector<FormulaId>& args) {
  if (bound) return unroll(op, *bound, args, Next::path);
  const FormulaId f = args.front();
  const FormulaId g = args.back();
  const auto until = [&](FormulaId a, FormulaId b) {
    return store_.add(logic::Temporal{PathOperator::until, {}, {a, b}});
  };
  switch (op) {
    case PathOperator::next:
    case PathOperator::finally:
    case PathOperator::globally:
    case PathOperator::until:
      return store_.add(logic::Temporal{op, {}, args});
    case PathOperator::release:
      return negation(until(negation(f), negation(g)));
    case PathOperator::weak:
      return negation(until(negation(g), conjunction({negation(f), negation(g)})));
  }
  return f;
}

// ---- coalitions ----

FormulaId IsplFormulas::nobody(PathOperator op, FormulaId f, FormulaId h) {
  const bool fair = !model_.fairness.empty();
  const FormulaId alive = fair ? truth(true) : apply(Builtin::EX, {truth(true)});
  const FormulaId no_h = negation(h);
  const auto spoilt = [&] {
    return exists_until(no_h, conjunction({no_h, disjunction({negation(f), negation(alive)})}));
  };
  switch (op) {
    case PathOperator::next:
      return conjunction({apply(Builtin::AX, {h}), alive});
    case PathOperator::globally:
      return apply(Builtin::AG, {conjunction({h, alive})});
    case PathOperator::weak:
      return negation(spoilt());
    case PathOperator::release:
      return nobody(PathOperator::weak, h, conjunction({f, h}));
    case PathOperator::finally:
    case PathOperator::until:
      return negation(disjunction({spoilt(), apply(Builtin::EG, {no_h})}));
  }
  return f;
}

FormulaId IsplFormulas::strategic(const logic::Modality& row, const Modal& f,
                                  const std::vector<FormulaId>& args, Fragment fragment) {
  if (fragment == Fragment::path) return refuse("coalitions in a formula with path quantifiers");
  if (fragment == Fragment::fairness) return refuse("coalitions in a Fairness line");
  if (f.semantics != logic::Semantics::of_the_run && f.semantics != logic::Semantics::full)
    return refuse("a coalition with a semantics of its own");
  if (!row.path_operator) return refuse_operator(row);
  const logic::Group& members = f.subjects[0];
  if (members.empty())
    return nobody(*row.path_operator, args.size() == 2 ? args[0] : truth(true), args.back());
  if (row.ispl != Export::as_it_is)
    return refuse("R and W of a coalition, nor U of [g]: they are not definable from X, G, U");
  if (row.path_operator == PathOperator::until && model_.fairness.empty())
    notes_.insert("<g>(f U h) crashes MCMAS 1.3.0 unless it is run with -atlk 1");
  if (!never_blocked())
    notes_.insert("MCMAS 1.3.0 lets a coalition win by a move without successor; ken does not");
  group(members);
  return apply(*row.builtin, args, {members});
}

}  // namespace ken::translate
