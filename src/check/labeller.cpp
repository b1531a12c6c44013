// Labelling.
//
// Formulas are hash-consed, so a formula that occurs in many places is one node, and is labelled
// when the first of its users asks.  Users are counted beforehand over everything that will be
// decided; the label goes when the last of them is done.
//
// A chain "f and g and h ..." is labelled at once from its links, joined in the best order and not
// in the one in which it was written; what lies between is labelled only if somebody else asks.

#include "check/labeller.hpp"

#include <functional>
#include <set>

#include "base/check.hpp"
#include "base/post_order.hpp"
#include "check/path_quantifier.hpp"
#include "check/related.hpp"

namespace ken::check {
namespace {

using logic::overloaded;

Label connect(const logic::Binary& f, const Label& a, const Label& b) {
  switch (f.op) {
    case logic::Connective::conjunction:
      return a & b;
    case logic::Connective::disjunction:
      return a | b;
    case logic::Connective::implication:
      return (!a) | b;
    case logic::Connective::equivalence:
      return Label(equivalent(a.function(), b.function()));
  }
  return {};
}

std::vector<Bdd> list_functions(const std::vector<FormulaId>& ids, const Labeller::Known& known) {
  std::vector<Bdd> result;
  result.reserve(ids.size());
  for (const FormulaId id : ids) result.push_back(known.at(id).function());
  return result;
}

// The links of the chain "a and b and c", or with or, that a formula is, each once; else nothing.
std::vector<FormulaId> list_chain(const logic::FormulaStore& formulas, const logic::Binary& whole) {
  if (whole.op != logic::Connective::conjunction && whole.op != logic::Connective::disjunction)
    return {};
  std::vector<FormulaId> links;
  std::unordered_set<FormulaId> seen;
  std::vector<FormulaId> open{whole.rhs, whole.lhs};
  while (!open.empty()) {
    const FormulaId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const auto* const inner = std::get_if<logic::Binary>(&formulas[id]);
    if (inner != nullptr && inner->op == whole.op)
      open.insert(open.end(), {inner->rhs, inner->lhs});
    else
      links.push_back(id);
  }
  return links;
}

std::vector<FormulaId> list_outside(const logic::FormulaStore& formulas,
                                    const logic::Fixpoint& fixpoint);

// What a formula is labelled from: of a chain its links, of a quantified path the state formulas
// in it, of a fixpoint what does not depend on its variable, else its parts.
template <class Visit>
void for_each_operand(const logic::FormulaStore& formulas, FormulaId id, const Visit& visit) {
  const logic::Formula& formula = formulas[id];
  if (const auto* const quantified = std::get_if<logic::Quantified>(&formula)) {
    for (const FormulaId part : logic::list_state_parts(formulas, quantified->path)) visit(part);
    return;
  }
  if (const auto* const fixpoint = std::get_if<logic::Fixpoint>(&formula)) {
    for (const FormulaId part : list_outside(formulas, *fixpoint)) visit(part);
    return;
  }
  const auto* const binary = std::get_if<logic::Binary>(&formula);
  const std::vector<FormulaId> links =
      binary != nullptr ? list_chain(formulas, *binary) : std::vector<FormulaId>();
  if (links.empty()) return logic::for_each_part(formula, visit);
  for (const FormulaId link : links) visit(link);
}

std::vector<FormulaId> list_outside(const logic::FormulaStore& formulas,
                                    const logic::Fixpoint& fixpoint) {
  return logic::list_fixed_operands(formulas, fixpoint, [&](FormulaId id, const auto& visit) {
    for_each_operand(formulas, id, visit);
  });
}

StateSet find_first_round(const Context& c, const logic::Fixpoint& f) {
  return f.extremum == logic::Extremum::least ? c.arena.nothing() : c.arena.domain;
}

// All that labelling a formula comes across, parts first.
std::vector<FormulaId> list_operands(const logic::FormulaStore& formulas, FormulaId root) {
  return base::collect_parts(
      root, [&](FormulaId id, const auto& visit) { for_each_operand(formulas, id, visit); });
}

}  // namespace

const Rule* find_rule(logic::Builtin modality) {
  for (const std::span<const Rule> family :
       {temporal_rules(), epistemic_rules(), strategic_rules()})
    for (const Rule& rule : family)
      if (rule.modality == modality) return &rule;
  return nullptr;
}

Context make_context(symbolic::System& system, const symbolic::Reachable& reachable,
                     logic::Semantics semantics) {
  return make_context(system, system.shared_steps(), reachable, semantics);
}

Context make_context(symbolic::System& system, std::shared_ptr<symbolic::Steps> steps,
                     const symbolic::Reachable& reachable, logic::Semantics semantics) {
  Arena arena = symbolic::make_arena(std::move(steps), system.initial(), reachable);
  const std::vector<model::Property>& lines = system.model().fairness;
  if (lines.empty()) return {system, std::move(arena), semantics};
  Context without_fairness(system, arena, semantics);
  std::vector<FormulaId> formulas;
  formulas.reserve(lines.size());
  for (const model::Property& line : lines) formulas.push_back(line.formula);
  std::vector<StateSet> sets = Labeller(without_fairness, formulas).label_all(formulas);
  return {system, require_fairness(std::move(arena), std::move(sets)), semantics};
}

Labeller::Labeller(Context& context, std::span<const FormulaId> wanted)
    : context_(context), answers_(wanted.size()) {
  for (const FormulaId formula : wanted) wanted_.push_back(take_apart(model(), formula));
  count_users();
  note_questions();
  note_places();
}

// Who needs whom, for all that is not decided yet.  A label that nobody needs is dropped.
void Labeller::count_users() {
  users_.clear();
  std::unordered_set<FormulaId> met;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (answers_[i]) continue;
    for (const Obligation& o : wanted_[i]) {
      ++users_[o.formula];
      for (const FormulaId id : list_operands(model().formulas, o.formula))
        if (met.insert(id).second)
          for_each_operand(model().formulas, id, [&](FormulaId part) { ++users_[part]; });
    }
  }
  std::erase_if(known_, [&](const auto& known) { return !users_.contains(known.first); });
}

