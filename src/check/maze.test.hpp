#pragma once
#include <gtest/gtest.h>

#include "check/checked.test.hpp"
#include "check/contest.hpp"
#include "check/first_choices.hpp"
#include "check/strategy.hpp"

namespace ken::check::test {

// What P does in the maze:
//     0 -a-> 1, 0 -b-> 2    1 -a-> 3, 1 -b-> 4    2 -a-> 4, 2 -b-> 3
//     3, 4: stays           5 -a-> 5, 5 -b blocked
//     6 -> 6 or 3           7 -> 5
enum class Vision : std::uint8_t { sees_all, blind };
inline std::string maze_text(Vision sight) {
  return std::string(R"(
Agent Environment
  Vars: s : 0..7; end Vars
  Evolution:
    s = 1 if s = 0 and P.Action = a;
    s = 2 if s = 0 and P.Action = b;
    s = 3 if (s = 1 and P.Action = a) or (s = 2 and P.Action = b);
    s = 4 if (s = 1 and P.Action = b) or (s = 2 and P.Action = a);
    s = s + 5 if s = 5 and P.Action = b;
    s = 6 if s = 6;
    s = 3 if s = 6;
    s = 5 if s = 7;
  end Evolution
end Agent
Agent P )") +
         (sight == Vision::sees_all ? "Lobsvars = {s}; " : "") +
         "Actions = {a, b}; end Agent InitStates true; end InitStates ";
}

class Maze {
 public:
  explicit Maze(Vision sight, const std::string& fairness = "",
                const std::vector<std::string>& formulae = {})
      : checked(maze_text(sight) + fairness, formulae),
        context(checked.context),
        none{context.arena.nothing(), context.arena.nothing()} {}

  [[nodiscard]] StateSet set(const Where& where) {
    StateSet result = context.arena.nothing();
    for (const model::Value s : where) result |= checked.built.diagram(model::State{s});
    return result;
  }
  [[nodiscard]] Where where(const StateSet& set) {
    Where result;
    for (const model::State& state : checked.built.states(set)) result.insert(state.at(0));
    return result;
  }
  [[nodiscard]] static std::vector<model::Value> where(const std::vector<model::State>& path) {
    std::vector<model::Value> result;
    for (const model::State& state : path) result.push_back(state.at(0));
    return result;
  }
  // Sets outside the domain are cut to it.
  [[nodiscard]] Contest contest(ObjectiveKind kind, const Where& through, const Where& goal) {
    const StateSet& domain = context.arena.domain;
    return make_contest(context, members, {kind, set(through) & domain, set(goal) & domain});
  }
  // P does b there and a elsewhere.
  [[nodiscard]] Strategy does_b_in(const Where& where) {
    Strategy result = take_first_actions(context, members);
    Points points(context.system, members);
    for (const std::size_t number : points.in(set(where)))
      result.change(0, points[number].seen, points.action(0, 1));
    return result;
  }

  Checked checked;
  Context& context;
  Bounds none;
  logic::Group members{static_cast<logic::AgentId>(1)};
};
inline const Where everywhere{0, 1, 2, 3, 4, 5, 6, 7};

}  // namespace ken::check::test
