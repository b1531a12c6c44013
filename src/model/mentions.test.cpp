#include "model/mentions.hpp"

#include <gtest/gtest.h>

namespace ken::model {
namespace {

TEST(Mentions, AreThoseOfAllThatWasAddedSinceTheLastQuestion) {
  ExprStore store;
  const ExprId x = store.variable(VarId{3}, 0, 1);
  const ExprId y = store.variable(VarId{1}, 0, 1);
  const ExprId both = store.conjunction({x, y, store.action(AgentId{2}, 0)});
  Mentions mentions(store);
  mentions.add(both);
  mentions.add(store.disjunction({both, store.action(AgentId{2}, 1), store.action(AgentId{0}, 0)}));
  EXPECT_EQ(mentions.variables(), (std::vector{VarId{1}, VarId{3}}));
  EXPECT_EQ(mentions.actors(), (std::vector{AgentId{0}, AgentId{2}}));
  EXPECT_FALSE(mentions.is_only(VarId{3}));
  mentions.clear();
  mentions.add(store.negation(x));
  EXPECT_TRUE(mentions.is_only(VarId{3}));
  EXPECT_TRUE(mentions.actors().empty());
}

TEST(Mentions, LookAtWhatIsSharedOnce) {
  ExprStore store;
  ExprId deep = store.variable(VarId{0}, 0, 1);
  for (std::uint32_t i = 1; i < 60; ++i)  // written out, 2^60 nodes
    deep = store.exclusive(
        {store.conjunction({deep, store.variable(VarId{i}, 0, 1)}), store.negation(deep)});
  Mentions mentions(store);
  mentions.add(deep);
  EXPECT_EQ(mentions.variables().size(), 60U);
}

}  // namespace
}  // namespace ken::model
