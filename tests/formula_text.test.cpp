// Formulas as text, read again.  What to_text() writes is read as the same formula; chains and
// counts over an index, which it writes out, as one with the same label in every state.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <stdexcept>

#include "logic/print.hpp"
#include "model/elaborate.hpp"
#include "support/checked.hpp"
#include "support/random_model.hpp"
#include "syntax/parser.hpp"

namespace ken::tests {
namespace {

using logic::FormulaId;

// "P.x = i [i=1]" as it has to be written outside the comprehension; of several the innermost
// binds.
std::string without_index(const std::string& shown) {
  const std::string mark = "i=";
  const std::size_t at = shown.find(" [" + mark);
  if (at == std::string::npos) return shown;
  const std::size_t value = shown.rfind(mark) + mark.size();
  const std::string number = shown.substr(value, shown.size() - value - 1);
  return std::regex_replace(shown.substr(0, at), std::regex("\\bi\\b"), number);
}

std::string text_of(const model::Model& model, FormulaId formula) {
  logic::Names names;
  names.atom = [&](logic::AtomId id) { return without_index(model[id].name.shown); };
  names.agent = [&](logic::AgentId id) { return model[id].name.shown; };
  names.group = [&](const logic::Group& members) -> std::optional<std::string> {
    for (const model::NamedGroup& group : model.groups)
      if (group.members == members) return group.name.shown;
    return std::nullopt;
  };
  return logic::to_text(model.formulas, model.modalities, formula, names);
}

bool is_written_out(const model::Model& model, FormulaId formula) {
  const auto parts = logic::closure(model.formulas, formula);
  return std::any_of(parts.begin(), parts.end(), [&](FormulaId part) {
    return std::holds_alternative<logic::Many>(model.formulas[part]) ||
           std::holds_alternative<logic::Count>(model.formulas[part]);
  });
}

TEST(FormulaText, IsReadAsTheSameStateFormula) {
  constexpr std::size_t formulas = 8;
  std::size_t written_out = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(60); ++seed) {
    const RandomModel random = random_model(seed);
    Dice dice(seed);
    FormulaWeights weights;
    weights.comprehension = 20;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < formulas; ++i)
      texts.push_back(random_formula(dice, random.names, weights));
    {
      const Checked first(random.text, texts);
      const std::size_t own = first.model().properties.size() - formulas;
      for (std::size_t i = 0; i < formulas; ++i)
        texts.push_back(text_of(first.model(), first.model().properties[own + i].formula));
    }
    Checked both(random.text, texts);
    const std::size_t own = both.model().properties.size() - texts.size();
    for (std::size_t i = 0; i < formulas; ++i) {
      const FormulaId original = both.model().properties[own + i].formula;
      const FormulaId again = both.model().properties[own + formulas + i].formula;
      if (is_written_out(both.model(), original)) {
        ++written_out;
        EXPECT_EQ(both.label(i), both.label(formulas + i)) << texts[i] << "\n"
                                                           << texts[formulas + i] << "\nin\n"
                                                           << random.text;
      } else {
        EXPECT_EQ(original, again) << texts[i] << "\n" << texts[formulas + i];
      }
    }
  }
  EXPECT_GE(written_out, times_rounds(20));
}

// ---- path formulas and LDL ----

constexpr const char* paths_model =
    "Agent P[i: 1..2] Vars: x: 0..2; end Vars Actions = {a, b}; end Agent "
    "Evaluation p if P[1].x = 0; q if P[2].x = 1; r if P[1].x < P[2].x; X if P[1].x = 2; "
    "end Evaluation InitStates P[1].x = 0 and P[2].x = 0; end InitStates "
    "Groups g = {P[1], P[2]}; end Groups";

class PathWriter {
 public:
  PathWriter(Dice& dice, bool dynamic) : dice_(dice), dynamic_(dynamic) {}

