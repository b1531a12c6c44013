// The index of a text: which place names what.  The expectations are read off the text by eye.

#include "model/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/text.test.hpp"

namespace ken::model {
namespace {

constexpr const char* text =
    "Parameter N = 2;\n"                                     // 1
    "Agent Environment\n"                                    // 2
    "  Vars: lamp[k: 1..N]: {on, off}; end Vars\n"           // 3
    "  Actions = {turn[1], turn[2]};\n"                      // 4
    "  Protocol: Other: {turn[1], turn[2]}; end Protocol\n"  // 5
    "  Evolution:\n"                                         // 6
    "    lamp[1] = off if lamp[1] = on and Action = turn[1];\n"
    "  end Evolution\n"            // 8
    "end Agent\n"                  // 9
    "Agent Cat[i: 1..N]\n"         // 10
    "  Vars: x: 0..N; end Vars\n"  // 11
    "  Actions = {wait};\n"        // 12
    "  Protocol: Other: {wait}; end Protocol\n"
    "  Evolution: x = i if x < i and Environment.Action = turn[i]; end Evolution\n"
    "end Agent\n"                                                          // 15
    "Evaluation\n"                                                         // 16
    "  up[j: 1..N] if Cat[j].x = j;\n"                                     // 17
    "  all_up if and(j: 1..N) up[j];\n"                                    // 18
    "end Evaluation\n"                                                     // 19
    "InitStates and(j: 1..N) Cat[j].x = 0 and Environment.lamp[1] = on; "  // 20
    "end InitStates\n"                                                     //
    "Groups cats = {Cat[j: 1..N]}; end Groups\n"                           // 21
    "Formulae AG GK(cats, all_up); K(Cat[1], up[N]); end Formulae\n";      // 22

TEST(Index, NamesEverySymbolAndEveryPlaceOnce) {
  const test::Outcome outcome = test::elaborated(text);
  for (const base::Diagnostic& d : outcome.diagnostics.all())
    EXPECT_NE(d.severity(), base::Severity::error) << to_text(d);
  const base::SourceFile source("m", text);
  EXPECT_EQ(to_text(outcome.index, source),
            "parameter N: =1:11-1:12 3:20-3:21 10:17-10:18 11:15-11:16 17:12-17:13"
            " 18:23-18:24 20:22-20:23 21:26-21:27 22:44-22:45\n"
            "agent Environment: =2:7-2:18 14:33-14:44 20:42-20:53\n"
            "agent Cat: =10:7-10:10 17:18-17:21 20:25-20:28 21:16-21:19 22:33-22:36\n"
            "index i: =10:11-10:12 14:18-14:19 14:27-14:28 14:59-14:60\n"
            "variable Environment.lamp: =3:9-3:13 7:5-7:9 7:22-7:26 20:54-20:58\n"
            "value Environment.lamp.on: =3:25-3:27 7:32-7:34 20:64-20:66\n"
            "value Environment.lamp.off: =3:29-3:32 7:15-7:18\n"
            "index k: =3:14-3:15\n"
            "variable Cat.x: =11:9-11:10 14:14-14:15 14:23-14:24 17:25-17:26 20:32-20:33\n"
            "action Environment.turn: =4:14-4:18 =4:23-4:27 5:21-5:25 5:30-5:34 7:48-7:52"
            " 14:54-14:58\n"
            "action Cat.wait: =12:14-12:18 13:21-13:25\n"
            "proposition up: =17:3-17:5 18:26-18:28 22:41-22:43\n"
            "index j: =17:6-17:7 17:22-17:23 17:29-17:30\n"
            "proposition all_up: =18:3-18:9 22:22-22:28\n"
            "index j: =18:17-18:18 18:29-18:30\n"
            "index j: =20:16-20:17 20:29-20:30\n"
            "group cats: =21:8-21:12 22:16-22:20\n"
            "index j: =21:20-21:21\n");
  for (const Use& use : outcome.index.uses())
    EXPECT_EQ(source.text(use.range), outcome.index[use.symbol].name);
}

std::string at(const std::string& model, const std::string& marked, std::size_t plus = 0) {
  const test::Outcome outcome = test::elaborated(model);
  const auto use = outcome.index.find(static_cast<std::uint32_t>(model.find(marked) + plus));
  if (!use) return "nothing";
  const Symbol& symbol = outcome.index[use->symbol];
  return std::string(name(symbol.kind)) + " " + symbol.name;
}

TEST(Index, FindsTheNameUnderAndDirectlyBeforeTheCursor) {
  EXPECT_EQ(at(text, "all_up if"), "proposition all_up");
  EXPECT_EQ(at(text, "all_up if", 6), "proposition all_up");
  EXPECT_EQ(at(text, "all_up if", 7), "nothing");
  EXPECT_EQ(at(text, "Evaluation"), "nothing");
  EXPECT_EQ(at(text, "Cat[1], up"), "agent Cat");
  EXPECT_EQ(at(text, "N]); end"), "parameter N");
}

TEST(Index, AnIndexIsKnownOnlyWhereItIsBound) {
  const test::Outcome outcome = test::elaborated(text);
  const auto bound = std::count_if(
      outcome.index.symbols().begin(), outcome.index.symbols().end(),
      [](const Symbol& symbol) { return symbol.kind == SymbolKind::index && symbol.name == "j"; });
  EXPECT_EQ(bound, 4);
}

TEST(Index, AValueThatIsAlsoAVariableIsAValueBesideItsEnumeration) {
  const std::string model =
      "Agent Environment Obsvars: s: {a, b}; end Obsvars Actions = {go}; end Agent "
      "Agent M Vars: a: boolean; end Vars Actions = {go}; "
      "Evolution: a = true if Environment.s = a and !a; end Evolution end Agent "
      "Evaluation p if M.a; end Evaluation InitStates !M.a; end InitStates Formulae p; end "
      "Formulae";
  EXPECT_EQ(at(model, "s = a", 4), "value a");
  EXPECT_EQ(at(model, "!a;", 1), "variable a");
}

TEST(Index, SurvivesMistakes) {
  const std::string model =
      "Agent M Vars: a: boolean; end Vars Actions = {go}; "
      "Evolution: a = nonsense if a; a = if a; end Evolution end Agent "
      "Evaluation p if M.a; end Evaluation InitStates !M.a; end InitStates Formulae p and; q; end "
      "Formulae";
  EXPECT_EQ(at(model, "M.a", 2), "variable a");
  EXPECT_EQ(at(model, "if a;", 3), "variable a");
}

TEST(Index, FormulasOfTheCommandLineAreAnotherText) {
  const ElaborationSettings settings{{}, {"                    AG all_up"}, {}};
  EXPECT_EQ(test::elaborated(text, settings).index.uses().size(),
            test::elaborated(text).index.uses().size());
}

}  // namespace
}  // namespace ken::model
