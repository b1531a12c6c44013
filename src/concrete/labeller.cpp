// Labelling.
//
// The label of a formula is the set of states of the domain where it holds.  Formulas are numbered
// so that parts come before the whole; going through the closure of a formula in that order meets
// every part before it is needed, and each once.  The domain is the reachable states, or under
// fairness those where a fair path starts: a path that meets every fairness line infinitely often.
// The lines themselves are labelled before, on the model without fairness.

#include "concrete/labeller.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::concrete {
namespace {

using logic::FormulaId;
using logic::overloaded;
using Known = std::map<FormulaId, StateSet>;

const Rule* rule_for(logic::Builtin modality) {
  for (const std::span<const Rule> family :
       {temporal_rules(), epistemic_rules(), strategic_rules()})
    for (const Rule& rule : family)
      if (rule.modality == modality) return &rule;
  return nullptr;
}

StateSet binary(const logic::Binary& f, const StateSet& domain, const StateSet& a,
                const StateSet& b) {
  switch (f.op) {
    case logic::Connective::conjunction:
      return a & b;
    case logic::Connective::disjunction:
      return a | b;
    case logic::Connective::implication:
      return (domain - a) | b;
    case logic::Connective::equivalence:
      return (a & b) | (domain - (a | b));
  }
  return {};
}

// How many of the sets contain the state.
std::int64_t held_by(std::span<const FormulaId> args, const Known& known, StateId s) {
  return std::count_if(args.begin(), args.end(),
                       [&](FormulaId arg) { return known.at(arg).contains(s); });
}

}  // namespace

Labeller::Labeller(const model::Model& model, const StateSpace& space, base::Budget& budget)
    : model_(model), space_(space), budget_(budget), domain_(space.size(), true) {
  if (!model.fairness.empty()) restrict_to_fair_states();
}

void Labeller::restrict_to_fair_states() {
  std::vector<StateSet> lines;
  for (const model::Property& line : model_.fairness) lines.push_back(label(line.formula));
  fairness_ = std::move(lines);
  fair_model_ = true;
  domain_ = exists_globally(*this, domain_);
}

StateSet Labeller::label(FormulaId root, Outcomes outcomes) {
  outcomes_ = outcomes;
  const std::vector<FormulaId> order = logic::closure(model_.formulas, root);
  std::map<FormulaId, std::size_t> users;
  for (const FormulaId id : order)
    logic::for_each_part(model_.formulas[id], [&](FormulaId part) { ++users[part]; });
  Known known;
  for (const FormulaId id : order) {
    budget_.look();
    known[id] = compute(model_.formulas[id], known) & domain_;
    logic::for_each_part(model_.formulas[id], [&](FormulaId part) {
      if (--users[part] == 0) known.erase(part);
    });
  }
  return std::move(known.at(root));
}

StateSet Labeller::compute(const logic::Formula& formula, const Known& known) {
  ++evaluations_;
  const auto not_here = [](const auto&) -> StateSet {
    CHECK(false, "path formulas are not labelled by this engine");
    return {};
  };
  return std::visit(overloaded{
                        [&](const logic::Constant& f) { return f.value ? domain_ : nothing(); },
                        [&](const logic::Atom& f) { return atom(f.id); },
                        [&](const logic::Not& f) { return domain_ - known.at(f.arg); },
                        [&](const logic::Binary& f) {
                          return binary(f, domain_, known.at(f.lhs), known.at(f.rhs));
                        },
                        [&](const logic::Many& f) {
                          const auto size = static_cast<std::int64_t>(f.args.size());
                          StateSet result = nothing();
                          domain_.for_each([&](StateId s) {
                            const std::int64_t n = held_by(f.args, known, s);
                            const bool holds = f.quantity == logic::Quantity::all    ? n == size
                                               : f.quantity == logic::Quantity::some ? n > 0
                                                                                     : n % 2 == 1;
                            if (holds) result.insert(s);
                          });
                          return result;
                        },
                        [&](const logic::Count& f) {
                          StateSet result = nothing();
                          domain_.for_each([&](StateId s) {
                            const std::int64_t n = held_by(f.args, known, s);
                            if (f.least <= n && n <= f.most) result.insert(s);
                          });
                          return result;
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

StateSet Labeller::modal(const logic::Modal& modal, const Known& known) {
  const logic::Modality& row = model_.modalities[modal.modality];
  const Rule* rule = row.builtin ? rule_for(*row.builtin) : nullptr;
  CHECK(rule != nullptr, "a modality without a rule is found before labelling");
  std::vector<StateSet> args;
  for (const FormulaId arg : modal.args) args.push_back(known.at(arg));
  return rule->label(*this, modal, args);
}

StateSet Labeller::atom(logic::AtomId id) {
  StateSet result = nothing();
  const model::Program& condition = model_[id].condition.program;
  domain_.for_each([&](StateId s) {
    budget_.poll();
    if (condition.holds(space_.state(s))) result.insert(s);
  });
  return result;
}

// A table is remembered only when it is complete: the budget may end any computation.
const std::vector<std::uint32_t>& Labeller::classes(std::span<const model::VarId> variables) {
  std::vector<model::VarId> key(variables.begin(), variables.end());
  const auto known = classes_.find(key);
  if (known != classes_.end()) return known->second;
  return classes_.emplace(std::move(key), computed_classes(variables)).first->second;
}

std::vector<std::uint32_t> Labeller::computed_classes(std::span<const model::VarId> variables) {
  budget_.charge(space_.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> result;
  std::map<std::vector<model::Value>, std::uint32_t> numbers;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    const model::State state = space_.state(static_cast<StateId>(i));
    std::vector<model::Value> view;
    for (const model::VarId v : variables) view.push_back(state[static_cast<std::size_t>(v)]);
    const auto number = static_cast<std::uint32_t>(numbers.size());
    result.push_back(numbers.try_emplace(std::move(view), number).first->second);
    budget_.poll();
  }
  return result;
}

const std::vector<Moves>& Labeller::moves(const logic::Group& coalition) {
  const auto known = moves_.find(coalition);
  if (known != moves_.end()) return known->second;
  std::vector<Moves> result;
  budget_.charge(space_.size() * sizeof(Moves));
  for (std::size_t i = 0; i < space_.size(); ++i)
    result.push_back(computed_moves(coalition, static_cast<StateId>(i)));
  return moves_.emplace(coalition, std::move(result)).first->second;
}

Moves Labeller::computed_moves(const logic::Group& coalition, StateId state) {
  model::Steps steps(model_, space_.state(state), &budget_);
  std::map<model::JointAction, std::vector<StateId>> follow;
  steps.for_each_joint_action([&](const model::JointAction& action) {
    model::JointAction move;
    for (const logic::AgentId member : coalition)
      move.push_back(action[static_cast<std::size_t>(member)]);
    for (const model::State& next : steps.successors(action)) {
      const auto id = space_.find(next);
      CHECK(id.has_value(), "successors of reachable states are reachable");
      follow[move].push_back(*id);
    }
    return true;
  });
  Moves moves;
  for (auto& [move, targets] : follow) {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    budget_.charge(targets.size() * sizeof(StateId) + sizeof(std::vector<StateId>));
    moves.push_back(std::move(targets));
  }
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

}  // namespace ken::concrete
