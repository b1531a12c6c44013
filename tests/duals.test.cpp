// The column of duals in the table of modalities is true: on random models a row and the negation
// of its dual have the same label.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "logic/print.hpp"
#include "support/checked.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using logic::FormulaId;

// A row on two propositions and the first agent, and what its dual makes of it, as texts.
class DualTexts {
 public:
  explicit DualTexts(const Vocabulary& vocabulary) {
    names_.atom = [&](logic::AtomId id) {
      const auto& all = vocabulary.propositions;
      return all[static_cast<std::size_t>(id) % all.size()];
    };
    names_.agent = [&](logic::AgentId) { return vocabulary.agents.front(); };
  }

  std::string apply(const logic::Modality& row, std::optional<logic::Bound> bound) {
    return text(add(row, bound, arguments(row)));
  }
  std::string negate_dual(const logic::Modality& row, std::optional<logic::Bound> bound) {
    std::vector<FormulaId> args;
    for (const FormulaId arg : arguments(row)) args.push_back(negation(arg));
    if (row.dual->arguments == logic::DualArguments::weak)
      args = {args[1], store_.add(logic::Binary{logic::Connective::conjunction, args[0], args[1]})};
    return text(negation(add(table_[table_.id(row.dual->modality)], bound, args)));
  }
  [[nodiscard]] const logic::ModalityTable& table() const { return table_; }

 private:
  FormulaId negation(FormulaId f) { return store_.add(logic::Not{f}); }
  std::vector<FormulaId> arguments(const logic::Modality& row) {
    std::vector<FormulaId> result;
    for (const logic::Parameter parameter : row.signature)
      if (parameter == logic::Parameter::formula)
        result.push_back(store_.add(logic::Atom{static_cast<logic::AtomId>(result.size())}));
    return result;
  }
  FormulaId add(const logic::Modality& row, std::optional<logic::Bound> bound,
                const std::vector<FormulaId>& args) {
    std::vector<logic::Group> subjects;
    for (const logic::Parameter parameter : row.signature)
      if (parameter == logic::Parameter::agent || parameter == logic::Parameter::group)
        subjects.push_back({logic::AgentId{0}});
    return store_.add(logic::Modal{table_.id(*row.builtin), {}, subjects, bound, args});
  }
  std::string text(FormulaId f) { return logic::to_text(store_, table_, f, names_); }

  logic::ModalityTable table_;
  logic::FormulaStore store_{table_};
  logic::Names names_;
};

TEST(Duals, NegateOnEveryModel) {
  for (std::uint64_t seed = 0; seed < times_rounds(40); ++seed) {
    const RandomModel random = random_model(seed);
    DualTexts texts(random.names);
    std::vector<std::string> formulae;
    for (const logic::Modality& row : texts.table().rows()) {
      if (!row.builtin || !row.dual) continue;
      for (const auto& bound : {std::optional<logic::Bound>(), std::optional(logic::Bound{1, 3})}) {
        if (bound && !logic::takes_bound(row)) continue;
        formulae.push_back(texts.apply(row, bound));
        formulae.push_back(texts.negate_dual(row, bound));
      }
    }
    Checked checked(random.text, formulae);
    for (std::size_t i = 0; i + 1 < formulae.size(); i += 2)
      EXPECT_EQ(checked.label(i), checked.label(i + 1))
          << formulae[i] << " and " << formulae[i + 1] << " in\n"
          << random.text;
  }
}

}  // namespace
}  // namespace ken::tests
