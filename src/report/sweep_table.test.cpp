#include "report/sweep_table.hpp"

#include <gtest/gtest.h>

namespace ken::report {
namespace {

using evidence::Answer;
using evidence::Truth;

Answer answer(const std::vector<Truth>& verdicts, const std::string& states) {
  Answer result;
  result.good_model = true;
  result.model.reachable_states = states;
  result.statistics.seconds = 0.25;
  for (const Truth truth : verdicts) {
    evidence::FormulaAnswer f;
    f.index = result.formulae.size() + 1;
    f.text = "AG p" + std::to_string(f.index);
    f.verdict = {truth, truth == Truth::unknown ? "time: more than 1 s" : ""};
    result.formulae.push_back(f);
  }
  return result;
}

Answer excluded() {
  Answer result;
  result.excluded = true;
  result.diagnostics.add(base::make_source("m", "abc"), {0, 1}, base::Code::unreadable, "not so");
  return result;
}

SweepTable::Instance instance(std::int64_t n) { return {{.name = "N", .value = n}}; }

TEST(SweepTable, HasARowForEachInstance) {
  const std::vector<SweepTable::Instance> all{instance(9), instance(10)};
  SweepTable table("m.ispl", all, {});
  EXPECT_EQ(table.add(all[0], answer({Truth::holds, Truth::fails}, "12")),
            "m.ispl: 2 instances\n"
            "  1  AG p1\n"
            "  2  AG p2\n"
            "   N        states  seconds  1          2\n"
            "   9            12     0.25  true       false!\n");
  EXPECT_EQ(table.add(all[1], answer({Truth::holds, Truth::unknown}, "123456789012345")),
            "  10      1.23e+14     0.25  true       unknown    -- 2: time: more than 1 s\n");
  EXPECT_EQ(table.finish(),
            "  ! does not pass\n2 instances, 4 formulae: 2 true, 1 false, 1 unknown; 1 failing\n");
}

// A number may be another formula in another instance.
TEST(SweepTable, PutsNoVerdictUnderAnotherFormula) {
  const std::vector<SweepTable::Instance> all{instance(1), instance(2)};
  SweepTable table("m.ispl", all, {});
  (void)table.add(all[0], answer({Truth::holds}, "1"));
  Answer other = answer({Truth::fails, Truth::holds}, "1");
  other.formulae.erase(other.formulae.begin());
  EXPECT_EQ(table.add(all[1], other),
            "  2             1     0.25  -          2: true      AG p2\n");
}

TEST(SweepTable, HoldsRowsBackUntilItKnowsItsColumns) {
  const std::vector<SweepTable::Instance> all{instance(1), instance(2)};
  SweepTable table("m.ispl", all, {});
  EXPECT_EQ(table.add(all[0], excluded()), "");
  const std::string text = table.add(all[1], answer({Truth::holds}, "1"));
  EXPECT_NE(text.find("  1  excluded: E004 not so\n  2"), std::string::npos) << text;
  EXPECT_EQ(table.finish(), "2 instances, 1 formula: 1 true, 0 false; 1 excluded\n");
}

TEST(SweepTable, CountsInstancesThatWereNotChecked) {
  const std::vector<SweepTable::Instance> all{instance(1), instance(2), instance(3)};
  SweepTable table("m.ispl", all, {});
  (void)table.add(all[0], answer({Truth::holds}, "1"));
  Answer unread;
  unread.unread = "interrupted";
  EXPECT_EQ(table.add(all[1], unread), "  2  not checked: interrupted\n");
  table.skip(unread);
  EXPECT_EQ(table.finish(), "3 instances, 1 formula: 1 true, 0 false; 2 instances not checked\n");
}

TEST(SweepTable, OfExcludedInstancesHasNoHead) {
  const std::vector<SweepTable::Instance> all{instance(1)};
  SweepTable table("m.ispl", all, {});
  EXPECT_EQ(table.add(all[0], excluded()), "");
  EXPECT_TRUE(table.finish().starts_with("m.ispl: 1 instance\n  1  excluded: "));
}

// With every agent more there is a formula more, and those behind it have other numbers.
TEST(SweepTable, TheFormulasOfARepeatedLineShareAColumn) {
  const std::vector<SweepTable::Instance> all{instance(2), instance(3)};
  SweepTable table("m.ispl", all, {});
  Answer two = answer({Truth::holds, Truth::holds, Truth::holds}, "1");
  two.formulae[0].text = "p[i] [i=1]";
  two.formulae[1].text = "p[i] [i=2]";
  const std::string head = table.add(all[0], two);
  EXPECT_NE(head.find("  1-2  p[i]\n    3  AG p3\n"), std::string::npos) << head;
  Answer three = answer({Truth::holds, Truth::fails, Truth::holds, Truth::holds}, "1");
  for (std::size_t i = 0; i < 3; ++i)
    three.formulae[i].text = "p[i] [i=" + std::to_string(i + 1) + "]";
  three.formulae[3].text = two.formulae[2].text;
  EXPECT_EQ(table.add(all[1], three), "  3             1     0.25  2/3 true!  true\n");
}

TEST(SweepTable, NamesWhatNoColumnShows) {
  const std::vector<SweepTable::Instance> all{instance(1), instance(2)};
  SweepTable table("m.ispl", all, {});
  std::vector<Truth> verdicts(13, Truth::holds);
  verdicts[4] = Truth::fails;
  const std::string row = table.add(all[0], answer(verdicts, "1"));
  EXPECT_NE(row.find("12 true, 1 false, 0 vacuous, 0 unknown, 1 failing!"), std::string::npos)
      << row;
  verdicts[6] = Truth::unknown;
  (void)table.add(all[1], answer(verdicts, "1"));
  EXPECT_EQ(table.finish(),
            "  ! does not pass\n"
            "  AG p5 is false: 5 with N=1; 5 with N=2\n"
            "  AG p7 is unknown: 7 with N=2\n"
            "2 instances, 26 formulae: 23 true, 2 false, 1 unknown; 2 failing\n");
}

TEST(SweepTable, NamesNotTooMuch) {
  std::vector<SweepTable::Instance> all;
  for (std::int64_t n = 1; n <= 8; ++n) all.push_back(instance(n));
  SweepTable table("m.ispl", all, {});
  for (const auto& each : all)
    (void)table.add(each, answer(std::vector<Truth>(14, Truth::fails), "1"));
  const std::string text = table.finish();
  EXPECT_NE(text.find("6 with N=6; and in 2 more\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  ... and 2 more; --json has them all\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("AG p13"), std::string::npos) << text;
}

TEST(SweepTable, CountsManyFormulas) {
  const std::vector<SweepTable::Instance> all{instance(1)};
  SweepTable table("m.ispl", all, {});
  const std::string text = table.add(all[0], answer(std::vector<Truth>(40, Truth::holds), "1"));
  EXPECT_NE(text.find("40 true, 0 false"), std::string::npos) << text;
}

}  // namespace
}  // namespace ken::report
