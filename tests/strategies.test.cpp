// Strategies of the symbolic engine on random models: one that is given, not searched for.  Whether
// it wins is asked in three ways that know little of each other, what refutes it is replayed, and
// everything that is concluded from a refutation or a bound about other strategies is tried on
// some.

#include <gtest/gtest.h>

#include <set>

#include "check/confirmation.hpp"
#include "check/contest_search.hpp"
#include "check/first_choices.hpp"
#include "check/full_strategy.hpp"
#include "check/labeller.hpp"
#include "check/searched.hpp"
#include "check/strategy_table.hpp"
#include "check/walk.hpp"
#include "concrete/facts.hpp"
#include "concrete/labeller.hpp"
#include "concrete/strategy.hpp"
#include "driver/check.hpp"
#include "evidence/restriction.hpp"
#include "support/comparison.hpp"
#include "support/random_model.hpp"
#include "translate/ispl.hpp"

namespace ken::tests {
namespace {

using check::Bounds;
using check::Contest;
using check::Duty;
using check::ObjectiveKind;
using check::Points;
using check::Refutation;
using check::Strategy;
using concrete::StateId;
using Explicit = concrete::StateSet;
using Symbolic = symbolic::StateSet;

ModelWeights weights() {
  ModelWeights result;
  result.most_agents = 2;
  result.most_states = 48;
  result.most_variables = 1;
  result.most_lines = 5;
  result.wide = 0;
  result.observable = 25;
  result.seen_locally = 30;
  result.other = 60;  // moves may be blocked
  result.action_test = 85;
  result.free_variable = 50;
  result.fairness = 50;
  return result;
}

// A random coalition with a random objective in a random model.
class Played {
 public:
  explicit Played(std::uint64_t seed)
      : dice(seed),
        model(sound_model(random_model(seed, weights()).text).value()),
        space(model, budget),
        explicit_context(concrete::make_context(model, space, budget)),
        system(model, budget),
        reachable(symbolic::explore(system)),
        context(check::make_context(system, reachable)),
        none{system.nothing(), system.nothing()} {
    for (std::size_t agent = 0; agent < model.agents.size(); ++agent)
      if (dice.below(2) == 0) members.push_back(static_cast<logic::AgentId>(agent));
    explicit_context.arena.domain.for_each([&](StateId s) { domain.push_back(s); });
    form = dice.pick(std::vector{concrete::Objective::Form::next, concrete::Objective::Form::until,
                                 concrete::Objective::Form::weak});
    through = dice.below(2) == 0 ? explicit_context.arena.reachable() : some_of_domain(80);
    goal = some_of_domain(dice.pick(std::vector{0U, 15U, 40U}));
  }

  [[nodiscard]] Contest make_contest() {
    return check::make_contest(context, members, objective());
  }
  [[nodiscard]] check::Objective objective() {
    const ObjectiveKind kind = form == concrete::Objective::Form::next    ? ObjectiveKind::next
                               : form == concrete::Objective::Form::until ? ObjectiveKind::until
                                                                          : ObjectiveKind::weak;
    return {kind, to_symbolic(through), to_symbolic(goal)};
  }
  [[nodiscard]] Explicit find_explicitly(concrete::Starts starts) {
    return find_where_strategy_wins(explicit_context, members, {form, through, goal}, starts);
  }

  [[nodiscard]] Symbolic diagram(const model::State& state) {
    return encode(system.manager(), system.encoding(), model, state);
  }
  [[nodiscard]] Symbolic diagram(StateId s) { return diagram(space.state(s)); }
  [[nodiscard]] Symbolic to_symbolic(const Explicit& set) {
    Symbolic result = system.nothing();
    set.for_each([&](StateId s) { result |= diagram(s); });
    return result;
  }

  // Any strategy that does what another one does at these points.
  [[nodiscard]] Strategy draw_strategy(const Strategy& like, const std::set<std::size_t>& kept,
                                       Points& points) {
    Strategy result = like;
    for (const std::size_t number : points.in(context.arena.reachable)) {
      if (kept.contains(number)) continue;
      const check::Point& point = points[number];
      result.change(point.member, point.seen,
                    points.action(point.member, dice.pick(point.actions)));
    }
    return result;
  }
  // There are so few strategies that the explicit engine may try them all.
  [[nodiscard]] bool can_be_tried(Points& points) {
    std::size_t strategies = 1;
    for (const std::size_t number : points.in(context.arena.reachable))
      if (strategies <= 300) strategies *= points[number].actions.size();
    return strategies <= 300;
  }
  [[nodiscard]] Strategy draw_strategy(Points& points) {
    return draw_strategy(check::take_first_actions(context, members), {}, points);
  }

