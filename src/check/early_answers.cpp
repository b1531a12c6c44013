// Answers before all states are known.
//
// What was reached stays reached.  So a state with p settles EF p and AG !p as soon as it is found,
// and a state with g, if all states of the rings before it have f, settles E(f U g): its
// predecessors lie in earlier rings, so some run to it goes through f alone.  Such a state is a
// sighting.  Of A(f W g) and A(f U g) the run is a counterexample that leaves f before it meets g,
// of A(f R g) one that leaves g before f.  Where runs leave f before g is found, this way of
// looking gives up: the formula is decided when all states are known.
//
// What several sightings say together is computed in three values (Kleene), in the state where
// runs begin.  If there are several such states, nobody knows which of them a run comes from: then
// a sighting can only show that a formula fails, which it does if it fails in any of them.
//
// Nothing here is a label: labels are made when all states are known.  A look costs an intersection
// of the new ring with each proposition that is looked for, and once the diagram of each.

#include "check/early_answers.hpp"

#include <algorithm>
#include <chrono>

#include "base/post_order.hpp"
#include "check/labeller.hpp"
#include "symbolic/count_text.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using symbolic::Reachable;
using symbolic::StateSet;
using Clock = std::chrono::steady_clock;
using Truth = std::optional<bool>;

Truth negate(Truth a) { return a ? Truth(!*a) : Truth(); }

Truth join(logic::Connective op, Truth a, Truth b) {
  const auto either = [](Truth x, Truth y) {
    if (x == true || y == true) return Truth(true);
    return x && y ? Truth(false) : Truth();
  };
  switch (op) {
    case logic::Connective::conjunction:
      return negate(either(negate(a), negate(b)));
    case logic::Connective::disjunction:
      return either(a, b);
    case logic::Connective::implication:
      return either(negate(a), b);
    case logic::Connective::equivalence:
      break;
  }
  return a && b ? Truth(*a == *b) : Truth();
}

// Of some arguments, how many hold: at least 'least' and, if all others do, 'most'.
struct Tally {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

}  // namespace

EarlyAnswers::EarlyAnswers(symbolic::System& system, std::span<const FormulaId> formulas)
    : system_(system) {
  if (symbolic::is_one_state(system, system.initial()))
    start_ = symbolic::some_state(system.encoding(), system.model(), system.initial());
  for (const FormulaId formula : formulas) asked_.push_back(ask(formula));
  open_ = asked_.size();
}

// ---- what to look for ----

template <class Visit>
void EarlyAnswers::for_each_operand(FormulaId id, const Visit& visit) const {
  const logic::Formula& formula = model().formulas[id];
  const auto* const modal = std::get_if<logic::Modal>(&formula);
  if (logic::is_boolean(formula) || (modal != nullptr && modal->body))
    logic::for_each_part(formula, visit);
}

bool EarlyAnswers::is_plain(FormulaId root) {
  base::visit_post_order(
      root,
      [&](FormulaId id, const auto& visit) { logic::for_each_part(model().formulas[id], visit); },
      [&](FormulaId id) { return plain_.contains(id); },
      [&](FormulaId id) {
        bool plain = logic::is_boolean(model().formulas[id]);
        logic::for_each_part(model().formulas[id],
                             [&](FormulaId part) { plain = plain && plain_.at(part); });
        plain_[id] = plain;
      });
  return plain_.at(root);
}

// And what it says of the formula.
std::optional<std::pair<EarlyAnswers::Pattern, bool>> EarlyAnswers::find_pattern(
    const logic::Modal& modal) {
  const auto builtin = model().modalities[modal.modality].builtin;
  if (!builtin || modal.bound || modal.body) return {};
  const auto is = [](FormulaId formula) { return Literal{formula, true}; };
  const auto is_not = [](FormulaId formula) { return Literal{formula, false}; };
  const auto& args = modal.args;
  using Found = std::pair<Pattern, bool>;
  std::optional<Found> found;
  if (*builtin == Builtin::EF) found = Found{{{is(args[0])}}, true};
  if (*builtin == Builtin::AG) found = Found{{{is_not(args[0])}}, false};
  if (*builtin == Builtin::EU || *builtin == Builtin::EW)
    found = Found{{{is(args[1])}, is(args[0])}, true};
  if (*builtin == Builtin::AU || *builtin == Builtin::AW)
    found = Found{{{is_not(args[0]), is_not(args[1])}, is_not(args[1])}, false};
  if (*builtin == Builtin::ER) found = Found{{{is(args[0]), is(args[1])}, is(args[1])}, true};
  if (*builtin == Builtin::AR) found = Found{{{is_not(args[1])}, is_not(args[0])}, false};
  if (found)
    for (const FormulaId arg : args)
      if (!is_plain(arg)) return {};
  return found;
}

