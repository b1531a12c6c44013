#include "check/capabilities.hpp"

#include "check/rules.hpp"
#include "evidence/unsupported.hpp"

namespace ken::check {
namespace {

using logic::Semantics;

bool has_rules(Semantics) { return true; }

}  // namespace

std::string why_unsupported(const model::Model& model, const model::Property& property,
                            Semantics of_the_run) {
  const auto has_rule = [](logic::Builtin modality) { return find_rule(modality) != nullptr; };
  return evidence::why_unsupported({has_rule, has_rules, true}, model, property, of_the_run);
}

}  // namespace ken::check
