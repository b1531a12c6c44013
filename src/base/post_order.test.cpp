#include "base/post_order.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace ken::base {
namespace {

std::vector<int> order_of(const std::map<int, std::vector<int>>& parts, int root,
                          std::set<int> done = {}) {
  std::vector<int> result;
  visit_post_order(
      root,
      [&](int id, const auto& visit) {
        if (const auto at = parts.find(id); at != parts.end())
          for (const int part : at->second) visit(part);
      },
      [&](int id) { return done.contains(id); },
      [&](int id) {
        done.insert(id);
        result.push_back(id);
      });
  return result;
}

TEST(PostOrder, PartsComeBeforeTheWholeAndSharedPartsOnce) {
  EXPECT_EQ(order_of({{1, {2, 3}}, {2, {3}}, {3, {4, 4}}}, 1), (std::vector<int>{4, 3, 2, 1}));
}

TEST(PostOrder, WhatIsDoneAlreadyIsNotEntered) {
  EXPECT_EQ(order_of({{1, {2, 3}}, {2, {4}}}, 1, {2}), (std::vector<int>{3, 1}));
  EXPECT_TRUE(order_of({{1, {2}}}, 1, {1}).empty());
}

TEST(CollectParts, HasEachPartOnceInOrder) {
  const std::map<int, std::vector<int>> parts = {{5, {3, 4}}, {4, {1, 3}}, {3, {1}}, {2, {1}}};
  const auto for_each_part = [&](int id, const auto& visit) {
    if (const auto at = parts.find(id); at != parts.end())
      for (const int part : at->second) visit(part);
  };
  EXPECT_EQ(collect_parts(5, for_each_part), (std::vector<int>{1, 3, 4, 5}));
  EXPECT_EQ(collect_parts(1, for_each_part), std::vector<int>{1});
}

TEST(PostOrder, DepthNeedsNoStack) {
  std::map<int, std::vector<int>> chain;
  for (int i = 0; i < 300'000; ++i) chain[i] = {i + 1};
  EXPECT_EQ(order_of(chain, 0).size(), 300'001U);
}

}  // namespace
}  // namespace ken::base
