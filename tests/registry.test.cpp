// Every modality of the table is complete: a rule in the explicit engine, a golden model that uses
// it, a line in docs/logic.md with its meaning.  The operators of the logic files that ken ships
// need the model and the line.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/file.hpp"
#include "concrete/labeller.hpp"
#include "logic/shipped.hpp"
#include "model/elaborate.hpp"
#include "model/logic_document.hpp"
#include "syntax/parser.hpp"

namespace ken::tests {
namespace {

namespace fs = std::filesystem;
using logic::Builtin;
using logic::Modality;
using logic::Notation;

const fs::path root = KEN_SOURCE_DIR;

// How a row is written in the manual, as far as it identifies the row.
std::string written(const Modality& row) {
  const auto coalition = [&] {
    const logic::Brackets brackets = logic::brackets_of(row);
    return fmt::format("{}g{}", brackets.open, brackets.close);
  };
  switch (row.notation) {
    case Notation::prefix:
      return fmt::format("`{} f", row.keyword);
    case Notation::until:
      return fmt::format("`{}(f {} ", row.keyword, row.connective);
    case Notation::call:
      return fmt::format("`{}(", row.keyword);
    case Notation::coalition:
      return fmt::format("`{}{} f", coalition(), row.connective);
    case Notation::coalition_until:
      return fmt::format("`{}(f {} ", coalition(), row.connective);
  }
  return {};
}

// Calls visit(row) for every row with a built-in meaning.
template <class Visit>
void for_each_builtin(Visit&& visit) {
  const logic::ModalityTable table;
  for (const Modality& row : table.rows())
    if (row.builtin) visit(row);
}

TEST(Registry, EveryModalityHasOneRuleInTheExplicitEngine) {
  std::multiset<Builtin> ruled;
  for (const auto family :
       {concrete::temporal_rules(), concrete::epistemic_rules(), concrete::strategic_rules()})
    for (const concrete::Rule& rule : family) ruled.insert(rule.modality);
  for_each_builtin(
      [&](const Modality& row) { EXPECT_EQ(ruled.count(*row.builtin), 1U) << written(row); });
}

// The built-in modalities that the formulas of a text use; none if it has mistakes.
std::set<Builtin> used_in(const base::Source& source) {
  std::set<Builtin> used;
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(source, diagnostics);
  if (diagnostics.has_errors()) return used;
  const auto model = model::elaborate(system).model;
  if (!model) return used;
  for (std::size_t i = 0; i < model->formulas.size(); ++i)
    if (const auto* modal =
            std::get_if<logic::Modal>(&model->formulas[static_cast<logic::FormulaId>(i)]))
      if (const auto builtin = model->modalities[modal->modality].builtin) used.insert(*builtin);
  return used;
}

TEST(Registry, EveryModalityHasAGoldenModel) {
  ASSERT_TRUE(fs::exists(root / "tests/golden"));
  std::set<Builtin> used;
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests/golden")) {
    if (entry.path().extension() != ".ispl") continue;
    const auto loaded = base::load(entry.path().string());
    ASSERT_TRUE(std::holds_alternative<base::Source>(loaded)) << entry.path();
    used.merge(used_in(std::get<base::Source>(loaded)));
  }
  for_each_builtin([&](const Modality& row) {
    EXPECT_TRUE(used.contains(*row.builtin)) << written(row) << " occurs in no golden model";
  });
}

class Manual : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto loaded = base::load((root / "docs/logic.md").string());
    ASSERT_TRUE(std::holds_alternative<base::Source>(loaded)) << "docs/logic.md cannot be read";
    std::istringstream page{std::string(std::get<base::Source>(loaded)->text())};
    for (std::string line; std::getline(page, line);) lines_.push_back(line);
  }
  // Whether some line begins with one text and holds another.
  [[nodiscard]] bool has_line(const std::string& begin, const std::string& part) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](const std::string& line) {
      return line.starts_with(begin) && line.find(part) != std::string::npos;
    });
  }

 private:
  std::vector<std::string> lines_;
};

TEST_F(Manual, HasALineForEveryModalityWithItsMeaning) {
  const logic::ModalityTable table;
  for (const Modality& row : table.rows())
    EXPECT_TRUE(has_line("| " + written(row), fmt::format("` | {} |", row.meaning)))
        << "docs/logic.md has no | " << written(row) << "...` | " << row.meaning << " |";
}

TEST_F(Manual, HasALineForEveryOperatorThatIsShipped) {
  for (const logic::ShippedLogic& shipped : logic::shipped_logics()) {
    base::Diagnostics diagnostics;
    const auto document = model::document_logic(
        base::make_source(std::string(shipped.name), std::string(shipped.text)), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << shipped.name;
    EXPECT_FALSE(document.title.empty()) << shipped.name;
    for (const auto& entry : document.entries) {
      EXPECT_FALSE(entry.meaning.empty()) << entry.head;
      if (entry.kind != "operator") continue;
      EXPECT_TRUE(has_line(fmt::format("| `{}` | {} |", entry.head, entry.meaning), ""))
          << "docs/logic.md has no | `" << entry.head << "` | " << entry.meaning << " |";
    }
  }
}

TEST_F(Manual, HasALineForEveryPathOperator) {
  for (const logic::PathOperatorRow& row : logic::path_operators)
    EXPECT_TRUE(has_line(row.arguments == 1 ? fmt::format("| `{} f`", row.word)
                                            : fmt::format("| `f {} g`", row.word),
                         ""))
        << row.word;
}

TEST_F(Manual, NamesEveryPrefixInItsGrammar) {
  const logic::ModalityTable table;
  const auto stands = [&](std::string_view word, bool bounded) {
    const std::string quoted = fmt::format("\"{}\"", word);
    return bounded ? has_line("          | ( ", quoted) : has_line("prefix    = ", quoted);
  };
  for (const Modality& row : table.rows())
    if (row.notation == Notation::prefix) {
      EXPECT_TRUE(stands(row.keyword, logic::takes_bound(row))) << row.keyword;
    }
  for (const logic::PathOperatorRow& row : logic::path_operators)
    if (row.arguments == 1) {
      EXPECT_TRUE(stands(row.word, row.bounded)) << row.word;
    }
  for (const logic::PathQuantifierRow& row : logic::path_quantifiers)
    EXPECT_TRUE(stands(row.word, false)) << row.word;
}

}  // namespace
}  // namespace ken::tests