  Dice dice;
  base::Budget budget;
  model::Model model;
  concrete::StateSpace space;
  concrete::Context explicit_context;
  symbolic::System system;
  symbolic::Reachable reachable;
  check::Context context;
  Bounds none;
  logic::Group members;
  std::vector<StateId> domain;
  concrete::Objective::Form form{};
  Explicit through;
  Explicit goal;

 private:
  [[nodiscard]] Explicit some_of_domain(unsigned chance) {
    Explicit result(space.size());
    for (const StateId s : dice.some(domain, chance)) result.insert(s);
    return result;
  }
};

void expect_outcome(Played& game, const Contest& contest, const Strategy& strategy,
                    const Refutation& refutation) {
  const check::Walk walk(contest, strategy);
  const auto& path = refutation.path;
  ASSERT_LE(refutation.used, path.size());
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    EXPECT_TRUE(subset(game.diagram(path[i + 1]), walk.after(game.diagram(path[i]))));
  if (refutation.back_to) {
    EXPECT_TRUE(
        subset(game.diagram(path.at(*refutation.back_to)), walk.after(game.diagram(path.back()))));
  }
}

TEST(Strategies, AreJudgedAlikeInThreeWays) {
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    Contest contest = game.make_contest();
    if (game.dice.below(3) == 0) contest.duty = Duty::stay_fair;
    Points points(game.system, game.members);
    for (int k = 0; k < 3; ++k) {
      const Strategy strategy = game.draw_strategy(points);
      const Symbolic winning = find_winning_states(contest, strategy);
      for (const StateId s : game.domain) {
        const Symbolic start = game.diagram(s);
        const bool wins = !refute(contest, strategy, game.none, start);
        EXPECT_EQ(confirm(contest, strategy, start), wins) << "seed " << seed;
        if (contest.duty == Duty::never_stuck) {
          EXPECT_EQ(subset(start, winning), wins) << "seed " << seed;
        }
      }
    }
  }
}

TEST(Strategies, OfTheWholeStateWinWhereTheGameIsWon) {
  std::size_t fair = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(1500); ++seed) {
    Played game(seed);
    const Contest contest = game.make_contest();
    const check::Objective& objective = contest.objective;
    const check::Game full = check::play(game.context, game.members);
    const Symbolic won = objective.kind == ObjectiveKind::next ? full.next(objective.goal)
                         : objective.kind == ObjectiveKind::until
                             ? full.until(objective.through, objective.goal)
                             : full.weak(objective.through, objective.goal);
    const Symbolic starts = won & game.context.arena.domain;
    if (starts.empty()) continue;
    fair += contest.only_fair ? 1U : 0U;
    EXPECT_TRUE(confirm(contest, find_full_strategy(game.context, contest, won), starts))
        << "seed " << seed;
  }
  EXPECT_GT(fair, times_rounds(100));
}

// What the model restricted to a strategy, written and read again, says about it; nothing if plain
// ISPL cannot say that.
std::optional<bool> ask_written_model(Played& game, const Contest& contest,
                                      const Strategy& strategy, const Symbolic& starts) {
  evidence::Strategy table = write_table(contest, strategy, starts, check::Sight::local);
  table.objective = list_objective(contest, strategy, starts);
  if (!table.objective) return {};
  model::Model& model = game.model;
  const auto modal = [&](logic::Builtin op, std::vector<logic::Group> subjects,
                         logic::FormulaId arg) {
    return model.formulas.add(
        logic::Modal{model.modalities.id(op), {}, std::move(subjects), {}, {arg}});
  };
  table.operation = modal(logic::Builtin::can_next, {game.members},
                          modal(logic::Builtin::EX, {}, model.formulas.add(logic::Constant{true})));
  table.semantics = logic::Semantics::ir_objective;
  const evidence::Restriction written = evidence::restrict_protocols(model, table);
  const auto text = translate::to_ispl(written.model, written.remarks);
  if (!text || written.model.properties.empty()) return {};
  const evidence::Answer answer = driver::check(base::make_source("written", *text), {});
  EXPECT_TRUE(answer.good_model);
  EXPECT_EQ(answer.formulae.size(), 1U);
  return answer.formulae.at(0).verdict.truth == evidence::Truth::holds;
}

