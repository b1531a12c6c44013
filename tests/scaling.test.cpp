// The front end is linear in the text.
//
// Each shape is a text of a chosen size that some pass could be tempted to go over again and again:
// deep nesting, long chains, many lines, many formulas, definitions built on each other.  Each pass
// is run on a text and on one four times as large, and the reads of tokens, nodes, expressions and
// formulas are counted (base/reads.hpp).  A linear pass reads four times as much, a quadratic one
// sixteen times; we draw the line at five.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "driver/check.hpp"
#include "driver/lint.hpp"
#include "driver/load.hpp"
#include "driver/stages.hpp"
#include "states/stepper.hpp"
#include "symbolic/interaction.hpp"
#include "symbolic/system.hpp"
#include "syntax/format.hpp"
#include "syntax/parser.hpp"

namespace ken {
namespace {

constexpr std::size_t small = 150;
constexpr std::size_t factor = 4;

// ---- shapes ----

// "a0", "a1", ... joined.
template <class Item>
std::string join(std::size_t count, std::string_view between, const Item& item) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? std::string(between) : "") + item(i);
  return text;
}

// The sections of a text that differ from shape to shape.
struct Text {
  std::string head;
  std::string variables = "x : boolean; y : boolean; z : boolean; c : 0..9;";
  std::string actions = "a, b";
  std::string protocol = "Other : {a, b};";
  std::string evolution = "x = true if y = false;";
  std::string evaluation = "p if Environment.x = true;";
  std::string initial = "Environment.x = true";
  std::string formulae = "AG p;";

  [[nodiscard]] std::string write() const {
    return fmt::format(
        "{}\nAgent Environment\n Obsvars: {} end Obsvars\n Actions = {{{}}};\n Protocol: {} end "
        "Protocol\n Evolution: {} end Evolution\nend Agent\nAgent P\n Vars: q : boolean; end "
        "Vars\n "
        "Actions = {{n}};\n Protocol: Other : {{n}}; end Protocol\n Evolution: q = true if q = "
        "false; end Evolution\nend Agent\nEvaluation {} end Evaluation\nInitStates {}; end "
        "InitStates\nFormulae {} end Formulae\n",
        head, variables, actions, protocol, evolution, evaluation, initial, formulae);
  }
};

// One with other variables, of which p and the InitStates say something.
Text over(std::string variables, const std::string& condition) {
  Text text;
  text.variables = std::move(variables);
  text.evaluation = fmt::format("p if Environment.{};", condition);
  text.initial = "Environment." + condition;
  return text;
}
Text over_booleans(std::size_t n) {
  return over(join(n, " ", [](std::size_t i) { return fmt::format("v{} : boolean;", i); }),
              "v0 = true");
}
Text over_numbers(std::size_t n) { return over(fmt::format("c : 0..{};", n), "c = 0"); }

std::string boolean(std::size_t i) { return i % 3 == 0 ? "x" : (i % 3 == 1 ? "y" : "z"); }
std::string test(std::size_t i) { return boolean(i) + (i % 2 == 0 ? " = true" : " = false"); }
std::string numbered(std::string_view word, std::size_t i) { return fmt::format("{}{}", word, i); }

// t0 and (t1 or (t2 and ( ...
template <class Item>
std::string nest(std::size_t depth, const Item& item) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i)
    text += std::string(item(i)) + (i % 2 == 0 ? " and (" : " or (");
  return text + item(depth) + std::string(depth, ')');
}

