// How the others spoil what a coalition wants.
//
// A state from which the coalition cannot enforce its objective is one from which the others can
// spoil it: they have an answer to each of its moves.  Where every outcome counts,
//     X goal            they answer outside the goal
//     through U goal    they answer among the states that are lost to the coalition, for ever, or
//     up
//                       to one that violates it
//     through W goal    they come nearer, with each answer, to a violation, or to a state in which
//                       the coalition has no move: layers of the least fixpoint
// With Fairness they must be fair for ever besides, outside 'escape', where the coalition can
// prevent that (game.cpp).  They remember which line comes next: for each of them there are layers
// of states from which they can force a visit of it, and from there go on.  So they play in two
// phases: until the objective is violated they pursue that, and the lines meanwhile if it is an
// until, and afterwards the lines alone.
//
// Cost: the fixpoints of the game once more, with their layers kept; then an image for each
// position and move.

#include "base/check.hpp"
#include "check/plays.hpp"

namespace ken::check {
namespace {

using evidence::After;
using model::State;

// Layers from a target outwards, and where the others go once they are there.
struct Pursuit {
  std::vector<StateSet> layers;
  StateSet on;
};

class SpoilingPlay {
 public:
  SpoilingPlay(Explainer& explainer, const logic::Modal& modal, bool holds, const Contest& contest)
      : explainer_(explainer),
        contest_(contest),
        game_(play(explainer.context(), contest.members)),
        board_(explainer, modal,
               find_shape(*contest.system.model().modalities[modal.modality].path_operator, holds)),
        escape_(game_.escape()),
        lost_(contest.objective.goal | escape_),
        alive_(coalition_of(explainer.context(), contest.members).alive) {
    plan();
  }

  evidence::Played show(const State& state) {
    static_cast<void>(board_.meet(state, first_memory(state)));
    for (std::size_t i = 0; i < board_.size(); ++i) {
      contest_.system.budget().check_limits_now();
      claim(i);
      if (!is_finished(i)) answer_all_moves(i);
    }
    board_.play().left_out.clear();
    return std::move(board_.play());
  }

 private:
  // What is remembered: how often lines were met, by phase; X before its step.
  [[nodiscard]] std::size_t lines() const { return std::max<std::size_t>(1, fairness().size()); }
  [[nodiscard]] const std::vector<StateSet>& fairness() const { return contest_.arena.fairness; }
  [[nodiscard]] bool is_violated(std::size_t memory) const {
    return memory >= lines() && memory < 2 * lines();
  }
  [[nodiscard]] std::size_t before_step() const { return 2 * lines(); }
  [[nodiscard]] bool is_next() const { return contest_.objective.kind == ObjectiveKind::next; }

  [[nodiscard]] std::size_t first_memory(const State& state) const {
    return is_next() ? before_step() : enter(0, state);
  }
  // What is remembered where a state is entered: it may violate the objective.
  [[nodiscard]] std::size_t enter(std::size_t memory, const State& state) const {
    if (memory < lines() && subset(explainer_.encode(state), violation_)) return lines();
    return memory;
  }

  void plan() {
    const Arena& arena = contest_.arena;
    violation_ =
        is_next() ? arena.reachable - lost_ : arena.reachable - contest_.objective.through - lost_;
    const StateSet stuck = contest_.only_fair ? arena.nothing() : arena.reachable - alive_ - lost_;
    if (contest_.objective.kind == ObjectiveKind::weak) {
      pursuits_.assign(lines(), {game_.opponents_layers(violation_ | stuck, lost_), {}});
    } else if (contest_.objective.kind == ObjectiveKind::until && contest_.only_fair) {
      const StateSet kept = game_.fair_opponents(violation_, lost_);
      for (const StateSet& line : fairness())
        pursuits_.push_back(
            {game_.opponents_layers(violation_ | (line & game_.opponents_pre(kept)), lost_), kept});
    } else if (contest_.objective.kind == ObjectiveKind::until) {
      const StateSet kept =
          arena.reachable - game_.until(contest_.objective.through, contest_.objective.goal);
      pursuits_.push_back({{kept}, kept});
    } else {
      pursuits_.assign(lines(), {});
    }
    if (!contest_.only_fair) return;
    const StateSet fair = arena.reachable - escape_;
    for (const StateSet& line : fairness())
      pursuits_.push_back(
          {game_.opponents_layers(line & game_.opponents_pre(fair), escape_), fair});
  }

  void claim(std::size_t i) {
    if (is_violated(board_.memory(i))) {
      if (subset(explainer_.encode(board_.state(i)), violation_)) board_.claim_achieved(i);
    } else if (board_.memory(i) < lines()) {
      board_.claim_open(i);
    }
  }
  // Violated, and nothing has to be fair; or the coalition is stuck.
  [[nodiscard]] bool is_finished(std::size_t i) {
    if (contest_.only_fair) return false;
    return is_violated(board_.memory(i)) || disjoint(explainer_.encode(board_.state(i)), alive_);
  }

  struct Answer {
    StateSet into;
    std::size_t memory;
  };
  // From a target on to the next line, else to a nearer layer.
  [[nodiscard]] Answer find_answer(std::size_t i) const {
    const std::size_t memory = board_.memory(i);
    if (memory == before_step()) return {violation_, lines()};
    const Pursuit& pursuit = pursuits_[memory];
    const StateSet here = explainer_.encode(board_.state(i));
    if (subset(here, pursuit.layers.front())) {
      const std::size_t phase = memory / lines() * lines();
      return {pursuit.on, phase + (memory - phase + 1) % lines()};
    }
    StateSet nearer = pursuit.layers.front();
    for (std::size_t k = 1; k < pursuit.layers.size(); ++k) {
      if (subset(here, pursuit.layers[k])) return {nearer, memory};
      nearer |= pursuit.layers[k];
    }
    CHECK(false, "the others can spoil the objective here");
    return {nearer, memory};
  }
  void answer_all_moves(std::size_t i) {
    const State state = board_.state(i);
    const Answer answer = find_answer(i);
    MoveSet moves = from(explainer_.encode(state), contest_.available);
    std::vector<evidence::Turn> turns;
    std::vector<std::pair<State, std::size_t>> targets;
    while (!moves.empty()) {
      contest_.system.budget().check_limits_now();
      if (!board_.has_room_for(targets.size() + 1)) {
        board_[i].after = After::left_out;
        return;
      }
      const MoveSet move = pick_move(contest_, moves);
      moves -= move;
      const State to = explainer_.pick(contest_.moves.follow(move) & answer.into);
      turns.push_back({symbolic::find_action(contest_.system, *contest_.arena.steps, state, to,
                                             move.function()),
                       0});
      targets.emplace_back(to, enter(answer.memory, to));
    }
    for (std::size_t k = 0; k < turns.size(); ++k)
      board_.add_turn(i, std::move(turns[k].action),
                      board_.meet(targets[k].first, targets[k].second));
  }
  Explainer& explainer_;
  const Contest& contest_;
  Game game_;
  PlayBoard board_;
  StateSet escape_;
  StateSet lost_;
  StateSet alive_;
  StateSet violation_;
  std::vector<Pursuit> pursuits_;  // by what is remembered
};

}  // namespace

evidence::Played show_spoiling(Explainer& explainer, const logic::Modal& modal, bool holds,
                               const Contest& contest, const State& state) {
  return SpoilingPlay(explainer, modal, holds, contest).show(state);
}

}  // namespace ken::check
