// The meaning of paths, fairness and strategies on a handful of places, by enumeration.
//
// A path that meets every fairness line infinitely often ends up in a set of places that it visits
// for ever: a strongly connected set with an edge that touches every line.  With so few places we
// go through all sets.  A path against an objective is a finite walk into trouble followed by any
// fair path, or (against F and U) a fair path that never gets there.  A strategy is one available
// move in each place; we go through all of them and look at the graph that remains.  A strategy
// that acts by what players see is an action for each thing seen, available or not.
//
// Nothing here uses a fixpoint of the engine, its preimages or its step semantics.

#include "game.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ken::tests {
namespace {

// Where each place can lead.
using Graph = std::vector<Places>;

Places all_of(std::size_t places) { return (Places{1} << places) - 1; }

// Places that reach the target (in any number of steps, none included) through 'inside'; the target
// itself need not lie inside.
Places reaching(const Graph& graph, Places inside, Places target) {
  for (Places before = 0; before != target;) {
    before = target;
    for (std::size_t s = 0; s < graph.size(); ++s)
      if (contains(inside, s) && (graph[s] & target) != 0) target |= Places{1} << s;
  }
  return target;
}

// Every place of the set leads, by one or more steps inside the set, to every place of it.
bool is_strongly_connected(const Graph& graph, Places set) {
  for (std::size_t s = 0; s < graph.size(); ++s) {
    if (!contains(set, s)) continue;
    Places met = graph[s] & set;
    for (Places before = 0; before != met;) {
      before = met;
      for (std::size_t t = 0; t < graph.size(); ++t)
        if (contains(met, t)) met |= graph[t] & set;
    }
    if (met != set) return false;
  }
  return set != 0;
}

// Where an infinite fair path inside the set starts.
Places fair_within(const Graph& graph, const std::vector<Places>& fairness, Places inside) {
  Places result = 0;
  for (Places loop = 1; loop <= inside; ++loop) {
    if ((loop & ~inside) != 0 || !is_strongly_connected(graph, loop)) continue;
    const bool fair = std::all_of(fairness.begin(), fairness.end(),
                                  [&](Places line) { return (line & loop) != 0; });
    if (fair) result |= reaching(graph, inside, loop) & inside;
  }
  return result;
}

Graph whole(const Game& game) {
  Graph graph(game.places);
  for (std::size_t s = 0; s < game.places; ++s)
    for (std::size_t a = 0; a < Game::actions; ++a)
      for (std::size_t b = 0; b < Game::actions; ++b)
        if (contains(game.allowed[s][0], a) && contains(game.allowed[s][1], b))
          graph[s] |= game.steps[s][a][b];
  return graph;
}

// Where a path that counts may go on: a fair one, or without fairness anything.
Places live(const Game& game, const Graph& graph) {
  const Places all = all_of(game.places);
  return game.fairness.empty() ? all : fair_within(graph, game.fairness, all);
}

Places leading_into(const Graph& graph, Places target) {
  Places result = 0;
  for (std::size_t s = 0; s < graph.size(); ++s)
    if ((graph[s] & target) != 0) result |= Places{1} << s;
  return result;
}

// By player, P first.
std::array<bool, 2> choosers(Coalition coalition) {
  return {coalition == Coalition::p || coalition == Coalition::both,
          coalition == Coalition::q || coalition == Coalition::both};
}

// The places where each move of the coalition can lead, for its available moves.
std::vector<std::vector<Places>> moves(const Game& game, Coalition coalition) {
  const auto [p_chooses, q_chooses] = choosers(coalition);
  std::vector<std::vector<Places>> result(game.places);
  for (std::size_t s = 0; s < game.places; ++s) {
    for (std::size_t a = 0; a < (p_chooses ? Game::actions : 1); ++a) {
      for (std::size_t b = 0; b < (q_chooses ? Game::actions : 1); ++b) {
        Places outcomes = 0;
        for (std::size_t x = 0; x < Game::actions; ++x)
          for (std::size_t y = 0; y < Game::actions; ++y)
            if ((!p_chooses || x == a) && (!q_chooses || y == b) &&
                contains(game.allowed[s][0], x) && contains(game.allowed[s][1], y))
              outcomes |= game.steps[s][x][y];
        if (outcomes != 0) result[s].push_back(outcomes);
      }
    }
  }
  return result;
}

// Where some outcome of a strategy, given as the graph it leaves, goes against the objective.  With
// fairness only fair outcomes count; without, an outcome that gets stuck before the objective is
// achieved counts too, since every move played must have a successor.
Places against(const Game& game, const Graph& graph, Objective objective) {
  const Places all = all_of(game.places);
  const Places p = game.p;
  const Places q = game.q;
  const Places goes_on = live(game, graph);
  Places stuck = 0;
  if (game.fairness.empty())
    for (std::size_t s = 0; s < game.places; ++s)
      if (graph[s] == 0) stuck |= Places{1} << s;
  switch (objective) {
    case Objective::next:
      return stuck | leading_into(graph, goes_on & ~p);
    case Objective::finally:
      return fair_within(graph, game.fairness, all & ~p) | reaching(graph, ~p, stuck & ~p);
    case Objective::globally:
      return reaching(graph, all, (goes_on & ~p) | stuck);
    case Objective::until:
      return fair_within(graph, game.fairness, all & ~q) |
             reaching(graph, ~q, (goes_on & ~p & ~q) | (stuck & ~q));
    case Objective::release:
      return reaching(graph, ~p, (goes_on & ~q) | (stuck & ~(p & q)));
    case Objective::weak:
      return reaching(graph, ~q, (goes_on & ~p & ~q) | (stuck & ~q));
  }
  return 0;
}

// Where an outcome of a strategy that may have moves without successor gets stuck in the domain
// before the objective is achieved; one that is violated never is.
Places stuck_too_early(const Game& game, const Graph& graph, Objective objective) {
  const Places all = all_of(game.places);
  const Places p = game.p;
  const Places q = game.q;
  Places stuck = 0;
  for (std::size_t s = 0; s < game.places; ++s)
    if (graph[s] == 0) stuck |= domain(game) & Places{1} << s;
  const Places soon = reaching(graph, all, stuck);
  const auto before = [&](Places achieved, Places violated) {
    return reaching(graph, all & ~achieved, (stuck & ~achieved) | (soon & violated));
  };
  switch (objective) {
    case Objective::next:
      return stuck | leading_into(graph, soon & ~p);
    case Objective::finally:
      return before(p, 0);
    case Objective::globally:
      return soon;
    case Objective::until:
    case Objective::weak:
      return before(q, all & ~p & ~q);
    case Objective::release:
      return before(p & q, all & ~q);
  }
  return 0;
}

// Calls visit(Game) for the game under each strategy of the coalition: a member is left one of its
// actions in all places where it sees the same.
template <class Visit>
void for_each_restriction(const Game& game, Coalition coalition, const Visit& visit) {
  const std::array<bool, 2> chooses = choosers(coalition);
  const std::size_t bits = 2 * game.places;  // the action of each player by what it sees
  std::size_t used = 0;
  for (std::size_t s = 0; s < game.places; ++s)
    for (std::size_t i = 0; i < 2; ++i)
      if (chooses[i]) used |= std::size_t{1} << (i * game.places + game.views[s][i]);
  for (std::size_t strategy = 0; strategy < std::size_t{1} << bits; ++strategy) {
    if ((strategy & ~used) != 0) continue;
    Game restricted = game;
    bool allowed = true;
    for (std::size_t s = 0; s < game.places; ++s) {
      for (std::size_t i = 0; i < 2; ++i) {
        if (!chooses[i]) continue;
        const std::size_t action = strategy >> (i * game.places + game.views[s][i]) & 1U;
        if (game.allowed[s][i] == 0) continue;
        allowed = allowed && contains(game.allowed[s][i], action);
        restricted.allowed[s][i] = 1U << action;
      }
    }
    if (allowed) visit(restricted);
  }
}

// The place, and if subjective those of the domain that a member takes for it.
Places starts_of(const Game& game, Coalition coalition, std::size_t place, Start start) {
  const std::array<bool, 2> members = choosers(coalition);
  Places result = Places{1} << place;
  if (start == Start::objective) return result;
  for (std::size_t s = 0; s < game.places; ++s)
    for (std::size_t i = 0; i < 2; ++i)
      if (members[i] && game.views[s][i] == game.views[place][i])
        result |= domain(game) & Places{1} << s;
  return result;
}

std::string condition(Places set) {
  std::vector<std::string> places;
  for (std::size_t s = 0; s < 32; ++s)
    if (contains(set, s)) places.push_back(fmt::format("Environment.s = {}", s));
  return places.empty() ? "false" : fmt::format("{}", fmt::join(places, " or "));
}

// What the players see, if it is not the place, is a variable for each of them.
constexpr const char* view_names[] = {"seen_by_P", "seen_by_Q"};

std::string seen_there(const Game& game, std::size_t player, std::size_t place) {
  if (game.views.empty()) return fmt::format("Environment.s = {}", place);
  return fmt::format("Environment.{} = {}", view_names[player], game.views[place][player]);
}

// " and P sees this and Q that", as conditions and as assignments have it.
std::string views_there(const Game& game, std::size_t place, const char* owner) {
  std::string text;
  if (game.views.empty()) return text;
  for (std::size_t i = 0; i < 2; ++i)
    text += fmt::format(" and {}{} = {}", owner, view_names[i], game.views[place][i]);
  return text;
}

std::string declarations(const Game& game) {
  const std::string range = fmt::format("0..{};", game.places - 1);
  if (game.views.empty()) return fmt::format("  Obsvars:\n    s : {}\n  end Obsvars\n", range);
  return fmt::format("  Vars:\n    s : {0}\n    {1} : {0}\n    {2} : {0}\n  end Vars\n", range,
                     view_names[0], view_names[1]);
}

std::string initial_condition(const Game& game) {
  if (game.views.empty()) return "true";
  std::vector<std::string> places;
  for (std::size_t s = 0; s < game.places; ++s)
    places.push_back(
        fmt::format("(Environment.s = {}{})", s, views_there(game, s, "Environment.")));
  return fmt::format("{}", fmt::join(places, " or "));
}

std::string player(const Game& game, std::size_t index) {
  std::string text = fmt::format("Agent {}\n", "PQ"[index]);
  if (!game.views.empty()) text += fmt::format("  Lobsvars = {{{}}};\n", view_names[index]);
  text += "  Actions = {a, b};\n  Protocol:\n";
  for (std::size_t s = 0; s < game.places; ++s) {
    std::vector<std::string> actions;
    for (std::size_t a = 0; a < Game::actions; ++a)
      if (contains(game.allowed[s][index], a)) actions.emplace_back(a == 0 ? "a" : "b");
    if (!actions.empty())
      text +=
          fmt::format("    {} : {{{}}};\n", seen_there(game, index, s), fmt::join(actions, ", "));
  }
  return text + "    false : {a};\n  end Protocol\nend Agent\n";
}

}  // namespace

