// Relations of logic files.
//
// some R: f are the states s of the domain with R(s, t) for some t of the domain with f; all R: f
// is its dual.  A relation is brought into clauses, a disjunction of conjunctions, each of at most
// one movement (step or reach, forwards or backwards) and a comparison of the two states that
// knows no steps.  A clause is answered without a relation between states:
//
//     G(t, k) = f(t) and k is what the comparison reads of t         k are bits beside the state
//     P(s, k) = what one, or some, movement backwards makes of G     k is carried along
//     result(s) = exists k. P(s, k) and the comparison of s with k
//
// so 'reach' is one backward search whose states remember the few variables of the target that
// matter, and no closure is built.  If the comparison only says that some variables are the same
// and nothing moves, forgetting all others is the same, and cheaper: that is 'same(i)'.
//
// Another state.  'other' as a comparison would have k remember the whole state, and reach with it
// is the closure.  But a state s that is no witness itself, because f or the comparison fails
// there, needs no care: any witness is another state.  Left are the states that might be their
// own only witness.  t is another state iff some bit differs; for one step, or none, that is a
// pre-image for each bit and value.  For 'reach', who moves nowhere else, or to nobody who can
// reach a witness, is out.  The rest is settled bit by bit, each a search that remembers one bit
// more, and which bits are worth trying says a sample: a state that is left, with a witness of its
// own.  If samples have none, pre-images for each bit tell who has another successor from which a
// witness can be reached; who is left then may still reach nothing but itself again, over other
// states, and all bits are tried.
//
// A clause with two movements, or with one negated, remembers the whole state: then every relation
// is a function of s and k.  That is exact and dear, and such relations are rare.

#include "check/related.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"
#include "check/fixpoints.hpp"

namespace ken::check {
namespace {

using logic::RelationId;
using model::VarId;
using symbolic::Bits;

Movement turn(Movement movement) {
  switch (movement) {
    case Movement::step:
      return Movement::step_back;
    case Movement::step_back:
      return Movement::step;
    case Movement::reach:
      return Movement::reach_back;
    case Movement::reach_back:
      return Movement::reach;
    case Movement::none:
      break;
  }
  return Movement::none;
}

struct Clause {
  Movement movement = Movement::none;
  Bdd comparison;      // over the bits of now and elsewhere
  bool other = false;  // not the state itself
};
using Clauses = std::vector<Clause>;

constexpr std::size_t most_clauses = 64;
constexpr std::size_t most_samples_in_vain = 3;

class Relating {
 public:
  explicit Relating(Context& context)
      : c_(context), system_(context.system), manager_(context.system.manager()) {}

  // The converse clauses lead from the states that are related to the state back to it.
  std::optional<std::vector<RelatedStates>> list_from(RelationId relation, const StateSet& state) {
    const auto clauses = list_clauses(relation, true, false);
    if (!clauses) return std::nullopt;
    std::vector<RelatedStates> result;
    for (const Clause& clause : *clauses) {
      StateSet found = answer_with_itself(clause, state);
      if (clause.other) found -= state;
      result.push_back({turn(clause.movement), std::move(found)});
    }
    return result;
  }

  StateSet answer(RelationId relation, const StateSet& set) {
    if (set.empty()) return set;
    const auto clauses = list_clauses(relation, false, false);
    if (!clauses) return answer_with_whole_states(relation, set);
    StateSet result = c_.arena.nothing();
    for (const Clause& clause : *clauses) result |= answer(clause, set);
    return result;
  }

 private:
  using Result = std::optional<Clauses>;
  [[nodiscard]] const model::Model& model() const { return c_.model(); }
  [[nodiscard]] const model::Relation& relation(RelationId id) const {
    return model().relations[id];
  }
  [[nodiscard]] Bdd truth(bool value) { return manager_.constant(value); }

  // ---- comparisons ----

  [[nodiscard]] const Bits& bits_of(const model::VariableAt& v, bool turned) {
    const bool here = (v.moment == model::Moment::now) != turned;
    return here ? system_.encoding().now(v.variable) : system_.elsewhere(v.variable);
  }
  [[nodiscard]] Bdd equal(const Bits& a, const Bits& b) {
    Bdd result = truth(true);
    for (std::size_t i = a.size(); i-- > 0;)
      result &= equivalent(manager_.variable(a[i]), manager_.variable(b[i]));
    return result;
  }
  // These variables have the same values here and elsewhere.
  [[nodiscard]] Bdd same(std::span<const VarId> variables) {
    std::vector<std::pair<Bits, Bits>> pairs;
    for (const VarId v : variables)
      pairs.emplace_back(system_.encoding().now(v), system_.elsewhere(v));
    Bdd result = truth(true);
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
      result &= equal(pair->first, pair->second);
    return result;
  }
  [[nodiscard]] std::vector<VarId> all_variables() const {
    std::vector<VarId> result;
    for (std::size_t i = 0; i < model().variables.size(); ++i)
      result.push_back(static_cast<VarId>(i));
    return result;
  }

