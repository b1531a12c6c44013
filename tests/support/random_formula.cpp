// Random formulas, as text: every inner node is a modality of the table, a connective or a
// comprehension, in parentheses, so that precedence plays no role.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "random_model.hpp"

namespace ken::tests {
namespace {

class FormulaWriter {
 public:
  FormulaWriter(Dice& dice, const Vocabulary& names, const FormulaWeights& weights)
      : dice_(dice), names_(names), weights_(weights) {
    for (const logic::Modality& row : table_.rows())
      if (std::find(weights.families.begin(), weights.families.end(), row.family) !=
          weights.families.end())
        rows_.push_back(&row);
  }

  std::string formula(std::size_t depth) {
    if (depth == 0) return leaf();
    if (!indexed_ && !names_.numbers.empty() && dice_.percent(weights_.comprehension))
      return comprehension(depth - 1);
    if (dice_.percent(weights_.modal) && !rows_.empty())
      return modal(*dice_.pick(rows_), depth - 1);
    if (dice_.percent(25)) return fmt::format("!({})", formula(depth - 1));
    const std::vector<std::string> connectives = {"and", "or", "->", "<->"};
    return fmt::format("({}) {} ({})", formula(depth - 1), dice_.pick(connectives),
                       formula(depth - 1));
  }

 private:
  std::string leaf() {
    if (indexed_ && dice_.percent(50)) return fmt::format("({} = i)", dice_.pick(names_.numbers));
    if (dice_.percent(5)) return dice_.percent(50) ? "true" : "false";
    if (dice_.percent(10))
      return dice_.pick(names_.agents) + (dice_.percent(50) ? ".GreenStates" : ".RedStates");
    if (!names_.conditions.empty() && dice_.percent(15))
      return fmt::format("({})", dice_.pick(names_.conditions));
    return dice_.pick(names_.propositions);
  }
  std::string comprehension(std::size_t depth) {
    const std::vector<std::string> words = {"and", "or", "xor", "count", "count"};
    const std::vector<std::string> relations = {"=", "<>", "<", "<=", ">", ">="};
    indexed_ = true;
    const std::string body = formula(depth);
    indexed_ = false;
    const std::string word = dice_.pick(words);
    std::string all = fmt::format("{}(i: 0..{})({})", word, dice_.between(0, 2), body);
    if (word != "count") return all;
    return fmt::format("{} {} {}", all, dice_.pick(relations), dice_.between(0, 3));
  }
  std::string modal(const logic::Modality& row, std::size_t depth) {
    switch (row.notation) {
      case logic::Notation::prefix:
        return fmt::format("{}{} ({})", row.keyword, bound(row), formula(depth));
      case logic::Notation::until:
        return fmt::format("{}(({}) {}{} ({}))", row.keyword, formula(depth), row.connective,
                           bound(row), formula(depth));
      case logic::Notation::call:
        return call(row, depth);
      case logic::Notation::coalition:
        return fmt::format("{}{} ({})", coalition(row), row.connective, formula(depth));
      case logic::Notation::coalition_until:
        return fmt::format("{}(({}) {} ({}))", coalition(row), formula(depth), row.connective,
                           formula(depth));
    }
    return {};
  }
  std::string call(const logic::Modality& row, std::size_t depth) {
    std::vector<std::string> args;
    for (const logic::Parameter parameter : row.signature) {
      if (parameter == logic::Parameter::agent) args.push_back(dice_.pick(names_.agents));
      if (parameter == logic::Parameter::group) args.push_back(group());
      if (parameter == logic::Parameter::formula) args.push_back(formula(depth));
    }
    return fmt::format("{}({})", row.keyword, fmt::join(args, ", "));
  }
  std::string bound(const logic::Modality& row) {
    if (!logic::takes_bound(row) || !dice_.percent(weights_.bounded)) return {};
    const std::int64_t least = dice_.between(0, weights_.most_steps);
    if (dice_.percent(weights_.far)) {
      const std::int64_t most = 1'000'000'000;
      return fmt::format("[{}, {}]", dice_.percent(50) ? least : most - least, most);
    }
    return fmt::format("[{}, {}]", least, dice_.between(least, weights_.most_steps));
  }
  std::string group() {
    if (dice_.percent(30)) return dice_.pick(names_.agents);
    if (!names_.groups.empty() && dice_.percent(40)) return dice_.pick(names_.groups);
    return fmt::format("{{{}}}", fmt::join(dice_.at_least_one(names_.agents, 50), ", "));
  }
  std::string coalition(const logic::Modality& row) {
    const std::string who = dice_.percent(weights_.nobody) ? "{}" : group();
    const logic::Brackets brackets = logic::brackets_of(row);
    return fmt::format("{}{}{}", brackets.open, who, brackets.close);
  }

  Dice& dice_;
  const Vocabulary& names_;
  const FormulaWeights& weights_;
  logic::ModalityTable table_;
  std::vector<const logic::Modality*> rows_;
  bool indexed_ = false;  // inside a comprehension over i
};

}  // namespace

std::string random_formula(Dice& dice, const Vocabulary& names, const FormulaWeights& weights) {
  return FormulaWriter(dice, names, weights).formula(weights.depth);
}

}  // namespace ken::tests
