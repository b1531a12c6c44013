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

TEST(Modality, PairsAndCoalitionsAreSpelledByTheirPathOperator) {
  const ModalityTable table;
  for (std::size_t i = 0; i < table.rows().size(); ++i) {
    const Modality& row = table.rows()[i];
    const auto id = static_cast<ModalityId>(i);
    if (!row.path_operator) continue;
    const PathOperatorRow& path = row_of(*row.path_operator);
    EXPECT_EQ(formulas_of(row), path.arguments) << row.keyword;
    if (row.quantifier) {
      const std::string quantifier(row_of(*row.quantifier).word);
      EXPECT_EQ(row.keyword + row.connective, quantifier + std::string(path.word));
      EXPECT_EQ(takes_bound(row), path.bounded) << row.keyword;
      EXPECT_EQ(table.find_pair(*row.quantifier, *row.path_operator), id) << row.keyword;
    } else {
      EXPECT_EQ(row.connective, path.word) << row.keyword;
      EXPECT_FALSE(takes_bound(row)) << row.keyword;
      EXPECT_EQ(table.find_coalition(brackets_of(row), *row.path_operator), id) << row.keyword;
    }
  }
}

TEST(Modality, EveryQuantifierAndBracketHasARowForEveryPathOperator) {
  const ModalityTable table;
  for (const PathOperatorRow& path : path_operators) {
    for (const PathQuantifierRow& quantifier : path_quantifiers)
      EXPECT_TRUE(table.find_pair(quantifier.quantifier, path.op)) << quantifier.word << path.word;
    for (const Brackets brackets : {diamond, box})
      EXPECT_TRUE(table.find_coalition(brackets, path.op)) << brackets.open << path.word;
  }
}

TEST(Modality, ADualIsThatOfThePathOperator) {
  const ModalityTable table;
  for (const Modality& row : table.rows()) {
    if (!row.dual) continue;
    const Modality& dual = table[table.id(row.dual->modality)];
    EXPECT_EQ(dual.family, row.family) << row.keyword;
    EXPECT_EQ(dual.signature, row.signature) << row.keyword << row.connective;
    if (row.path_operator) {
      const PathOperatorRow& path = row_of(*row.path_operator);
      EXPECT_EQ(dual.path_operator, path.dual) << row.keyword << row.connective;
      EXPECT_EQ(row.dual->arguments, path.dual_arguments) << row.keyword << row.connective;
      EXPECT_NE(dual.keyword, row.keyword) << row.connective;
    }
    if (row.quantifier) {
      EXPECT_EQ(dual.quantifier, row_of(*row.quantifier).dual) << row.keyword;
    }
  }
}

TEST(Modality, WhatIsExportedByItsDualHasOneThatIsNot) {
  const ModalityTable table;
  for (const Modality& row : table.rows())
    if (row.ispl == Export::by_dual) {
      ASSERT_TRUE(row.dual) << row.keyword;
      EXPECT_NE(table[table.id(row.dual->modality)].ispl, Export::by_dual) << row.keyword;
    }
}

TEST(PathOperators, StandInOrderAndNegateBackWhereTheArgumentsAreNegations) {
  for (std::size_t i = 0; i < path_operators.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(path_operators[i].op), i);
  for (std::size_t i = 0; i < path_quantifiers.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(path_quantifiers[i].quantifier), i);
  for (const PathOperatorRow& row : path_operators) {
    EXPECT_EQ(find_path_operator(row.word), row.op);
    EXPECT_EQ(row_of(row.dual).arguments, row.arguments) << row.word;
    if (row.dual_arguments == DualArguments::negations) {
      EXPECT_EQ(row_of(row.dual).dual, row.op) << row.word;
    }
  }
}

TEST(PrefixKeywords, AreThoseOfTheRows) {
  const ModalityTable table;
  for (const Modality& row : table.rows())
    EXPECT_EQ(is_prefix_keyword(row.keyword), row.notation == Notation::prefix) << row.keyword;
}

Modality defined(std::string keyword, std::string meaning = "") {
  Modality row;
  row.keyword = std::move(keyword);
  row.meaning = std::move(meaning);
  row.signature = {Parameter::agent, Parameter::formula};
  return row;
}

TEST(AddedRows, AreFoundAndShadowEarlierOnes) {
  ModalityTable table;
  const std::size_t before = table.rows().size();
  const auto first = table.add(defined("Trusts", "first"));
  const auto second = table.add(defined("Trusts", "second"));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(table.rows().size(), before + 2);
  EXPECT_EQ(table.find(Notation::call, "Trusts"), second);
  EXPECT_EQ(table[*first].meaning, "first");
  const auto calls = table.keywords(Notation::call);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "Trusts"), 1);
}

TEST(AddedRows, AreRefusedWhereTheWordIsBuiltIn) {
  ModalityTable table;
  const std::size_t before = table.rows().size();
  for (const char* const word : {"K", "GCK", "AG", "A", "X", "U", "O"})
    EXPECT_EQ(table.add(defined(word)), std::nullopt) << word;
  EXPECT_EQ(table.rows().size(), before);
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
