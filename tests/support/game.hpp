#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"

namespace ken::tests {

// A set of the few places of a game: one bit each.
using Places = std::uint32_t;

[[nodiscard]] constexpr bool contains(Places set, std::size_t place) {
  return (set >> place & 1U) != 0;
}

// Two players on a handful of places, everything written out: where each pair of actions can lead
// (nowhere: the step is lost), which actions each player has where.  The same game can be written
// as ISPL for ken and be solved by the naive methods below.
struct Game {
  static constexpr std::size_t actions = 2;

  std::size_t places = 0;
  std::vector<std::array<unsigned, 2>> allowed;  // by place and player: a bit for each action
  std::vector<std::array<std::array<Places, actions>, actions>> steps;  // by place, P's, Q's action
  std::vector<Places> fairness;
  Places p = 0, q = 0;
  // By place and player what it sees there, the number of a place; none: the place.  Where a player
  // sees the same it has the same actions.
  std::vector<std::array<std::size_t, 2>> views;
};

[[nodiscard]] Game random_game(Dice& dice);
// The same game with players who take some places for others.
[[nodiscard]] Game blindfold(Game game, Dice& dice);
// Agents P and Q; the place is Environment.s and starts anywhere.
[[nodiscard]] std::string to_ispl(const Game& game);

// Who chooses: P alone, Q alone, both, nobody.
enum class Coalition : std::uint8_t { nobody, p, q, both };
[[nodiscard]] std::string to_ispl(Coalition coalition);

enum class Objective : std::uint8_t { next, finally, globally, until, release, weak };
// "X p", "F p", "G p", "(p U q)" ...
[[nodiscard]] std::string to_ispl(Objective objective);

// ---- the definitions, by enumeration ----

// Where a fair path starts (without fairness: everywhere); the domain of all operators.
[[nodiscard]] Places domain(const Game& game);
// Where some fair path satisfies the objective, by the definitions of CTL.
[[nodiscard]] Places exists(const Game& game, Objective objective);
// Where every fair path satisfies it.
[[nodiscard]] Places forall(const Game& game, Objective objective);
// Where some memoryless strategy of the coalition has no fair outcome against the objective.
[[nodiscard]] Places can(const Game& game, Coalition coalition, Objective objective);
// Where some strategy that acts by what each member sees wins from there; and if subjective, from
// every place of the domain that some member takes for it.
enum class Start : std::uint8_t { objective, subjective };
[[nodiscard]] Places can_blindly(const Game& game, Coalition coalition, Objective objective,
                                 Start start);
// The game played by some such strategy, which starts anywhere, has a fair path wherever the whole
// game has, and there <coalition>objective holds.
[[nodiscard]] bool can_uniformly(const Game& game, Coalition coalition, Objective objective);

}  // namespace ken::tests
