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
  // One new variable above each of these levels, in this order where several stand at one; says
  // where the others stand now.
  std::vector<Variable> insert(std::span<const Level> places, std::span<Level> moved);

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
  void update_levels(const Order& order);

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
  void update_levels(const Order& order);

 private:
  VariablePairs pairs_;
  std::vector<Level> to_;
  Level end_ = 0;
};

// A set and a renaming of one step, as levels of the present order.
class LevelStep {
 public:
  LevelStep(std::uint32_t set, std::uint32_t renaming) : set_(set), renaming_(renaming) {}
  [[nodiscard]] std::uint32_t set() const { return set_; }
  [[nodiscard]] std::uint32_t renaming() const { return renaming_; }
  // Levels l with a twin directly below, where forwards l is quantified and its twin renamed to it,
  // and backwards l is renamed to its twin, which is quantified.
  [[nodiscard]] bool forward_twins(Level l) const { return (twins_[l] & forward) != 0; }
  [[nodiscard]] bool backward_twins(Level l) const { return (twins_[l] & backward) != 0; }
  // Whether anything is quantified or renamed at or below a level.
  [[nodiscard]] bool reaches(Level level) const { return level < end_; }
  void update_levels(const LevelSet& set, const LevelMap& map, std::size_t levels);

 private:
  static constexpr std::uint8_t forward = 1;
  static constexpr std::uint8_t backward = 2;
  std::uint32_t set_;
  std::uint32_t renaming_;
  std::vector<std::uint8_t> twins_;
  Level end_ = 0;
};

// Sets, renamings and steps, each with a number; equal ones have equal numbers.
class Tables {
 public:
  explicit Tables(const Order& order) : order_(order) {}
  [[nodiscard]] std::uint32_t set(std::vector<Variable> variables);
  [[nodiscard]] std::uint32_t renaming(VariablePairs pairs);
  [[nodiscard]] std::uint32_t step(std::uint32_t set, std::uint32_t renaming);
  [[nodiscard]] const LevelSet& set(std::uint32_t number) const { return sets_[number]; }
  [[nodiscard]] const LevelMap& renaming(std::uint32_t number) const { return renamings_[number]; }
  [[nodiscard]] const LevelStep& step(std::uint32_t number) const { return steps_[number]; }
  // After the order has changed.
  void update_levels();

 private:
  const Order& order_;
  std::vector<LevelSet> sets_;
  std::vector<LevelMap> renamings_;
  std::map<std::vector<Variable>, std::uint32_t> set_numbers_;
  std::map<VariablePairs, std::uint32_t> renaming_numbers_;
  std::vector<LevelStep> steps_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> step_numbers_;
};

}  // namespace ken::bdd::kernel
