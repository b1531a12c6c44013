// Operators that look at other states than those ahead: knowledge, obligation, and the relations
// and fixpoints of logic files.
//
// A view that is alike, and a relation that has no steps or one, is a kind of transition of its
// own.  Where many steps lie between two states that a relation compares, the state remembers: a
// transition 'here' keeps what the variables were, and steps carry it along.  A fixpoint is
// translated if it searches: a least one that is the union of formulas without its variable and of
// 'some' transition to it, a greatest one dually.

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "translate/smv_formulas.hpp"

namespace ken::translate {

using logic::Builtin;
using logic::PathQuantifier;

namespace {

std::string list_in_braces(const std::vector<std::string>& names) {
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

}  // namespace

std::string SmvFormulas::write_epistemic(const logic::Modal& f, Builtin op, Turn turn) {
  const std::string& arg = text(f.args[0], turn);
  const logic::Group& group = f.subjects[0];
  if (op == Builtin::O) {
    const auto& red = model_[group[0]].red;
    const std::string green =
        red ? "!" + state_.condition(terms_.condition(red->expr)) : std::string();
    return fmt::format("(AX ({} -> {}))",
                       join_conditions({labels_.is(labels_.anywhere()), green, in_domain()}), arg);
  }
  if (op == Builtin::DK)
    return fmt::format("(AX ({} -> {}))",
                       join_conditions({labels_.is(labels_.alike(group)), in_domain()}), arg);
  std::vector<std::string> labels;
  for (const model::AgentId member : group) labels.push_back(labels_.alike({member}));
  const std::string seen = fmt::format("{} in {}", labels_.variable(), list_in_braces(labels));
  const std::string there = join_conditions({seen, in_domain()});
  if (op == Builtin::EK) return fmt::format("(EX ({} & {}))", there, arg);
  if (op == Builtin::GCK) return fmt::format("!(EX (E [{0} U ({0} & !{1})]))", there, arg);
  return fmt::format("(AX ({} -> {}))", there, arg);
}

// ---- relations ----

std::string SmvFormulas::jump_label(const SmvClause& clause) {
  const bool back = clause.reach == SmvReach::step_back;
  const ExprId condition =
      compare_states(model_, terms_, clause, back ? SmvMoment::after : SmvMoment::before,
                     back ? SmvMoment::before : SmvMoment::after);
  const SmvMovement movement = clause.reach == SmvReach::jump ? SmvMovement::none
                               : back                         ? SmvMovement::backwards
                                                              : SmvMovement::forwards;
  return labels_.add("related", movement, condition);
}

std::string SmvFormulas::some_clause(const SmvClause& clause, const logic::Related& f, Turn turn) {
  const bool some = f.quantifier == PathQuantifier::some;
  const auto arg = [&](Turn at) { return (some ? "" : "!") + text(f.arg, at); };
  if (clause.reach != SmvReach::steps && clause.reach != SmvReach::steps_back) {
    const std::string label = labels_.is(jump_label(clause));
    const std::string where = clause.reach == SmvReach::step ? guard(Paths::all) : in_domain();
    return fmt::format("(EX {})", join_conditions({label, where, arg(turn)}));
  }
  const ExprId same =
      compare_states(model_, terms_, clause, SmvMoment::remembered, SmvMoment::before);
  for (const ExprId id : model::closure(terms_.exprs(), same))
    if (terms_.exprs()[id].op == ExprOp::variable && terms_.moment_of(id) == SmvMoment::remembered)
      remembered_.insert(terms_.variable_of(id));
  const std::string match = state_.condition(same);
  if (clause.reach == SmvReach::steps)
    return exists_until({"TRUE", fmt::format("({} & {})", match, arg(other(turn)))}, Paths::all,
                        turn);
  const std::string on =
      fmt::format("{} in {{{}, {}}}", labels_.variable(), labels_.here(turn), labels_.back(turn));
  return fmt::format("(EX ({} & E [{} U {}]))", labels_.is(labels_.here(turn)), on,
                     join_conditions({on, match, in_domain(), arg(other(turn))}));
}

SmvFormulas::Written SmvFormulas::write_related(const logic::Related& f, Turn turn) {
  const SmvClauses clauses = list_clauses(model_.relations, f.relation);
  if (!clauses.refusal.empty()) return {{}, clauses.refusal};
  std::string result;
  for (const SmvClause& clause : clauses.some)
    result += (result.empty() ? "" : " | ") + some_clause(clause, f, turn);
  if (result.empty()) result = "FALSE";
  return {(f.quantifier == PathQuantifier::some ? "(" : "!(") + result + ")", {}};
}

// ---- fixpoints ----

SmvFormulas::Search SmvFormulas::find_search(const logic::Fixpoint& f) {
  Search search;
  const bool least = f.extremum == logic::Extremum::least;
  std::vector<FormulaId> open{f.body};
  while (!open.empty()) {
    const FormulaId part = open.back();
    open.pop_back();
    const auto* binary = std::get_if<logic::Binary>(&store_[part]);
    const auto* many = std::get_if<logic::Many>(&store_[part]);
    const auto* modal = std::get_if<logic::Modal>(&store_[part]);
    const auto joined = least ? logic::Connective::disjunction : logic::Connective::conjunction;
    const auto quantity = least ? logic::Quantity::some : logic::Quantity::all;
    if (store_.traits(part).free == 0) {
      search.ends.push_back(part);
    } else if (binary != nullptr && binary->op == joined) {
      open.push_back(binary->rhs);
      open.push_back(binary->lhs);
    } else if (many != nullptr && many->quantity == quantity) {
      open.insert(open.end(), many->args.rbegin(), many->args.rend());
    } else if (modal != nullptr && modal->body) {
      open.push_back(*modal->body);
    } else {
      add_to_search(search, part, f);
    }
  }
  return search;
}

// A transition to the fixpoint itself: some of them for a least one, all of them for a greatest.
void SmvFormulas::add_to_search(Search& search, FormulaId part, const logic::Fixpoint& f) {
  const bool least = f.extremum == logic::Extremum::least;
  const auto is_itself = [&](FormulaId id) {
    const auto* variable = std::get_if<logic::Variable>(&store_[id]);
    return variable != nullptr && variable->number == f.variable;
  };
  if (const auto* related = std::get_if<logic::Related>(&store_[part])) {
    const bool fits = (related->quantifier == PathQuantifier::some) == least;
    const SmvClauses clauses = list_clauses(model_.relations, related->relation);
    const bool single =
        std::all_of(clauses.some.begin(), clauses.some.end(), [](const SmvClause& clause) {
          return clause.reach != SmvReach::steps && clause.reach != SmvReach::steps_back;
        });
    if (fits && single && clauses.refusal.empty() && is_itself(related->arg)) {
      for (const SmvClause& clause : clauses.some) search.labels.push_back(jump_label(clause));
      return;
    }
  }
  if (const auto* modal = std::get_if<logic::Modal>(&store_[part])) {
    const auto op = model_.modalities[modal->modality].builtin;
    const bool itself = !modal->bound && modal->args.size() == 1 && is_itself(modal->args[0]);
    if (itself && op == (least ? Builtin::EX : Builtin::AX)) {
      search.labels.push_back(
          labels_.add("related", SmvMovement::forwards, terms_.exprs().truth(true)));
      return;
    }
    if (itself && op == (least ? Builtin::EK : Builtin::K)) {
      search.labels.push_back(labels_.alike(modal->subjects[0]));
      return;
    }
  }
  search.refusal = "a fixpoint that does not search";
}

SmvFormulas::Written SmvFormulas::write_fixpoint(const logic::Fixpoint& f, Turn turn) {
  const Search search = find_search(f);
  if (!search.refusal.empty()) return {{}, search.refusal};
  const bool least = f.extremum == logic::Extremum::least;
  const std::string end = search.ends.empty()
                              ? std::string(least ? "FALSE" : "TRUE")
                              : junction(search.ends, other(turn), least ? " | " : " & ");
  std::string on = labels_.is(labels_.here(turn));
  if (!search.labels.empty())
    on += fmt::format(" | {} in {} & {}", labels_.variable(), list_in_braces(search.labels),
                      in_domain());
  const std::string found = fmt::format("(EX ({0} & E [({1}) U (({1}) & {2}{3})]))",
                                        labels_.is(labels_.here(turn)), on, least ? "" : "!", end);
  return {least ? found : "!" + found, {}};
}

}  // namespace ken::translate
