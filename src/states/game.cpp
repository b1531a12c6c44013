// Games with full observation.
//
// A move of the coalition is a node of a tree of joint actions in which its members come first;
// moves whose nodes are the same have the same outcomes and are one.  Where at most one agent has a
// choice, as in games by turns, no tree is needed.  The coalition wins a round
// into X if some move has all outcomes in X, the others if every move has one in X.
//
// Attractors count.  Each move knows how many of its outcomes are not won yet; when the last one is
// won, so is its owner.  For the others each state knows how many of its moves have no outcome that
// they want yet.  So every fixpoint without fairness, least or greatest, costs one look at each
// outcome of each move.
//
// With fairness the coalition wins if every fair outcome is good.  The others win where they can be
// fair for ever, or reach 'won', without 'lost': the greatest Z from which they can force, for each
// line, a visit of a state of it where they can answer every move into Z again.  Where even that
// fails with nothing won or lost the coalition can leave all fair paths ('escape'):
//     X f:    escape, or a move into f or escape
//     f W h:  the greatest Y = escape or h or (f and a move into Y)
//     f U h:  not where the others can, before h or escape, leave f or be fair for ever
// Each round of the outer fixpoint costs an attractor for each line.

#include "states/game.hpp"

#include <algorithm>

namespace ken::states {

Moves::Moves(StateSpace& space, const logic::Group& coalition)
    : outcomes_(space.budget()),
      owners_(space.budget()),
      counts_(space.budget()),
      leading_(space.budget()) {
  Stepper& stepper = space.stepper();
  ActionTree& tree = stepper.tree(coalition);
  base::ChargedVector<std::uint32_t> met(space.budget());  // by state: 1 + the move it follows
  met.assign(space.size(), 0);
  for (StateId s = 0; s < space.size(); ++s) {
    counts_.push_back(0);
    if (add_plain_moves(space, coalition, s)) continue;
    stepper.enter(space.words(s));
    for (const NodeId node : stepper.list_moves(tree)) {
      const auto number = static_cast<std::uint32_t>(owners_.size() + 1);
      stepper.for_each_successor(tree, node, [&](const Word* words) {
        space.effort().spend(4);
        const StateId t = space.find_packed(words);
        if (met[t] == number) return;
        met[t] = number;
        outcomes_.add(t);
      });
      close_move(s);
    }
  }
  leading_ = Lists::invert(outcomes_, space.size(), space.budget());
}

// A move that something follows.
void Moves::close_move(StateId owner) {
  if (outcomes_.items() == begun_) return;
  outcomes_.close();
  begun_ = outcomes_.items();
  owners_.push_back(owner);
  ++counts_.back();
}

// Where at most one agent has a choice, the moves are seen from the successors: if it is a member,
// each is an outcome of its own; else nothing the coalition does matters.
bool Moves::add_plain_moves(const StateSpace& space, const logic::Group& coalition, StateId s) {
  const Stepper::Choice choice = space.choice(s);
  if (choice == Stepper::Choice::several) return false;
  const bool member = std::any_of(coalition.begin(), coalition.end(), [&](AgentId agent) {
    return choice == Stepper::of_agent(agent);
  });
  space.effort().spend(1 + space.successors()[s].size());
  for (const StateId t : space.successors()[s]) {
    outcomes_.add(t);
    if (member) close_move(s);
  }
  close_move(s);
  return true;
}

Game::Game(StateSpace& space, const Moves& moves, std::vector<StateSet> fairness)
    : space_(space), moves_(moves), fairness_(std::move(fairness)), escape_(space.size()) {
  if (fairness_.empty()) return;
  const StateSet nothing(space_.size());
  escape_ = all() - let_others_be_fair(nothing, nothing);
}

StateSet Game::next(const StateSet& f) const { return escape_ | find_moves_into(f | escape_); }

StateSet Game::until(const StateSet& f, const StateSet& h) const {
  if (fairness_.empty()) return attract(f, h);
  const StateSet lost = h | escape_;
  return all() - let_others_be_fair(all() - (f | lost), lost);
}

// States leave the set one by one: when a state leaves, all moves that may lead there are gone.
StateSet Game::weak(const StateSet& f, const StateSet& h) const {
  spend_round();
  const StateSet safe = escape_ | h;
  StateSet result = safe | f;
  std::vector<std::uint32_t> left(space_.size());
  std::vector<bool> gone(moves_.size());
  std::vector<StateId> open;
  for (StateId s = 0; s < space_.size(); ++s) {
    left[s] = moves_.count(s);
    if (result[s] && (safe[s] || left[s] > 0)) continue;
    result.remove(s);
    open.push_back(s);
  }
  while (!open.empty()) {
    const StateId lost = open.back();
    open.pop_back();
    for (const StateId move : moves_.leading_to(lost)) {
      if (gone[move]) continue;
      gone[move] = true;
      const StateId s = moves_.owner(move);
      if (--left[s] > 0 || safe[s] || !result[s]) continue;
      result.remove(s);
      open.push_back(s);
    }
  }
  return result;
}

// The least Y = h or (f and a move into Y).
StateSet Game::attract(const StateSet& f, const StateSet& h) const {
  spend_round();
  StateSet result = h;
  std::vector<std::uint32_t> missing(moves_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i)
    missing[i] = static_cast<std::uint32_t>(moves_.outcomes(i).size());
  std::vector<StateId> open;
  h.for_each([&](StateId s) { open.push_back(s); });
  while (!open.empty()) {
    const StateId won = open.back();
    open.pop_back();
    for (const StateId move : moves_.leading_to(won)) {
      const StateId s = moves_.owner(move);
      if (--missing[move] > 0 || result[s] || !f[s]) continue;
      result.add(s);
      open.push_back(s);
    }
  }
  return result;
}

StateSet Game::find_moves_into(const StateSet& set) const {
  spend_round();
  StateSet result(space_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    bool inside = true;
    for (const StateId s : moves_.outcomes(i)) inside = inside && set[s];
    if (inside) result.add(moves_.owner(i));
  }
  return result;
}

// Where something can happen, and every move may lead into the set.
StateSet Game::find_answers_into(const StateSet& set) const {
  StateSet result = all() - find_moves_into(all() - set);
  for (StateId s = 0; s < space_.size(); ++s)
    if (moves_.count(s) == 0) result.remove(s);
  return result;
}

// Where the others can force a visit of the target before 'lost'.
StateSet Game::attract_others(const StateSet& target, const StateSet& lost) const {
  spend_round();
  StateSet result = target - lost;
  std::vector<std::uint32_t> left(space_.size());  // moves that they cannot answer so far
  for (StateId s = 0; s < space_.size(); ++s) left[s] = moves_.count(s);
  std::vector<bool> answered(moves_.size());
  std::vector<StateId> open;
  result.for_each([&](StateId s) { open.push_back(s); });
  while (!open.empty()) {
    const StateId won = open.back();
    open.pop_back();
    for (const StateId move : moves_.leading_to(won)) {
      if (answered[move]) continue;
      answered[move] = true;
      const StateId s = moves_.owner(move);
      if (--left[s] > 0 || result[s] || lost[s]) continue;
      result.add(s);
      open.push_back(s);
    }
  }
  return result;
}

StateSet Game::let_others_be_fair(const StateSet& won, const StateSet& lost) const {
  for (StateSet z = all() - lost;;) {
    StateSet next = z;
    const StateSet stay = find_answers_into(z);
    for (const StateSet& line : fairness_) next &= attract_others(won | (line & stay), lost);
    if (next == z) return z;
    z = std::move(next);
  }
}

}  // namespace ken::states