TEST(Strategies, AreJudgedAlikeInTheModelThatIsWritten) {
  std::size_t won = 0;
  std::size_t lost = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(500); ++seed) {
    Played game(seed);
    const Contest contest = game.make_contest();
    Points points(game.system, game.members);
    for (const StateId s : game.dice.some(game.domain, 20)) {
      const Strategy strategy = game.draw_strategy(points);
      const Symbolic start = game.diagram(s);
      const bool wins = confirm(contest, strategy, start);
      const auto said = ask_written_model(game, contest, strategy, start);
      if (!said) continue;
      ++(wins ? won : lost);
      if (contest.only_fair) {
        EXPECT_TRUE(*said || !wins) << "seed " << seed;
      } else {
        EXPECT_EQ(*said, wins) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(won, times_rounds(100));
  EXPECT_GT(lost, times_rounds(100));
}

TEST(Strategies, ThatDoTheSameOnARefutationLoseToo) {
  std::size_t refuted = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    Contest contest = game.make_contest();
    if (game.dice.below(3) == 0) contest.duty = Duty::stay_fair;
    Points points(game.system, game.members);
    const Strategy strategy = game.draw_strategy(points);
    for (const StateId s : game.domain) {
      const Symbolic start = game.diagram(s);
      const auto refutation = refute(contest, strategy, game.none, start);
      if (!refutation) continue;
      ++refuted;
      EXPECT_EQ(refutation->path.front(), game.space.state(s));
      expect_outcome(game, contest, strategy, *refutation);
      std::set<std::size_t> met;
      for (std::size_t i = 0; i < refutation->used; ++i)
        for (const std::size_t point : points.in(refutation->path[i])) met.insert(point);
      if (refutation->region)
        for (const std::size_t point : points.in(*refutation->region)) met.insert(point);
      for (int k = 0; k < 3; ++k)
        EXPECT_TRUE(refute(contest, game.draw_strategy(strategy, met, points), game.none, start))
            << "seed " << seed;
    }
  }
  EXPECT_GT(refuted, times_rounds(300));
}

TEST(Strategies, KeepTheBounds) {
  std::size_t lost = 0;
  std::size_t won = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    const Contest contest = game.make_contest();
    const check::Opening opening = open_contest(game.context, contest);
    Points points(game.system, game.members);
    if (game.can_be_tried(points)) {
      const Symbolic label = game.to_symbolic(game.find_explicitly(concrete::Starts::here));
      EXPECT_TRUE(disjoint(opening.bounds.lost, label)) << "seed " << seed;
      EXPECT_TRUE(subset(opening.bounds.won & game.context.arena.domain, label)) << "seed " << seed;
    }
    for (int k = 0; k < 3; ++k) {
      const Strategy strategy = k == 0 ? opening.strategy : game.draw_strategy(points);
      for (const StateId s : game.domain) {
        const Symbolic start = game.diagram(s);
        const bool wins = !refute(contest, strategy, game.none, start);
        EXPECT_EQ(!refute(contest, strategy, opening.bounds, start), wins) << "seed " << seed;
        lost += subset(start, opening.bounds.lost) ? 1 : 0;
        won += subset(start, opening.bounds.won) ? 1 : 0;
        EXPECT_FALSE(wins && subset(start, opening.bounds.lost)) << "seed " << seed;
        EXPECT_FALSE(!wins && subset(start, opening.bounds.won)) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(lost, times_rounds(300));
  EXPECT_GT(won, times_rounds(300));
}

// What a search has learnt holds of all strategies that select what the fact names.
TEST(Strategies, ObeyTheFacts) {
  std::size_t steps = 0;
  std::size_t losses = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    const Contest contest = game.make_contest();
    if (game.domain.empty()) continue;
    Points points(game.system, game.members);
    const check::Opening opening{game.none, game.draw_strategy(points)};
    check::StrategySearch search = check::search_alone(game.context, contest, opening);
    for (int k = 0; k < 4; ++k)
      static_cast<void>(search.find_from(game.diagram(game.dice.pick(game.domain))));
    for (std::size_t i = 0; i < search.facts(); ++i) {
      const check::Fact fact = search.fact(i);
      if (fact.at.stage == check::Stage::start) continue;
      Strategy strategy = game.draw_strategy(points);
      for (const check::Selection& selection : fact.selections) {
        const auto member = static_cast<std::size_t>(
            std::find(game.members.begin(), game.members.end(), selection.agent) -
            game.members.begin());
        const auto point = points.find(member, selection.where);
        ASSERT_TRUE(point.has_value());
        strategy.change(member, points[*point].seen, points.action(member, selection.action));
      }
      const Symbolic here = game.diagram(fact.at.state);
      if (fact.then) {
        ++steps;
        EXPECT_TRUE(
            subset(game.diagram(fact.then->state), check::Walk(contest, strategy).after(here)))
            << "seed " << seed;
      } else if (fact.at.stage == check::Stage::open) {
        ++losses;
        EXPECT_TRUE(refute(contest, strategy, game.none, here)) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(steps, times_rounds(300));
  EXPECT_GT(losses, times_rounds(150));
}

// The explicit engine finds the facts right, and not those that say too much.
TEST(Strategies, AreJudgedByTheExplicitEngine) {
  std::size_t right = 0;
  std::size_t wrong = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    Contest contest = game.make_contest();
    if (game.domain.empty()) continue;
    const bool stay_fair = contest.only_fair && game.dice.below(3) == 0;
    if (stay_fair) contest.duty = Duty::stay_fair;
    Points points(game.system, game.members);
    const check::Opening opening{game.none, game.draw_strategy(points)};
    check::StrategySearch search = check::search_alone(game.context, contest, opening);
    for (int k = 0; k < 4; ++k)
      static_cast<void>(search.find_from(game.diagram(game.dice.pick(game.domain))));
    const Symbolic lost_by_all = open_contest(game.context, contest).bounds.lost;
    Contest hopeless = contest;
    hopeless.objective = {ObjectiveKind::weak, game.system.nothing(), game.system.nothing()};
    const Symbolic lost_once_violated = open_contest(game.context, hopeless).bounds.lost;
    const auto judge = [&](const evidence::Fact& fact) {
      return are_right(game.explicit_context, game.members, {game.form, game.through, game.goal},
                       stay_fair ? concrete::Duty::stay_fair : concrete::Duty::never_stuck,
                       {&fact, 1});
    };
    for (std::size_t i = 0; i < search.facts(); ++i) {
      evidence::Fact fact = search.fact(i);
      EXPECT_TRUE(judge(fact)) << "seed " << seed << ", fact " << i;
      ++right;
      if (fact.at.stage == evidence::Stage::start) continue;
      if (fact.then) {
        fact.then->state = game.space.state(game.dice.pick(game.domain));
        const bool follows =
            subset(game.diagram(fact.then->state),
                   contest.moves.follow(check::MoveSet(game.diagram(fact.at.state).function())));
        EXPECT_FALSE(!follows && judge(fact)) << "seed " << seed << ", fact " << i;
        wrong += follows ? 0 : 1;
      } else {
        fact.selections.clear();
        const bool violated = fact.at.stage == evidence::Stage::violated;
        const bool lost =
            subset(game.diagram(fact.at.state), violated ? lost_once_violated : lost_by_all);
        EXPECT_EQ(judge(fact), lost) << "seed " << seed << ", fact " << i;
        wrong += lost ? 0 : 1;
      }
    }
  }
  EXPECT_GT(right, times_rounds(300));
  EXPECT_GT(wrong, times_rounds(100));
}

TEST(Strategies, AreFoundWhereThereAreSome) {
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    Points points(game.system, game.members);
    if (!game.can_be_tried(points)) continue;
    if (seed % 3 == 0) game.context.teamwork = {.threads = 2 + seed % 2, .alone = 1, .stint = 1};
    for (const auto& [here, there] :
         {std::pair{check::Starts::alone, concrete::Starts::here},
          std::pair{check::Starts::alike, concrete::Starts::wherever_it_seems_to_be}})
      EXPECT_EQ(find_by_search(game.context, game.members, game.objective(), here,
                               game.context.arena.domain),
                game.to_symbolic(game.find_explicitly(there)))
          << "seed " << seed;
  }
}

// Depth-first search alone finds the same, and what refutes a partial strategy refutes every one
// that decides alike.
TEST(Strategies, AreFoundDepthFirst) {
  std::size_t found = 0;
  std::size_t refuted = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    Played game(seed);
    const Contest contest = game.make_contest();
    if (game.domain.empty() || !can_go_depth_first(contest)) continue;
    Points points(game.system, game.members);
    if (!game.can_be_tried(points)) continue;
    check::Opening opening = open_contest(game.context, contest);
    if (game.dice.below(2) == 0) opening.bounds = game.none;
    const Explicit expected = game.find_explicitly(concrete::Starts::here);
    check::DepthFirst search(game.context, contest, opening.bounds, opening.strategy);
    for (int k = 0; k < 4; ++k) {
      const StateId start = game.dice.pick(game.domain);
      const Symbolic starts = game.diagram(start);
      check::DepthFirst::Step step = search.try_next(starts);
      for (; step.finding == check::Finding::open; step = search.try_next(starts)) {
        if (!step.refutation) continue;
        ++refuted;
        EXPECT_TRUE(refute(contest, step.tried, opening.bounds, starts)) << "seed " << seed;
      }
      EXPECT_EQ(step.finding == check::Finding::found, expected.contains(start)) << "seed " << seed;
      if (step.finding == check::Finding::none) continue;
      ++found;
      EXPECT_FALSE(refute(contest, step.tried, game.none, starts)) << "seed " << seed;
    }
  }
  EXPECT_GT(found, times_rounds(100));
  EXPECT_GT(refuted, times_rounds(30));
}

}  // namespace
}  // namespace ken::tests
