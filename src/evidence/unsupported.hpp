#pragma once
#include <string>

#include "model/model.hpp"

namespace ken::evidence {

// What an engine has rules for; each says so itself, of its own rules.
struct Capabilities {
  bool (*decides)(logic::Builtin);
  bool (*plays)(logic::Semantics);  // coalitions under this semantics
  bool follows_paths;               // A and E before any path formula
};

// Why an engine cannot decide a formula, if coalitions that name no semantics have the one of the
// run; empty if it can.
[[nodiscard]] std::string why_unsupported(const Capabilities& engine, const model::Model& model,
                                          const model::Property& property,
                                          logic::Semantics of_the_run);

}  // namespace ken::evidence
