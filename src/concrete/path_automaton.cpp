// From the laws of path formulas to an automaton.
//
// The claims with their laws are an alternating automaton (Vardi 1995): at a letter a claim amounts
// to a positive boolean combination of claims about the next position, found by applying laws as
// long as they speak of this position and by looking state formulas up in the letter.  choices() is
// that combination as a list of sets of claims, any one of which will do.  A word satisfies a claim
// iff choices can be made for ever such that no chain of claims, each chosen for the one before, is
// owed from some position on: laws are equations, and owed claims are their least solutions.  The
// automaton is weak, because owed claims lead back to themselves through owed claims alone.
//
// A state of the nondeterministic automaton is the set of all claims to hold at a position and the
// subset that is owed: what was put off since the last time that nothing was owed (Miyano and
// Hayashi 1984).  A step makes a choice for every claim.  If nothing is owed, all claims of the new
// set that are owed by their kind become owed; otherwise those of them that were chosen for a claim
// that was owed.  Every chain ends iff nothing is owed again and again.
//
// A choice is left out if another one has no other claims and owes nothing else.  This loses no
// word.  Let d(c, i), for a claim c that the word satisfies from position i on, be the least
// number of steps after which every chain from c has left the owed claims, with the best choices.
// Take the best choices: d of each owed claim chosen for c is less than d(c, i).  Replacing what
// they add up to by something smaller keeps every claim true and does not raise the largest d of
// what is owed, so that it falls at every step until nothing is owed.
//
// Cost: with n claims there may be 3^n states, and as many choices; all of it is charged.

#include "concrete/path_automaton.hpp"

#include <algorithm>

#include "base/post_order.hpp"

namespace ken::concrete {

// ---- sets of claims ----

PathAutomaton::SetId PathAutomaton::add(const ClaimSet& set) {
  return static_cast<SetId>(sets_.number(set, set.size() * sizeof(Claim)));
}

PathAutomaton::SetId PathAutomaton::unite(SetId a, SetId b) {
  const ClaimSet& left = claims(a);
  const ClaimSet& right = claims(b);
  if (left.empty() || a == b) return b;
  if (right.empty()) return a;
  ClaimSet result;
  std::set_union(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(result));
  return add(result);
}

PathAutomaton::SetId PathAutomaton::keep_owed(SetId set) {
  ClaimSet result = claims(set);
  std::erase_if(result, [&](Claim claim) { return !claims_.is_owed(claim); });
  return add(result);
}

bool PathAutomaton::includes(SetId large, SetId small) const {
  const ClaimSet& all = claims(large);
  const ClaimSet& some = claims(small);
  return large == small || std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// ---- duties ----

PathAutomaton::Duties PathAutomaton::nothing_to_do() {
  Duties result(budget());
  result.push_back({add({}), add({})});
  return result;
}

PathAutomaton::Duties PathAutomaton::without_larger(Duties duties) const {
  std::sort(duties.begin(), duties.end());
  duties.truncate(
      static_cast<std::size_t>(std::unique(duties.begin(), duties.end()) - duties.begin()));
  Duties result(budget());
  for (const Duty& duty : duties) {
    const bool larger = std::any_of(duties.begin(), duties.end(), [&](const Duty& other) {
      budget().check_limits();
      return other != duty && includes(duty.claims, other.claims) &&
             includes(duty.owed, other.owed);
    });
    if (!larger) result.push_back(duty);
  }
  return result;
}

PathAutomaton::Duties PathAutomaton::both(const Duties& a, const Duties& b) {
  Duties result(budget());
  for (const Duty& x : a)
    for (const Duty& y : b) {
      budget().check_limits();
      result.push_back({unite(x.claims, y.claims), unite(x.owed, y.owed)});
    }
  return without_larger(std::move(result));
}

PathAutomaton::Duties PathAutomaton::either(const Duties& a, const Duties& b) const {
  Duties result(budget());
  result.append(a);
  result.append(b);
  return without_larger(std::move(result));
}

// ---- claims at a letter ----

const PathAutomaton::Duties& PathAutomaton::choices(Claim root, Letter letter) {
  const auto key = [&](Claim claim) { return Key{static_cast<std::uint32_t>(claim), letter}; };
  base::visit_post_order(
      root,
      [&](Claim claim, const auto& visit) {
        if (claims_.find_state_formula(claim)) return;
        for (const Law::Clause& clause : claims_.law(claim).clauses)
          for (const Law::Term& term : clause)
            if (!term.next) visit(term.claim);
      },
      [&](Claim claim) { return choices_.contains(key(claim)); },
      [&](Claim claim) {
        constexpr std::uint64_t bytes_of_node = 128;
        memory_.add(bytes_of_node);
        choices_.emplace(key(claim), compute_choices(claim, letter));
      });
  return choices_.at(key(root));
}

// The choices of all claims that the law names at this position are known.
PathAutomaton::Duties PathAutomaton::compute_choices(Claim claim, Letter letter) {
  if (const auto formula = claims_.find_state_formula(claim)) {
    const bool holds = holds_(*formula, letter) == (claim == claims_.claim(*formula));
    return holds ? nothing_to_do() : Duties(budget());
  }
  const Law law = claims_.law(claim);
  const bool conjunctive = law.form == Law::Form::every_clause;
  Duties result = conjunctive ? nothing_to_do() : Duties(budget());
  for (const Law::Clause& clause : law.clauses) {
    Duties inner = conjunctive ? Duties(budget()) : nothing_to_do();
    for (const Law::Term& term : clause)
      inner = conjunctive ? either(inner, choices_of(term, letter))
                          : both(inner, choices_of(term, letter));
    result = conjunctive ? both(result, inner) : either(result, inner);
  }
  return result;
}

PathAutomaton::Duties PathAutomaton::choices_of(const Law::Term& term, Letter letter) {
  Duties result(budget());
  if (term.next) {
    result.push_back({add({term.claim}), add({})});
  } else {
    result.append(choices_.at({static_cast<std::uint32_t>(term.claim), letter}));
  }
  return result;
}

// ---- the automaton ----

AutomatonState PathAutomaton::start(Claim claim) {
  return static_cast<AutomatonState>(states_.number({add({claim}), add({})}));
}

bool PathAutomaton::owes_nothing(AutomatonState state) const {
  return claims(states_[static_cast<std::uint32_t>(state)].owed).empty();
}

PathAutomaton::Duties PathAutomaton::compute_successors(Duty duty, Letter letter) {
  Duties result = nothing_to_do();
  for (const Claim claim : claims(duty.claims)) {
    const ClaimSet& owed = claims(duty.owed);
    const bool counts = owed.empty() || std::binary_search(owed.begin(), owed.end(), claim);
    Duties chosen(budget());
    for (const Duty& choice : choices(claim, letter))
      chosen.push_back({choice.claims, counts ? keep_owed(choice.claims) : add({})});
    result = both(result, chosen);
  }
  return result;
}

std::span<const AutomatonState> PathAutomaton::successors(AutomatonState state, Letter letter) {
  const auto number = static_cast<std::uint32_t>(state);
  const auto known = successors_.find({number, letter});
  if (known != successors_.end()) return known->second.span();
  base::ChargedVector<AutomatonState> result(budget());
  for (const Duty& duty : compute_successors(Duty(states_[number]), letter))
    result.push_back(static_cast<AutomatonState>(states_.number(duty)));
  constexpr std::uint64_t bytes_of_node = 128;
  memory_.add(bytes_of_node);
  return successors_.emplace(Key{number, letter}, std::move(result)).first->second.span();
}

}  // namespace ken::concrete
