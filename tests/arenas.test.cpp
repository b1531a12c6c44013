// Arenas that are not the model's own: a product with an observer, restricted protocols, a converse
// relation, a relation that is given.  Both engines make each in their own way, out of a random
// model, and must agree on its states, fixpoints and games.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "check/fixpoints.hpp"
#include "check/game.hpp"
#include "check/labeller.hpp"
#include "concrete/fixpoints.hpp"
#include "concrete/labeller.hpp"
#include "support/comparison.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using bdd::Bdd;
using concrete::StateId;
using logic::AgentId;
using logic::Group;
using Explicit = concrete::StateSet;
using Symbolic = symbolic::StateSet;

constexpr std::uint64_t rounds = 60;

// A model explored by both engines, and every step of it.
class Both {
 public:
  explicit Both(std::uint64_t seed)
      : dice(seed),
        model(sound_model(random_model(seed, {.most_states = 100, .fairness = 0}).text).value()),
        space(model, budget),
        system(model, budget),
        reachable(symbolic::explore(system)) {
    for (std::size_t i = 0; i < space.size(); ++i) {
      const model::State state = space.state(static_cast<StateId>(i));
      states.push_back(encode(system.manager(), system.encoding(), model, state));
      model::Steps from(model, state, budget);
      edges.emplace_back();
      from.for_each_joint_action([&](const model::JointAction& action) {
        from.for_each_successor(action, [&](const model::State& next) {
          edges.back().push_back({action, space.find(next).value()});
          return true;
        });
        return true;
      });
    }
    agent = static_cast<AgentId>(dice.below(model.agents.size()));
    special = some_of(Explicit(space.size(), true));
  }

  struct Edge {
    model::JointAction action;
    StateId target;
  };

  // About half of a set.
  [[nodiscard]] Explicit some_of(const Explicit& set) {
    Explicit result(set.size());
    set.for_each([&](StateId s) {
      if (dice.below(2) == 0) result.insert(s);
    });
    return result;
  }
  [[nodiscard]] Symbolic symbolic_set(const Explicit& set) {
    Symbolic result = system.nothing();
    set.for_each([&](StateId s) { result |= states[static_cast<std::size_t>(s)]; });
    return result;
  }
  // The chosen agent's first action.
  [[nodiscard]] bool is_first(const model::JointAction& action) const {
    return action[static_cast<std::size_t>(agent)] == 0;
  }
  [[nodiscard]] Bdd first_action() {
    return symbolic::equals(system.manager(), system.encoding().action(agent), 0);
  }

  Dice dice;
  base::Budget budget;
  model::Model model;
  concrete::StateSpace space;
  symbolic::System system;
  symbolic::Reachable reachable;
  std::vector<Symbolic> states;
  std::vector<std::vector<Edge>> edges;  // by state
  AgentId agent{};
  Explicit special;
};

using Edges = std::vector<std::vector<Both::Edge>>;

concrete::Arena explicit_arena(Both& both, const Edges& edges, const Explicit& initial) {
  std::vector<std::vector<StateId>> successors;
  for (const auto& from : edges) {
    std::set<StateId> targets;
    for (const Both::Edge& edge : from) targets.insert(edge.target);
    successors.emplace_back(targets.begin(), targets.end());
  }
  const auto graph = std::make_shared<const concrete::Graph>(successors, both.budget);
  Explicit known = initial;
  std::vector<StateId> open;
  known.for_each([&](StateId s) { open.push_back(s); });
  while (!open.empty()) {
    const StateId s = open.back();
    open.pop_back();
    for (const StateId next : graph->successors(s)) {
      if (known.contains(next)) continue;
      known.insert(next);
      open.push_back(next);
    }
  }
  const auto list_moves = [edges](const Group& coalition) {
    std::vector<concrete::Moves> result;
    for (const auto& from : edges) {
      std::map<model::JointAction, std::vector<StateId>> follow;
      for (const Both::Edge& edge : from) {
        model::JointAction move;
        for (const AgentId a : coalition) move.push_back(edge.action[static_cast<std::size_t>(a)]);
        follow[move].push_back(edge.target);
      }
      result.emplace_back();
      for (auto& [move, targets] : follow) result.back().push_back(std::move(targets));
    }
    return result;
  };
  return {graph, initial, known, {}, &both.budget, list_moves};
}

