// Labelling.
//
// Formulas are hash-consed, so a formula that occurs in many places is one node, and is labelled
// when the first of its users asks.  Users are counted beforehand over everything that will be
// decided; the label goes when the last of them is done.  The walk has its own stack.
//
// Deciding.  A formula must hold in the initial states, and often less than its label will do: AG f
// holds in all initial states just if f holds in the whole domain, because the domain is what can
// be reached from them (under fairness too: a state where a fair path starts makes all states on
// the way to it such states).  In the whole domain K(i, f) holds just if f does, and a conjunction
// if its parts do.  So a formula is taken apart into obligations first, and only those are
// labelled.

#include "check/labeller.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "check/exploration.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::overloaded;

const Rule* rule_for(Builtin modality) {
  for (const std::span<const Rule> family :
       {temporal_rules(), epistemic_rules(), strategic_rules()})
    for (const Rule& rule : family)
      if (rule.modality == modality) return &rule;
  return nullptr;
}

Bdd binary(const logic::Binary& f, const Bdd& a, const Bdd& b) {
  switch (f.op) {
    case logic::Connective::conjunction:
      return a & b;
    case logic::Connective::disjunction:
      return a | b;
    case logic::Connective::implication:
      return !(a - b);
    case logic::Connective::equivalence:
      return equivalent(a, b);
  }
  return {};
}

bool is_propositional(const logic::Formula& formula) {
  return std::holds_alternative<logic::Constant>(formula) ||
         std::holds_alternative<logic::Atom>(formula) ||
         std::holds_alternative<logic::Not>(formula) ||
         std::holds_alternative<logic::Binary>(formula) ||
         std::holds_alternative<logic::Many>(formula) ||
         std::holds_alternative<logic::Count>(formula);
}

}  // namespace

Bdd inside(Labeller& l, const Bdd& label) { return label & l.domain(); }
Bdd outside(Labeller& l, const Bdd& label) { return l.domain() - label; }

Labeller::Labeller(symbolic::System& system, const symbolic::Reachable& reachable,
                   std::span<const FormulaId> wanted)
    : system_(system), reachable_(reachable), domain_(reachable.states) {
  restrict_to_fair_states();
  std::vector<FormulaId> roots;
  for (const FormulaId formula : wanted) {
    wanted_.push_back(obligations(formula));
    for (const Obligation& o : wanted_.back()) roots.push_back(o.formula);
  }
  plan(roots);
}

void Labeller::restrict_to_fair_states() {
  if (model().fairness.empty()) return;
  std::vector<FormulaId> lines;
  for (const model::Property& line : model().fairness) lines.push_back(line.formula);
  plan(lines);
  std::vector<Bdd> labels;
  labels.reserve(lines.size());
  for (const FormulaId line : lines) labels.push_back(inside(*this, labelled(line, known_)));
  known_.clear();
  users_.clear();
  views_ = {};
  fairness_ = std::move(labels);
  fair_model_ = true;
  domain_ = exists_globally(*this, domain_);
}

std::vector<Labeller::Obligation> Labeller::obligations(FormulaId root) const {
  std::vector<Obligation> result;
  std::vector<Obligation> open{{root, false}};
  while (!open.empty()) {
    const Obligation o = open.back();
    open.pop_back();
    const logic::Formula& formula = model().formulas[o.formula];
    const auto* const both = std::get_if<logic::Binary>(&formula);
    const auto* const many = std::get_if<logic::Many>(&formula);
    const auto* const modal = std::get_if<logic::Modal>(&formula);
    const auto builtin =
        modal != nullptr ? model().modalities[modal->modality].builtin : std::optional<Builtin>{};
    if (both != nullptr && both->op == logic::Connective::conjunction) {
      open.push_back({both->rhs, o.everywhere});
      open.push_back({both->lhs, o.everywhere});
    } else if (many != nullptr && many->quantity == logic::Quantity::all) {
      for (std::size_t i = many->args.size(); i-- > 0;)
        open.push_back({many->args[i], o.everywhere});
    } else if ((builtin == Builtin::AG && !modal->bound) ||
               (builtin == Builtin::K && o.everywhere)) {
      open.push_back({modal->args[0], true});
    } else {
      result.push_back(o);
    }
  }
  return result;
}

// Counts who needs whom, and what each view is asked about.
void Labeller::plan(std::span<const FormulaId> roots) {
  std::unordered_map<FormulaId, bool> plain;  // propositional, of all formulas met
  for (const FormulaId root : roots) {
    ++users_[root];
    for (const FormulaId id : logic::closure(model().formulas, root)) {
      if (plain.contains(id)) continue;
      const logic::Formula& formula = model().formulas[id];
      bool propositional = is_propositional(formula);
      logic::for_each_part(formula, [&](FormulaId part) {
        ++users_[part];
        propositional = propositional && plain.at(part);
      });
      plain[id] = propositional;
      if (const auto* const modal = std::get_if<logic::Modal>(&formula))
        if (!modal->args.empty() && plain.at(modal->args[0])) views_.note(model(), *modal);
    }
  }
}

bool Labeller::holds(std::size_t wanted) {
  outcomes_ = Outcomes::fair;
  return met(wanted_[wanted], known_);
}

bool Labeller::holds_for_all_outcomes(std::size_t wanted) {
  outcomes_ = Outcomes::all;
  Known apart;
  return met(wanted_[wanted], apart);
}

