// Relations of logic files, for SMV.
//
// A relation is brought into clauses, a disjunction of conjunctions: negations and converses go
// inwards until they reach a step or a part that has none.  Each clause has at most one movement.
// A negated movement, or two in one clause, would need a quantifier over what the model does, which
// a transition relation cannot say; they are refused.

#include "translate/smv_relations.hpp"

#include <algorithm>

#include "translate/smv_labels.hpp"

namespace ken::translate {
namespace {

using logic::overloaded;
using logic::RelationId;
using model::Relation;

constexpr std::size_t most_clauses = 64;

// The nesting of relations is limited where they are read, so recursion is no danger here.
class Clauses {
 public:
  explicit Clauses(const model::RelationStore& relations) : relations_(relations) {}

  std::vector<SmvClause> list(RelationId id, bool negated, bool turned) {
    if (!moves(id)) return {{SmvReach::jump, {{id, negated, turned}}}};
    return std::visit(overloaded{
                          [&](const model::OneStep&) {
                            return move(turned ? SmvReach::step_back : SmvReach::step, negated);
                          },
                          [&](const model::ManySteps&) {
                            return move(turned ? SmvReach::steps_back : SmvReach::steps, negated);
                          },
                          [&](const model::Complement& r) { return list(r.of, !negated, turned); },
                          [&](const model::Converse& r) { return list(r.of, negated, !turned); },
                          [&](const model::Combination& r) { return combine(r, negated, turned); },
                          [](const model::Everywhere&) { return std::vector<SmvClause>{}; },
                          [](const model::SameState&) { return std::vector<SmvClause>{}; },
                          [](const model::LooksAlike&) { return std::vector<SmvClause>{}; },
                          [](const model::SameValue&) { return std::vector<SmvClause>{}; },
                      },
                      relations_[id]);
  }

  std::string refusal;

 private:
  [[nodiscard]] bool moves(RelationId root) const {
    const auto parts = model::list_parts(relations_, root);
    return std::any_of(parts.begin(), parts.end(), [&](RelationId part) {
      return std::holds_alternative<model::OneStep>(relations_[part]) ||
             std::holds_alternative<model::ManySteps>(relations_[part]);
    });
  }

  std::vector<SmvClause> move(SmvReach reach, bool negated) {
    if (negated) refusal = "a relation with a negated step";
    return {{reach, {}}};
  }

  std::vector<SmvClause> combine(const model::Combination& r, bool negated, bool turned) {
    const bool all = r.all != negated;
    std::vector<SmvClause> result;
    if (all) result.push_back({});
    for (const RelationId part : r.parts) {
      const std::vector<SmvClause> more = list(part, negated, turned);
      if (all)
        result = multiply(result, more);
      else
        result.insert(result.end(), more.begin(), more.end());
      if (result.size() > most_clauses) refusal = "a relation of so many cases";
      if (!refusal.empty()) return {};
    }
    return result;
  }

  std::vector<SmvClause> multiply(const std::vector<SmvClause>& left,
                                  const std::vector<SmvClause>& right) {
    std::vector<SmvClause> result;
    for (const SmvClause& a : left)
      for (const SmvClause& b : right) {
        if (a.reach != SmvReach::jump && b.reach != SmvReach::jump)
          refusal = "a relation that moves twice";
        SmvClause both = a;
        if (b.reach != SmvReach::jump) both.reach = b.reach;
        both.comparisons.insert(both.comparisons.end(), b.comparisons.begin(), b.comparisons.end());
        result.push_back(std::move(both));
      }
    return result;
  }

  const model::RelationStore& relations_;
};

ExprId compare(const model::Model& model, SmvTerms& terms, RelationId id, SmvMoment now,
               SmvMoment next) {
  model::ExprStore& exprs = terms.exprs();
  const auto all_same = [&](std::span<const VarId> variables) {
    std::vector<ExprId> same;
    for (const VarId v : variables) same.push_back(terms.same(v, now, v, next));
    return exprs.conjunction(same);
  };
  const auto at = [&](model::Moment moment) { return moment == model::Moment::now ? now : next; };
  return std::visit(
      overloaded{
          [&](const model::Everywhere& r) { return exprs.truth(r.value); },
          [&](const model::OneStep&) { return exprs.truth(true); },
          [&](const model::ManySteps&) { return exprs.truth(true); },
          [&](const model::SameState&) { return all_same(list_variables(model)); },
          [&](const model::LooksAlike& r) { return all_same(model[r.agent].visible); },
          [&](const model::SameValue& r) {
            return terms.same(r.first.variable, at(r.first.moment), r.second.variable,
                              at(r.second.moment));
          },
          [&](const model::Complement& r) {
            return exprs.negation(compare(model, terms, r.of, now, next));
          },
          [&](const model::Converse& r) { return compare(model, terms, r.of, next, now); },
          [&](const model::Combination& r) {
            std::vector<ExprId> parts;
            for (const RelationId part : r.parts)
              parts.push_back(compare(model, terms, part, now, next));
            return r.all ? exprs.conjunction(parts) : exprs.disjunction(parts);
          },
      },
      model.relations[id]);
}

}  // namespace

SmvClauses list_clauses(const model::RelationStore& relations, RelationId relation) {
  Clauses clauses(relations);
  std::vector<SmvClause> some = clauses.list(relation, false, false);
  return {std::move(some), std::move(clauses.refusal)};
}

ExprId compare_states(const model::Model& model, SmvTerms& terms, const SmvClause& clause,
                      SmvMoment now, SmvMoment next) {
  std::vector<ExprId> all;
  for (const SmvComparison& one : clause.comparisons) {
    const ExprId same =
        compare(model, terms, one.relation, one.turned ? next : now, one.turned ? now : next);
    all.push_back(one.negated ? terms.exprs().negation(same) : same);
  }
  return terms.exprs().conjunction(all);
}

}  // namespace ken::translate
