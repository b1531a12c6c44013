#include "concrete/capabilities.hpp"

#include "concrete/rules.hpp"
#include "evidence/unsupported.hpp"

namespace ken::concrete {
namespace {

using logic::Semantics;

// Coalitions are read in every way there is.
bool plays(Semantics) { return true; }

}  // namespace

std::string why_unsupported(const model::Model& model, const model::Property& property,
                            Semantics of_the_run) {
  const auto has_rule = [](logic::Builtin modality) { return find_rule(modality) != nullptr; };
  return evidence::why_unsupported({has_rule, plays, true}, model, property, of_the_run);
}

}  // namespace ken::concrete