std::string chain(std::size_t n) {
  Text text;
  text.evolution = "x = true if " + join(n, " and ", test) + ";";
  return text.write();
}
std::string nested_condition(std::size_t n) {
  Text text;
  text.evolution = "x = true if " + nest(n, test) + ";";
  return text.write();
}
std::string nested_over_many_variables(std::size_t n) {
  Text text = over_booleans(n + 1);
  text.evolution = "v0 = true if " + nest(n, [](std::size_t i) { return numbered("v", i); }) + ";";
  return text.write();
}
std::string nested_negations(std::size_t n) {
  Text text;
  text.evolution = "x = true if " +
                   join(n, "", [](std::size_t i) { return fmt::format("!({} or ", test(i)); }) +
                   "y" + std::string(n, ')') + ";";
  return text.write();
}
std::string differences(std::size_t n) {
  Text text;
  text.evolution = "c = 1 if " + join(n, " - ", [](std::size_t) { return "c"; }) + " <= 5;";
  return text.write();
}
std::string lines(std::size_t n) {
  Text text = over_numbers(n);
  text.evolution =
      join(n, " ", [](std::size_t i) { return fmt::format("c = {} if c = {};", i + 1, i); });
  return text.write();
}
std::string overlapping_lines(std::size_t n) {
  Text text;
  text.evolution = join(n, " ", [](std::size_t i) {
    return fmt::format("{} = true if {} and {};", boolean(i), test(i + 1), test(i / 6));
  });
  return text.write();
}
std::string variables_on_their_own(std::size_t n) {
  Text text = over_booleans(n);
  text.head = "Semantics = SingleAssignment;";
  text.evolution =
      join(n, " ", [](std::size_t i) { return fmt::format("v{} = true if v{} = false;", i, i); });
  text.initial = join(n, " and ", [](std::size_t i) { return fmt::format("Environment.v{}", i); });
  return text.write();
}
std::string assignments(std::size_t n) {
  Text text = over_booleans(n);
  text.evolution =
      join(n, " and ", [](std::size_t i) { return fmt::format("v{} = true", i); }) + " if v0;";
  return text.write();
}
std::string conditionals(std::size_t n) {
  Text text;
  text.evolution =
      "c = " +
      join(n, "",
           [](std::size_t i) { return fmt::format("if c = {} then {} else ", i % 10, i % 7); }) +
      "0 if x;";
  return text.write();
}
std::string actions(std::size_t n) {
  Text text;
  const auto name = [](std::size_t i) { return numbered("a", i); };
  text.actions = join(n, ", ", name);
  text.protocol =
      join(n, " ", [](std::size_t i) { return fmt::format("{} : {{a{}}};", test(i), i); });
  text.evolution =
      join(n, " ", [](std::size_t i) { return fmt::format("x = true if Action = a{};", i); });
  return text.write();
}
std::string values(std::size_t n) {
  Text text = over("e : {" + join(n, ", ", [](std::size_t i) { return numbered("e", i); }) + "};",
                   "e = e0");
  text.evolution = join(
      n, " ", [n](std::size_t i) { return fmt::format("e = e{} if e = e{};", (i + 1) % n, i); });
  return text.write();
}
std::string propositions(std::size_t n) {
  Text text;
  text.evaluation = join(n, " ", [](std::size_t i) {
    return fmt::format("p{} if Environment.{} or Environment.c = {};", i, test(i), i % 9);
  });
  text.formulae = join(n, " ", [](std::size_t i) { return fmt::format("AG p{};", i); });
  return text.write();
}
std::string formulas(std::size_t n) {
  Text text;
  text.formulae = join(n, "\n", [](std::size_t i) {
    return fmt::format("AG (p -> AF (p and Environment.c = {}));", i % 9);
  });
  return text.write();
}
std::string path_formulas(std::size_t n) {
  Text text;
  text.formulae = join(n, "\n", [](std::size_t) { return "LTL G (F p -> X p);"; });
  return text.write();
}
std::string nested_formula(std::size_t n) {
  Text text;
  text.formulae = nest(n, [](std::size_t i) { return i % 2 == 0 ? "AF p" : "K(P, p)"; }) + ";";
  return text.write();
}
std::string operators_inside_each_other(std::size_t n) {
  Text text;
  text.formulae = join(n, "", [](std::size_t) { return "AG ("; }) + "p" + std::string(n, ')') + ";";
  return text.write();
}
std::string parameters(std::size_t n) {
  Text text = over_numbers(n);
  text.head = join(n, " ", [](std::size_t i) { return fmt::format("Parameter N{} = {};", i, i); });
  text.evolution =
      join(n, " ", [](std::size_t i) { return fmt::format("c = N{0} if c = N{0};", i); });
  return text.write();
}
std::string definitions(std::size_t n) {
  Text text;
  text.head = "Define d0 = x; " + join(n, " ", [](std::size_t i) {
                return fmt::format("Define d{} = d{} and (y or z);", i + 1, i);
              });
  text.evolution =
      join(n, " ", [](std::size_t i) { return fmt::format("x = true if d{} and c = 0;", i); });
  return text.write();
}

std::string write_agent(const std::string& name) {
  return fmt::format(
      "Agent {} Vars: q : boolean; end Vars Actions = {{n, m}}; Protocol: q = true : {{n}}; Other "
      ": {{n, m}}; end Protocol Evolution: q = true if Action = m and Environment.x = true; end "
      "Evolution end Agent ",
      name);
}
std::string agents(std::size_t n) {
  Text text;
  text.head = join(n, "", [](std::size_t i) { return write_agent(numbered("A", i)); });
  return text.write();
}
std::string instances(std::size_t n) {
  Text text;
  text.head = write_agent(fmt::format("A[i: 1..{}]", n));
  text.evaluation += fmt::format(" all if and(i: 1..{}) A[i].q = true;", n);
  text.formulae = "EF all;";
  return text.write();
}
std::string array(std::size_t n) {
  Text text;
  text.variables = fmt::format("x : boolean; k : 0..{0}; v[i: 0..{0}] : boolean;", n - 1);
  text.evolution = fmt::format("k = (k + 1) mod {} and v[k] = true if x = true;", n);
  return text.write();
}

