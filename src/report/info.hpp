#pragma once
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "evidence/answer.hpp"

namespace ken::report {

struct AgentInfo {
  std::string name;
  std::size_t variables = 0;
  std::size_t state_bits = 0;
  std::size_t actions = 0;
  std::size_t protocol_lines = 0;
  std::size_t evolution_lines = 0;
};

// What a model consists of, as 'ken info' shows it.
struct ModelInfo {
  std::string file;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<AgentInfo> agents;
  std::size_t variables = 0;
  std::size_t state_bits = 0;
  std::string possible_states;                // product of all types, exact
  std::optional<std::string> initial_states;  // unset: not counted within the budget
  std::optional<std::string> reachable_states;
  std::optional<std::size_t> depth;
  std::optional<bool> deterministic;  // at most one successor for each joint action
  std::optional<bool> deadlock;
  std::size_t propositions = 0;
  std::size_t groups = 0;
  std::size_t fairness = 0;
  std::vector<std::pair<std::string, std::size_t>> formulae;  // by family
};

[[nodiscard]] std::string to_text(const ModelInfo& info);
// One object for one file, {"schema", "files"} for several; of a file without a model its
// diagnostics.
using InfoOrAnswer = std::variant<ModelInfo, evidence::Answer>;
[[nodiscard]] std::string to_json(std::span<const InfoOrAnswer> files, bool several);

}  // namespace ken::report
