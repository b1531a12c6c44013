#include "driver/pipeline.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <new>

#include "driver/decide.hpp"
#include "driver/monitor.hpp"
#include "model/elaborate.hpp"
#include "model/lint.hpp"
#include "syntax/parser.hpp"
#include "syntax/readings.hpp"

namespace ken::driver {
namespace {

using base::Code;
using evidence::Answer;

std::uint64_t usual_memory() {
  constexpr std::uint64_t most = std::uint64_t{4} << 30U;
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || size <= 0) return most;
  return std::min(most, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 2);
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::string_view name(EngineKind engine) {
  switch (engine) {
    case EngineKind::symbolic:
      return "symbolic";
    case EngineKind::explicit_states:
      return "explicit";
  }
  return {};
}

base::Budget budget(const Settings& settings) {
  return {settings.timeout, settings.memory.value_or(usual_memory()), settings.cancel};
}

Loaded load(const base::Source& source, const Settings& settings) try {
  Loaded loaded;
  loaded.system = syntax::parse(source, loaded.diagnostics);
  if (loaded.diagnostics.has_errors()) return loaded;
  auto elaboration = model::elaborate(loaded.system, {settings.parameters, settings.formulae, {}});
  loaded.diagnostics.append(elaboration.diagnostics);
  loaded.model = std::move(elaboration.model);
  return loaded;
} catch (const std::bad_alloc&) {
  Loaded loaded;
  loaded.diagnostics.add(source, {0, 0}, Code::too_large, "the model",
                         "larger than the memory of this machine", "that");
  return loaded;
}

evidence::ModelFacts facts(const model::Model& model) {
  evidence::ModelFacts result;
  for (const model::Agent& agent : model.agents)
    if (agent.declared) ++result.agents;
  for (const model::Variable& variable : model.variables) result.state_bits += variable.type.bits();
  return result;
}

evidence::Answer check(const base::Source& source, const Settings& settings) {
  const auto start = std::chrono::steady_clock::now();
  const double processor = processor_seconds();
  Answer fresh;
  fresh.file = source->name();
  fresh.engine = name(settings.engine);
  fresh.semantics = logic::name(settings.semantics);
  Loaded loaded = load(source, settings);
  fresh.diagnostics = std::move(loaded.diagnostics);
  fresh.good_model = loaded.model.has_value();
  if (loaded.model) fresh.model = facts(*loaded.model);
  Draft draft(std::move(fresh));
  if (loaded.model) {
    base::Budget limits = budget(settings);
    base::Progress progress;
    const Monitor monitor(settings, draft, progress);
    decide(*loaded.model, settings, limits, progress, draft);
  }
  Answer answer = draft.copy();
  answer.diagnostics.sort();
  answer.statistics.seconds = seconds_since(start);
  answer.statistics.processor_seconds = processor_seconds() - processor;
  return answer;
}

evidence::Answer lint(const base::Source& source, const Settings& settings) {
  Answer answer;
  answer.file = source->name();
  Loaded loaded = load(source, settings);
  answer.diagnostics = std::move(loaded.diagnostics);
  answer.good_model = loaded.model.has_value();
  if (loaded.model) {
    syntax::compare_readings(loaded.system, answer.diagnostics);
    model::lint_indices(loaded.system, *loaded.model, answer.diagnostics);
    base::Budget limits = budget(settings);
    model::lint(*loaded.model, limits, answer.diagnostics);
  }
  answer.diagnostics.sort();
  return answer;
}

}  // namespace ken::driver
