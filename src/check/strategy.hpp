#pragma once
#include <map>
#include <optional>
#include <vector>

#include "check/contest.hpp"

namespace ken::check {

// What the members of a coalition do: each one action for every local state in which its protocol
// allows some.
class Strategy {
 public:
  // By member a function of what it sees and of its action; true if it has but one action.
  explicit Strategy(std::vector<Bdd> choices) : choices_(std::move(choices)) {}

  // Those of the moves that it makes.
  [[nodiscard]] MoveSet among(const MoveSet& moves) const {
    Bdd result = moves.function();
    for (const Bdd& choice : choices_) result = result & choice;
    return MoveSet(result);
  }
  // What it does in these states.
  [[nodiscard]] MoveSet moves_in(const StateSet& states) const {
    return among(MoveSet(states.function()));
  }
  [[nodiscard]] const Bdd& choice(std::size_t member) const { return choices_[member]; }
  // From now on the member does this where it sees that.
  void change(std::size_t member, const Bdd& seen, const Bdd& action) {
    choices_[member] = if_then_else(seen, action, choices_[member]);
  }

 private:
  std::vector<Bdd> choices_;
};

// A member at one of its local states where its protocol allows several actions.
struct Point {
  std::size_t member = 0;                   // its place in the coalition
  std::vector<model::Value> view;           // of the variables it sees
  std::vector<model::ActionIndex> actions;  // allowed, ascending
  Bdd seen;                                 // the states it looks like this in
  model::State example;                     // one of them
};

// The points of a coalition, numbered as they are met.
class Points {
 public:
  Points(symbolic::System& system, const logic::Group& members)
      : system_(system), members_(members), numbers_(members.size()) {}

  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] const Point& operator[](std::size_t number) const { return points_[number]; }
  [[nodiscard]] const logic::Group& members() const { return members_; }

  // The point of a member in a state, if it has a choice there; of all members; of all states.
  [[nodiscard]] std::optional<std::size_t> find(std::size_t member, const model::State& state);
  [[nodiscard]] std::vector<std::size_t> in(const model::State& state);
  [[nodiscard]] std::vector<std::size_t> in(const StateSet& states);
  // The bits of a member that hold this action.
  [[nodiscard]] Bdd action(std::size_t member, model::ActionIndex action);
  // What a strategy does at a point; its place among the actions allowed there.
  [[nodiscard]] std::size_t find_choice_of(const Strategy& strategy, std::size_t number);

 private:
  [[nodiscard]] StateSet where_choosing(std::size_t member);

  symbolic::System& system_;
  logic::Group members_;
  std::vector<std::map<std::vector<model::Value>, std::size_t>> numbers_;  // by member
  std::vector<Point> points_;
  std::map<std::size_t, StateSet> choosing_;
};

}  // namespace ken::check
