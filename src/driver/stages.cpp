#include "driver/stages.hpp"

#include <fmt/format.h>

#include <new>

#include "concrete/state_space.hpp"
#include "driver/load.hpp"
#include "syntax/print.hpp"

namespace ken::driver {
namespace {

std::string show_tokens(const syntax::System& system) {
  std::string text;
  for (const syntax::Token& token : system.tokens.tokens) {
    const base::Position at = system.source->position(token.range.begin);
    text += fmt::format("{}:{} {} {}\n", at.line, at.column, syntax::in_words(token.kind),
                        system.text(token.range));
  }
  return text;
}

std::string show_model(const model::Model& model) {
  std::string text;
  for (const model::Agent& agent : model.agents) {
    text += fmt::format("agent {}\n", agent.name.shown);
    for (const model::VarId id : agent.variables)
      text += fmt::format("  {}{} : {}\n", model[id].observable ? "observable " : "",
                          model[id].name.shown, to_text(model[id].type));
    text += "  sees";
    for (const model::VarId id : agent.visible) text += " " + qualified(model, id);
    text += "\n  actions";
    for (const model::Action& action : agent.actions) text += " " + action.name.shown;
    text += fmt::format("\n  {} protocol lines, {} evolution lines\n", agent.protocol.size(),
                        agent.evolution.size());
  }
  for (const model::Property& property : model.properties)
    text += fmt::format("{} {}\n", property.family, property.text);
  return text;
}

std::string list_states(const model::Model& model, base::Budget& budget) {
  const concrete::StateSpace space(model, budget);
  std::string text;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const std::string line =
        fmt::format("{} {}\n", i, to_text(model, space.state(static_cast<concrete::StateId>(i))));
    budget.charge(2 * line.size());
    text += line;
  }
  return text;
}

}  // namespace

Stage show_stage(const base::Source& source, const Settings& settings, base::Budget& budget) {
  Loaded loaded = load(source, settings, budget);
  Stage result{{}, std::move(loaded.diagnostics), loaded.exhausted};
  if (settings.stop_after == "tokens") result.text = show_tokens(loaded.system);
  if (settings.stop_after == "ast" && loaded.exhausted.empty())
    result.text = syntax::print(loaded.system);
  if (!loaded.model) return result;
  if (settings.stop_after == "model") result.text = show_model(*loaded.model);
  try {
    if (settings.stop_after == "encoding")
      result.text = show_encoding(*loaded.model, settings, budget);
    if (settings.stop_after == "relations")
      result.text = show_relations(*loaded.model, settings, budget);
    if (settings.stop_after == "reachable")
      result.text =
          settings.engine == EngineKind::explicit_states || settings.engine == EngineKind::states
              ? list_states(*loaded.model, budget)
              : show_reachable(*loaded.model, settings, budget);
  } catch (const base::Exhausted& e) {
    result.exhausted = e.what();
  } catch (const std::bad_alloc&) {
    result.exhausted = "memory: the machine has no more";
  }
  return result;
}

}  // namespace ken::driver