void EarlyAnswers::add_sign(std::map<FormulaId, Sign>& signs, FormulaId formula, Pattern pattern,
                            bool says) {
  const auto [at, fresh] = numbers_.try_emplace(pattern, sightings_.size());
  if (fresh) {
    sightings_.emplace_back();
    sightings_.back().pattern = std::move(pattern);
  }
  signs.emplace(formula, Sign{at->second, says});
}

void EarlyAnswers::note_sign(FormulaId formula, bool everywhere) {
  if (everywhere && is_plain(formula))
    add_sign(everywhere_, formula, {{{formula, false}}, {}}, false);
  const auto* const modal = std::get_if<logic::Modal>(&model().formulas[formula]);
  if (modal == nullptr || signs_.contains(formula)) return;
  if (auto found = find_pattern(*modal))
    add_sign(signs_, formula, std::move(found->first), found->second);
}

EarlyAnswers::Asked EarlyAnswers::ask(FormulaId formula) {
  Asked asked;
  asked.obligations = take_apart(model(), formula);
  for (const Obligation& o : asked.obligations) {
    const auto parts = base::collect_parts(
        o.formula, [&](FormulaId id, const auto& visit) { for_each_operand(id, visit); });
    asked.parts.insert(asked.parts.end(), parts.begin(), parts.end());
    note_sign(o.formula, o.everywhere);
    if (const auto at = everywhere_.find(o.formula); o.everywhere && at != everywhere_.end())
      asked.sightings.push_back(at->second.sighting);
  }
  std::sort(asked.parts.begin(), asked.parts.end());
  asked.parts.erase(std::unique(asked.parts.begin(), asked.parts.end()), asked.parts.end());
  for (const FormulaId part : asked.parts) {
    note_sign(part, false);
    if (const auto at = signs_.find(part); at != signs_.end())
      asked.sightings.push_back(at->second.sighting);
  }
  return asked;
}

// ---- looking ----

void EarlyAnswers::look(const Reachable& so_far) {
  std::vector<bool> needed(sightings_.size(), false);
  for (const Asked& asked : asked_)
    if (!asked.answer)
      for (const std::size_t sighting : asked.sightings) needed[sighting] = true;
  for (std::size_t i = 0; i < sightings_.size(); ++i) {
    if (!needed[i] || sightings_[i].seen || sightings_[i].given_up) continue;
    const auto start = Clock::now();
    look_for(sightings_[i], so_far);
    sightings_[i].seconds += std::chrono::duration<double>(Clock::now() - start).count();
    news_ = news_ || sightings_[i].seen;
  }
  if (news_) settle();
  news_ = false;
}

void EarlyAnswers::look_for(Sighting& s, const Reachable& so_far) {
  if (!s.target) s.target = build(s.pattern.target);
  const std::vector<StateSet>& rings = so_far.rings;
  if (!s.pattern.through) {
    const bool one = s.looked + 1 == rings.size();
    s.seen = !disjoint(one ? rings.back() : so_far.states, *s.target);
    s.looked = rings.size();
    return;
  }
  if (!s.through) s.through = build({&*s.pattern.through, 1});
  for (; s.looked < rings.size() && !s.seen && !s.given_up; ++s.looked) {
    s.seen = !disjoint(rings[s.looked], *s.target);
    s.given_up = !s.seen && !subset(rings[s.looked], *s.through);
  }
}

// Of propositions a label is the same whatever the arena is.
StateSet EarlyAnswers::build(std::span<const Literal> literals) {
  const StateSet all(system_.manager().constant(true));
  Context context(system_, Arena{system_.shared_steps(), system_.initial(), all, all, {}, false});
  StateSet result = all;
  for (const Literal& literal : literals) {
    const StateSet label = Labeller(context, {}).label(literal.formula);
    result = literal.positive ? result & label : result - label;
  }
  return result;
}