Game random_game(Dice& dice) {
  Game game;
  game.places = 2 + dice.below(4);
  const auto some_places = [&](unsigned chance) {
    Places set = 0;
    for (std::size_t s = 0; s < game.places; ++s)
      if (dice.percent(chance)) set |= Places{1} << s;
    return set;
  };
  game.p = some_places(50);
  game.q = some_places(30);
  for (std::size_t i = dice.below(3); i > 0; --i) game.fairness.push_back(some_places(40));
  const unsigned stuck = dice.percent(50) ? 0 : 8;
  const unsigned lost = dice.percent(50) ? 0 : 10;
  const unsigned choice = dice.percent(50) ? 0 : 20;
  game.allowed.resize(game.places);
  game.steps.resize(game.places);
  for (std::size_t s = 0; s < game.places; ++s) {
    for (unsigned& allowed : game.allowed[s])
      allowed = dice.percent(stuck) ? 0U : 1U + static_cast<unsigned>(dice.below(3));
    for (auto& row : game.steps[s]) {
      for (Places& targets : row) {
        targets = dice.percent(lost) ? 0U : Places{1} << dice.below(game.places);
        if (targets != 0 && dice.percent(choice)) targets |= Places{1} << dice.below(game.places);
      }
    }
  }
  return game;
}

