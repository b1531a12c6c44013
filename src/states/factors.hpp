#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "states/residuals.hpp"

namespace ken::states {

enum class FactorId : std::uint32_t {};
// Of a factor that never changes anything.
inline constexpr FactorId no_change{0};

struct Change {
  VarId target{};
  ExprId value{};
  const model::Assignment* assignment = nullptr;
};
struct Line {
  ExprId condition{};
  std::vector<Change> changes;
};

// Evolution lines that offer alternatives of each other: those of an agent, or under
// SingleAssignment those for one variable.  Exactly one that holds is applied, and different
// factors change different variables.
struct Factor {
  std::vector<Line> lines;
  std::vector<Act> acts;  // that they test, ascending, each once
};

// The factors of a model, and what is left of them when agents have chosen.  Equal ones are one.
class Factors {
 public:
  // Throws Exhausted, as fix() does.
  Factors(const model::Model& model, Residuals& residuals, Effort& effort);

  // Those of the model, without those that never change anything.
  [[nodiscard]] const std::vector<FactorId>& roots() const { return roots_; }
  [[nodiscard]] const Factor& operator[](FactorId id) const {
    return factors_[static_cast<std::size_t>(id)];
  }
  // What is left of it when the agent does this, or something that it does not test.
  [[nodiscard]] FactorId fix(FactorId id, AgentId agent, std::optional<ActionIndex> action);
  [[nodiscard]] bool tests(FactorId id, AgentId agent) const;

 private:
  using Key = std::vector<std::uint32_t>;
  struct HashKey {
    std::size_t operator()(const Key& key) const;
  };

  struct Choice {  // what an agent does, seen by a factor
    FactorId factor{};
    AgentId agent{};
    std::uint32_t action = 0;  // and one; 0: nothing that the factor tests
    bool operator==(const Choice&) const = default;
  };
  struct HashChoice {
    std::size_t operator()(const Choice& choice) const;
  };

  FactorId intern(std::vector<Line> lines);
  [[nodiscard]] bool leaves_all(const Line& line) const;
  [[nodiscard]] bool implies(ExprId condition, VarId variable, Value value) const;
  [[nodiscard]] bool is_value(ExprId condition, VarId variable, Value value) const;

  const model::Model& model_;
  Residuals& residuals_;
  Effort& effort_;
  base::Charge charge_;
  std::vector<Factor> factors_;
  std::vector<FactorId> roots_;
  std::unordered_map<Key, FactorId, HashKey> ids_;
  std::unordered_map<Choice, FactorId, HashChoice> fixed_;
};

}  // namespace ken::states
