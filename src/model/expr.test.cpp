// Expressions: constants, bounds, programs, intervals and the fold.  A naive recursive evaluator,
// written from the language and not from the stack machine, is compared with all of them on random
// expressions.

#include "model/expr.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "base/budget.hpp"
#include "model/fold.hpp"
#include "model/interval.hpp"
#include "model/number_algebra.hpp"
#include "model/program.hpp"

namespace ken::model {
namespace {

constexpr VarId x{0};
constexpr VarId y{1};
constexpr VarId b{2};
constexpr Value low[] = {-3, 0, 0};
constexpr Value high[] = {2, 4, 1};
constexpr ActionIndex actions = 2;

struct Vocabulary {
  ExprStore store;
  ExprId variable(VarId id) {
    const auto i = static_cast<std::size_t>(id);
    return store.variable(id, low[i], high[i]);
  }
};

// ---- random expressions ----

ExprId number(Vocabulary& v, int depth);

ExprId condition(Vocabulary& v, int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 9 : 3);
  const auto inner = [&] { return condition(v, depth - 1); };
  switch (kind) {
    case 0:
      return v.variable(b);
    case 1:
      return v.store.truth(*rc::gen::arbitrary<bool>());
    case 2:
      return v.store.action(AgentId{0}, *rc::gen::inRange<ActionIndex>(0, actions));
    case 3:
      return v.store.negation(inner());
    case 4:
      return v.store.conjunction({inner(), inner(), inner()});
    case 5:
      return v.store.disjunction({inner(), inner()});
    case 6:
      return v.store.exclusive({inner(), inner(), inner()});
    default:
      return v.store.compare(
          *rc::gen::element(ExprOp::equal, ExprOp::not_equal, ExprOp::less, ExprOp::less_equal),
          number(v, depth - 1), number(v, depth - 1));
  }
}

ExprId number(Vocabulary& v, int depth) {
  if (depth == 0)
    return *rc::gen::inRange(0, 3) == 0 ? v.store.constant(*rc::gen::inRange<Value>(-3, 4))
                                        : v.variable(*rc::gen::element(x, y));
  if (*rc::gen::inRange(0, 8) == 0)
    return v.store.count({condition(v, depth - 1), condition(v, depth - 1)});
  if (*rc::gen::inRange(0, 5) == 0)
    return v.store.conditional(condition(v, depth - 1), number(v, depth - 1), number(v, depth - 1));
  if (*rc::gen::inRange(0, 5) == 0) {  // a part that is shared
    const ExprId part = number(v, depth - 1);
    return v.store.conditional(v.store.compare(ExprOp::less, part, v.variable(x)), v.variable(y),
                               v.store.arithmetic(ExprOp::subtract, {part, v.variable(y)}));
  }
  return v.store.arithmetic(*rc::gen::element(ExprOp::sum, ExprOp::product, ExprOp::subtract,
                                              ExprOp::divide, ExprOp::floor_divide, ExprOp::modulo),
                            {number(v, depth - 1), number(v, depth - 1)});
}

ExprId any(Vocabulary& v) { return *rc::gen::arbitrary<bool>() ? condition(v, 3) : number(v, 3); }

// ---- what they mean ----

Number naive(const ExprStore& store, ExprId id, const State& state, const JointAction& joint) {
  const Expr& e = store[id];
  std::vector<Number> args;
  for (const ExprId arg : store.args(id)) args.push_back(naive(store, arg, state, joint));
  const auto holding = std::count_if(args.begin(), args.end(), [](Number n) { return n.truth(); });
  const auto compared = [&](auto&& decide) -> Number {
    if (!args[0].defined() || !args[1].defined()) return 0;
    return decide(compare(args[0], args[1])) ? 1 : 0;
  };
  const auto folded = [&](auto&& step) {
    Number result = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) result = step(result, args[i]);
    return result;
  };
  switch (e.op) {
    case ExprOp::constant:
      return e.value;
    case ExprOp::variable:
      return state[static_cast<std::size_t>(e.value)];
    case ExprOp::action:
      return joint[static_cast<std::size_t>(e.value)] == e.action ? 1 : 0;
    case ExprOp::negation:
      return 1 - holding;
    case ExprOp::conjunction:
      return holding == static_cast<std::ptrdiff_t>(args.size()) ? 1 : 0;
    case ExprOp::disjunction:
      return holding > 0 ? 1 : 0;
    case ExprOp::exclusive:
      return holding % 2;
    case ExprOp::count:
      return holding;
    case ExprOp::equal:
      return compared([](int order) { return order == 0; });
    case ExprOp::not_equal:
      return compared([](int order) { return order != 0; });
    case ExprOp::less:
      return compared([](int order) { return order < 0; });
    case ExprOp::less_equal:
      return compared([](int order) { return order <= 0; });
    case ExprOp::sum:
      return folded([](Number m, Number n) { return m + n; });
    case ExprOp::product:
      return folded([](Number m, Number n) { return m * n; });
    case ExprOp::subtract:
      return args[0] - args[1];
    case ExprOp::divide:
      return args[0] / args[1];
    case ExprOp::floor_divide:
      return floor_divide(args[0], args[1]);
    case ExprOp::modulo:
      return modulo(args[0], args[1]);
    case ExprOp::conditional:
      return args[args[0].truth() ? 1 : 2];
  }
  return Number::undefined();
}

