// A model exported as plain ISPL is the same model: ken reads it without complaint, reaches as
// many states, and gives the same verdicts.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "driver/check.hpp"
#include "support/random_model.hpp"
#include "translate/ispl.hpp"

namespace ken {
namespace {

std::string all_diagnostics(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& d : diagnostics.all()) text += base::to_text(d) + "\n";
  return text;
}

// Whether plain ISPL can say the model and all its formulas.
bool can_say(const model::Model& model) {
  const auto text = translate::to_ispl(model);
  return text && text.diagnostics().all().empty();
}

std::string exported(const base::Source& source, const driver::Settings& settings) {
  base::Budget budget;
  driver::Loaded loaded = driver::load(source, settings, budget);
  EXPECT_TRUE(loaded.model.has_value()) << all_diagnostics(loaded.diagnostics);
  if (!loaded.model) return {};
  if (!settings.only.empty()) {
    std::vector<model::Property> chosen;
    for (const std::size_t number : settings.only)
      chosen.push_back(loaded.model->properties.at(number - 1));
    loaded.model->properties = std::move(chosen);
  }
  const auto text = translate::to_ispl(*loaded.model);
  EXPECT_TRUE(text.has_value()) << all_diagnostics(text.diagnostics());
  return text ? *text : std::string();
}

void expect_same_model(const base::Source& source, const driver::Settings& settings = {}) {
  SCOPED_TRACE(source->name());
  const std::string text = exported(source, settings);
  if (text.empty()) return;
  SCOPED_TRACE(text.substr(0, 20'000));
  driver::Settings plain = settings;
  plain.parameters.clear();
  plain.formulae.clear();
  plain.only.clear();
  const evidence::Answer before = driver::check(source, settings);
  const evidence::Answer after = driver::check(base::make_source("exported", text), plain);
  ASSERT_TRUE(after.good_model) << all_diagnostics(after.diagnostics);
  EXPECT_EQ(before.model.reachable_states, after.model.reachable_states);
  EXPECT_EQ(before.model.deadlock, after.model.deadlock);
  EXPECT_EQ(before.model.overflow, after.model.overflow);
  ASSERT_EQ(std::max<std::size_t>(before.formulae.size(), 1), after.formulae.size());
  for (std::size_t i = 0; i < before.formulae.size(); ++i) {
    EXPECT_EQ(before.formulae[i].verdict.truth, after.formulae[i].verdict.truth)
        << before.formulae[i].text << "\n"
        << after.formulae[i].text;
    EXPECT_EQ(before.formulae[i].expected, after.formulae[i].expected);
  }
}

void expect_same(const std::string& text) {
  expect_same_model(base::make_source("original", text));
}

TEST(Export, EveryConditionKeepsItsMeaning) {
  expect_same(R"(
Agent P
  Vars: x: 0..7; y: -3..3; b: boolean; c: boolean; v: {low, high}; end Vars
  Actions = {a, A, E};
  Protocol:
    b : {a};
    !b and x <> 3 : {A, E};
    x != 3 -> c : {a, A};
    Other : {a};
  end Protocol
  Evolution:
    x = x + 1 if Action = a and x < 9;
    y = y - 1 and b = (x > 4) if Action <> a and y >= -2;
    c = b and v = high if Action in {A, E} and (b <-> c);
    b = ((x = 3) ^ c) if Action = E and true;
    c = (b <-> x = 2) and b = c if !(Action = a) and x mod 3 = 1;
  end Evolution
end Agent
Evaluation
  p if P.x mod 3 = 1 or P.y div 2 = -1;
  q if P.x / 2 = 1 or (P.x + 1) / P.y > 1;
  r if P.x / 3 + P.y / 3 = 1;
  s if P.x - P.y * 2 < 20 and P.x < 100;
  t if P.v = high and P.b <> P.c;
  u if P.x / P.y <> 1;
end Evaluation
InitStates P.x < 2 and P.y > 0 and P.y <> P.x and !P.b and P.x + P.y <= 3; end InitStates
Formulae
  EF p; AG (p -> EX q); EF r; AG s; EF t; EF u; AG !u; EF (p and !q); AF t; EG !t;
  EF (P.x * P.y = -6); AG (P.b or true); EX false; AG (P.x mod 2 = 0 or q);
end Formulae
)");
}

TEST(Export, SingleAssignmentKeepsItsMeaning) {
  expect_same(R"(
Semantics = SA;
Agent P
  Vars: x: 0..3; b: boolean; end Vars
  Actions = {go, stay};
  Evolution:
    x = (x + 1) mod 4 if Action = go;
    x = 2 if Action = go and b;
    b = (x = 1 or x = 3) if true;
  end Evolution
end Agent
Evaluation p if P.x = 2; end Evaluation
InitStates P.x = 0 and P.b = false; end InitStates
Formulae EF p; AG (p -> EX !p); AF p; EG !p; end Formulae
)");
}

TEST(Export, LobsvarsOnTheRightAreSplit) {
  expect_same(R"(
Agent Environment
  Obsvars: o: 0..2; end Obsvars
  Vars: h: 0..5; s: {X, F, G}; k: boolean; end Vars
  Actions = {tick};
  Evolution:
    h = (h + 1) mod 6 and o = h div 2 if true;
    s = F and k = (h = 2) if Action = tick and s = X;
  end Evolution
end Agent
Agent P
  Lobsvars = {h, s, k};
  Vars: x: 0..3; z: {X, F, G}; d: boolean; end Vars
  Evolution:
    x = Environment.h and z = Environment.s if Environment.o > 0;
    x = Environment.h + Environment.o - x if Environment.k;
    d = Environment.k if x = 1;
    x = Environment.o if x = 3;
  end Evolution
end Agent
Evaluation p if P.x = 3; q if P.z = F; end Evaluation
InitStates Environment.h = 0 and Environment.o = 0 and Environment.s = X and P.x = 0; end InitStates
Formulae EF p; EF q; AG (p -> EX !p); EF (p and q); K(P, !p); EF P.d; AG EX true; end Formulae
)");
}

TEST(Export, CountsAndParitiesKeepTheirMeaning) {
  expect_same(R"(
Parameter N = 4;
Agent Crypt[i: 1..N]
  Vars: bit: boolean; n: 0..i div 3 + 1; end Vars
  Actions = {flip, keep};
  Evolution:
    bit = !bit if Action = flip and count(j: 1..N)(Crypt[j].Action = flip) = 2;
    n = count(j: 1..3)(bit = (n = j)) if Action = keep and n < i;
    n = count(j: 0..2)(n > j) * 2 - n div 2 if Action = flip and bit and i > 2;
    bit = xor(j: 1..3)(bit ^ (n = j)) if xor(j: 1..N)(Crypt[j].Action = flip) and n > 1;
  end Evolution
end Agent
Evaluation
  odd if xor(i: 1..N) Crypt[i].bit;
  two if count(i: 1..N)(Crypt[i].bit) = 2;
  most if count(i: 1..N)(Crypt[i].bit) > N - 2;
  few if count(i: 1..N)(Crypt[i].bit) + 1 <= count(i: 1..2)(Crypt[i].bit) * 2;
  even if count(i: 1..N)(Crypt[i].bit) mod 2 = 0;
end Evaluation
InitStates count(i: 1..N)(Crypt[i].bit) = 1 and and(i: 1..N)(Crypt[i].n = 0); end InitStates
Groups All = {Crypt[i: 1..N]}; end Groups
Formulae
  AG odd; EF two; EF most; EF few; AG (odd <-> !even); AG (two -> EX few);
  count(i: 1..N)(K(Crypt[i], two)) <= 2;
  AG (count(i: 1..N)(K(Crypt[i], odd)) = N);
  EF xor(i: 1..N)(K(Crypt[i], Crypt[i].bit));
  for (i: 1..2) EF K(Crypt[i], or(j: 1..N) Crypt[j].bit);
  DK(All, odd); GK(Crypt[1], odd); GCK({Crypt[1], Crypt[2]}, odd);
end Formulae
)");
}

TEST(Export, EveryOperatorKeepsItsMeaning) {
  const std::string agents = R"(
Agent Environment
  Vars: d: 0..2; end Vars
  Actions = {left, right};
  Protocol: d < 2 : {left, right}; end Protocol
  Evolution:
    d = d + 1 if Action = right and P.Action = go;
  end Evolution
end Agent
Agent P
  Vars: x: 0..3; end Vars
  RedStates: x = 2; end RedStates
  Actions = {go, wait, jump};
  Protocol: x = 3 : {wait}; x = 2 : {}; Other : {go, wait, jump}; end Protocol
  Evolution:
    x = x + 1 if Action = go;
    x = x + 2 if Action = jump and Q.Action = push;
    x = 0 if Action = wait and x = 3;
  end Evolution
end Agent
Agent Q
  Actions = {push, pull};
end Agent
Agent K
end Agent
Evaluation p if P.x = 1; q if P.x = 3; e if Environment.d = 1; end Evaluation
InitStates P.x = 0 and Environment.d = 0; end InitStates
Groups g = {P, Q}; all = {Environment, P, Q, K}; P = {Q}; end Groups
)";
  const std::string formulae = R"(
Formulae
  A(p R !q); E(p R !q); A(!q W p); E(!q W p); E(!q U p); A(!q U p);
  EF[1,3] q; AF[0,4] q; EG[0,2] !q; AG[1,2] !p; E(!q U[2,4] p); A(true U[0,3] (p or q));
  E(p R[0,3] !q); A(p R[1,3] !q); E(!q W[0,2] p); A(!q W[0,3] p);
  p <-> q; !(p <-> !q); AG (p -> AX !p); AG EF p; EG EX true;
  <g>X p; <g>F q; <g>G !q; <g>(!q U p); <P>F p; <{P}>F p; <K>G !p; <{Environment}>G !e;
  [g]X p; [g]F q; [g]G !q; [g](p R !q); [g](!q W p); [P]F q;
  <{}>X !q; <{}>F p; <{}>G !q; <{}>(!q U p); <{}>(!q W p); <{}>(p R !q); [{}]F q; [{}](p U q);
  <g|full>F q; O(P, !p); EF P.RedStates; AG P.GreenStates; AG K.GreenStates;
  K(Environment, !q); GCK(all, !q); EF DK(g, p); AG (P.x < 3); EF (P.x > 2 and e);
  true; false; EF true; <g>F false; E(true U q); A(q U true);
end Formulae
)";
  expect_same(agents + formulae);
  expect_same(agents + "Fairness q; end Fairness" + formulae);
  expect_same(agents +
              "Fairness !p; EF (P.x = 2); K(P, !q) or AX e; A(p R !q) -> q; end Fairness " +
              std::string("Formulae EF p; end Formulae"));
}

TEST(Export, AbsentSectionsAreWrittenOut) {
  expect_same("Agent P end Agent");
  expect_same(
      "Agent Environment Vars: x: 0..2; end Vars Evolution: x = x + 1 if true; end "
      "Evolution end Agent Formulae EF Environment.x = 2; AG EX true; end Formulae");
  expect_same(
      "Agent Environment Actions = {a, b}; end Agent Agent P Vars: x: {u, w}; end Vars "
      "Evolution: x = w if Environment.Action = b; end Evolution end Agent "
      "InitStates P.x = u; end InitStates Formulae EF P.x = w; AF P.x = w; end Formulae");
  expect_same(
      "Agent Environment Actions = {a, b}; Protocol: false : {a}; true : {b}; end Protocol "
      "end Agent Agent P end Agent Formulae EX true; end Formulae");
  expect_same(
      "Agent P Actions = {a}; Protocol: false : {a}; end Protocol end Agent "
      "Formulae EX true; AG true; end Formulae");
  expect_same(
      "Agent P Vars: x: 1..1; b: boolean; end Vars Evolution: x = x + 1 if b; "
      "x = x / 2 if !b; end Evolution end Agent Formulae EX true; end Formulae");
  expect_same(
      "Agent P Vars: x: 0..1; end Vars end Agent InitStates false; end InitStates "
      "Formulae P.x = 0; end Formulae");
}

TEST(Export, NamesThatArePlainIsplWordsAreRenamed) {
  expect_same(R"(
Agent A
  Vars: F: {G, v[i: 1..2], w_1}; K: boolean; end Vars
  Actions = {X, U};
  Evolution: F = v[1] and K = true if Action = X; F = w_1 if Action = U and F = G; end Evolution
end Agent
Evaluation O if A.F = v[1]; DK if A.F = w_1; A_ if A.K; end Evaluation
InitStates A.F = G and A.K = false; end InitStates
Groups E = {A}; end Groups
Formulae EF O; EF (DK); <E>F O; AG (A_ -> (O)); K(A, !O); end Formulae
)");
}

// Formulas that plain ISPL cannot say are left out; the model itself it can always say.
TEST(Export, RandomModelsAndFormulasKeepTheirMeaning) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= tests::times_rounds(60); ++seed) {
    const tests::RandomModel random = tests::random_model(seed);
    const auto source = base::make_source(fmt::format("seed {}", seed), random.text);
    tests::Dice dice(seed);
    driver::Settings settings;
    std::vector<std::string> said;
    for (int i = 0; i < 12; ++i) {
      const std::string formula = tests::random_formula(dice, random.names);
      settings.formulae = {formula};
      base::Budget budget;
      const driver::Loaded loaded = driver::load(source, settings, budget);
      ASSERT_TRUE(loaded.model.has_value()) << all_diagnostics(loaded.diagnostics);
      if (can_say(*loaded.model)) said.push_back(formula);
    }
    if (said.empty()) continue;  // a Fairness line cannot be said
    settings.formulae = said;
    expect_same_model(source, settings);
    ++compared;
  }
  EXPECT_GT(compared, tests::times_rounds(30));
}

// The numbers of the formulas that plain ISPL can say.
std::vector<std::size_t> list_sayable(const base::Source& source) {
  base::Budget budget;
  driver::Loaded loaded = driver::load(source, {}, budget);
  std::vector<std::size_t> result;
  if (!loaded.model) return result;
  const std::vector<model::Property> all = loaded.model->properties;
  for (std::size_t i = 0; i < all.size(); ++i) {
    loaded.model->properties = {all[i]};
    if (can_say(*loaded.model)) result.push_back(i + 1);
  }
  return result;
}

TEST(Export, ShippedModelsKeepTheirVerdicts) {
  const std::filesystem::path folder = std::filesystem::path(KEN_SOURCE_DIR) / "models";
  ASSERT_TRUE(std::filesystem::exists(folder)) << "the models are shipped";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".ispl") continue;
    const auto source = base::load(entry.path().string());
    ASSERT_TRUE(std::holds_alternative<base::Source>(source));
    driver::Settings settings;
    settings.timeout = 60;
    settings.only = list_sayable(std::get<base::Source>(source));
    EXPECT_FALSE(settings.only.empty()) << entry.path();
    expect_same_model(std::get<base::Source>(source), settings);
  }
}

}  // namespace
}  // namespace ken
