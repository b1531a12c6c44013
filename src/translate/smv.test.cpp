#include "translate/smv.hpp"

#include "model/text.test.hpp"
#include "translate/smv_names.hpp"

namespace ken::translate {
namespace {

model::Model model_with(const std::string& variables, const std::string& evolution,
                        const std::string& formulae) {
  const std::string text = "Agent MODULE Vars: " + variables +
                           " end Vars\n Actions = {next, stay}; Evolution: " + evolution +
                           " end Evolution end Agent\n Formulae " + formulae + " end Formulae";
  return model::test::model_of(text);
}

std::string smv_of(const model::Model& model) {
  const auto smv = to_smv(model);
  return smv ? smv->text : std::string();
}

TEST(Smv, WordsOfTheLanguageNameNothing) {
  EXPECT_TRUE(is_smv_word("MODULE"));
  EXPECT_TRUE(is_smv_word("xor"));
  EXPECT_FALSE(is_smv_word("XOR"));
  EXPECT_FALSE(is_smv_word("or M"));
  const std::string text =
      smv_of(model_with("x : {A, esac, free};", "x = A if Action = next;", "AG MODULE.x = esac;"));
  EXPECT_NE(text.find("MODULE_x : {A_1, esac_1, free};"), std::string::npos) << text;
  EXPECT_NE(text.find("MODULE_action : {next_1, stay};"), std::string::npos) << text;
}

TEST(Smv, NamesOfOneSpaceAreAllDifferent) {
  const std::string text = smv_of(model_with("label : boolean; x : {MODULE_label, start, step};",
                                             "label = true if Action = next;", "AG MODULE.label;"));
  EXPECT_NE(text.find("MODULE_label : boolean;"), std::string::npos) << text;
  EXPECT_NE(text.find("MODULE_x : {MODULE_label_1, start, step};"), std::string::npos) << text;
  EXPECT_NE(text.find("label : {here, here_too, step_1, "), std::string::npos) << text;
}

TEST(Smv, WhatIsNotAskedIsNotThere) {
  const std::string time = smv_of(model_with("b : boolean;", "b = !b if true;", "AG MODULE.b;"));
  EXPECT_NE(time.find("label : {here, here_too, step, step_too, stop};"), std::string::npos)
      << time;
  EXPECT_EQ(time.find("from_"), std::string::npos) << time;
  const std::string knowledge =
      smv_of(model_with("b : boolean;", "b = !b if true;", "K(MODULE, MODULE.b);"));
  EXPECT_NE(knowledge.find("alike_MODULE"), std::string::npos) << knowledge;
  EXPECT_NE(knowledge.find("from_MODULE_b"), std::string::npos) << knowledge;
}

TEST(Smv, ASharedConditionIsWrittenOnce) {
  std::string sum = "0";
  for (int i = 2; i < 40; ++i) sum += " + x mod " + std::to_string(i);
  std::string lines;
  for (int i = 0; i < 30; ++i)
    lines += "x = " + std::to_string(i) + " if " + sum + " = " + std::to_string(i) + ";\n";
  const std::string text = smv_of(model_with("x : 0..30;", lines, "AG MODULE.x < 9;"));
  EXPECT_LT(text.size(), 8000U) << text;
}

TEST(Smv, OneFormulaMayBeAskedForAlone) {
  const model::Model model =
      model_with("b : boolean;", "b = !b if true;", "AG MODULE.b; EF MODULE.b; LTL G F MODULE.b;");
  EXPECT_EQ(to_smv(model)->specifications.size(), 3U);
  const auto one = to_smv(model, model.properties[2].formula);
  ASSERT_EQ(one->specifications.size(), 1U);
  EXPECT_EQ(one->specifications[0].property, 2U);
  EXPECT_TRUE(one->specifications[0].linear);
}

TEST(Smv, WhyAFormulaIsLeftOut) {
  const model::Model model = model_with("b : boolean;", "b = !b if true;",
                                        "<MODULE>F MODULE.b; E(G F MODULE.b); EX true;");
  EXPECT_EQ(why_not_smv(model, model.properties[0]), "a coalition");
  EXPECT_EQ(why_not_smv(model, model.properties[1]),
            "path formulas but for one A before LTL over conditions");
  EXPECT_EQ(why_not_smv(model, model.properties[2]), "");
}

}  // namespace
}  // namespace ken::translate