template <class Visit>
void for_each_state(const Box& box, Visit&& visit) {
  for (Value vx = box[0].low; vx <= box[0].high; ++vx)
    for (Value vy = box[1].low; vy <= box[1].high; ++vy)
      for (Value vb = box[2].low; vb <= box[2].high; ++vb)
        for (ActionIndex a = 0; a < actions; ++a) visit(State{vx, vy, vb}, JointAction{a});
}

const Box whole = {{low[0], high[0]}, {low[1], high[1]}, {low[2], high[2]}};

void assert_within(Bounds bounds, Number value) {
  if (!value.defined()) {
    RC_ASSERT(bounds.undefined);
    return;
  }
  RC_ASSERT(compare(bounds.low, value) <= 0);
  RC_ASSERT(compare(value, bounds.high) <= 0);
  RC_ASSERT(value.is_integer() || bounds.fraction);
}

TEST(Program, ComputesWhatTheExpressionMeans) {
  EXPECT_TRUE(rc::check([] {
    Vocabulary v;
    const ExprId id = any(v);
    const Program program(v.store, id);
    for_each_state(whole, [&](const State& state, const JointAction& joint) {
      const Number expected = naive(v.store, id, state, joint);
      const Number found = program.evaluate(state, joint);
      RC_ASSERT(found.defined() == expected.defined());
      if (found.defined()) RC_ASSERT(compare(found, expected) == 0);
    });
  }));
}

TEST(Compiled, CopiesShareTheCodeThatTheFirstEvaluationMakes) {
  Vocabulary v;
  const Compiled condition(v.store.compare(ExprOp::less, v.variable(x), v.variable(y)));
  const std::vector<Compiled> copies(2, condition);
  EXPECT_TRUE(copies[0].program(v.store).holds(State{1, 4, 0}));
  EXPECT_EQ(&copies[0].program(v.store), &copies[1].program(v.store));
  EXPECT_EQ(&copies[0].program(v.store), &condition.program(v.store));
}

TEST(Program, ComputesWhatIsSharedOnce) {
  Vocabulary v;
  ExprId id = v.variable(x);
  constexpr int levels = 200;  // written out, 2^200 nodes
  for (int i = 0; i < levels; ++i) {
    const ExprId shared = v.store.arithmetic(ExprOp::sum, {id, v.variable(y)});
    id = v.store.conditional(v.store.compare(ExprOp::less, shared, v.store.constant(3)), shared,
                             v.store.arithmetic(ExprOp::subtract, {id, v.store.constant(3)}));
  }
  const Program program(v.store, id);
  Value expected = -2;
  for (int i = 0; i < levels; ++i) expected = expected + 1 < 3 ? expected + 1 : expected - 3;
  EXPECT_EQ(program.evaluate(State{-2, 1, 0}).numerator(), expected);
}

