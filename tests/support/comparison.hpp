#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "symbolic/settings.hpp"

namespace ken::tests {

// How the symbolic engine works during a comparison.
struct Trial {
  symbolic::Settings settings;
  bool care = true;      // relations are simplified by the reachable states, as the driver has it
  bool reorder = false;  // the variables change places now and then, however small the diagrams
  std::size_t threads = 1;  // that search for strategies, together from the first candidate on
  logic::Semantics semantics = logic::Semantics::full;  // of coalitions that name none
};

// Each setting on its own, and some drawn together.
[[nodiscard]] std::vector<Trial> trials();
[[nodiscard]] std::string to_text(const Trial& trial);

// Both engines decide coalitions under this semantics.
[[nodiscard]] bool play(logic::Semantics semantics);

// Nothing if the text has mistakes, or formulas that not both engines decide.
[[nodiscard]] std::optional<model::Model> sound_model(
    const std::string& text, logic::Semantics of_the_run = logic::Semantics::full);

// Runs both engines on the model and its formulas.  Says where they first differ: in the reachable
// states, in what the exploration reports and proves by a trace, in the states of any part of any
// formula, or in a verdict; under uniform, where only whole formulas are read, in a verdict alone.
// Throws Exhausted.
[[nodiscard]] std::optional<std::string> difference(const model::Model& model,
                                                    const Trial& trial = {});

// Something for the engines to agree on: a model with formulas, and how to work on it.  The same
// for the same seed; the seed also decides what the model is rich in.
struct Challenge {
  std::string kind;
  std::string text;
  Trial trial;
};
enum class Effort : std::uint8_t { quick, thorough };  // few states, or up to some thousand
[[nodiscard]] Challenge challenge(std::uint64_t seed, Effort effort);
// What the model of that seed is rich in.
[[nodiscard]] std::string kind_of(std::uint64_t seed);

}  // namespace ken::tests
