// The judge of NuSMV's language, on random models: against the definitions where they can be
// written out (one path, 27 assignments), and its two logics against each other where both can say
// it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <utility>

#include "support/dice.hpp"
#include "support/smv_judge.hpp"

namespace ken::tests::smv {
namespace {

// One path 0 1 ... last and back, a formula as text, and where it holds by definition.
struct Said {
  std::string ltl, ctl;
  std::vector<bool> truth;
};

class Speaker {
 public:
  explicit Speaker(Dice& dice) : dice_(dice), size_(2 + dice.below(5)), back_(dice.below(size_)) {
    for (auto& truth : truths_)
      for (std::size_t i = 0; i < size_; ++i) truth.push_back(dice.percent(50));
  }

  [[nodiscard]] std::string model() const {
    std::string text = fmt::format(
        "MODULE main VAR s : 0..{0}; INIT s = 0\n"
        "TRANS next(s) = (s = {0} ? {1} : s + 1)\nDEFINE\n",
        size_ - 1, back_);
    for (std::size_t p = 0; p < truths_.size(); ++p) {
      text += fmt::format("p{} := FALSE", p);
      for (std::size_t i = 0; i < size_; ++i)
        if (truths_.at(p)[i]) text += fmt::format(" | s = {}", i);
      text += ";\n";
    }
    return text;
  }

  Said speak(int depth) {
    if (depth == 0 || dice_.percent(10)) {
      const std::size_t p = dice_.below(truths_.size());
      const std::string name = fmt::format("p{}", p);
      return {name, name, truths_.at(p)};
    }
    const Said a = speak(depth - 1), b = speak(depth - 1);
    const auto pick = [&](const char* e, const char* u) { return dice_.percent(50) ? e : u; };
    const auto at = [&](const std::function<bool(std::size_t)>& f) {
      std::vector<bool> result;
      for (std::size_t i = 0; i < size_; ++i) result.push_back(f(i));
      return result;
    };
    switch (dice_.below(8)) {
      case 0:
        return {fmt::format("!({})", a.ltl), fmt::format("!({})", a.ctl),
                at([&](std::size_t i) { return !a.truth[i]; })};
      case 1:
        return {fmt::format("(({}) & {})", a.ltl, b.ltl), fmt::format("({} & ({}))", a.ctl, b.ctl),
                at([&](std::size_t i) { return a.truth[i] && b.truth[i]; })};
      case 2:
        return {fmt::format("({} xor {})", a.ltl, b.ltl), fmt::format("({} xor {})", a.ctl, b.ctl),
                at([&](std::size_t i) { return a.truth[i] != b.truth[i]; })};
      case 3:
        return {fmt::format("X {}", a.ltl), fmt::format("{} {}", pick("EX", "AX"), a.ctl),
                at([&](std::size_t i) { return a.truth[walk(i, 1)]; })};
      case 4:
        return {fmt::format("F {}", a.ltl), fmt::format("{} {}", pick("EF", "AF"), a.ctl),
                at([&](std::size_t i) { return until(i, all(), a.truth, 0, 2 * size_); })};
      case 5:
        return {fmt::format("G {}", a.ltl), fmt::format("{} {}", pick("EG", "AG"), a.ctl),
                at([&](std::size_t i) { return always(i, a.truth, 0, 2 * size_); })};
      case 6:
        return {fmt::format("({} U {})", a.ltl, b.ltl),
                fmt::format("{} [{} U {}]", pick("E", "A"), a.ctl, b.ctl),
                at([&](std::size_t i) { return until(i, a.truth, b.truth, 0, 2 * size_); })};
      default:
        return {fmt::format("({} V {})", a.ltl, b.ltl),
                fmt::format("!{} [!({}) U !({})]", pick("E", "A"), a.ctl, b.ctl),
                at([&](std::size_t i) {
                  return !until(i, flip(a.truth), flip(b.truth), 0, 2 * size_);
                })};
    }
  }

  // A bounded operator, which LTL has not.
  Said speak_bounded() {
    const Said a = speak(1), b = speak(1);
    const std::size_t low = dice_.below(6), high = low + dice_.below(6);
    const char quantifier = dice_.percent(50) ? 'E' : 'A';
    switch (dice_.below(3)) {
      case 0:
        return {"",
                fmt::format("{}BF {}..{} {}", quantifier, low, high, a.ctl),
                {until(0, all(), a.truth, low, high)}};
      case 1:
        return {"",
                fmt::format("{}BG {}..{} {}", quantifier, low, high, a.ctl),
                {always(0, a.truth, low, high)}};
      default:
        return {"",
                fmt::format("{} [{} BU {}..{} {}]", quantifier, a.ctl, low, high, b.ctl),
                {until(0, a.truth, b.truth, low, high)}};
    }
  }