  // ---- clauses ----

  // Nothing if there would be too many, or one would have several movements or a negated one.
  [[nodiscard]] Result list_clauses(RelationId id, bool turned, bool negated) {
    const auto compare = [&](Bdd comparison) -> Result {
      if (negated) comparison = !comparison;
      if (comparison.is_false()) return Clauses{};
      return Clauses{{Movement::none, std::move(comparison), false}};
    };
    const auto move = [&](Movement movement) -> Result {
      if (negated) return std::nullopt;
      return Clauses{{turned ? turn(movement) : movement, truth(true), false}};
    };
    return std::visit(
        logic::overloaded{
            [&](const model::Everywhere& r) { return compare(truth(r.value)); },
            [&](const model::OneStep&) { return move(Movement::step); },
            [&](const model::ManySteps&) { return move(Movement::reach); },
            [&](const model::SameState&) -> Result {
              if (!negated) return compare(same(all_variables()));
              return Clauses{{Movement::none, truth(true), true}};
            },
            [&](const model::LooksAlike& r) { return compare(same(model()[r.agent].visible)); },
            [&](const model::SameValue& r) {
              return compare(equal(bits_of(r.first, turned), bits_of(r.second, turned)));
            },
            [&](const model::Complement& r) { return list_clauses(r.of, turned, !negated); },
            [&](const model::Combination& r) { return combine(r, turned, negated); },
            [&](const model::Converse& r) { return list_clauses(r.of, !turned, negated); },
        },
        relation(id));
  }

  [[nodiscard]] Result combine(const model::Combination& r, bool turned, bool negated) {
    const bool all = r.all != negated;
    Clauses result;
    if (all) result.push_back({Movement::none, truth(true), false});
    for (const RelationId part : r.parts) {
      const Result more = list_clauses(part, turned, negated);
      if (!more) return std::nullopt;
      if (all) {
        const Result product = multiply(result, *more);
        if (!product) return std::nullopt;
        result = *product;
      } else {
        result.insert(result.end(), more->begin(), more->end());
      }
      if (result.size() > most_clauses) return std::nullopt;
    }
    return all ? result : merge(std::move(result));
  }
  [[nodiscard]] static Result multiply(const Clauses& a, const Clauses& b) {
    Clauses result;
    for (const Clause& x : a)
      for (const Clause& y : b) {
        const bool moves_twice = x.movement != Movement::none && y.movement != Movement::none &&
                                 x.movement != y.movement;
        if (moves_twice) return std::nullopt;
        const Bdd comparison = x.comparison & y.comparison;
        if (comparison.is_false()) continue;
        result.push_back({x.movement == Movement::none ? y.movement : x.movement, comparison,
                          x.other || y.other});
      }
    return result;
  }
  // Clauses that differ in the comparison alone are one.
  [[nodiscard]] static Clauses merge(Clauses clauses) {
    Clauses result;
    for (Clause& clause : clauses) {
      const auto like = std::find_if(result.begin(), result.end(), [&](const Clause& one) {
        return one.movement == clause.movement && one.other == clause.other;
      });
      if (like == result.end())
        result.push_back(std::move(clause));
      else
        like->comparison |= clause.comparison;
    }
    return result;
  }

  // ---- one clause ----

  [[nodiscard]] StateSet answer(const Clause& clause, const StateSet& set) {
    const StateSet found = answer_with_itself(clause, set);
    return clause.other ? leave_out_itself(clause, set, found) : found;
  }

  // The variables of the other state that the comparison reads.
  [[nodiscard]] std::vector<VarId> read_elsewhere(const Bdd& comparison) {
    const std::vector<bdd::Variable> support = bdd::support(comparison);
    std::vector<VarId> result;
    for (const VarId v : all_variables()) {
      if (!system_.has_elsewhere(v)) continue;
      const Bits& bits = system_.elsewhere(v);
      if (std::any_of(bits.begin(), bits.end(), [&](bdd::Variable bit) {
            return std::binary_search(support.begin(), support.end(), bit);
          }))
        result.push_back(v);
    }
    return result;
  }
  [[nodiscard]] bdd::VariableSet bits_elsewhere(std::span<const VarId> variables) {
    Bits bits;
    for (const VarId v : variables) {
      const Bits& more = system_.elsewhere(v);
      bits.insert(bits.end(), more.begin(), more.end());
    }
    return manager_.set(std::move(bits));
  }

