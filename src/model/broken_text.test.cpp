// Elaboration of texts with syntax errors: whatever tree the parser makes of them, it ends with
// mistakes or a model, and every place of the index lies within the text.

#include <gtest/gtest.h>

#include "model/text.test.hpp"
#include "syntax/token.hpp"

namespace ken::model {
namespace {

// Every construct of the language, in two models.
const std::string models[] = {
    "Semantics = SingleAssignment;\n"
    "Parameter N = 2; Parameter Fast = true;\n"
    "Agent Environment\n"
    "  Obsvars: light: {red, green}; end Obsvars\n"
    "  Vars: left[k: 1..N]: 0..N; end Vars\n"
    "  Actions = {go[i: 1..N], none};\n"
    "  Protocol: light = red: {none}; for(i: 1..N if i > 0) left[i] > 0: {go[i]};\n"
    "    Other: {none}; end Protocol\n"
    "  Evolution: left[1] = left[1] - 1 if Action = go[1] and left[1] > 0;\n"
    "    light = green if count(k: 1..N) (left[k] = 0) = N; end Evolution\n"
    "end Agent\n"
    "Agent Car[i: 1..N]\n"
    "  Lobsvars = {left[i]};\n"
    "  Vars: waiting: boolean; end Vars\n"
    "  RedStates: waiting and Environment.light = green; end RedStates\n"
    "  Actions = {drive, stop};\n"
    "  Protocol: waiting: {stop}; Other: {drive, stop}; end Protocol\n"
    "  Evolution: waiting = true if Action in {stop} and !(Environment.left[i] div 2 = 0);\n"
    "  end Evolution\n"
    "end Agent\n"
    "Evaluation\n"
    "  calm[i: 1..N] if !Car[i].waiting;\n"
    "  few if sum(i: 1..N) Environment.left[i] <= 3 -> Fast;\n"
    "end Evaluation\n"
    "InitStates Environment.light = red and (and(i: 1..N) Car[i].waiting = false); end InitStates\n"
    "Groups cars = {Car[i: 1..N]}; some = {Car[1], Environment}; end Groups\n"
    "Fairness for(i: 1..N) calm[i]; end Fairness\n"
    "Formulae\n"
    "  AG(few -> EF[0, 3] calm[1]); A(few U calm[2]); GK(cars, K(Car[1], few));\n"
    "  <cars> F few; count(i: 1..N) K(Car[i], few) >= 1; LTL G F few;\n"
    "  LDL [few*; calm[1]?] few; O(Car[1], few); Car[1].GreenStates;\n"
    "end Formulae\n",
    "Agent Sender\n"
    "  Vars: bit: {b0, b1}; n: -3..3; end Vars\n"
    "  Actions = {send, nothing};\n"
    "  Protocol: bit = b0 and (n + 1) * 2 / 3 <> n mod 2: {send, nothing}; end Protocol\n"
    "  Evolution: bit = b1 and n = n - 1 if Action = send -> Receiver.Action = take;\n"
    "  end Evolution\n"
    "end Agent\n"
    "Agent Receiver Actions = {take}; Protocol: Other: {take}; end Protocol end Agent\n"
    "Evaluation p if Sender.bit = b1; end Evaluation\n"
    "InitStates (Sender.bit = b0) & ((Sender.n = 0) | !(Sender.n >= 1)); end InitStates\n"
    "Formulae E(p R (X p)); AX !p <-> EG p; end Formulae\n",
};

void expect_no_crash(const std::string& text) {
  const test::Outcome outcome = test::elaborated(text, {{}, {}, {1'000, 20'000}});
  for (const base::Diagnostic& d : outcome.diagnostics.all()) EXPECT_FALSE(to_text(d).empty());
  std::uint32_t before = 0;
  for (const Use& use : outcome.index.uses()) {
    EXPECT_LE(before, use.range.begin);
    EXPECT_LT(use.range.begin, use.range.end);
    EXPECT_LE(use.range.end, text.size());
    before = use.range.begin;
  }
}

std::vector<base::Range> tokens_of(const std::string& text) {
  const base::Source source = base::make_source("m", text);
  std::vector<base::Range> result;
  base::Diagnostics none;
  for (const syntax::Token& token : syntax::lex(source, none).tokens) result.push_back(token.range);
  return result;
}

TEST(BrokenText, TheModelsAreSoundBeforeTheyAreBroken) {
  for (const std::string& text : models) EXPECT_EQ(test::errors(text), "");
}

TEST(BrokenText, EveryBeginningElaborates) {
  for (const std::string& text : models)
    for (const base::Range token : tokens_of(text)) {
      expect_no_crash(text.substr(0, token.begin));
      expect_no_crash(text.substr(0, (token.begin + token.end) / 2));
    }
}

TEST(BrokenText, EveryTextWithoutOneTokenElaborates) {
  for (const std::string& text : models)
    for (const base::Range token : tokens_of(text))
      expect_no_crash(text.substr(0, token.begin) + text.substr(token.end));
}

TEST(BrokenText, EveryTextWithOneTokenTwiceElaborates) {
  for (const std::string& text : models)
    for (const base::Range token : tokens_of(text))
      expect_no_crash(text.substr(0, token.end) + " " + text.substr(token.begin));
}

TEST(BrokenText, EveryTextWithOneTokenReplacedElaborates) {
  for (const std::string& text : models)
    for (const base::Range token : tokens_of(text))
      for (const char* const word : {"x", "("})
        expect_no_crash(text.substr(0, token.begin) + word + text.substr(token.end));
}

}  // namespace
}  // namespace ken::model