template <class Convert>
void expect_same_fixpoints(Both& both, const concrete::Arena& a, const symbolic::Arena& b,
                           const Convert& convert) {
  const Explicit f = both.some_of(a.domain) | both.some_of(a.domain);
  const Explicit g = both.some_of(both.some_of(a.domain));
  const Symbolic sf = convert(f);
  const Symbolic sg = convert(g);
  EXPECT_EQ(check::some_successor(b, sg), convert(concrete::some_successor(a, g)));
  EXPECT_EQ(check::every_successor(b, sg), convert(concrete::every_successor(a, g)));
  EXPECT_EQ(check::exists_until(b, sf, sg), convert(concrete::exists_until(a, f, g)));
  EXPECT_EQ(check::exists_globally(b, sf), convert(concrete::exists_globally(a, f)));
  EXPECT_EQ(check::bounded_until(b, sf, sg, {1, 4}, check::some_successor),
            convert(concrete::bounded_until(a, f, g, {1, 4}, concrete::some_successor)));
}

template <class Convert>
void expect_same_games(Both& both, const concrete::Arena& a, const symbolic::Arena& b,
                       const Convert& convert) {
  const Group coalitions[] = {{}, {both.agent}};
  for (const Group& coalition : coalitions) {
    const auto moves = a.list_moves(coalition);
    check::Coalition found = check::find_moves(b, coalition);
    for (const bool all : {false, true}) {
      const concrete::Game game(a, moves, all ? concrete::Outcomes::all : concrete::Outcomes::fair);
      const check::Game same(b, coalition, found,
                             all ? check::Outcomes::all : check::Outcomes::fair);
      const Explicit f = both.some_of(a.domain) | both.some_of(a.domain);
      const Explicit h = both.some_of(both.some_of(a.domain));
      const auto cut = [&](const Symbolic& set) { return set & b.domain; };
      const auto expected = [&](const Explicit& set) { return convert(set & a.domain); };
      EXPECT_EQ(cut(same.next(convert(h))), expected(game.next(h)));
      EXPECT_EQ(cut(same.until(convert(f), convert(h))), expected(game.until(f, h)));
      EXPECT_EQ(cut(same.weak(convert(f), convert(h))), expected(game.weak(f, h)));
      EXPECT_EQ(cut(same.escape()), expected(game.escape()));
    }
  }
}

template <class Convert>
void expect_same_arena(Both& both, const concrete::Arena& a, const symbolic::Arena& b,
                       const Convert& convert) {
  ASSERT_EQ(b.reachable, convert(a.domain));
  expect_same_fixpoints(both, a, b, convert);
  expect_same_games(both, a, b, convert);
  const Explicit line = both.some_of(a.domain);
  const concrete::Arena fair_a = concrete::require_fairness(a, {line});
  const symbolic::Arena fair_b = check::require_fairness(b, {convert(line)});
  ASSERT_EQ(fair_b.domain, convert(fair_a.domain));
  expect_same_fixpoints(both, fair_a, fair_b, convert);
  expect_same_games(both, fair_a, fair_b, convert);
}

symbolic::Arena explore_arena(Both& both, const std::shared_ptr<symbolic::Steps>& steps,
                              const Symbolic& initial) {
  const auto reachable = symbolic::explore(*steps, initial, both.system.settings().reach);
  if (both.dice.below(2) == 0) steps->care_about(reachable.states);
  return symbolic::make_arena(steps, initial, reachable);
}

// In some states the agent may only do the first of its actions.
TEST(Arena, OfRestrictedProtocols) {
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed);
    Both both(seed);
    Edges kept = both.edges;
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (both.special.contains(static_cast<StateId>(i)))
        std::erase_if(kept[i], [&](const auto& edge) { return !both.is_first(edge.action); });
    const symbolic::Restriction restriction{
        both.agent, (!both.symbolic_set(both.special).function()) | both.first_action()};
    const auto initial = concrete::make_arena(both.model, both.space, both.budget).initial;
    expect_same_arena(
        both, explicit_arena(both, kept, initial),
        explore_arena(both, symbolic::restrict_protocols(both.system, {&restriction, 1}),
                      both.system.initial()),
        [&](const Explicit& set) { return both.symbolic_set(set); });
  }
}