  [[nodiscard]] StateSet answer_with_itself(const Clause& clause, const StateSet& set) {
    const std::vector<VarId> read = read_elsewhere(clause.comparison);
    const Bdd remember = same(read);
    if (clause.movement == Movement::none && clause.comparison == remember)
      return StateSet(exists(set.function(), system_.all_but(read))) & c_.arena.domain;
    const Bdd moved = move(clause.movement, StateSet(set.function() & remember)).function();
    return StateSet(and_exists(moved, clause.comparison, bits_elsewhere(read))) & c_.arena.domain;
  }

  // Sets hold bits elsewhere besides, which stay as they are.
  [[nodiscard]] StateSet move(Movement movement, const StateSet& set) {
    switch (movement) {
      case Movement::none:
        return StateSet(exists(set.function(), system_.state_bits()));
      case Movement::step:
        return some_successor(c_.arena, set);
      case Movement::step_back:
        return some_predecessor(set);
      case Movement::reach:
        return exists_until(c_.arena, c_.arena.domain, set);
      case Movement::reach_back:
        break;
    }
    StateSet result = set;
    for (StateSet fresh = set; !fresh.empty();) {
      fresh = some_predecessor(fresh) - result;
      result |= fresh;
    }
    return result;
  }
  [[nodiscard]] StateSet some_predecessor(const StateSet& set) {
    return c_.arena.steps->relation().image(set) & c_.arena.domain;
  }

  // ---- another state ----

  [[nodiscard]] StateSet leave_out_itself(const Clause& clause, const StateSet& set,
                                          const StateSet& found) {
    const std::vector<VarId> read = read_elsewhere(clause.comparison);
    const bdd::VariableSet there = bits_elsewhere(read);
    const Bdd remember = same(read);
    const Bdd reflexive = and_exists(clause.comparison, remember, there);
    const StateSet own_witness(set.function() & reflexive);
    StateSet result = found - own_witness;
    StateSet open = found & own_witness;
    if (open.empty()) return result;
    const StateSet target(set.function() & remember);
    const auto among_open = [&](const Bdd& moved) {
      return open & StateSet(and_exists(moved, clause.comparison, there));
    };
    if (!is_search(clause.movement))
      return result | differ(clause.movement, target, open, among_open);
    const Movement one = clause.movement == Movement::reach ? Movement::step : Movement::step_back;
    const StateSet searched = move(clause.movement, target);
    open &= moving(one) & among_open(move(one, searched).function());
    result |= settle_by_samples(clause, set, open);
    if (open.empty()) return result;
    open = differ(one, searched, open, among_open);
    result |= settle_by_samples(clause, set, open);
    for (const VarId v : all_variables())
      for (std::size_t i = 0; i < system_.encoding().now(v).size() && !open.empty(); ++i)
        result |= try_bit(clause, set, {v, i}, open);
    return result;
  }
  [[nodiscard]] static bool is_search(Movement movement) {
    return movement == Movement::reach || movement == Movement::reach_back;
  }

  // Which of the open states the movement leads from to another state of the set; some bit differs.
  template <class AmongOpen>
  [[nodiscard]] StateSet differ(Movement movement, const StateSet& set, const StateSet& open,
                                const AmongOpen& among_open) {
    StateSet result = c_.arena.nothing();
    for (const VarId v : all_variables()) {
      if (movement != Movement::none && !system_.encoding().changes(v)) continue;
      for (const bdd::Variable variable : system_.encoding().now(v)) {
        if (result == open) return result;
        system_.budget().check_limits_now();
        const Bdd bit = manager_.variable(variable);
        const StateSet with(set.function() & bit);
        const StateSet without(set.function() - bit);
        result |= among_open(move(movement, with).function() - bit);
        result |= among_open(move(movement, without).function() & bit);
      }
    }
    return result;
  }

  // The states of the domain from which such a step leads to another one of it; found once.
  [[nodiscard]] const StateSet& moving(Movement one) {
    auto& known = one == Movement::step ? c_.moving_on : c_.moved_from;
    if (!known)
      known = differ(one, c_.arena.domain, c_.arena.domain,
                     [&](const Bdd& moved) { return StateSet(moved) & c_.arena.domain; });
    return *known;
  }

  using Bit = std::pair<VarId, std::size_t>;
  // The open states with a witness that differs from them in the bit; they are no longer open.
  [[nodiscard]] StateSet try_bit(const Clause& clause, const StateSet& set, const Bit& bit,
                                 StateSet& open) {
    StateSet more = open & answer_with_bit(clause, set, bit.first, bit.second);
    open -= more;
    return more;
  }
  // Those of the open states that bits of samples show to have another witness.  Those of which
  // nothing is known after that stay open.
  [[nodiscard]] StateSet settle_by_samples(const Clause& clause, const StateSet& set,
                                           StateSet& open) {
    StateSet result = c_.arena.nothing();
    for (std::size_t in_vain = 0; !open.empty() && in_vain < most_samples_in_vain;) {
      system_.budget().check_limits_now();
      if (const auto bit = sample(clause, set, open))
        result |= try_bit(clause, set, *bit, open);
      else
        ++in_vain;
    }
    return result;
  }

