#include "logic/formula.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace ken::logic {
namespace {

class FormulaStoreTest : public ::testing::Test {
 protected:
  FormulaId atom(unsigned id) { return store_.add(Atom{static_cast<AtomId>(id)}); }
  FormulaId modal(Builtin builtin, std::vector<Group> subjects, std::vector<FormulaId> args,
                  std::optional<Bound> bound = {}, Semantics semantics = Semantics::of_the_run) {
    return store_.add(
        Modal{table_.id(builtin), semantics, std::move(subjects), bound, std::move(args)});
  }
  FormulaId social(FormulaId arg) {
    Modality defined;
    defined.keyword = "C";
    const auto row = table_.add(defined);
    store_.learn(table_);
    return store_.add(Modal{*row, {}, {{AgentId{0}}, {AgentId{1}}}, {}, {arg}});
  }

  ModalityTable table_;
  FormulaStore store_{table_};
};

using Interning = FormulaStoreTest;
using FormulaTraits = FormulaStoreTest;
using Closure = FormulaStoreTest;

TEST_F(Interning, EqualFormulasAreOne) {
  const FormulaId p = atom(1);
  EXPECT_EQ(p, atom(1));
  EXPECT_EQ(store_.add(Not{p}), store_.add(Not{atom(1)}));
  EXPECT_EQ(modal(Builtin::AG, {}, {p}), modal(Builtin::AG, {}, {p}));
  EXPECT_EQ(store_.size(), 3U);
}

TEST_F(Interning, EverythingThatMakesAModalityDifferentCounts) {
  const FormulaId p = atom(1);
  const Group g{AgentId{1}};
  const std::vector<FormulaId> different = {
      modal(Builtin::can_finally, {g}, {p}),
      modal(Builtin::can_globally, {g}, {p}),
      modal(Builtin::can_finally, {{AgentId{1}, AgentId{2}}}, {p}),
      modal(Builtin::can_finally, {g}, {store_.add(Not{p})}),
      modal(Builtin::can_finally, {g}, {p}, {}, Semantics::ir),
      modal(Builtin::can_finally, {g}, {p}, {}, Semantics::full),
      modal(Builtin::EF, {}, {p}),
      modal(Builtin::EF, {}, {p}, Bound{0, 3}),
      modal(Builtin::EF, {}, {p}, Bound{1, 3}),
  };
  for (std::size_t i = 0; i < different.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(different[i], different[j]) << i << " " << j;
}

TEST_F(Interning, ShapesWithTheSamePartsAreDifferent) {
  const FormulaId p = atom(1);
  EXPECT_NE(store_.add(Step{p}), store_.add(logic::Test{p}));
  EXPECT_NE(store_.add(Binary{Connective::conjunction, p, p}),
            store_.add(Binary{Connective::disjunction, p, p}));
  EXPECT_NE(store_.add(Many{Quantity::all, {p}}), store_.add(Many{Quantity::some, {p}}));
  EXPECT_NE(store_.add(Count{0, 1, {p}}), store_.add(Count{1, 1, {p}}));
  EXPECT_NE(store_.add(Constant{true}), store_.add(Constant{false}));
}

TEST(FormulaStore, PartsHaveSmallerIdsThanTheWhole) {
  EXPECT_TRUE(rc::check([] {
    const ModalityTable table;
    FormulaStore store(table);
    store.add(Atom{AtomId{0}});
    for (int i = 0; i < 30; ++i) {
      const auto any = [&] {
        return static_cast<FormulaId>(*rc::gen::inRange<std::size_t>(0, store.size()));
      };
      if (*rc::gen::arbitrary<bool>())
        store.add(Binary{Connective::implication, any(), any()});
      else
        store.add(Modal{table.id(Builtin::EU), {}, {}, {}, {any(), any()}});
    }
    for (std::size_t i = 0; i < store.size(); ++i)
      for_each_part(store[static_cast<FormulaId>(i)],
                    [&](FormulaId part) { RC_ASSERT(static_cast<std::size_t>(part) < i); });
  }));
}

TEST_F(FormulaTraits, ATemporalShapeIsAPathUntilItIsQuantified) {
  const FormulaId p = atom(1);
  const FormulaId path = store_.add(Temporal{PathOperator::finally, {}, {p}});
  EXPECT_EQ(store_.traits(p).sort, Sort::state);
  EXPECT_EQ(store_.traits(path).sort, Sort::path);
  EXPECT_EQ(store_.traits(store_.add(Not{path})).sort, Sort::path);
  const FormulaId closed = store_.add(Quantified{PathQuantifier::all, path});
  EXPECT_EQ(store_.traits(closed).sort, Sort::state);
  EXPECT_TRUE(store_.traits(closed).quantified_paths);
}

TEST_F(FormulaTraits, ProgramsBelongToDynamicFormulas) {
  const FormulaId step = store_.add(Step{atom(1)});
  EXPECT_EQ(store_.traits(step).sort, Sort::program);
  const FormulaId f = store_.add(Dynamic{PathQuantifier::some, store_.add(Star{step}), atom(2)});
  EXPECT_EQ(store_.traits(f).sort, Sort::path);
  EXPECT_TRUE(store_.traits(f).dynamic);
}

TEST_F(FormulaTraits, WhatIsInsideIsKnownOutside) {
  const FormulaId strategic = modal(Builtin::can_next, {{}}, {atom(1)});
  const FormulaId outer = modal(
      Builtin::AG, {}, {store_.add(Binary{Connective::conjunction, strategic, social(atom(1))})});
  EXPECT_TRUE(store_.traits(outer).strategic);
  EXPECT_TRUE(store_.traits(outer).social);
  EXPECT_FALSE(store_.traits(outer).searched_strategy);
  EXPECT_FALSE(store_.traits(atom(1)).strategic);
}

TEST_F(FormulaTraits, OnlySemanticsBeyondFullSearch) {
  const auto searches = [&](Semantics semantics) {
    return store_.traits(modal(Builtin::can_next, {{}}, {atom(1)}, {}, semantics))
        .searched_strategy;
  };
  EXPECT_FALSE(searches(Semantics::of_the_run));
  EXPECT_FALSE(searches(Semantics::full));
  EXPECT_TRUE(searches(Semantics::ir));
  EXPECT_TRUE(searches(Semantics::ir_objective));
  EXPECT_TRUE(searches(Semantics::uniform));
}

TEST_F(FormulaTraits, KnowRowsAddedToTheTableLater) {
  Modality row;
  row.keyword = "Trusts";
  row.signature = {Parameter::formula};
  const auto id = table_.add(std::move(row));
  ASSERT_TRUE(id);
  store_.learn(table_);
  const FormulaId f = store_.add(Modal{*id, {}, {}, {}, {atom(1)}});
  EXPECT_TRUE(store_.traits(f).social);
  EXPECT_FALSE(store_.traits(modal(Builtin::AG, {}, {atom(1)})).social);
}

TEST_F(Closure, HasEveryPartOnceAndPartsFirst) {
  const FormulaId p = atom(1);
  atom(2);
  const FormulaId no = store_.add(Not{p});
  const FormulaId both = store_.add(Binary{Connective::conjunction, p, no});
  EXPECT_EQ(closure(store_, both), (std::vector<FormulaId>{p, no, both}));
}

TEST_F(Closure, OfADeepFormulaNeedsNoDeepStack) {
  FormulaId f = atom(1);
  for (int i = 0; i < 200'000; ++i) f = store_.add(Not{f});
  EXPECT_EQ(closure(store_, f).size(), 200'001U);
}

TEST_F(Closure, OfStatePartsStopsAtTheLargest) {
  const FormulaId p = atom(1);
  const FormulaId always = modal(Builtin::AG, {}, {p});
  const FormulaId either = store_.add(Binary{Connective::disjunction, always, atom(2)});
  const FormulaId path = store_.add(Temporal{PathOperator::until, {}, {either, p}});
  EXPECT_EQ(list_state_parts(store_, store_.add(Not{path})), (std::vector<FormulaId>{p, either}));
  EXPECT_EQ(list_state_parts(store_, either), (std::vector<FormulaId>{either}));
}

using Definitions = FormulaStoreTest;

TEST_F(Definitions, StandForTheirBodies) {
  const FormulaId body = modal(Builtin::K, {{AgentId{0}}}, {atom(1)});
  const FormulaId plain = social(atom(1));
  Modal defined = std::get<Modal>(store_[plain]);
  defined.body = body;
  const FormulaId application = store_.add(defined);
  EXPECT_NE(application, plain) << "a body makes a difference";
  std::vector<FormulaId> parts;
  for_each_part(store_[application], [&](FormulaId part) { parts.push_back(part); });
  EXPECT_EQ(parts, std::vector<FormulaId>{body});
}

TEST_F(Definitions, BindTheVariablesOfFixpoints) {
  const FormulaId inner = store_.add(Variable{1});
  const FormulaId outer = store_.add(Variable{0});
  const FormulaId both = store_.add(Binary{Connective::disjunction, inner, outer});
  const FormulaId bound = store_.add(Fixpoint{Extremum::least, 1, both});
  EXPECT_EQ(store_.traits(both).free, 3U);
  EXPECT_EQ(store_.traits(bound).free, 1U);
  EXPECT_EQ(store_.traits(store_.add(Fixpoint{Extremum::greatest, 0, bound})).free, 0U);
}

TEST_F(Definitions, KnowWhatAFixpointIsComputedFrom) {
  const FormulaId fixed = store_.add(Not{atom(1)});
  const FormulaId step = modal(Builtin::EX, {}, {store_.add(Variable{0})});
  const FormulaId body = store_.add(Binary{Connective::disjunction, fixed, step});
  const auto operands = [&](FormulaId id, const auto& visit) { for_each_part(store_[id], visit); };
  EXPECT_EQ(list_fixed_operands(store_, Fixpoint{Extremum::least, 0, body}, operands),
            std::vector<FormulaId>{fixed});
}

}  // namespace
}  // namespace ken::logic