// ---- what it says ----

void EarlyAnswers::settle() {
  for (Asked& asked : asked_) {
    if (asked.answer) continue;
    asked.answer = decide(asked);
    if (asked.answer) --open_;
  }
}

Truth EarlyAnswers::seen(const std::map<FormulaId, Sign>& signs, FormulaId formula) const {
  const auto at = signs.find(formula);
  if (at == signs.end() || !sightings_[at->second.sighting].seen) return {};
  return at->second.says;
}

Truth EarlyAnswers::decide(const Asked& asked) {
  std::unordered_map<FormulaId, Truth> known;
  if (start_)
    for (const FormulaId part : asked.parts) known[part] = value(part, known);
  bool all_hold = true;
  for (const Obligation& o : asked.obligations) {
    if (seen(signs_, o.formula) == false) return false;
    if (o.everywhere && seen(everywhere_, o.formula) == false) return false;
    const Truth here = start_ ? known.at(o.formula) : Truth();
    if (here == false) return false;
    all_hold = all_hold && here == true && !o.everywhere;
  }
  return all_hold ? Truth(true) : Truth();
}

// In the state where runs begin.
Truth EarlyAnswers::value(FormulaId id, const std::unordered_map<FormulaId, Truth>& known) {
  const auto tally = [&](const std::vector<FormulaId>& args) {
    Tally result;
    for (const FormulaId arg : args) {
      result.least += known.at(arg) == true ? 1 : 0;
      result.most += known.at(arg) == false ? 0 : 1;
    }
    return result;
  };
  const auto between = [](Tally tally, std::int64_t least, std::int64_t most) {
    if (tally.least >= least && tally.most <= most) return Truth(true);
    return tally.most < least || tally.least > most ? Truth(false) : Truth();
  };
  const logic::Formula& formula = model().formulas[id];
  if (const auto* const f = std::get_if<logic::Constant>(&formula)) return f->value;
  if (const auto* const f = std::get_if<logic::Atom>(&formula)) return value_of_atom(f->id);
  if (const auto* const f = std::get_if<logic::Not>(&formula)) return negate(known.at(f->arg));
  if (const auto* const f = std::get_if<logic::Binary>(&formula))
    return join(f->op, known.at(f->lhs), known.at(f->rhs));
  if (const auto* const f = std::get_if<logic::Count>(&formula))
    return between(tally(f->args), f->least, f->most);
  if (const auto* const f = std::get_if<logic::Many>(&formula)) {
    const Tally t = tally(f->args);
    const auto all = static_cast<std::int64_t>(f->args.size());
    if (f->quantity == logic::Quantity::all) return between(t, all, all);
    if (f->quantity == logic::Quantity::some) return between(t, 1, all);
    return t.least == t.most ? Truth(t.least % 2 == 1) : Truth();
  }
  if (const auto* const f = std::get_if<logic::Modal>(&formula))
    if (f->body) return known.at(*f->body);
  return seen(signs_, id);
}

Truth EarlyAnswers::value_of_atom(logic::AtomId atom) const try {
  return model()[atom].condition.program(model().exprs).holds(*start_);
} catch (const base::Exhausted&) {  // numbers that are too large to compute with
  return {};
}

std::vector<EarlyAnswers::Answer> EarlyAnswers::take_answers() {
  std::vector<Answer> result;
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    Asked& asked = asked_[i];
    if (!asked.answer || asked.taken) continue;
    asked.taken = true;
    double seconds = 0;
    for (const std::size_t sighting : asked.sightings) seconds += sightings_[sighting].seconds;
    result.push_back({i, *asked.answer, seconds});
  }
  return result;
}

bool EarlyAnswers::hopeful() const {
  return news_ || std::any_of(asked_.begin(), asked_.end(), [&](const Asked& asked) {
           return !asked.answer &&
                  std::any_of(asked.sightings.begin(), asked.sightings.end(), [&](std::size_t i) {
                    return !sightings_[i].seen && !sightings_[i].given_up;
                  });
         });
}

}  // namespace ken::check
