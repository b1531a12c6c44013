#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "model/constants.hpp"
#include "model/model.hpp"

namespace ken::model {

struct ElaborationSettings {
  std::vector<std::pair<std::string, std::string>> parameters;  // --set N=50
  std::vector<std::string> formulae;                            // --formula 'AG p'
  ExpansionLimits limits;
};

// Expands templates, resolves names and checks types.  Reports every mistake it finds; the
// diagnostics of parsing are not repeated here.
[[nodiscard]] base::Result<Model> elaborate(const syntax::System& system,
                                            const ElaborationSettings& settings = {});

}  // namespace ken::model
