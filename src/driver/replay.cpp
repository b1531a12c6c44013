#include "driver/replay.hpp"

#include <fmt/format.h>

#include <new>

#include "evidence/from_words.hpp"
#include "evidence/in_words.hpp"
#include "model/fingerprint.hpp"

namespace ken::driver {
namespace {

using Outcome = ReplayAnswer::Outcome;

// The formula in the model, as it is written there.
std::optional<logic::FormulaId> find_formula(const model::Model& model, const std::string& text) {
  for (const model::Property& property : model.properties)
    if (property.text == text) return property.formula;
  return {};
}

void choose_parameters(const report::EvidenceFile& file, Settings& settings) {
  settings.parameters.clear();
  for (const evidence::Parameter& one : file.parameters)
    settings.parameters.emplace_back(
        one.name, one.boolean ? (one.value != 0 ? "true" : "false") : std::to_string(one.value));
}

ReplayAnswer replay_on(const report::EvidenceFile& file, const model::Model& model,
                       logic::FormulaId formula, base::Budget& budget) {
  const auto semantics = logic::find_semantics(file.semantics);
  if (!semantics) return {Outcome::unreadable, fmt::format("'{}' is no semantics", file.semantics)};
  auto [evidence, mistake] = evidence::from_words(model, file.evidence, formula);
  if (!mistake.empty()) return {Outcome::refused, mistake};
  if (evidence[evidence.root].formula != formula && *semantics != logic::Semantics::uniform)
    return {Outcome::refused, "it is about a part of the formula only"};
  evidence.semantics = *semantics;
  const evidence::Replayed replayed = evidence::replay(model, evidence, budget);
  if (!replayed.mistake.empty()) return {Outcome::refused, replayed.mistake};
  return {Outcome::confirmed, {}, evidence::in_words(model, formula, evidence, replayed)};
}

// Of values that the evidence names, and nobody typed.
bool refuses_parameters(const base::Diagnostics& found) {
  return std::ranges::any_of(found.all(), [](const base::Diagnostic& d) {
    return d.source->name() == "--set" || d.code == base::Code::parameters_refused;
  });
}

ReplayAnswer tell_unloaded(const Loaded& loaded, const char* why) {
  if (!loaded.exhausted.empty()) return {Outcome::unknown, loaded.exhausted};
  return {Outcome::unreadable, why, {}, loaded.diagnostics};
}

}  // namespace

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::confirmed:
      return "confirmed";
    case Outcome::refused:
      return "refused";
    case Outcome::unreadable:
      return "unreadable";
    case Outcome::unknown:
      break;
  }
  return "unknown";
}

ReplayAnswer replay_file(const report::EvidenceFile& file, const base::Source& model,
                         const Settings& settings, base::Budget& budget) {
  if (file.evidence.root >= file.evidence.reasons.size())
    return {Outcome::unreadable, "it claims nothing"};
  if (file.evidence.reasons[file.evidence.root].holds != file.holds)
    return {Outcome::refused, "it does not show what it says about the formula"};
  try {
    Settings again = settings;
    choose_parameters(file, again);
    again.formulae.clear();
    again.only.clear();
    Loaded loaded = load(model, again, budget);
    if (!loaded.model && refuses_parameters(loaded.diagnostics))
      return {Outcome::refused, "the model does not take the parameters of the evidence"};
    if (!loaded.model) return tell_unloaded(loaded, "the model has mistakes");
    if (model::find_fingerprint(*loaded.model) != file.fingerprint)
      return {Outcome::refused,
              loaded.model->logics.empty() && settings.logics.empty()
                  ? "the model is not the one that the evidence was found in, or --logic was given "
                    "then and is missing here"
                  : "the model, with its logic files, is not the one that the evidence was found "
                    "in"};
    if (const auto formula = find_formula(*loaded.model, file.formula))
      return replay_on(file, *loaded.model, *formula, budget);
    again.formulae = {file.formula};
    loaded = load(model, again, budget);
    if (!loaded.model) return tell_unloaded(loaded, "its formula has mistakes");
    return replay_on(file, *loaded.model, loaded.model->properties.back().formula, budget);
  } catch (const base::Exhausted& e) {
    return {Outcome::unknown, e.what()};
  } catch (const std::bad_alloc&) {
    return {Outcome::unknown, "memory: the machine has no more"};
  }
}

}  // namespace ken::driver