// What each view is asked about.
void Labeller::note_questions() {
  std::unordered_map<FormulaId, bool> plain;  // propositional, of all formulas met
  for (const std::vector<Obligation>& obligations : wanted_)
    for (const Obligation& o : obligations)
      for (const FormulaId id : logic::closure(model().formulas, o.formula)) {
        if (plain.contains(id)) continue;
        const logic::Formula& formula = model().formulas[id];
        bool propositional = logic::is_boolean(formula);
        logic::for_each_part(
            formula, [&](FormulaId part) { propositional = propositional && plain.at(part); });
        plain[id] = propositional;
        if (const auto* const modal = std::get_if<logic::Modal>(&formula))
          if (!modal->body && !modal->args.empty() && plain.at(modal->args[0]))
            context_.views.note(model(), *modal, rule_of(*modal).asks);
      }
}

// An answer asks about the initial states, and what joins its parts as booleans do asks them about
// the same states; everything else asks about the whole domain.  Users have greater numbers than
// what they use.
void Labeller::note_places() {
  std::set<FormulaId, std::greater<>> met;
  for (const std::vector<Obligation>& obligations : wanted_)
    for (const Obligation& o : obligations) {
      (o.everywhere ? needed_everywhere_ : needed_initially_).insert(o.formula);
      for (const FormulaId id : list_operands(model().formulas, o.formula)) met.insert(id);
    }
  for (const FormulaId id : met) {
    const bool joins = logic::is_boolean(model().formulas[id]);
    for_each_operand(model().formulas, id, [&](FormulaId part) {
      if (needed_everywhere_.contains(id) || !joins) needed_everywhere_.insert(part);
      if (needed_initially_.contains(id) && joins) needed_initially_.insert(part);
    });
  }
}

bool Labeller::holds(std::size_t wanted) {
  if (answers_[wanted]) return *answers_[wanted];
  if (interrupted_) count_users();
  interrupted_ = true;
  context_.outcomes = Outcomes::fair;
  answers_[wanted] = all_hold(wanted_[wanted], known_);
  interrupted_ = false;
  return *answers_[wanted];
}

