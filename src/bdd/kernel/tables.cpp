// Sets of variables and renamings, interned.
//
// An operation over a set is cached under the number of the set, so equal sets must have one number
// and a number must never change its meaning.  The operations ask by level, and a reordering
// changes levels: then every set and renaming is laid out again, while the numbers stay.

#include "bdd/kernel/tables.hpp"

#include <algorithm>

#include "base/budget.hpp"
#include "base/check.hpp"
#include "bdd/kernel/cache.hpp"

namespace ken::bdd::kernel {
namespace {

// The number of a key in a map, a new one if the key is new.
template <class Map>
std::pair<std::uint32_t, bool> find_number(Map& numbers, typename Map::key_type key) {
  if (const auto known = numbers.find(key); known != numbers.end()) return {known->second, false};
  if (numbers.size() >= most_numbers)
    throw base::Exhausted(base::Resource::memory, "too many different sets of variables");
  const auto fresh = static_cast<std::uint32_t>(numbers.size());
  numbers.emplace(std::move(key), fresh);
  return {fresh, true};
}

}  // namespace

Order::Order(std::size_t variables) {
  CHECK(variables <= most_variables, "the number of variables was checked before");
  for (std::uint32_t i = 0; i < variables; ++i) {
    level_.push_back(i);
    variable_.push_back(static_cast<Variable>(i));
  }
}

void Order::exchange(Level level) {
  std::swap(variable_[level], variable_[level + 1]);
  level_[static_cast<std::size_t>(variable_[level])] = level;
  level_[static_cast<std::size_t>(variable_[level + 1])] = level + 1;
}

LevelSet::LevelSet(std::vector<Variable> variables, const Order& order)
    : variables_(std::move(variables)) {
  update_levels(order);
}

void LevelSet::update_levels(const Order& order) {
  bits_.assign(order.size() / 64 + 1, 0);
  end_ = 0;
  for (const Variable v : variables_) {
    const Level level = order.level(v);
    bits_[level >> 6U] |= std::uint64_t{1} << (level & 63U);
    end_ = std::max(end_, level + 1);
  }
}

LevelMap::LevelMap(VariablePairs pairs, const Order& order) : pairs_(std::move(pairs)) {
  update_levels(order);
}

void LevelMap::update_levels(const Order& order) {
  to_.resize(order.size());
  for (Level level = 0; level < to_.size(); ++level) to_[level] = level;
  end_ = 0;
  for (const auto& [from, to] : pairs_) {
    to_[order.level(from)] = order.level(to);
    end_ = std::max({end_, order.level(from) + 1, order.level(to) + 1});
  }
}

std::uint32_t Tables::set(std::vector<Variable> variables) {
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  const auto [number, fresh] = find_number(set_numbers_, variables);
  if (fresh) sets_.emplace_back(std::move(variables), order_);
  return number;
}

std::uint32_t Tables::renaming(VariablePairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  const auto [number, fresh] = find_number(renaming_numbers_, pairs);
  if (fresh) renamings_.emplace_back(std::move(pairs), order_);
  return number;
}

std::uint32_t Tables::step(std::uint32_t set, std::uint32_t renaming) {
  const auto [number, fresh] = find_number(step_numbers_, std::pair(set, renaming));
  if (fresh) {
    steps_.emplace_back(set, renaming);
    steps_.back().update_levels(sets_[set], renamings_[renaming], order_.size());
  }
  return number;
}

void LevelStep::update_levels(const LevelSet& set, const LevelMap& map, std::size_t levels) {
  twins_.assign(levels, 0);
  end_ = 0;
  for (Level l = 0; l < levels; ++l) {
    if (set.reaches(l) || map.reaches(l)) end_ = l + 1;
    if (l + 1 == levels) break;
    if (set.contains(l) && !set.contains(l + 1) && map(l + 1) == l) twins_[l] = forward;
    if (!set.contains(l) && set.contains(l + 1) && map(l) == l + 1) twins_[l] = backward;
  }
}

void Tables::update_levels() {
  for (LevelSet& set : sets_) set.update_levels(order_);
  for (LevelMap& map : renamings_) map.update_levels(order_);
  for (LevelStep& step : steps_)
    step.update_levels(sets_[step.set()], renamings_[step.renaming()], order_.size());
}

}  // namespace ken::bdd::kernel