 private:
  [[nodiscard]] std::vector<bool> all() const { return std::vector<bool>(size_, true); }
  static std::vector<bool> flip(std::vector<bool> truth) {
    truth.flip();
    return truth;
  }
  [[nodiscard]] std::size_t walk(std::size_t i, std::size_t steps) const {
    for (; steps > 0; --steps) i = i + 1 == size_ ? back_ : i + 1;
    return i;
  }
  [[nodiscard]] bool until(std::size_t i, const std::vector<bool>& f, const std::vector<bool>& g,
                           std::size_t low, std::size_t high) const {
    for (std::size_t k = 0; k <= high; ++k) {
      if (k >= low && g[walk(i, k)]) return true;
      if (!f[walk(i, k)]) return false;
    }
    return false;
  }
  [[nodiscard]] bool always(std::size_t i, const std::vector<bool>& f, std::size_t low,
                            std::size_t high) const {
    for (std::size_t k = low; k <= high; ++k)
      if (!f[walk(i, k)]) return false;
    return true;
  }

  Dice& dice_;
  std::size_t size_, back_;
  std::array<std::vector<bool>, 3> truths_;
};

TEST(SmvDefinitions, OnOnePathBothLogicsSayWhatTheDefinitionsSay) {
  Dice dice(1);
  for (int round = 0; round < 400; ++round) {
    Speaker speaker(dice);
    const Said said = speaker.speak(4), bounded = speaker.speak_bounded();
    const std::string text = speaker.model() + "LTLSPEC " + said.ltl + ";\nCTLSPEC " + said.ctl +
                             ";\nCTLSPEC " + bounded.ctl;
    const Judgement judgement = judge(text);
    EXPECT_EQ(judgement.verdicts[0].holds, said.truth[0]) << text;
    EXPECT_EQ(judgement.verdicts[1].holds, said.truth[0]) << text;
    EXPECT_EQ(judgement.verdicts[2].holds, bounded.truth[0]) << text;
  }
}

// An expression in x, y and z from -1..1, and its value for each of the 27 assignments, x fastest.
struct Valued {
  std::string text;
  std::vector<int> values;
};

class Calculator {
 public:
  explicit Calculator(Dice& dice) : dice_(dice) {}

  Valued number(int depth) {
    if (depth == 0) return dice_.percent(70) ? variable() : constant();
    switch (dice_.below(4)) {
      case 0:
        return combine("({} + {})", number(depth - 1), number(depth - 1), std::plus());
      case 1:
        return combine("{} * {}", variable(), number(0), std::multiplies());
      case 2:
        return combine("({} - {})", number(depth - 1), number(depth - 1), std::minus());
      default: {
        const Valued condition = truth(depth - 1), a = number(depth - 1), b = number(depth - 1);
        Valued result{fmt::format("case {} : {}; TRUE : {}; esac", condition.text, a.text, b.text),
                      {}};
        for (std::size_t i = 0; i < 27; ++i)
          result.values.push_back(condition.values[i] != 0 ? a.values[i] : b.values[i]);
        return result;
      }
    }
  }

  Valued truth(int depth) {
    if (depth == 0) {
      switch (dice_.below(4)) {
        case 0:
          return combine("{} = {}", number(1), number(1), std::equal_to());
        case 1:
          return combine("{} < {}", number(1), number(1), std::less());
        case 2:
          return combine("{} >= {}", number(1), number(1), std::greater_equal());
        default:
          return combine("{} in {{{}, 1..2}}", number(1), number(1),
                         [](int a, int b) { return a == b || a == 1 || a == 2; });
      }
    }
    const Valued a = truth(depth - 1), b = truth(depth - 1);
    switch (dice_.below(5)) {
      case 0:
        return combine("({} & {})", a, b, std::logical_and());
      case 1:
        return combine("({} | {})", a, b, std::logical_or());
      case 2:
        return combine("({} -> {})", a, b, [](int p, int q) { return p == 0 || q != 0; });
      case 3:
        return combine("({} <-> {})", a, b, std::equal_to());
      default:
        return combine("({} & !({}))", a, b, [](int p, int q) { return p != 0 && q == 0; });
    }
  }

