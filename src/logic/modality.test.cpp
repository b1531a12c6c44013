#include "logic/modality.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ken::logic {
namespace {

constexpr auto last_builtin = Builtin::must_weak;

TEST(ModalityTable, EveryBuiltinHasItsRowInOrder) {
  const ModalityTable table;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last_builtin); ++i) {
    ASSERT_LT(i, table.rows().size());
    EXPECT_EQ(table.rows()[i].builtin, static_cast<Builtin>(i));
    EXPECT_EQ(table.id(static_cast<Builtin>(i)), static_cast<ModalityId>(i));
  }
}

TEST(ModalityTable, RowsBehindTheBuiltinsHaveNoBuiltin) {
  const ModalityTable table;
  for (std::size_t i = static_cast<std::size_t>(last_builtin) + 1; i < table.rows().size(); ++i)
    EXPECT_FALSE(table.rows()[i].builtin) << table.rows()[i].keyword;
}

TEST(ModalityTable, EveryRowIsFoundByHowItIsWritten) {
  const ModalityTable table;
  for (std::size_t i = 0; i < table.rows().size(); ++i) {
    const Modality& row = table.rows()[i];
    EXPECT_EQ(table.find(row.notation, row.keyword, row.connective), static_cast<ModalityId>(i))
        << row.keyword << row.connective;
  }
}

TEST(ModalityTable, FindsNothingThatHasNoRow) {
  const ModalityTable table;
  EXPECT_EQ(table.find(Notation::call, "AG"), std::nullopt);
  EXPECT_EQ(table.find(Notation::until, "A", "X"), std::nullopt);
}

TEST(ModalityTable, KeywordsAreThoseOfTheNotation) {
  const auto calls = ModalityTable().keywords(Notation::call);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "GCK"), 1);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "AG"), 0);
}

std::size_t formulas_of(const Modality& row) {
  return static_cast<std::size_t>(
      std::count(row.signature.begin(), row.signature.end(), Parameter::formula));
}

TEST(Modality, SignaturesFitTheNotation) {
  const ModalityTable table;
  for (const Modality& row : table.rows()) {
    const bool two = row.notation == Notation::until || row.notation == Notation::coalition_until;
    const bool coalition =
        row.notation == Notation::coalition || row.notation == Notation::coalition_until;
    if (row.notation != Notation::call) {
      EXPECT_EQ(formulas_of(row), two ? 2U : 1U) << row.keyword;
      EXPECT_EQ(row.connective.empty(), row.notation == Notation::prefix) << row.keyword;
    }
    if (coalition) {
      EXPECT_EQ(row.signature.front(), Parameter::group) << row.connective;
    }
    EXPECT_FALSE(row.meaning.empty()) << row.keyword;
  }
}

TEST(Family, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Family family :
       {Family::temporal, Family::epistemic, Family::deontic, Family::strategic, Family::social})
    EXPECT_TRUE(names.insert(name(family)).second && !name(family).empty());
}

TEST(Signature, IsReadAsAList) {
  const ModalityTable table;
  EXPECT_EQ(in_words(table[table.id(Builtin::K)].signature), "an agent and a formula");
  EXPECT_EQ(in_words(table[table.id(Builtin::EU)].signature), "a formula, a bound and a formula");
}

}  // namespace
}  // namespace ken::logic
