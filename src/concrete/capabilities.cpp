#include "concrete/capabilities.hpp"

#include "concrete/rules.hpp"
#include "evidence/unsupported.hpp"

namespace ken::concrete {
namespace {

using logic::Semantics;

// The rules of coalitions let every member see the whole state and remember nothing.
bool has_rules(Semantics semantics) {
  return semantics == Semantics::full || semantics == Semantics::deterministic;
}

}  // namespace

std::string why_unsupported(const model::Model& model, const model::Property& property,
                            Semantics of_the_run) {
  const auto has_rule = [](logic::Builtin modality) { return find_rule(modality) != nullptr; };
  return evidence::why_unsupported({has_rule, has_rules, true}, model, property, of_the_run);
}

}  // namespace ken::concrete
