// How a coalition plays that follows a strategy.
//
// From a position its one move leads to all that the others can make of it, and each of these is a
// position.  A position where the objective is achieved needs nothing behind it.  With Fairness a
// play may be violated and go on, since it wins by not being fair then; where no fair path starts
// at all it ends.  Positions are met the nearest first; one whose successors there is no room for
// is left out, and so is all that follows: the states met in the whole play are counted on
// diagrams.

#include "base/check.hpp"
#include "check/plays.hpp"
#include "check/walk.hpp"
#include "symbolic/count_text.hpp"

namespace ken::check {
namespace {

using evidence::After;
using model::State;

// What is remembered in a position: nothing; that the objective was violated; that X is asked for.
constexpr std::size_t violated = 1;
constexpr std::size_t before_step = 2;

class CoalitionPlay {
 public:
  CoalitionPlay(Explainer& explainer, const logic::Modal& modal, bool holds, const Contest& contest,
                const Strategy& strategy)
      : explainer_(explainer),
        contest_(contest),
        strategy_(strategy),
        next_(contest.objective.kind == ObjectiveKind::next),
        board_(
            explainer, modal,
            find_shape(*contest.system.model().modalities[modal.modality].path_operator, holds)) {}

  evidence::Played show(const StateSet& starts, const State& state) {
    meet_start(state);
    place_starts(starts - explainer_.encode(state));
    board_.play().starts = board_.size();
    bool all = true;
    for (std::size_t i = 0; i < board_.size(); ++i) {
      contest_.system.budget().check_limits_now();
      if (!is_finished(i)) all = go_on(i) && all;
    }
    if (!all) board_.play().left_out = count_left_out(starts);
    return std::move(board_.play());
  }

 private:
  void meet_start(const State& state) {
    static_cast<void>(board_.meet(state, next_ ? before_step : remember(0, state)));
  }
  // As many as there is room for; who replays the play is not told whether these are all.
  void place_starts(StateSet others) {
    while (!others.empty() && board_.has_room_for(1)) {
      const State state = explainer_.pick(others);
      meet_start(state);
      others -= explainer_.encode(state);
    }
  }

  [[nodiscard]] bool is_in(std::size_t i, const StateSet& set) const {
    return subset(explainer_.encode(board_.state(i)), set);
  }
  [[nodiscard]] std::size_t remember(std::size_t before, const State& state) const {
    const Objective& objective = contest_.objective;
    const StateSet kept = next_ ? objective.goal : objective.goal | objective.through;
    return before == violated || !subset(explainer_.encode(state), kept) ? violated : 0;
  }

  [[nodiscard]] bool is_finished(std::size_t i) {
    if (board_.memory(i) == 0) {
      if (is_in(i, contest_.objective.goal)) {
        board_.claim_achieved(i);
        return true;
      }
      board_.claim_open(i);
    }
    if (!contest_.only_fair || is_in(i, contest_.arena.domain)) return false;
    board_[i].after = After::unfair;
    return true;
  }

  // Whether there is room for what follows.
  [[nodiscard]] bool go_on(std::size_t i) {
    const State state = board_[i].state;
    const MoveSet move = choose_move(state);
    const auto successors =
        list_few(explainer_, contest_.moves.follow(move), explainer_.most() - board_.size());
    if (!successors) {
      board_[i].after = After::left_out;
      return false;
    }
    if (successors->empty()) board_[i].after = After::unfair;  // stuck where that is no loss
    for (const State& successor : *successors) {
      model::JointAction action = symbolic::find_action(contest_.system, *contest_.arena.steps,
                                                        state, successor, move.function());
      board_.add_turn(i, std::move(action),
                      board_.meet(successor, remember(board_.memory(i), successor)));
    }
    return true;
  }

  // One of those that the strategy leaves, if any may lead somewhere.
  [[nodiscard]] MoveSet choose_move(const State& state) {
    const MoveSet moves = strategy_.among(from(explainer_.encode(state), contest_.available));
    return moves.empty() ? moves : pick_move(contest_, moves);
  }

  [[nodiscard]] std::string count_left_out(const StateSet& starts) {
    const Walk walk(contest_, strategy_);
    const StateSet undecided =
        next_ ? starts
              : (contest_.only_fair ? contest_.ground - contest_.objective.goal : contest_.open());
    const StateSet met = walk.reach(starts & undecided, undecided);
    StateSet all = starts | met | contest_.moves.follow(strategy_.moves_in(met));
    for (std::size_t i = 0; i < board_.size(); ++i) all -= explainer_.encode(board_.state(i));
    return symbolic::count_in_decimal(contest_.system, all);
  }

  Explainer& explainer_;
  const Contest& contest_;
  const Strategy& strategy_;
  bool next_;
  PlayBoard board_;
};

}  // namespace

evidence::Played show_strategy(Explainer& explainer, const logic::Modal& modal, bool holds,
                               const Contest& contest, const Strategy& strategy,
                               const StateSet& starts, const State& state) {
  return CoalitionPlay(explainer, modal, holds, contest, strategy).show(starts, state);
}

}  // namespace ken::check