TEST(Fold, OfExactValuesIsWhatTheExpressionMeans) {
  EXPECT_TRUE(rc::check([] {
    Vocabulary v;
    const ExprId id = any(v);
    for_each_state(whole, [&](const State& state, const JointAction& joint) {
      const NumberAlgebra algebra(state, joint);
      std::map<ExprId, Number> known;
      for (const ExprId part : closure(v.store, id)) {
        std::vector<Number> args;
        for (const ExprId arg : v.store.args(part)) args.push_back(known.at(arg));
        known[part] = fold(algebra, v.store[part], args);
      }
      const Number expected = naive(v.store, id, state, joint);
      RC_ASSERT(known[id].defined() == expected.defined());
      if (expected.defined()) RC_ASSERT(compare(known[id], expected) == 0);
    });
  }));
}

TEST(Bounds, ContainEveryValue) {
  EXPECT_TRUE(rc::check([] {
    Vocabulary v;
    const ExprId id = any(v);
    for_each_state(whole, [&](const State& state, const JointAction& joint) {
      assert_within(v.store[id].bounds, naive(v.store, id, state, joint));
    });
  }));
}

TEST(Bounds, SayNothingOfWhatMayNotFit) {
  Vocabulary v;
  const ExprId huge = v.store.constant(std::numeric_limits<Value>::max());
  const ExprId product = v.store.arithmetic(ExprOp::product, {v.variable(x), huge});
  EXPECT_TRUE(v.store[product].bounds.open_above);
  // What was cut off at 64 bits must not come back as an end of something smaller.
  const ExprId less = v.store.arithmetic(ExprOp::subtract, {product, huge});
  EXPECT_TRUE(v.store[less].bounds.open_above);
  const ExprId more = v.store.arithmetic(ExprOp::subtract, {huge, product});
  EXPECT_TRUE(v.store[more].bounds.open_below);
  const ExprId rest = v.store.arithmetic(ExprOp::modulo, {product, v.store.constant(3)});
  EXPECT_FALSE(v.store[rest].bounds.open_below);
  EXPECT_FALSE(v.store[rest].bounds.open_above);
  const ExprId below = v.store.compare(ExprOp::less_equal, product, huge);
  const Possible possible = evaluate(v.store, closure(v.store, below), whole);
  EXPECT_TRUE(possible.can_be_true());
  EXPECT_TRUE(possible.can_be_false());
}

TEST(Interval, EvaluationContainsEveryValueOfTheBox) {
  EXPECT_TRUE(rc::check([] {
    Vocabulary v;
    const ExprId id = any(v);
    Box box = whole;
    for (Interval& side : box) {
      side.low = *rc::gen::inRange<Value>(side.low, side.high + 1);
      side.high = *rc::gen::inRange<Value>(side.low, side.high + 1);
    }
    const Possible possible = evaluate(v.store, closure(v.store, id), box);
    for_each_state(box, [&](const State& state, const JointAction& joint) {
      assert_within(possible.bounds, naive(v.store, id, state, joint));
    });
  }));
}

TEST(Interval, OnASingleStateWithoutFractionsIsExact) {
  Vocabulary v;
  const ExprId id = v.store.compare(ExprOp::less, v.variable(x), v.variable(y));
  const auto order = closure(v.store, id);
  EXPECT_FALSE(evaluate(v.store, order, {{2, 2}, {2, 2}, {0, 0}}).can_be_true());
  EXPECT_FALSE(evaluate(v.store, order, {{1, 1}, {2, 2}, {0, 0}}).can_be_false());
}

// ---- the store ----

TEST(ExprStore, EqualExpressionsAreOne) {
  Vocabulary v;
  const ExprId sum = v.store.arithmetic(ExprOp::sum, {v.variable(x), v.variable(y)});
  const std::size_t size = v.store.size();
  EXPECT_EQ(v.store.arithmetic(ExprOp::sum, {v.variable(x), v.variable(y)}), sum);
  EXPECT_EQ(v.store.size(), size);
  EXPECT_NE(v.store.arithmetic(ExprOp::sum, {v.variable(y), v.variable(x)}), sum);
}

