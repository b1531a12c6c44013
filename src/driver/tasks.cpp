#include "driver/tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "driver/restricted.hpp"

namespace ken::driver {
namespace {

using logic::Semantics;

// The semantics that the coalitions of a formula ask for.
std::set<Semantics> find_semantics(const model::Model& model, logic::FormulaId formula,
                                   Semantics of_the_run) {
  std::set<Semantics> result;
  if (!model.formulas.traits(formula).strategic) return result;
  for (const logic::FormulaId id : logic::closure(model.formulas, formula)) {
    const auto asked = logic::find_asked_semantics(model.modalities, model.formulas[id]);
    if (asked) result.insert(*asked == Semantics::of_the_run ? of_the_run : *asked);
  }
  return result;
}

std::size_t count_threads(const Settings& settings) {
  return settings.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
}

// What --formula gives is chosen always.
bool is_chosen(const model::Model& model, const Settings& settings, std::size_t index) {
  return settings.only.empty() || model.properties[index].source != model.source ||
         std::find(settings.only.begin(), settings.only.end(), index + 1) != settings.only.end();
}

evidence::FormulaAnswer make_answer(const model::Model& model, const Settings& settings,
                                    const Task& task) {
  const model::Property& property = model.properties[task.index];
  const base::Position at = property.source->position(property.place.begin);
  std::vector<std::string_view> names;
  names.reserve(task.asked.size());
  for (const Semantics semantics : task.asked) names.push_back(logic::name(semantics));
  return {.index = task.index + 1,
          .file = property.source->name(),
          .line = at.line,
          .column = at.column,
          .text = property.text,
          .reading = property.reading,
          .family = property.family,
          .semantics = names.empty() ? std::string(logic::name(settings.semantics))
                                     : fmt::format("{}", fmt::join(names, ", ")),
          .strategic = !names.empty(),
          .verdict = {},
          .expected = property.expected,
          .seconds = 0};
}

}  // namespace

Tasks list_tasks(const model::Model& model, const Settings& settings, const Engine& engine) {
  Tasks tasks;
  tasks.questions.semantics = settings.semantics;
  tasks.questions.strategies = settings.strategies;
  tasks.questions.minimal = settings.minimal;
  tasks.questions.threads = count_threads(settings);
  for (const model::Property& line : model.fairness) {
    if (tasks.unsupported_fairness.empty())
      tasks.unsupported_fairness = engine.why_unsupported(line, settings.semantics);
    tasks.needs_determinism |=
        find_semantics(model, line.formula, settings.semantics).contains(Semantics::deterministic);
  }
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    if (!is_chosen(model, settings, i)) continue;
    const model::Property& property = model.properties[i];
    Task task{.index = i,
              .asked = find_semantics(model, property.formula, settings.semantics),
              .unsupported = engine.why_unsupported(property, settings.semantics),
              .number = {},
              .settled = {}};
    tasks.needs_determinism |= task.asked.contains(Semantics::deterministic);
    if (task.unsupported.empty() && tasks.unsupported_fairness.empty()) {
      task.number = tasks.questions.formulas.size();
      tasks.questions.formulas.push_back(property.formula);
      tasks.questions.restricted.push_back(choose_restricted(model, property.formula, settings));
    } else if (task.unsupported.empty()) {
      task.unsupported = tasks.unsupported_fairness;
    }
    tasks.formulas.push_back(std::move(task));
  }
  return tasks;
}

base::Diagnostics find_missing_formulas(const model::Model& model, const Settings& settings) {
  base::Diagnostics result;
  std::vector<std::size_t> missing;
  for (const std::size_t index : settings.only)
    if (index > model.properties.size()) missing.push_back(index);
  if (missing.empty()) return result;
  constexpr std::size_t most_listed = 6;
  const std::string text =
      missing.size() <= most_listed
          ? fmt::format("{}", fmt::join(missing, ", "))
          : fmt::format("{}, {}, ... {}", missing[0], missing[1], missing.back());
  result.add(base::make_source("--only", text), {0, static_cast<std::uint32_t>(text.size())},
             base::Code::no_such_formula, text, model.source->name(), model.properties.size());
  return result;
}

base::Diagnostics find_clashing_semantics(const model::Model& model, const Settings& settings) {
  base::Diagnostics found;
  if (settings.semantics != Semantics::uniform && settings.semantics != Semantics::deterministic)
    return found;
  const auto look_at = [&](const model::Property& property) {
    for (const Semantics asked : find_semantics(model, property.formula, settings.semantics)) {
      if (asked == settings.semantics || asked == Semantics::full) continue;
      found
          .add(property.source, property.place, base::Code::semantics_clash,
               logic::name(settings.semantics), logic::name(asked))
          .hint =
          fmt::format("leave '| {}' out, or choose another --semantics", logic::name(asked));
    }
  };
  for (const model::Property& line : model.fairness) look_at(line);
  for (std::size_t i = 0; i < model.properties.size(); ++i)
    if (is_chosen(model, settings, i)) look_at(model.properties[i]);
  return found;
}

std::vector<evidence::FormulaAnswer> list_answers(const model::Model& model,
                                                  const Settings& settings, const Tasks& tasks) {
  std::vector<evidence::FormulaAnswer> answers;
  answers.reserve(tasks.formulas.size());
  for (const Task& task : tasks.formulas) answers.push_back(make_answer(model, settings, task));
  const bool expectations = std::any_of(answers.begin(), answers.end(), [](const auto& answer) {
    return answer.expected.has_value();
  });
  for (evidence::FormulaAnswer& answer : answers) answer.amid_expectations = expectations;
  return answers;
}

}  // namespace ken::driver
