#include "model/logics.hpp"

#include <fmt/format.h>

#include "model/elaborate.hpp"
#include "model/logic_document.hpp"
#include "model/text.test.hpp"
#include "syntax/parser.hpp"

namespace ken::model {
namespace {

// A logic file, read for itself.
struct Read {
  explicit Read(const std::string& text)
      : document(document_logic(base::make_source("test.logic", text), diagnostics)) {}
  [[nodiscard]] std::string first_error() const {
    for (const base::Diagnostic& d : diagnostics.all())
      if (d.severity() == base::Severity::error)
        return std::string(base::row(d.code).name) + " " + d.message;
    return {};
  }
  base::Diagnostics diagnostics;
  LogicDocument document;
};

TEST(LogicFile, SaysWhatItDefines) {
  const Read read(
      "Logic \"Test\"; Relation r(i) \"meant\" = step and same(i);\n"
      "Operator Op(i, g, f) \"said\" = all r(i): f and DK(g, f) and K(i, f);");
  EXPECT_EQ(read.first_error(), "");
  EXPECT_EQ(read.document.title, "Test");
  ASSERT_EQ(read.document.entries.size(), 2U);
  EXPECT_EQ(read.document.entries[0].head, "r(i)");
  EXPECT_EQ(read.document.entries[1].kind, "operator");
  EXPECT_EQ(read.document.entries[1].meaning, "said");
  EXPECT_EQ(read.document.entries[1].parameters, "i: agent; g: group; f: formula");
}

TEST(LogicFile, TakesAnAgentForAGroupOfOne) {
  const Read read("Operator Op(i, f) = K(i, f) and GK({i}, f) and DK(i, f);");
  EXPECT_EQ(read.first_error(), "");
  EXPECT_EQ(read.document.entries.at(0).parameters, "i: agent; f: formula");
}

TEST(LogicFile, GoesOnAfterEveryMistake) {
  const Read read(
      "Relation = step;\nOperator (f) = f;\nOperator Good(f) = f;\nOperator Bad(f) = all : f;\n"
      "rubbish;\nOperator Fine(f) = !f;");
  EXPECT_EQ(read.diagnostics.errors(), 4U);
  ASSERT_EQ(read.document.entries.size(), 2U);
  EXPECT_EQ(read.document.entries[1].head, "Fine(f)");
}

TEST(LogicFile, LimitsWhatIsInsideEachOther) {
  const std::size_t many = 100'000;
  std::string deep = "Operator Deep(f) = ";
  for (std::size_t i = 0; i < many; ++i) deep += "all step: ";
  EXPECT_EQ(Read(deep + "f;").first_error(), "") << "formulas may be as deep as they like";
  std::string relation = "Relation r = ";
  for (std::size_t i = 0; i < 1000; ++i) relation += "(step or (reach and ";
  relation += "step";
  for (std::size_t i = 0; i < 1000; ++i) relation += "))";
  EXPECT_TRUE(Read(relation + ";").first_error().starts_with("E207"));
  std::string chain = "Operator D0(f) = f;\n";
  for (int i = 1; i < 80; ++i)
    chain += "Operator D" + std::to_string(i) + "(f) = D" + std::to_string(i - 1) + "(f);\n";
  EXPECT_TRUE(Read(chain).first_error().starts_with("E207"));
}

TEST(LogicFile, CannotMakeAModelExplode) {
  std::string text = "Operator D0(f) = f;\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = "D" + std::to_string(i - 1);
    text += fmt::format("Operator D{0}(f) = {1}(EX {1}(f));\n", i, below);
  }
  EXPECT_TRUE(Read(text).first_error().starts_with("E207"));
}

// ---- in a model ----

Model model_with(const std::string& logic, const std::string& formula) {
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(
      base::make_source("test",
                        "Logic \"x\"; Agent P Vars: c : boolean; v_Q : boolean; end Vars end Agent "
                        "Agent Q Vars: c : boolean; d : boolean; end Vars end Agent "
                        "InitStates P.c = false; end InitStates Formulae " +
                            formula + "; end Formulae"),
      diagnostics);
  ElaborationSettings settings;
  settings.read_logic = [&](const std::string&, Whence, std::string&) {
    return base::make_source("x.logic", logic);
  };
  auto elaboration = elaborate(system, settings);
  for (const base::Diagnostic& d : elaboration.diagnostics.all())
    EXPECT_NE(d.severity(), base::Severity::error) << d.message;
  return std::move(elaboration.model).value_or(Model{});
}

TEST(DefinedOperators, ShareTheBodiesOfEqualApplications) {
  const Model model = model_with("Operator Op(i, f) = some same(i): f;",
                                 "Op(P, Q.d) and AX Op(P, Q.d) and Op(Q, Q.d)");
  std::size_t applications = 0;
  std::size_t related = 0;
  for (std::size_t i = 0; i < model.formulas.size(); ++i) {
    const auto& formula = model.formulas[static_cast<FormulaId>(i)];
    const auto* const modal = std::get_if<logic::Modal>(&formula);
    applications += modal != nullptr && modal->body ? 1 : 0;
    related += std::holds_alternative<logic::Related>(formula) ? 1 : 0;
  }
  EXPECT_EQ(applications, 2U);
  EXPECT_EQ(related, 2U);
}

TEST(DefinedOperators, KeepTheVariablesOfFixpointsApart) {
  const Model model =
      model_with("Operator In(f) = least Y: f or EX Y;\nOperator Out(f) = greatest Z: f and In(Z);",
                 "Out(Q.d)");
  std::set<std::uint8_t> numbers;
  for (std::size_t i = 0; i < model.formulas.size(); ++i)
    if (const auto* const fixpoint =
            std::get_if<logic::Fixpoint>(&model.formulas[static_cast<FormulaId>(i)]))
      numbers.insert(fixpoint->variable);
  EXPECT_EQ(numbers.size(), 2U);
  EXPECT_EQ(model.formulas.traits(model.properties.at(0).formula).free, 0U);
}

TEST(DefinedOperators, HideShippedOnesButNotInsideOtherShippedOnes) {
  const Model model = model_with("Operator C(i, j, f) = K(i, f) and K(j, f);",
                                 "C(P, Q, Q.d) and AX Tc(P, Q, Q.d, Q.d)");
  EXPECT_EQ(model.properties.size(), 1U);
  EXPECT_EQ(model.relations.size() > 0, true) << "those of Tc";
}

TEST(Relations, AreTheSameIfTheyAreEqual) {
  RelationStore store;
  const RelationId step = store.add(OneStep{}, "step");
  EXPECT_EQ(store.add(OneStep{}, "another text"), step);
  EXPECT_EQ(store.text(step), "step");
  const RelationId back = store.add(Converse{step}, "back");
  EXPECT_EQ(store.depth(back), 2U);
  EXPECT_EQ(list_parts(store, back), (std::vector<RelationId>{step, back}));
}

}  // namespace
}  // namespace ken::model
