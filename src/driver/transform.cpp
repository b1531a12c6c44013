#include <new>

#include "driver/load.hpp"
#include "driver/stages.hpp"
#include "syntax/format.hpp"
#include "syntax/parser.hpp"
#include "translate/dot.hpp"
#include "translate/ispl.hpp"
#include "translate/smv.hpp"

namespace ken::driver {
namespace {

base::Result<std::string> translate_to(const Settings& settings, const model::Model& model,
                                       base::Budget& budget) {
  if (settings.target == "ispl") return translate::to_ispl(model);
  if (settings.target == "smv") {
    const auto smv = translate::to_smv(model);
    if (!smv) return base::Result<std::string>(smv.diagnostics());
    return {smv->text, smv.diagnostics()};
  }
  return translate::to_dot(model, budget);
}

}  // namespace

Stage format_text(const base::Source& source) {
  Stage result;
  if (source->name().ends_with(".logic")) {
    const syntax::LogicFile file = syntax::parse_logic(source, result.diagnostics);
    if (!result.diagnostics.has_errors()) result.text = syntax::format(file);
    return result;
  }
  const syntax::System system = syntax::parse(source, result.diagnostics);
  if (!result.diagnostics.has_errors()) result.text = syntax::format(system);
  return result;
}

Stage export_model(const base::Source& source, const Settings& settings, base::Budget& budget) {
  Loaded loaded = load(source, settings, budget);
  Stage result{{}, std::move(loaded.diagnostics), loaded.exhausted};
  if (!loaded.model) return result;
  try {
    const auto text = translate_to(settings, *loaded.model, budget);
    result.diagnostics.append(text.diagnostics());
    if (text) result.text = *text;
  } catch (const base::Exhausted& e) {
    result.exhausted = e.what();
  } catch (const std::bad_alloc&) {
    result.exhausted = "memory: the machine has no more";
  }
  return result;
}

}  // namespace ken::driver
