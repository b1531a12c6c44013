// Games with full observation.
//
// A move of the coalition is a node of a tree of joint actions in which its members come first;
// moves whose nodes are the same have the same outcomes and are one.  Where at most one agent has a
// choice, as in games by turns, no tree is needed and nothing is listed: if it is a member, each
// edge of the state space is a move of its own; else all are outcomes of one move.  The coalition
// wins a round into X if some move has all outcomes in X, the others if every move has one in X.
//
// Attractors count.  Each move knows how many of its outcomes are not won yet; when the last one is
// won, so is its owner.  For the others each state knows how many of its moves have no outcome that
// they want yet.  So every fixpoint without fairness, least or greatest, costs one look at each
// outcome of each move.  A state enters an attractor once, so an edge is looked at once, and that
// all moves of a state that is ours have one number does no harm.
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
namespace {

// How many moves of each state are left, while they are dropped one by one.
class MoveCounts {
 public:
  MoveCounts(StateSpace& space, const Moves& moves)
      : moves_(moves), left_(space.budget()), dropped_(moves.size()) {
    left_.reserve(space.size());
    for (StateId s = 0; s < space.size(); ++s) left_.push_back(moves.count(s));
  }

  // Whether that was the last one.  Nothing if it was dropped before, unless the state is ours, of
  // which each call means another move.
  bool drop(StateId owner, MoveId move) {
    if (moves_.turn(owner) != Turn::ours) {
      if (dropped_[move]) return false;
      dropped_[move] = true;
    }
    return --left_[owner] == 0;
  }

 private:
  const Moves& moves_;
  base::ChargedVector<std::uint32_t> left_;
  std::vector<bool> dropped_;
};

}  // namespace

Moves::Moves(StateSpace& space, const logic::Group& coalition)
    : successors_(space.successors()),
      predecessors_(space.predecessors()),
      turns_(space.budget()),
      counts_(space.budget()),
      owners_(space.budget()),
      listed_(space.budget()),
      leading_(space.budget()) {
  space.effort().spend(2 * space.size());
  turns_.reserve(space.size());
  counts_.reserve(space.size());
  bool contested = false;
  for (StateId s = 0; s < space.size(); ++s) {
    const Stepper::Choice choice = space.choice(s);
    const bool ours = std::any_of(coalition.begin(), coalition.end(), [&](AgentId agent) {
      return choice == Stepper::of_agent(agent);
    });
    turns_.push_back(choice == Stepper::Choice::several ? Turn::contested
                     : ours                             ? Turn::ours
                                                        : Turn::theirs);
    const auto edges = static_cast<std::uint32_t>(successors_[s].size());
    counts_.push_back(ours ? edges : std::min(edges, 1U));
    contested = contested || turns_[s] == Turn::contested;
  }
  if (contested) list(space, coalition);
}

void Moves::list(StateSpace& space, const logic::Group& coalition) {
  Stepper& stepper = space.stepper();
  ActionTree& tree = stepper.tree(coalition);
  base::ChargedVector<std::size_t> met(space.budget());  // by state: 1 + the move it follows
  met.assign(space.size(), 0);
  for (StateId s = 0; s < space.size(); ++s) {
    if (turns_[s] != Turn::contested) continue;
    counts_[s] = 0;
    stepper.enter(space.words(s));
    for (const NodeId node : stepper.list_moves(tree)) {
      const std::size_t before = listed_.items();
      const std::size_t number = owners_.size() + 1;
      stepper.for_each_successor(tree, node, [&](const Word* words) {
        space.effort().spend(4);
        const StateId t = space.find_packed(words);
        if (met[t] == number) return;
        met[t] = number;
        listed_.add(t);
      });
      if (listed_.items() == before) continue;
      listed_.close();
      owners_.push_back(s);
      ++counts_[s];
    }
  }
  leading_ = Lists::invert(listed_, space.size(), space.budget());
}

std::size_t Moves::outcomes(MoveId move) const {
  if (move >= turns_.size()) return listed_[move - turns_.size()].size();
  return turns_[move] == Turn::ours ? 1 : successors_[move].size();
}

StateSet Moves::find_into(const StateSet& set) const {
  StateSet result(turns_.size());
  const auto inside = [&](StateId t) { return set[t]; };
  for (StateId s = 0; s < turns_.size(); ++s) {
    const auto next = successors_[s];
    const bool won = turns_[s] == Turn::ours ? std::any_of(next.begin(), next.end(), inside)
                                             : std::all_of(next.begin(), next.end(), inside);
    if (turns_[s] != Turn::contested && !next.empty() && won) result.add(s);
  }
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    const auto next = listed_[i];
    if (std::all_of(next.begin(), next.end(), inside)) result.add(owners_[i]);
  }
  return result;
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
  MoveCounts left(space_, moves_);
  base::ChargedVector<StateId> open(space_.budget());
  for (StateId s = 0; s < space_.size(); ++s) {
    if (result[s] && (safe[s] || moves_.count(s) > 0)) continue;
    result.remove(s);
    open.push_back(s);
  }
  while (!open.empty()) {
    const StateId lost = open.back();
    open.pop_back();
    moves_.for_each_into(lost, [&](StateId s, MoveId move) {
      if (!result[s] || safe[s] || !left.drop(s, move)) return;
      result.remove(s);
      open.push_back(s);
    });
  }
  return result;
}

// The least Y = h or (f and a move into Y).
StateSet Game::attract(const StateSet& f, const StateSet& h) const {
  spend_round();
  StateSet result = h;
  base::ChargedVector<std::uint32_t> missing(space_.budget());  // outcomes of moves
  missing.reserve(moves_.size());
  for (MoveId i = 0; i < moves_.size(); ++i)
    missing.push_back(static_cast<std::uint32_t>(moves_.outcomes(i)));
  base::ChargedVector<StateId> open(space_.budget());
  h.for_each([&](StateId s) { open.push_back(s); });
  while (!open.empty()) {
    const StateId won = open.back();
    open.pop_back();
    moves_.for_each_into(won, [&](StateId s, MoveId move) {
      if (result[s] || !f[s] || --missing[move] > 0) return;
      result.add(s);
      open.push_back(s);
    });
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
  MoveCounts left(space_, moves_);  // moves that they cannot answer so far
  base::ChargedVector<StateId> open(space_.budget());
  result.for_each([&](StateId s) { open.push_back(s); });
  while (!open.empty()) {
    const StateId won = open.back();
    open.pop_back();
    moves_.for_each_into(won, [&](StateId s, MoveId move) {
      if (result[s] || lost[s] || !left.drop(s, move)) return;
      result.add(s);
      open.push_back(s);
    });
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