TEST(ExprStore, FoldsConstants) {
  ExprStore store;
  const auto value = [&](ExprOp op, Value left, Value right) {
    const ExprId id = store.arithmetic(op, {store.constant(left), store.constant(right)});
    return store.is_constant(id) ? std::optional(store[id].value) : std::nullopt;
  };
  EXPECT_EQ(value(ExprOp::sum, 2, 3), 5);
  EXPECT_EQ(value(ExprOp::divide, 6, 3), 2);
  EXPECT_EQ(value(ExprOp::floor_divide, -1, 2), -1);
  EXPECT_EQ(value(ExprOp::divide, 1, 2), std::nullopt);
  EXPECT_EQ(value(ExprOp::modulo, 1, 0), std::nullopt);
  EXPECT_EQ(value(ExprOp::product, std::numeric_limits<Value>::max(), 2), std::nullopt);
}

TEST(ExprStore, AConstantTooLargeToFoldRunsOutWhenEvaluated) {
  ExprStore store;
  const ExprId most = store.constant(std::numeric_limits<Value>::max());
  const Program program(store, store.arithmetic(ExprOp::sum, {most, most}));
  EXPECT_THROW((void)program.evaluate({}), base::Exhausted);
}

TEST(ExprStore, SimplifiesConnectives) {
  Vocabulary v;
  const ExprId p = v.variable(b);
  const ExprId yes = v.store.truth(true);
  const ExprId no = v.store.truth(false);
  EXPECT_EQ(v.store.conjunction({p, yes}), p);
  EXPECT_EQ(v.store.conjunction({p, no}), no);
  EXPECT_EQ(v.store.disjunction({no, p}), p);
  EXPECT_EQ(v.store.disjunction({yes, p}), yes);
  EXPECT_EQ(v.store.conjunction({}), yes);
  EXPECT_EQ(v.store.disjunction({}), no);
  EXPECT_EQ(v.store.exclusive({yes, p}), v.store.negation(p));
  EXPECT_EQ(v.store.negation(v.store.negation(p)), p);
  EXPECT_EQ(v.store.count({}), v.store.constant(0));
}

TEST(ExprStore, KnowsWhatAnExpressionReads) {
  Vocabulary v;
  const ExprId test = v.store.action(AgentId{3}, 1);
  const ExprId id = v.store.conjunction(
      {test, v.store.compare(ExprOp::less, v.variable(y), v.variable(y)), v.variable(b)});
  EXPECT_EQ(support(v.store, id), (std::vector<VarId>{y, b}));
  EXPECT_EQ(acting(v.store, id), (std::vector<AgentId>{AgentId{3}}));
}

TEST(Program, AComparisonWithADivisionByZeroIsFalse) {
  Vocabulary v;
  const ExprId nothing = v.store.arithmetic(ExprOp::divide, {v.variable(x), v.variable(y)});
  for (const ExprOp op : {ExprOp::equal, ExprOp::not_equal, ExprOp::less, ExprOp::less_equal}) {
    const Program program(v.store, v.store.compare(op, nothing, v.store.constant(1)));
    EXPECT_FALSE(program.holds(State{2, 0, 0}));
  }
}

TEST(Program, StopsAtTheArgumentThatDecides) {
  ExprStore store;
  const ExprId huge = store.variable(VarId{0}, 0, std::numeric_limits<Value>::max());
  const ExprId overflow = store.compare(
      ExprOp::equal, store.arithmetic(ExprOp::product, {huge, huge}), store.constant(0));
  const ExprId small = store.compare(ExprOp::less, huge, store.constant(5));
  const Program program(store, store.conjunction({small, overflow}));
  EXPECT_FALSE(program.holds(State{std::numeric_limits<Value>::max()}));
}

TEST(Program, ADeepExpressionNeedsNoDeepStack) {
  Vocabulary v;
  ExprId id = v.variable(x);
  for (int i = 0; i < 100'000; ++i) id = v.store.arithmetic(ExprOp::subtract, {v.variable(y), id});
  EXPECT_EQ(Program(v.store, id).evaluate(State{1, 4, 0}).numerator(), 1);
}

}  // namespace
}  // namespace ken::model
