#include "states/capabilities.hpp"

#include <fmt/format.h>

#include "evidence/unsupported.hpp"
#include "states/rules.hpp"

namespace ken::states {
namespace {

using logic::Semantics;

bool sees_everything(Semantics semantics) {
  return semantics == Semantics::full || semantics == Semantics::deterministic;
}

}  // namespace

// Under uniform whole formulas are read in restricted models, even those without coalitions.
std::string why_unsupported(const model::Model& model, const model::Property& property,
                            Semantics of_the_run) {
  if (of_the_run == Semantics::uniform) return "not by the states engine: uniform strategies";
  const auto has_rule = [](logic::Builtin modality) { return find_rule(modality) != nullptr; };
  const std::string why =
      evidence::why_unsupported({has_rule, sees_everything, false}, model, property, of_the_run);
  return why.empty() ? why
                     : fmt::format("not by the states engine: {}", why.substr(why.rfind(": ") + 2));
}

}  // namespace ken::states