Game blindfold(Game game, Dice& dice) {
  for (std::size_t s = 0; s < game.places; ++s) {
    game.views.push_back({s, s});
    for (std::size_t i = 0; i < 2; ++i) {
      if (s == 0 || dice.percent(40)) continue;
      game.views[s][i] = game.views[dice.below(s)][i];
      game.allowed[s][i] = game.allowed[game.views[s][i]][i];
    }
  }
  return game;
}

std::string to_ispl(const Game& game) {
  std::string text = "Agent Environment\n" + declarations(game) + "  Evolution:\n";
  for (std::size_t s = 0; s < game.places; ++s) {
    for (std::size_t a = 0; a < Game::actions; ++a) {
      for (std::size_t b = 0; b < Game::actions; ++b) {
        const std::string when =
            fmt::format("s = {} and P.Action = {} and Q.Action = {}", s, "ab"[a], "ab"[b]);
        for (std::size_t t = 0; t < game.places; ++t)
          if (contains(game.steps[s][a][b], t))
            text += fmt::format("    s = {}{} if {};\n", t, views_there(game, t, ""), when);
        if (game.steps[s][a][b] == 0)  // a division by zero: the step is lost
          text += fmt::format("    s = 1 / (s - {}) if {};\n", s, when);
      }
    }
  }
  text += "  end Evolution\nend Agent\n" + player(game, 0) + player(game, 1);
  text += fmt::format("Evaluation\n  p if {};\n  q if {};\nend Evaluation\n", condition(game.p),
                      condition(game.q));
  text += fmt::format("InitStates {}; end InitStates\nFairness\n", initial_condition(game));
  for (const Places line : game.fairness) text += fmt::format("  {};\n", condition(line));
  return text + "end Fairness\nFormulae\nend Formulae\n";
}

