#pragma once
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "bdd/kernel/node.hpp"
#include "bdd/settings.hpp"

namespace ken::bdd::kernel {

// Which variable stands where.
class Order {
 public:
  explicit Order(std::size_t variables);
  [[nodiscard]] std::size_t size() const { return level_.size(); }
  [[nodiscard]] Level level(Variable v) const { return level_[static_cast<std::size_t>(v)]; }
  [[nodiscard]] Variable variable(Level level) const { return variable_[level]; }
  [[nodiscard]] const std::vector<Variable>& variables() const { return variable_; }
  // The variables at this level and the next change places.
  void exchange(Level level);

 private:
  std::vector<Level> level_;
  std::vector<Variable> variable_;
};

// A set of variables, as levels of the present order.
class LevelSet {
 public:
  LevelSet(std::vector<Variable> variables, const Order& order);
  [[nodiscard]] bool contains(Level level) const {
    return ((bits_[level >> 6U] >> (level & 63U)) & 1U) != 0;
  }
  // Whether any variable of the set stands at or below a level.
  [[nodiscard]] bool reaches(Level level) const { return level < end_; }
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  void follow(const Order& order);

 private:
  std::vector<Variable> variables_;  // ascending
  std::vector<std::uint64_t> bits_;
  Level end_ = 0;
};

using VariablePairs = std::vector<std::pair<Variable, Variable>>;

// Where variables go, as levels of the present order.
class LevelMap {
 public:
  LevelMap(VariablePairs pairs, const Order& order);
  [[nodiscard]] Level operator()(Level level) const { return to_[level]; }
  // Whether a variable at or below a level moves or is moved to.
  [[nodiscard]] bool reaches(Level level) const { return level < end_; }
  [[nodiscard]] const VariablePairs& pairs() const { return pairs_; }
  void follow(const Order& order);

 private:
  VariablePairs pairs_;
  std::vector<Level> to_;
  Level end_ = 0;
};

// Sets, renamings, and pairs of both, each with a number; equal ones have equal numbers.
class Tables {
 public:
  explicit Tables(const Order& order) : order_(order) {}
  [[nodiscard]] std::uint32_t set(std::vector<Variable> variables);
  [[nodiscard]] std::uint32_t renaming(VariablePairs pairs);
  [[nodiscard]] std::uint32_t product(std::uint32_t set, std::uint32_t renaming);
  [[nodiscard]] const LevelSet& set(std::uint32_t number) const { return sets_[number]; }
  [[nodiscard]] const LevelMap& renaming(std::uint32_t number) const { return renamings_[number]; }
  // After the order has changed.
  void follow();

 private:
  const Order& order_;
  std::vector<LevelSet> sets_;
  std::vector<LevelMap> renamings_;
  std::map<std::vector<Variable>, std::uint32_t> set_numbers_;
  std::map<VariablePairs, std::uint32_t> renaming_numbers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> products_;
};

}  // namespace ken::bdd::kernel
