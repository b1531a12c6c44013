#pragma once
#include <span>
#include <string>

#include "base/style.hpp"
#include "evidence/totals.hpp"
#include "model/model.hpp"

namespace ken::report {

// The verdicts for a person; diagnostics are not part of it.
struct TextForm {
  base::Style style = base::Style::plain;
  evidence::Strictness strictness = evidence::Strictness::lenient;
  std::string instance{};  // of a sweep; empty: there is none
};
[[nodiscard]] std::string to_text(const evidence::Answer& answer, const TextForm& form = {});

// Its parts, for whoever shows each as soon as it is known: what the model is; a formula, numbers
// as wide as the widest; what it comes to.
[[nodiscard]] std::string heading(const evidence::Answer& answer);
[[nodiscard]] std::string verdict_line(const evidence::FormulaAnswer& formula, std::size_t width,
                                       base::Style style);
[[nodiscard]] std::string summary(const evidence::Answer& answer, const TextForm& form);
[[nodiscard]] std::size_t number_width(std::span<const evidence::FormulaAnswer> formulas);

// The formulas that do not pass or only vacuously, each with its place; nothing if all pass.
[[nodiscard]] std::string failures_text(const evidence::Answer& answer, const TextForm& form);

// What several answers come to; 'noun' is what they are about ("file").
[[nodiscard]] std::string totals_text(const evidence::Totals& totals, std::string_view noun,
                                      const TextForm& form);

// What the run took: --stats.
[[nodiscard]] std::string statistics_text(const evidence::Answer& answer);

// What stands around the answers in JSON.
struct JsonFrame {
  bool several = false;   // {"schema", "files", "totals"} even for one
  std::string version{};  // of the program
  std::string commit{};   // it was built from; may be empty
  evidence::Strictness strictness = evidence::Strictness::lenient;
};
// One object for one file, else one around them; ends with a line break.
[[nodiscard]] std::string to_json(std::span<const evidence::Answer> answers,
                                  const JsonFrame& frame);

// What a stage shows of a file: --stop-after.
struct StageAnswer {
  evidence::Answer answer;  // the file, its diagnostics, what ran out
  std::string name;         // of the stage
  std::string text;         // empty: it was not reached
};
[[nodiscard]] std::string to_json(std::span<const StageAnswer> stages, const JsonFrame& frame);

// Diagnostics alone, as the JSON of 'ken lint'.
[[nodiscard]] std::string diagnostics_json(std::span<const evidence::Answer> answers,
                                           const JsonFrame& frame);

}  // namespace ken::report
