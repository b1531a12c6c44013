#include "driver/pipeline.hpp"
#include "driver/stages.hpp"
#include "syntax/format.hpp"
#include "syntax/parser.hpp"

namespace ken::driver {

Stage formatted(const base::Source& source) {
  Stage result;
  const syntax::System system = syntax::parse(source, result.diagnostics);
  if (!result.diagnostics.has_errors()) result.text = syntax::format(system);
  return result;
}

Stage exported(const base::Source&, const Settings&) { return {}; }

}  // namespace ken::driver
