#pragma once
#include "check/explain.hpp"
#include "check/path_shape.hpp"
#include "check/strategy.hpp"

namespace ken::check {

// Positions of a play, each numbered when it is first met.  A side that remembers something has a
// position for each thing that it may remember in a state.
class PlayBoard {
 public:
  PlayBoard(Explainer& explainer, const logic::Modal& modal, PathShape shape)
      : explainer_(explainer), modal_(modal), shape_(std::move(shape)) {}

  [[nodiscard]] std::size_t meet(const model::State& state, std::size_t memory = 0);
  [[nodiscard]] std::size_t size() const { return play_.positions.size(); }
  [[nodiscard]] evidence::Position& operator[](std::size_t i) { return play_.positions[i]; }
  [[nodiscard]] const model::State& state(std::size_t i) const { return play_.positions[i].state; }
  [[nodiscard]] std::size_t memory(std::size_t i) const { return memories_[i]; }
  // No more positions than this are shown.
  [[nodiscard]] bool has_room_for(std::size_t more) const {
    return size() + more <= explainer_.most();
  }
  // What has to be said where the objective is open, and where it is achieved.
  void claim_open(std::size_t i) { claim(i, shape_.inside); }
  void claim_achieved(std::size_t i) { claim(i, shape_.end); }
  void add_turn(std::size_t from, model::JointAction action, std::size_t to) {
    play_.positions[from].turns.push_back({std::move(action), to});
  }
  [[nodiscard]] evidence::Played& play() { return play_; }

 private:
  void claim(std::size_t i, const Needs& needs);

  Explainer& explainer_;
  const logic::Modal& modal_;
  PathShape shape_;
  evidence::Played play_;
  std::vector<std::size_t> memories_;
  std::map<std::pair<model::State, std::size_t>, std::size_t> numbers_;
};

// The states of a set, unless they are more than so many.
[[nodiscard]] std::optional<std::vector<model::State>> list_few(Explainer& explainer, StateSet set,
                                                                std::size_t most);

// One of the moves of the coalition.
[[nodiscard]] MoveSet pick_move(const Contest& contest, MoveSet moves);

// How a coalition plays that follows the strategy, from these states, this one first.
[[nodiscard]] evidence::Played show_strategy(Explainer& explainer, const logic::Modal& modal,
                                             bool holds, const Contest& contest,
                                             const Strategy& strategy, const StateSet& starts,
                                             const model::State& state);

// How the others spoil the objective of the contest under full observation, in a state where they
// can.
[[nodiscard]] evidence::Played show_spoiling(Explainer& explainer, const logic::Modal& modal,
                                             bool holds, const Contest& contest,
                                             const model::State& state);

// Why a coalition operator has its value in a state.
[[nodiscard]] evidence::Why show_play(Explainer& explainer, const logic::Modal& modal,
                                      const model::State& state, bool holds);

}  // namespace ken::check