 private:
  Valued variable() {
    const std::size_t which = dice_.below(3);
    Valued result{std::string(1, "xyz"[which]), {}};
    constexpr std::array weights = {1, 3, 9};
    for (int i = 0; i < 27; ++i) result.values.push_back(i / weights.at(which) % 3 - 1);
    return result;
  }
  Valued constant() {
    const int value = static_cast<int>(dice_.between(-2, 2));
    return {std::to_string(value), std::vector<int>(27, value)};
  }
  template <class Function>
  static Valued combine(const char* format, const Valued& a, const Valued& b,
                        const Function& function) {
    Valued result{fmt::format(fmt::runtime(format), a.text, b.text), {}};
    for (std::size_t i = 0; i < 27; ++i)
      result.values.push_back(static_cast<int>(function(a.values[i], b.values[i])));
    return result;
  }

  Dice& dice_;
};

TEST(SmvDefinitions, TheSearchFindsExactlyTheAssignmentsThatSatisfyAConstraint) {
  Dice dice(3);
  const std::string variables = "MODULE main VAR x : -1..1; y : -1..1; z : {1, -1, 0};\n";
  for (int round = 0; round < 300; ++round) {
    Calculator calculator(dice);
    const Valued constraint = calculator.truth(1 + round % 3);
    std::string listed = "FALSE";
    std::size_t count = 0;
    for (int i = 0; i < 27; ++i) {
      if (constraint.values[static_cast<std::size_t>(i)] == 0) continue;
      ++count;
      listed += fmt::format(" | x = {} & y = {} & z = {}", i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    }
    if (count == 0) continue;
    const std::string spec = fmt::format("SPEC NAME all := AX ({})\n", listed);
    const std::string first =
        fmt::format("{}INIT {}\nTRANS next(x) = x & next(y) = y & next(z) = z\n{}", variables,
                    constraint.text, spec);
    const Judgement at_first = judge(first);
    EXPECT_EQ(at_first.states, count) << first;
    EXPECT_TRUE(at_first.verdicts.at(0).holds) << first;
    const std::string later = fmt::format("{}INIT x = 0 & y = 0 & z = 0\nTRANS next({})\n{}",
                                          variables, constraint.text, spec);
    const std::size_t zero = constraint.values[13] != 0 ? 0 : 1;
    const Judgement at_last = judge(later);
    EXPECT_EQ(at_last.states, count + zero) << later;
    EXPECT_TRUE(at_last.verdicts.at(0).holds) << later;
  }
}

// A graph of six states at random, with two conditions of justice.
TEST(SmvDefinitions, OnGraphsWithJusticeCtlAndLtlAgreeWhereBothCanSayIt) {
  constexpr std::array pairs = std::to_array<std::pair<const char*, const char*>>(
      {{"AG p", "G p"},
       {"AF p", "F p"},
       {"AX p", "X p"},
       {"A [p U q]", "p U q"},
       {"AG AF p", "G F p"},
       {"AG (p -> AF q)", "G (p -> F q)"},
       {"AG (p -> A [q U r])", "G (p -> (q U r))"},
       {"!EF (p & EX (q & EG r))", "!F (p & X (q & G r))"},
       {"!E [p U (q & EG r)]", "!(p U (q & G r))"},
       {"!E [p U !q]", "!p V q"},
       {"ABF 1..2 p", "X (p | X p)"},
       {"ABG 1..2 p", "X (p & X p)"},
       {"A [p BU 1..2 q]", "p & X (q | p & X q)"},
       {"!EBG 1..3 p", "!X (p & X (p & X p))"},
       {"!E [p BU 1..2 q]", "!(p & X (q | p & X q))"}});
  Dice dice(2);
  for (int round = 0; round < 200; ++round) {
    std::string text = "MODULE main VAR s : 0..5; INIT s < 2 TRANS FALSE";
    for (int s = 0; s < 6; ++s)
      for (int edge = 0; edge < 2; ++edge)
        text += fmt::format(" | s = {} & next(s) = {}", s, dice.below(6));
    const auto pick = [&](std::size_t percent) {
      std::string result = "FALSE";
      for (int s = 0; s < 6; ++s)
        if (dice.percent(static_cast<unsigned>(percent))) result += fmt::format(" | s = {}", s);
      return result;
    };
    text += fmt::format(";\nDEFINE p := {}; q := {}; r := {};\nJUSTICE {};\nJUSTICE {};\n",
                        pick(50), pick(50), pick(60), pick(60), pick(60));
    for (const auto& [ctl, ltl] : pairs)
      text += fmt::format("CTLSPEC {};\nLTLSPEC {};\n", ctl, ltl);
    const Judgement judgement = judge(text);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      EXPECT_EQ(judgement.verdicts[2 * i].holds, judgement.verdicts[2 * i + 1].holds)
          << pairs.at(i).first << "\n"
          << text;
  }
}

}  // namespace
}  // namespace ken::tests::smv