std::string to_ispl(Coalition coalition) {
  switch (coalition) {
    case Coalition::nobody:
      return "{}";
    case Coalition::p:
      return "P";
    case Coalition::q:
      return "{Q}";
    case Coalition::both:
      return "{P, Q}";
  }
  return {};
}

std::string to_ispl(Objective objective) {
  switch (objective) {
    case Objective::next:
      return "X p";
    case Objective::finally:
      return "F p";
    case Objective::globally:
      return "G p";
    case Objective::until:
      return "(p U q)";
    case Objective::release:
      return "(p R q)";
    case Objective::weak:
      return "(p W q)";
  }
  return {};
}

Places domain(const Game& game) { return live(game, whole(game)); }

Places exists(const Game& game, Objective objective) {
  const Graph graph = whole(game);
  const Places all = all_of(game.places);
  const Places goes_on = live(game, graph);
  const auto for_ever = [&](Places set) { return fair_within(graph, game.fairness, set); };
  switch (objective) {
    case Objective::next:
      return leading_into(graph, goes_on & game.p);
    case Objective::finally:
      return reaching(graph, all, goes_on & game.p);
    case Objective::globally:
      return for_ever(game.p);
    case Objective::until:
      return reaching(graph, game.p, goes_on & game.q);
    case Objective::release:
      return reaching(graph, game.q, goes_on & game.p & game.q) | for_ever(game.q);
    case Objective::weak:
      return reaching(graph, game.p, goes_on & game.q) | for_ever(game.p);
  }
  return 0;
}

// A path that gets stuck is no counterexample to what CTL says of all paths, so only what goes on
// (with fairness), or what is met on the way (without), counts against it.
Places forall(const Game& game, Objective objective) {
  const Graph graph = whole(game);
  const Places all = all_of(game.places);
  const Places p = game.p;
  const Places q = game.q;
  const Places goes_on = live(game, graph);
  const auto for_ever = [&](Places set) { return fair_within(graph, game.fairness, set); };
  switch (objective) {
    case Objective::next:
      return all & ~leading_into(graph, goes_on & ~p);
    case Objective::finally:
      return all & ~for_ever(all & ~p);
    case Objective::globally:
      return all & ~reaching(graph, all, goes_on & ~p);
    case Objective::until:
      return all & ~(reaching(graph, ~q, goes_on & ~p & ~q) | for_ever(all & ~q));
    case Objective::release:
      return all & ~reaching(graph, ~p, goes_on & ~q);
    case Objective::weak:
      return all & ~reaching(graph, ~q, goes_on & ~p & ~q);
  }
  return 0;
}

Places can(const Game& game, Coalition coalition, Objective objective) {
  const auto available = moves(game, coalition);
  std::vector<std::size_t> choice(game.places, 0);
  Places wins = 0;
  for (;;) {
    Graph graph(game.places);
    for (std::size_t s = 0; s < game.places; ++s)
      if (!available[s].empty()) graph[s] = available[s][choice[s]];
    wins |= all_of(game.places) & ~against(game, graph, objective);
    std::size_t s = 0;
    while (s < game.places && choice[s] + 1 >= available[s].size()) choice[s++] = 0;
    if (s == game.places) return wins;
    ++choice[s];
  }
}

Places can_blindly(const Game& game, Coalition coalition, Objective objective, Start start) {
  Places wins = 0;
  for_each_restriction(game, coalition, [&](const Game& restricted) {
    const Graph graph = whole(restricted);
    const Places loses = against(game, graph, objective) | stuck_too_early(game, graph, objective);
    for (std::size_t s = 0; s < game.places; ++s)
      if ((starts_of(game, coalition, s, start) & loses) == 0) wins |= Places{1} << s;
  });
  return wins;
}

bool can_uniformly(const Game& game, Coalition coalition, Objective objective) {
  bool found = false;
  for_each_restriction(game, coalition, [&](const Game& restricted) {
    const Places starts = domain(restricted);
    found = found || ((domain(game) & ~starts) == 0 &&
                      (starts & ~can(restricted, coalition, objective)) == 0);
  });
  return found;
}

}  // namespace ken::tests
