#include "driver/stages.hpp"

#include <fmt/format.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <new>

#include "concrete/state_space.hpp"
#include "driver/load.hpp"
#include "report/info.hpp"
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

std::string list_states(const model::Model& model, const Settings& settings) {
  base::Budget budget(choose_limits(settings));
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

std::string count_possible_states(const model::Model& model) {
  boost::multiprecision::cpp_int product = 1;
  for (const model::Variable& variable : model.variables) {
    const std::uint64_t size = variable.type.size();
    product *= size == 0 ? boost::multiprecision::cpp_int(1) << 64 : size;
  }
  return product.str();
}

void count_states(const model::Model& model, const Settings& settings, report::ModelInfo& info) {
  constexpr double patience = 5;
  Settings limited = settings;
  limited.timeout = settings.timeout.value_or(patience);
  base::Budget budget(choose_limits(limited));
  try {
    const concrete::StateSpace space(model, budget);
    info.initial_states = std::to_string(space.initial_count());
    info.reachable_states = std::to_string(space.size());
    info.depth = space.depth();
    info.deterministic = space.deterministic();
    info.deadlock = space.first_deadlock().has_value();
  } catch (const base::Exhausted&) {
    // What was not counted stays unset.
  } catch (const std::bad_alloc&) {
    // The same.
  }
}

report::ModelInfo describe_model(const model::Model& model, const Settings& settings) {
  report::ModelInfo info;
  info.file = model.source->name();
  for (const model::Parameter& p : model.parameters)
    info.parameters.emplace_back(
        p.name, p.boolean ? (p.value != 0 ? "true" : "false") : std::to_string(p.value));
  for (const model::Agent& agent : model.agents) {
    if (!agent.declared) continue;
    std::size_t bits = 0;
    for (const model::VarId id : agent.variables) bits += model[id].type.bits();
    info.agents.push_back({agent.name.shown, agent.variables.size(), bits,
                           agent.silent ? 0 : agent.actions.size(),
                           agent.protocol.size() + (agent.other ? 1 : 0), agent.evolution.size()});
  }
  info.variables = model.variables.size();
  info.state_bits = count_facts(model).state_bits;
  info.possible_states = count_possible_states(model);
  for (const model::Atom& atom : model.atoms)
    if (atom.kind == model::AtomKind::declared) ++info.propositions;
  info.groups = model.groups.size();
  info.fairness = model.fairness.size();
  std::map<std::string, std::size_t> families;
  for (const model::Property& property : model.properties) ++families[property.family];
  info.formulae.assign(families.begin(), families.end());
  count_states(model, settings, info);
  return info;
}

}  // namespace

Stage show_stage(const base::Source& source, const Settings& settings) {
  Loaded loaded = load(source, settings);
  Stage result{{}, std::move(loaded.diagnostics), loaded.exhausted};
  if (settings.stop_after == "tokens") result.text = show_tokens(loaded.system);
  if (settings.stop_after == "ast" && loaded.exhausted.empty())
    result.text = syntax::print(loaded.system);
  if (!loaded.model) return result;
  if (settings.stop_after == "model") result.text = show_model(*loaded.model);
  try {
    if (settings.stop_after == "encoding") result.text = show_encoding(*loaded.model, settings);
    if (settings.stop_after == "relations") result.text = show_relations(*loaded.model, settings);
    if (settings.stop_after == "reachable")
      result.text = settings.engine == EngineKind::symbolic
                        ? show_reachable(*loaded.model, settings)
                        : list_states(*loaded.model, settings);
  } catch (const base::Exhausted& e) {
    result.exhausted = e.what();
  } catch (const std::bad_alloc&) {
    result.exhausted = "memory: the machine has no more";
  }
  return result;
}

Description describe(const base::Source& source, const Settings& settings) {
  Loaded loaded = load(source, settings);
  Description result{{}, std::move(loaded.diagnostics), loaded.exhausted};
  if (loaded.model) result.info = describe_model(*loaded.model, settings);
  return result;
}

}  // namespace ken::driver