bool Labeller::holds_for_all_outcomes(std::size_t wanted) {
  context_.outcomes = Outcomes::all;
  Known apart;
  return all_hold(wanted_[wanted], apart);
}

bool Labeller::all_hold(const std::vector<Obligation>& obligations, Known& known) {
  const StateSet initial = context_.initial();
  for (const Obligation& o : obligations)
    if (!holds_in(o.everywhere ? context_.arena.domain : initial,
                  find_label(o.formula, known, Needed::for_answers)))
      return false;
  return true;
}

StateSet Labeller::label(FormulaId formula, Outcomes outcomes) {
  return label_all({&formula, 1}, outcomes).front();
}

std::vector<StateSet> Labeller::label_all(std::span<const FormulaId> formulas, Outcomes outcomes) {
  context_.outcomes = outcomes;
  Known apart;
  std::vector<StateSet> result;
  for (const FormulaId formula : formulas)
    result.push_back(inside(context_.arena, find_label(formula, apart, Needed::everywhere)));
  return result;
}

Label Labeller::find_label(FormulaId root, Known& known, Needed needed) {
  const StateSet initial = context_.initial();
  base::visit_post_order(
      root, [&](FormulaId id, const auto& visit) { for_each_operand(model().formulas, id, visit); },
      [&](FormulaId id) { return known.contains(id); },
      [&](FormulaId id) {
        context_.system.budget().check_limits_now();
        const bool everywhere = needed == Needed::everywhere || needed_everywhere_.contains(id);
        context_.wanted = everywhere ? context_.arena.domain : initial;
        const bool answers = needed == Needed::for_answers && needed_initially_.contains(id) &&
                             context_.outcomes == Outcomes::fair;
        context_.operation = answers ? std::optional(id) : std::nullopt;
        known[id] = compute(model().formulas[id], known);
        for_each_operand(model().formulas, id, [&](FormulaId part) { release(part, known); });
      });
  Label result = known.at(root);
  release(root, known);
  return result;
}

// Labels apart from the plan live as long as their map.
void Labeller::release(FormulaId formula, Known& known) {
  if (&known != &known_) return;
  const auto at = users_.find(formula);
  if (at != users_.end() && at->second > 0 && --at->second == 0) known.erase(formula);
}

Label Labeller::compute(const logic::Formula& formula, const Known& known) {
  ++evaluations_;
  symbolic::Conditions& conditions = context_.system.conditions();
  bdd::Manager& manager = context_.system.manager();
  const auto join = [&](const std::vector<FormulaId>& ids, bool all) {
    return Label(all ? conditions.all(list_functions(ids, known))
                     : conditions.some(list_functions(ids, known)));
  };
  const auto count = [&](const std::vector<FormulaId>& ids, auto accepts) {
    return Label(conditions.by_count(list_functions(ids, known), [&](std::size_t k) {
      return manager.constant(accepts(static_cast<std::int64_t>(k)));
    }));
  };
  const auto not_here = [](const auto&) -> Label {
    CHECK(false, "only state formulas are labelled, and ATL* is found before");
    return {};
  };
  return std::visit(
      overloaded{
          [&](const logic::Constant& f) { return Label(manager.constant(f.value)); },
          [&](const logic::Atom& f) {
            return Label(conditions.holds(model()[f.id].condition.expr));
          },
          [&](const logic::Not& f) { return !known.at(f.arg); },
          [&](const logic::Binary& f) {
            const std::vector<FormulaId> links = list_chain(model().formulas, f);
            if (links.empty()) return connect(f, known.at(f.lhs), known.at(f.rhs));
            return join(links, f.op == logic::Connective::conjunction);
          },
          [&](const logic::Many& f) {
            if (f.quantity == logic::Quantity::odd)
              return count(f.args, [](std::int64_t k) { return k % 2 == 1; });
            return join(f.args, f.quantity == logic::Quantity::all);
          },
          [&](const logic::Count& f) {
            return count(f.args, [&](std::int64_t k) { return f.least <= k && k <= f.most; });
          },
          [&](const logic::Modal& f) { return compute_modal(f, known); },
          [&](const logic::Related& f) {
            return label_related(context_, f.quantifier, f.relation, known.at(f.arg));
          },
          [&](const logic::Fixpoint& f) { return compute_fixpoint(f, known); },
          [&](const logic::Variable& f) { return not_here(f); },
          [&](const logic::Temporal& f) { return not_here(f); },
          [&](const logic::Quantified& f) {
            return label_quantified(context_, f,
                                    [&](FormulaId part) { return known.at(part).function(); });
          },
          [&](const logic::Coalition& f) { return not_here(f); },
          [&](const logic::Dynamic& f) { return not_here(f); },
          [&](const logic::Step& f) { return not_here(f); },
          [&](const logic::Test& f) { return not_here(f); },
          [&](const logic::Combined& f) { return not_here(f); },
          [&](const logic::Star& f) { return not_here(f); },
      },
      formula);
}