  std::string formula(std::size_t depth) {
    if (depth == 0) return leaf();
    switch (dice_.between(0, dynamic_ ? 8 : 6)) {
      case 0:
        return fmt::format("!({})", formula(depth - 1));
      case 1:
        return fmt::format("({}) {} ({})", formula(depth - 1), dice_.pick(connectives_),
                           formula(depth - 1));
      case 2:
      case 3:
        return temporal(depth);
      case 4:
        return fmt::format("{} ({})", dice_.percent(50) ? "A" : "E", formula(depth - 1));
      case 5:
        return fmt::format("K(P[1], {})", formula(depth - 1));
      case 6:
        return coalition(depth);
      default: {
        const bool diamond = dice_.percent(50);
        return fmt::format("({}{}{}({}))", diamond ? "<" : "[", program(depth - 1),
                           diamond ? ">" : "]", formula(depth - 1));
      }
    }
  }

 private:
  std::string leaf() { return dice_.pick(leaves_); }
  std::string temporal(std::size_t depth) {
    const auto& row = logic::path_operators[static_cast<std::size_t>(dice_.between(0, 5))];
    const std::string bound = row.bounded && dice_.percent(30) ? "[1, 3]" : "";
    const std::string first = formula(depth - 1);
    if (row.arguments == 1) return fmt::format("{}{} ({})", row.word, bound, first);
    return fmt::format("({}) {}{} ({})", first, row.word, bound, formula(depth - 1));
  }
  std::string coalition(std::size_t depth) {
    const char* const group = dice_.percent(50) ? "<g>" : "[g]";
    if (dice_.percent(50)) return fmt::format("({}F ({}))", group, leaf());
    return fmt::format("({}(({}) and F ({})))", group, formula(depth - 1), leaf());
  }
  std::string program(std::size_t depth) {
    if (depth == 0) return leaf();
    switch (dice_.between(0, 4)) {
      case 0:
        return fmt::format("({})*", program(depth - 1));
      case 1:
        return fmt::format("({}); ({})", program(depth - 1), program(depth - 1));
      case 2:
        return fmt::format("({}) + ({})", program(depth - 1), program(depth - 1));
      case 3:
        return fmt::format("({})?", formula(depth - 1));
      default:
        return fmt::format("({}) {} !({})", leaf(), dice_.pick(connectives_), leaf());
    }
  }

  Dice& dice_;
  bool dynamic_;
  std::vector<std::string> connectives_ = {"and", "or", "->", "<->"};
  std::vector<std::string> leaves_ = {"p", "q", "r", "X", "true", "(P[1].x = 1)", "K(P[1], p)"};
};

model::Model elaborate_formulas(const std::vector<std::string>& formulae) {
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(base::make_source("test", paths_model), diagnostics);
  model::Elaboration elaboration = model::elaborate(system, {{}, formulae, {}});
  diagnostics.append(elaboration.diagnostics);
  for (const base::Diagnostic& d : diagnostics.all())
    if (d.severity() == base::Severity::error) throw std::invalid_argument(to_text(d));
  return std::move(elaboration.model).value();
}

void expect_read_again(const std::string& prefix, std::uint64_t seed) {
  Dice dice(seed);
  PathWriter writer(dice, prefix == "LDL ");
  const std::string text = prefix + writer.formula(4);
  SCOPED_TRACE(text);
  const model::Model first = elaborate_formulas({text});
  const FormulaId formula = first.properties.back().formula;
  const char* const own = first.formulas.traits(formula).dynamic ? "LDL " : "CTL* ";
  const std::string printed = (prefix.empty() ? "" : own) + text_of(first, formula);
  SCOPED_TRACE(printed);
  const model::Model second = elaborate_formulas({text, printed});
  EXPECT_EQ(second.properties[second.properties.size() - 2].formula,
            second.properties.back().formula);
}

TEST(FormulaText, IsReadAsTheSamePathFormula) {
  for (const char* const prefix : {"", "LTL ", "CTL* ", "LDL "})
    for (std::uint64_t seed = 0; seed < 300; ++seed) expect_read_again(prefix, seed);
}

}  // namespace
}  // namespace ken::tests
