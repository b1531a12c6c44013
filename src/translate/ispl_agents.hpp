#pragma once
#include <string>

#include "base/diagnostic.hpp"
#include "translate/ispl_conditions.hpp"

namespace ken::translate {

// What the parts of a translation have in common.
struct IsplJob {
  explicit IsplJob(const model::Model& m)
      : model(m), names(m), dummy(names.make_fresh("dummy")), limits(m.source->text().size()) {}

  const model::Model& model;
  IsplNames names;
  std::string dummy;  // the variable of agents that have none: true for ever
  IsplLimits limits;
  base::Diagnostics diagnostics;

  // Reports what was refused since the last time; true if something was.
  bool report(const base::Source& source, base::Range place,
              base::Code code = base::Code::not_expressible);
  bool report(base::Range place) { return report(model.source, place); }
};

// Whether the agent is given a dummy variable: it has none, but must have one or speaks of one.
[[nodiscard]] bool needs_dummy(const model::Agent& agent);
// A condition over one variable that always holds, though none of its comparisons does.
[[nodiscard]] std::string always(const IsplNames& names, const std::string& variable,
                                 const model::Type& type);

// Agent ... end Agent.
[[nodiscard]] std::string agent_text(IsplJob& job, AgentId id);

}  // namespace ken::translate
