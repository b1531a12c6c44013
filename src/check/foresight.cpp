// Looking ahead.
//
// A refutation tells what happened on one outcome of one candidate.  A state on it is likely to be
// met again by the next candidates, which do something else there, and those that follow on it are
// likely to be met then; so the search is told at once what follows on each move of the coalition
// in that state: a loss, if some successor is violated or lost under full observation or the move
// is blocked; else successors where the objective is still open.  Each fact is true by itself, so
// any of them may be left out: with many moves all, of many successors most.  What a member does is
// left out of a fact if the same follows whatever it does: then the fact says more.
//
// Cost: an image of one state for every move, once for each state that is looked at: those on
// refutations, and beyond them for as much work as the refutations took.  Not under
// fairness, where neither a violated nor a blocked state is lost by itself, nor for X, where the
// state is left at once.

#include "check/foresight.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "model/step.hpp"

namespace ken::check {
namespace {

using evidence::Fact;
using evidence::Node;
using evidence::Selection;
using evidence::Stage;

constexpr std::size_t most_moves = 64;
constexpr std::size_t most_successors = 16;

// One action of each member that has a choice, all combinations.
std::vector<std::vector<Selection>> list_moves(const Contest& contest, const model::State& state) {
  const model::Model& model = contest.system.model();
  std::vector<std::vector<Selection>> result{{}};
  for (std::size_t member = 0; member < contest.members.size(); ++member) {
    const auto allowed = model::allowed_actions(model, model[contest.members[member]], state);
    if (allowed.size() < 2) continue;
    if (result.size() * allowed.size() > most_moves) return {};
    std::vector<std::vector<Selection>> more;
    for (const std::vector<Selection>& before : result)
      for (const model::ActionIndex action : allowed) {
        more.push_back(before);
        more.back().push_back({contest.members[member], state, action});
      }
    result = std::move(more);
  }
  return result;
}

// What they do then, beside what their protocols make them do.
MoveSet write_move(const Contest& contest, const StateSet& here,
                   const std::vector<Selection>& selections) {
  symbolic::System& system = contest.system;
  Bdd move = here.function();
  for (const logic::AgentId member : contest.members)
    move &= contest.arena.steps->conjuncts().protocols[static_cast<std::size_t>(member)];
  for (const Selection& selection : selections)
    move &= symbolic::equals(system.manager(), system.encoding().action(selection.agent),
                             selection.action);
  return MoveSet(move);
}

// What follows on each move in a state.
class Prospect {
 public:
  struct Move {
    std::vector<Selection> selections;  // of the members that have a choice
    StateSet after;
    bool loses = false;
  };

  Prospect(const Contest& contest, const Bounds& bounds, const model::State& state)
      : contest_(contest), won_(bounds.won) {
    const StateSet here = encode(state);
    const StateSet bad = bounds.lost | contest.violated();
    for (std::vector<Selection>& selections : list_moves(contest, state)) {
      StateSet after = contest.moves.follow(write_move(contest, here, selections)) & contest.ground;
      const bool loses = after.empty() || !disjoint(after, bad);
      moves_.push_back({std::move(selections), std::move(after), loses});
    }
  }

  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

  [[nodiscard]] std::vector<model::State> list_open(const Move& move) const {
    std::vector<model::State> result;
    StateSet open = (move.after & contest_.open()) - won_;
    while (result.size() < most_successors && !open.empty()) {
      result.push_back(
          symbolic::some_state(contest_.system.encoding(), contest_.system.model(), open));
      open -= encode(result.back());
    }
    return result;
  }

  [[nodiscard]] std::vector<bool> list_losing() const {
    std::vector<bool> result;
    for (const Move& move : moves_) result.push_back(move.loses);
    return result;
  }
  [[nodiscard]] std::vector<bool> list_leading_to(const model::State& next) const {
    const StateSet there = encode(next);
    std::vector<bool> result;
    for (const Move& move : moves_) result.push_back(subset(there, move.after));
    return result;
  }

  // Of the selections of a move those without which some other move would be meant, too, that is
  // not among these.
  [[nodiscard]] std::vector<std::size_t> find_needed(const Move& move,
                                                     const std::vector<bool>& same) const {
    std::vector<std::size_t> needed(move.selections.size());
    std::iota(needed.begin(), needed.end(), std::size_t{0});
    for (std::size_t i = needed.size(); i-- > 0;) {
      std::vector<std::size_t> fewer = needed;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (are_same(move, fewer, same)) needed = std::move(fewer);
    }
    return needed;
  }

  // Numbers that tell these selections from others.
  [[nodiscard]] static std::vector<std::size_t> describe(const Move& move,
                                                         const std::vector<std::size_t>& needed) {
    std::vector<std::size_t> result;
    for (const std::size_t i : needed) {
      result.push_back(i);
      result.push_back(static_cast<std::size_t>(move.selections[i].action));
    }
    return result;
  }

 private:
  [[nodiscard]] StateSet encode(const model::State& state) const {
    return symbolic::encode(contest_.system.manager(), contest_.system.encoding(),
                            contest_.system.model(), state);
  }
  [[nodiscard]] bool are_same(const Move& move, const std::vector<std::size_t>& selected,
                              const std::vector<bool>& same) const {
    for (std::size_t k = 0; k < moves_.size(); ++k) {
      const bool meant = std::all_of(selected.begin(), selected.end(), [&](std::size_t i) {
        return moves_[k].selections[i].action == move.selections[i].action;
      });
      if (meant && !same[k]) return false;
    }
    return true;
  }

  const Contest& contest_;
  StateSet won_;
  std::vector<Move> moves_;
};

}  // namespace

bool can_be_foreseen(const Contest& contest) {
  return !contest.only_fair && contest.objective.kind != ObjectiveKind::next;
}

std::vector<Fact> foresee(const Contest& contest, const Bounds& bounds, const model::State& state) {
  const Prospect prospect(contest, bounds, state);
  std::set<std::pair<std::optional<model::State>, std::vector<std::size_t>>> told;
  std::vector<Fact> result;
  const auto tell = [&](const Prospect::Move& move, std::optional<model::State> next,
                        const std::vector<bool>& same) {
    const std::vector<std::size_t> needed = prospect.find_needed(move, same);
    if (!told.emplace(next, prospect.describe(move, needed)).second) return;
    Fact fact{{state, Stage::open}, {}, {}};
    for (const std::size_t member : needed) fact.selections.push_back(move.selections[member]);
    if (next) fact.then = Node{std::move(*next), Stage::open};
    result.push_back(std::move(fact));
  };
  for (const Prospect::Move& move : prospect.moves()) {
    if (move.loses) {
      tell(move, {}, prospect.list_losing());
      continue;
    }
    for (const model::State& next : prospect.list_open(move))
      tell(move, next, prospect.list_leading_to(next));
  }
  return result;
}

}  // namespace ken::check
