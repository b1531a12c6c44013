#include "driver/load.hpp"
#include "driver/stages.hpp"
#include "syntax/format.hpp"
#include "syntax/parser.hpp"
#include "translate/ispl.hpp"

namespace ken::driver {

Stage format_model(const base::Source& source) {
  Stage result;
  const syntax::System system = syntax::parse(source, result.diagnostics);
  if (!result.diagnostics.has_errors()) result.text = syntax::format(system);
  return result;
}

Stage export_model(const base::Source& source, const Settings& settings) {
  Loaded loaded = load(source, settings);
  Stage result{{}, std::move(loaded.diagnostics), loaded.exhausted};
  if (!loaded.model) return result;
  const auto text = translate::to_ispl(*loaded.model);
  result.diagnostics.append(text.diagnostics());
  if (text) result.text = *text;
  return result;
}

}  // namespace ken::driver