bool Labeller::leaves_fair_paths(FormulaId formula) {
  outcomes_ = Outcomes::fair;
  for (const FormulaId id : logic::closure(model().formulas, formula)) {
    const auto* const modal = std::get_if<logic::Modal>(&model().formulas[id]);
    if (modal != nullptr &&
        model().modalities[modal->modality].family == logic::Family::strategic &&
        can_leave_fair_paths(*this, modal->subjects[0]))
      return true;
  }
  return false;
}

bool Labeller::met(const std::vector<Obligation>& obligations, Known& known) {
  for (const Obligation& o : obligations) {
    const Bdd where = labelled(o.formula, known);
    const bool fine = o.everywhere ? subset(domain_, where) : subset(initial(), where);
    if (!fine) return false;
  }
  return true;
}

Bdd Labeller::label(FormulaId formula, Outcomes outcomes) {
  outcomes_ = outcomes;
  Known apart;
  return inside(*this, labelled(formula, apart));
}

Bdd Labeller::labelled(FormulaId root, Known& known) {
  std::vector<FormulaId> open{root};
  while (!open.empty()) {
    const FormulaId id = open.back();
    if (known.contains(id)) {
      open.pop_back();
      continue;
    }
    const logic::Formula& formula = model().formulas[id];
    const std::size_t before = open.size();
    logic::for_each_part(formula, [&](FormulaId part) {
      if (!known.contains(part)) open.push_back(part);
    });
    if (open.size() > before) continue;
    open.pop_back();
    system_.budget().look();
    known[id] = compute(formula, known);
    logic::for_each_part(formula, [&](FormulaId part) { release(part, known); });
  }
  Bdd result = known.at(root);
  release(root, known);
  return result;
}

// Labels apart from the plan live as long as their map.
void Labeller::release(FormulaId formula, Known& known) {
  if (&known != &known_) return;
  const auto at = users_.find(formula);
  if (at != users_.end() && at->second > 0 && --at->second == 0) known.erase(formula);
}

Bdd Labeller::compute(const logic::Formula& formula, const Known& known) {
  ++evaluations_;
  symbolic::Conditions& conditions = system_.conditions();
  const auto labels = [&](const std::vector<FormulaId>& ids) {
    std::vector<Bdd> result;
    result.reserve(ids.size());
    for (const FormulaId id : ids) result.push_back(known.at(id));
    return result;
  };
  const auto counted = [&](const std::vector<FormulaId>& ids, auto accepts) {
    return conditions.by_count(labels(ids), [&](std::size_t k) {
      return system_.manager().constant(accepts(static_cast<std::int64_t>(k)));
    });
  };
  const auto not_here = [](const auto&) -> Bdd {
    CHECK(false, "path formulas are not labelled by this engine");
    return {};
  };
  return std::visit(
      overloaded{
          [&](const logic::Constant& f) { return system_.manager().constant(f.value); },
          [&](const logic::Atom& f) { return conditions.holds(model()[f.id].condition.expr); },
          [&](const logic::Not& f) { return !known.at(f.arg); },
          [&](const logic::Binary& f) { return binary(f, known.at(f.lhs), known.at(f.rhs)); },
          [&](const logic::Many& f) {
            switch (f.quantity) {
              case logic::Quantity::all:
                return conditions.all(labels(f.args));
              case logic::Quantity::some:
                return conditions.some(labels(f.args));
              case logic::Quantity::odd:
                break;
            }
            return counted(f.args, [](std::int64_t k) { return k % 2 == 1; });
          },
          [&](const logic::Count& f) {
            return counted(f.args, [&](std::int64_t k) { return f.least <= k && k <= f.most; });
          },
          [&](const logic::Modal& f) { return modal(f, known); },
          [&](const logic::Temporal& f) { return not_here(f); },
          [&](const logic::Quantified& f) { return not_here(f); },
          [&](const logic::Dynamic& f) { return not_here(f); },
          [&](const logic::Step& f) { return not_here(f); },
          [&](const logic::Test& f) { return not_here(f); },
          [&](const logic::Combined& f) { return not_here(f); },
          [&](const logic::Star& f) { return not_here(f); },
      },
      formula);
}

Bdd Labeller::modal(const logic::Modal& modal, const Known& known) {
  const logic::Modality& row = model().modalities[modal.modality];
  const Rule* rule = row.builtin ? rule_for(*row.builtin) : nullptr;
  CHECK(rule != nullptr, "a modality without a rule is found before labelling");
  std::vector<Bdd> args;
  for (const FormulaId arg : modal.args) args.push_back(known.at(arg));
  return rule->label(*this, modal, args);
}

bool Labeller::has_choice(const logic::Group& members) {
  return std::any_of(members.begin(), members.end(), [&](logic::AgentId member) {
    const auto at = has_choice_.find(member);
    if (at != has_choice_.end()) return at->second;
    const bool several = !disjoint(allowance(system_, member).several, reachable_.states);
    return has_choice_.emplace(member, several).first->second;
  });
}

Coalition& Labeller::coalition(const logic::Group& members) {
  const auto at = coalitions_.find(members);
  if (at != coalitions_.end()) return at->second;
  Coalition fresh;
  fresh.available = system_.steps_keeping(members).with_successor(reachable_.states);
  fresh.alive = exists(fresh.available, system_.action_bits(members));
  return coalitions_.emplace(members, std::move(fresh)).first->second;
}

}  // namespace ken::check
