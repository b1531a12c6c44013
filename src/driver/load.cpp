#include "driver/load.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "base/file.hpp"
#include "model/elaborate.hpp"
#include "syntax/parser.hpp"

namespace ken::driver {
namespace {

using base::Code;

std::uint64_t usual_memory() {
  constexpr std::uint64_t most = std::uint64_t{4} << 30U;
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || size <= 0) return most;
  return std::min(most, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 2);
}

// No formula has this number.
constexpr std::size_t no_formula = 0;

// The numbers that the formulas have here; one that is not here has none.
std::vector<std::size_t> find_numbers(const model::Model& model,
                                      const std::vector<WrittenFormula>& written) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    const model::Property& property = model.properties[i];
    const base::Position at = property.source->position(property.place.begin);
    const WrittenFormula here{.line = at.line, .column = at.column, .text = property.text};
    if (std::find(written.begin(), written.end(), here) != written.end()) numbers.push_back(i + 1);
  }
  if (numbers.empty()) numbers.push_back(no_formula);
  return numbers;
}

// A file that a model names is relative to the model.
std::string find_beside(const std::string& model, const std::string& name) {
  const std::filesystem::path path(name);
  return path.is_absolute() ? name : (std::filesystem::path(model).parent_path() / path).string();
}

base::Source read_logic(const std::string& path, std::string& why, const base::Budget& budget) {
  if (path == "-") {
    why = "standard input is for the model";
    return nullptr;
  }
  auto loaded = base::load(path, &budget);
  if (const auto* const source = std::get_if<base::Source>(&loaded)) return *source;
  why = std::get<base::Unreadable>(loaded).why;
  return nullptr;
}

}  // namespace

base::Limits choose_limits(const Settings& settings) {
  return {.seconds = settings.timeout,
          .cpu_seconds = {},
          .bytes = settings.memory.value_or(usual_memory()),
          .stop = {},
          .since = {}};
}

Loaded load(const base::Source& source, const Settings& settings, base::Budget& budget,
            const std::function<void(std::string_view)>& each_stage) try {
  constexpr std::size_t ordinary_text = std::size_t{1} << 20U;
  Loaded loaded;
  if (each_stage) each_stage("reading");
  if (source->text().size() > ordinary_text) budget.charge(source->text().size());
  loaded.system = syntax::parse(source, loaded.diagnostics, &budget);
  if (loaded.diagnostics.has_errors()) return loaded;
  if (each_stage) each_stage("elaborating");
  model::ExpansionLimits limits;
  limits.budget = &budget;
  model::ElaborationSettings chosen{settings.parameters,
                                    settings.formulae,
                                    limits,
                                    {},
                                    settings.goals.empty() ? "--formula" : "--goal"};
  chosen.logics = settings.logics;
  chosen.index = false;
  chosen.read_logic = [&](const std::string& name, model::Whence whence, std::string& why) {
    return read_logic(whence == model::Whence::model ? find_beside(source->name(), name) : name,
                      why, budget);
  };
  if (settings.stop_after.empty()) chosen.only = settings.only;
  if (settings.written) {
    chosen.only = {no_formula};
    const auto numbered = model::elaborate(loaded.system, chosen);
    if (numbered.model) chosen.only = find_numbers(*numbered.model, *settings.written);
  }
  loaded.only = chosen.only;
  auto elaboration = model::elaborate(loaded.system, chosen);
  loaded.diagnostics.append(elaboration.diagnostics);
  loaded.model = std::move(elaboration.model);
  return loaded;
} catch (const base::Exhausted& e) {
  Loaded loaded;
  loaded.exhausted = e.what();
  return loaded;
} catch (const std::bad_alloc&) {
  Loaded loaded;
  loaded.diagnostics.add(source, {0, 0}, Code::too_large, "the model",
                         "larger than the memory of this machine", "that");
  return loaded;
}

evidence::ModelFacts count_facts(const model::Model& model) {
  evidence::ModelFacts result;
  for (const model::Agent& agent : model.agents)
    if (agent.declared) ++result.agents;
  for (const model::Variable& variable : model.variables) result.state_bits += variable.type.bits();
  return result;
}

}  // namespace ken::driver