// An observer that remembers whether the agent has ever done its first action in a special state.
TEST(Arena, OfAProductWithAnObserver) {
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed);
    Both both(seed);
    const auto pair = [](StateId s, bool seen) {
      return static_cast<StateId>(2 * static_cast<std::uint32_t>(s) + (seen ? 1U : 0U));
    };
    Edges edges(2 * both.space.size());
    Explicit initial(edges.size());
    for (std::size_t i = 0; i < both.space.size(); ++i) {
      const auto s = static_cast<StateId>(i);
      if (i < both.space.initial_count()) initial.insert(pair(s, false));
      for (const bool seen : {false, true})
        for (const Both::Edge& edge : both.edges[i])
          edges[static_cast<std::size_t>(pair(s, seen))].push_back(
              {edge.action, pair(edge.target, seen || (both.special.contains(s) &&
                                                       both.is_first(edge.action)))});
    }
    bdd::Manager& manager = both.system.manager();
    const std::size_t nodes = manager.statistics().live_nodes;
    const std::vector<symbolic::BitPair> bits = both.system.add_bits(1);
    EXPECT_LE(manager.statistics().live_nodes, nodes) << "nothing is built again";
    const Bdd seen = manager.variable(bits[0].now);
    const Bdd sees = both.symbolic_set(both.special).function() & both.first_action();
    const symbolic::Observer observer{bits, !seen,
                                      equivalent(manager.variable(bits[0].next), seen | sees)};
    expect_same_arena(both, explicit_arena(both, edges, initial),
                      explore_arena(both, symbolic::observe(both.system, observer),
                                    symbolic::initial_with(both.system, observer)),
                      [&](const Explicit& set) {
                        Symbolic result = both.system.nothing();
                        set.for_each([&](StateId s) {
                          const auto number = static_cast<std::size_t>(s);
                          const Bdd observed = manager.literal(bits[0].now, number % 2 == 1);
                          result |= both.states[number / 2] & Symbolic(observed);
                        });
                        return result;
                      });
  }
}

// What may have happened before, and under fairness: what happened again and again.
TEST(Arena, OfTheConverseRelation) {
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed);
    Both both(seed);
    if (seed % 2 == 0) both.system.steps().care_about(both.reachable.states);
    concrete::Arena a = concrete::make_arena(both.model, both.space, both.budget);
    a.steps = concrete::turn_around(*a.steps, both.budget);
    symbolic::Arena b = symbolic::make_arena(symbolic::turn_around(both.system.steps()),
                                             both.system.initial(), both.reachable);
    b.closed = false;  // before a reachable state there may be one that is not
    const auto convert = [&](const Explicit& set) { return both.symbolic_set(set); };
    expect_same_fixpoints(both, a, b, convert);
    const Explicit line = both.some_of(a.domain);
    expect_same_fixpoints(both, concrete::require_fairness(a, {line}),
                          check::require_fairness(b, {convert(line)}), convert);
  }
}

// "The agent cannot tell": its pre-image is what the agent considers possible.
TEST(Arena, OfARelationThatIsGiven) {
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed);
    Both both(seed);
    const auto& view = both.model[both.agent].visible;
    symbolic::System& system = both.system;
    static_cast<void>(symbolic::all_bits(system));
    std::vector<Bdd> same;
    same.reserve(view.size());
    for (const model::VarId v : view)
      same.push_back(symbolic::keep(system.manager(), system.encoding().pairs({&v, 1})));
    symbolic::Arena arena =
        symbolic::make_arena(symbolic::relate(system, same), system.initial(), both.reachable);
    arena.closed = false;
    const Explicit target = both.some_of(both.special);
    Explicit expected(both.space.size());
    for (std::size_t i = 0; i < both.space.size(); ++i)
      target.for_each([&](StateId t) {
        const model::State a = both.space.state(static_cast<StateId>(i));
        const model::State b = both.space.state(t);
        bool alike = true;
        for (const model::VarId v : view)
          alike = alike && a[static_cast<std::size_t>(v)] == b[static_cast<std::size_t>(v)];
        if (alike) expected.insert(static_cast<StateId>(i));
      });
    EXPECT_EQ(check::some_successor(arena, both.symbolic_set(target)), both.symbolic_set(expected));
  }
}

}  // namespace
}  // namespace ken::tests