  [[nodiscard]] StateSet answer_with_bit(const Clause& clause, const StateSet& set, VarId v,
                                         std::size_t bit) {
    const Bdd here = manager_.variable(system_.encoding().now(v)[bit]);
    const Bdd there = manager_.variable(system_.elsewhere(v)[bit]);
    return answer_with_itself({clause.movement, clause.comparison & (here ^ there), false}, set);
  }

  // A bit in which some open state differs from a witness of its own; nothing, and the state is no
  // longer open, if it has none but itself.
  [[nodiscard]] std::optional<Bit> sample(const Clause& clause, const StateSet& set,
                                          StateSet& open) {
    const model::State state = some_state(system_.encoding(), model(), open);
    const StateSet here = encode(manager_, system_.encoding(), model(), state);
    const std::vector<VarId> read = read_elsewhere(clause.comparison);
    const Bdd wanted = exists(clause.comparison & here.function(), system_.state_bits());
    const Bdd fitting = and_exists(wanted, same(read), bits_elsewhere(read));
    const StateSet reached = move(turn(clause.movement), here);
    const StateSet witnesses = StateSet((reached & set).function() & fitting) - here;
    if (witnesses.empty()) {
      open -= here;
      return std::nullopt;
    }
    const model::State other = some_state(system_.encoding(), model(), witnesses);
    for (const VarId v : all_variables()) {
      const auto i = static_cast<std::size_t>(v);
      const auto low = static_cast<std::uint64_t>(model()[v].type.low);
      const std::uint64_t difference = (static_cast<std::uint64_t>(state[i]) - low) ^
                                       (static_cast<std::uint64_t>(other[i]) - low);
      if (difference != 0)
        return std::pair{v, static_cast<std::size_t>(std::countr_zero(difference))};
    }
    CHECK(false, "different states differ in a variable");
    return std::nullopt;
  }

  // ---- whole states ----

  [[nodiscard]] StateSet answer_with_whole_states(RelationId id, const StateSet& set) {
    const std::vector<VarId> all = all_variables();
    Bdd remember = same(all);
    const bdd::VariableSet there = bits_elsewhere(all);
    const StateSet domain(c_.arena.domain.function() & remember);
    std::map<std::pair<RelationId, bool>, Bdd> known;
    const auto movement = [&](Movement forwards, bool turned) {
      return move(turned ? turn(forwards) : forwards, domain).function();
    };
    for (const RelationId part : model::list_parts(model().relations, id))
      for (const bool turned : {false, true})
        known[{part, turned}] = std::visit(
            logic::overloaded{
                [&](const model::Everywhere& r) { return truth(r.value); },
                [&](const model::OneStep&) { return movement(Movement::step, turned); },
                [&](const model::ManySteps&) { return movement(Movement::reach, turned); },
                [&](const model::SameState&) { return remember; },
                [&](const model::LooksAlike& r) { return same(model()[r.agent].visible); },
                [&](const model::SameValue& r) {
                  return equal(bits_of(r.first, turned), bits_of(r.second, turned));
                },
                [&](const model::Complement& r) {
                  return !known.at({r.of, turned});
                },
                [&](const model::Combination& r) {
                  Bdd result = truth(r.all);
                  for (const RelationId one : r.parts) {
                    const Bdd& more = known.at({one, turned});
                    result = r.all ? result & more : result | more;
                  }
                  return result;
                },
                [&](const model::Converse& r) {
                  return known.at({r.of, !turned});
                },
            },
            relation(part));
    const Bdd target = and_exists(set.function(), remember, system_.state_bits());
    return StateSet(and_exists(known.at({id, false}), target, there)) & c_.arena.domain;
  }

  Context& c_;
  symbolic::System& system_;
  bdd::Manager& manager_;
};

}  // namespace

StateSet related_to(Context& context, RelationId relation, const StateSet& set) {
  return Relating(context).answer(relation, set);
}

std::optional<std::vector<RelatedStates>> list_related(Context& context, RelationId relation,
                                                       const StateSet& state) {
  return Relating(context).list_from(relation, state);
}

Label label_related(Context& context, logic::PathQuantifier quantifier, RelationId relation,
                    const Label& argument) {
  if (quantifier == logic::PathQuantifier::some)
    return Label(related_to(context, relation, inside(context.arena, argument)));
  return !Label(related_to(context, relation, outside(context.arena, argument)));
}

}  // namespace ken::check