struct Shape {
  const char* name;
  std::string (*write)(std::size_t);
  // What plain ISPL has no words for is written out, and a question about a line costs what the
  // line stands for: both are larger than the text then.
  bool stays_small = true;
};

constexpr Shape shapes[] = {
    {"chain", chain},
    {"nested_condition", nested_condition},
    {"nested_over_many_variables", nested_over_many_variables},
    {"nested_negations", nested_negations},
    {"differences", differences},
    {"lines", lines},
    {"overlapping_lines", overlapping_lines},
    {"variables_on_their_own", variables_on_their_own},
    {"assignments", assignments},
    {"conditionals", conditionals, false},
    {"actions", actions},
    {"values", values},
    {"propositions", propositions},
    {"formulas", formulas},
    {"path_formulas", path_formulas},
    {"nested_formula", nested_formula},
    {"operators_inside_each_other", operators_inside_each_other},
    {"parameters", parameters},
    {"definitions", definitions, false},
    {"agents", agents},
    {"instances", instances},
    {"array", array, false},
};

// ---- passes ----

driver::Loaded load(const base::Source& source, base::Budget& budget) {
  driver::Loaded loaded = driver::load(source, {}, budget);
  EXPECT_TRUE(loaded.model) << source->text().substr(0, 300);
  return loaded;
}

void parse(const base::Source& source, base::Budget& budget) {
  base::Diagnostics diagnostics;
  static_cast<void>(syntax::parse(source, diagnostics, &budget));
}
void format(const base::Source& source, base::Budget& budget) {
  base::Diagnostics diagnostics;
  EXPECT_FALSE(syntax::format(syntax::parse(source, diagnostics, &budget)).empty());
}
void elaborate(const base::Source& source, base::Budget& budget) { load(source, budget); }
void find_order(const base::Source& source, base::Budget& budget) {
  const driver::Loaded loaded = load(source, budget);
  const auto graph = symbolic::find_interactions(*loaded.model, {}, budget);
  EXPECT_EQ(symbolic::compute_order(graph, budget).size(), graph.size());
}
void build_relations(const base::Source& source, base::Budget& budget) {
  const driver::Loaded loaded = load(source, budget);
  const symbolic::System system(*loaded.model, budget, {});
}
void lint(const base::Source& source, base::Budget& budget) {
  EXPECT_TRUE(driver::lint(source, {}, budget).good_model);
}
void describe(const base::Source& source, base::Budget& budget) {
  EXPECT_TRUE(driver::describe(source, {}, budget).info);
}
void export_to_ispl(const base::Source& source, base::Budget& budget) {
  driver::Settings settings;
  settings.target = "ispl";
  EXPECT_FALSE(driver::export_model(source, settings, budget).text.empty());
}
void run_check(const base::Source& source, base::Budget& budget) {
  driver::Surroundings surroundings;
  surroundings.shared = &budget;
  driver::Settings settings;  // 'auto' does less where the smaller text is small enough for states
  settings.engine = driver::EngineKind::symbolic;
  EXPECT_TRUE(driver::Check(source, settings, surroundings).run().good_model);
}
void prepare_steps(const base::Source& source, base::Budget& budget) {
  const driver::Loaded loaded = load(source, budget);
  states::Effort effort(budget);
  const states::Stepper stepper(*loaded.model, effort);
}

struct Pass {
  const char* name;
  void (*run)(const base::Source&, base::Budget&);
  bool writes_out = false;  // what is shared, or what plain ISPL cannot say
};

constexpr Pass passes[] = {
    {"parse", parse},
    {"fmt", format},
    {"elaborate", elaborate},
    {"order", find_order},
    {"relations", build_relations},
    {"lint", lint, true},
    {"info", describe},
    {"export", export_to_ispl, true},
    {"steps", prepare_steps},
    {"check", run_check},
};

std::uint64_t count_reads(const Pass& pass, const std::string& text) {
  std::uint64_t reads = 0;
  base::Budget budget;
  budget.count_reads(reads);
  pass.run(base::make_source("scaling.ispl", text), budget);
  return reads;
}

class Scaling : public testing::TestWithParam<Shape> {};

TEST_P(Scaling, EveryPassIsLinearInTheText) {
  const Shape& shape = GetParam();
  const std::string text = shape.write(small);
  const std::string larger = shape.write(factor * small);
  for (const Pass& pass : passes) {
    if (pass.writes_out && !shape.stays_small) continue;
    const std::uint64_t few = count_reads(pass, text);
    const std::uint64_t many = count_reads(pass, larger);
    EXPECT_GT(few, small) << pass.name << " reads the text";
    EXPECT_LE(many, 5 * few) << pass.name << ": " << few << " reads became " << many;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Scaling, testing::ValuesIn(shapes),
                         [](const auto& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace ken