const Rule& Labeller::rule_of(const logic::Modal& modal) const {
  const logic::Modality& row = model().modalities[modal.modality];
  const Rule* rule = row.builtin ? find_rule(*row.builtin) : nullptr;
  CHECK(rule != nullptr, "a modality without a rule is found before labelling");
  return *rule;
}

// Rounds from below or from above, each with the set of the round before for the variable.  What
// the rounds compare are sets of states of the domain: labels may differ outside.
Label Labeller::compute_fixpoint(const logic::Fixpoint& f, const Known& known) {
  Known outside_parts;
  for (const FormulaId part : list_outside(model().formulas, f))
    outside_parts.emplace(part, known.at(part));
  const StateSet wanted = std::exchange(context_.wanted, context_.arena.domain);
  const auto operation = std::exchange(context_.operation, std::nullopt);
  StateSet set = find_first_round(context_, f);
  for (;;) {
    StateSet next = compute_round(f, outside_parts, set);
    if (next == set) break;
    set = std::move(next);
  }
  context_.wanted = wanted;
  context_.operation = operation;
  return Label(set);
}

StateSet Labeller::compute_round(const logic::Fixpoint& f, const Known& outside_parts,
                                 const StateSet& before) {
  context_.system.budget().check_limits_now();
  const logic::FormulaStore& formulas = model().formulas;
  Known round = outside_parts;
  if (const auto variable = formulas.find(logic::Variable{f.variable}))
    round.insert_or_assign(*variable, Label(before));
  base::visit_post_order(
      f.body, [&](FormulaId id, const auto& visit) { for_each_operand(formulas, id, visit); },
      [&](FormulaId id) { return round.contains(id); },
      [&](FormulaId id) { round[id] = compute(formulas[id], round); });
  return inside(context_.arena, round.at(f.body));
}

StateSet Labeller::label_with(Known given, FormulaId formula) {
  context_.outcomes = Outcomes::fair;
  return inside(context_.arena, find_label(formula, given, Needed::everywhere));
}

std::vector<StateSet> Labeller::label_rounds(Known given, FormulaId fixpoint) {
  context_.outcomes = Outcomes::fair;
  const auto& f = std::get<logic::Fixpoint>(model().formulas[fixpoint]);
  Known outside_parts;
  for (const FormulaId part : list_outside(model().formulas, f))
    outside_parts.emplace(part, find_label(part, given, Needed::everywhere));
  context_.wanted = context_.arena.domain;
  context_.operation = std::nullopt;
  std::vector<StateSet> rounds{find_first_round(context_, f)};
  for (;;) {
    StateSet next = compute_round(f, outside_parts, rounds.back());
    if (next == rounds.back()) return rounds;
    rounds.push_back(std::move(next));
  }
}

Label Labeller::compute_modal(const logic::Modal& modal, const Known& known) {
  if (modal.body) return known.at(*modal.body);
  std::vector<Label> args;
  for (const FormulaId arg : modal.args) args.push_back(known.at(arg));
  return rule_of(modal).label(context_, modal, args);
}

}  // namespace ken::check
