// Random formulas, as text: every inner node is a modality of the table, a connective, a
// comprehension or a path quantifier before a path formula, in parentheses, so that precedence
// plays no role.

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

  // A line of a Formulae section.
  std::string line() {
    if (!draws(weights_.prefixed)) return formula(weights_.depth);
    switch (dice_.below(3)) {
      case 0:
        return "LTL " + path(weights_.depth);
      case 1:
        return "CTL* " + formula(weights_.depth);
      default:
        dynamic_ = true;
        return "LDL " + path(weights_.depth);
    }
  }

  std::string path(std::size_t depth) {
    if (depth == 0) return leaf();
    if (dice_.percent(15)) return formula(depth);
    if (!indexed_ && !names_.numbers.empty() && dice_.percent(weights_.comprehension))
      return comprehension(depth - 1, &FormulaWriter::path);
    if (dynamic_ && dice_.percent(50)) return dynamic(depth - 1);
    if (dice_.percent(15)) return demand(depth - 1);
    if (dice_.percent(65)) return temporal(depth - 1);
    if (dice_.percent(25)) return fmt::format("!({})", path(depth - 1));
    return fmt::format("({}) {} ({})", path(depth - 1), connective(), path(depth - 1));
  }

 private:
  std::string formula(std::size_t depth) {
    if (depth == 0) return leaf();
    if (draws(weights_.social)) return social(depth - 1);
    if (draws(weights_.paths)) return quantified(depth - 1);
    if (!indexed_ && !names_.numbers.empty() && dice_.percent(weights_.comprehension))
      return comprehension(depth - 1, &FormulaWriter::formula);
    if (dice_.percent(weights_.modal) && !rows_.empty())
      return modal(*dice_.pick(rows_), depth - 1);
    if (dice_.percent(25)) return fmt::format("!({})", formula(depth - 1));
    return fmt::format("({}) {} ({})", formula(depth - 1), connective(), formula(depth - 1));
  }
  // A chance of none rolls no dice, so that the same seed draws the same formulas without it.
  bool draws(unsigned chance) { return chance > 0 && dice_.percent(chance); }

  std::string leaf() {
    if (indexed_ && dice_.percent(50)) return fmt::format("({} = i)", dice_.pick(names_.numbers));
    if (dice_.percent(5)) return dice_.percent(50) ? "true" : "false";
    if (dice_.percent(10))
      return dice_.pick(names_.agents) + (dice_.percent(50) ? ".GreenStates" : ".RedStates");
    if (!names_.conditions.empty() && dice_.percent(15)) {
      const std::string& condition = dice_.pick(names_.conditions);
      if (!dynamic_ || !has_program_signs(condition)) return fmt::format("({})", condition);
    }
    return dice_.pick(names_.propositions);
  }
  // Signs that mean something else inside the brackets of LDL.
  static bool has_program_signs(const std::string& condition) {
    return condition.find_first_of("+*?") != std::string::npos;
  }
  std::string comprehension(std::size_t depth, std::string (FormulaWriter::*draw)(std::size_t)) {
    const std::vector<std::string> words = {"and", "or", "xor", "count", "count"};
    const std::vector<std::string> relations = {"=", "<>", "<", "<=", ">", ">="};
    indexed_ = true;
    const std::string body = (this->*draw)(depth);
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
        if (dynamic_ && names_.groups.empty()) return leaf();
        return enclose(fmt::format("{}{} ({})", coalition(row), row.connective, formula(depth)));
      case logic::Notation::coalition_until:
        if (dynamic_ && names_.groups.empty()) return leaf();
        return enclose(fmt::format("{}(({}) {} ({}))", coalition(row), formula(depth),
                                   row.connective, formula(depth)));
    }
    return {};
  }
  // An operator of a logic file, shipped or drawn.
  std::string social(std::size_t depth) {
    const std::string i = dice_.pick(names_.agents);
    const std::string j = dice_.pick(names_.agents);
    const auto f = [&] { return draws(weights_.paths) ? path(depth) : formula(depth); };
    const auto conditional = [&](std::string_view word) {
      return fmt::format("{}({}, {}, {}, {})", word, i, j, f(), f());
    };
    if (names_.operators > 0 && dice_.percent(40))
      return fmt::format("U{}({}, {}, {})", dice_.below(names_.operators), i, j, f());
    if (!names_.trusting.empty() && dice_.percent(35)) {
      const auto& [who, whom] = dice_.pick(names_.trusting);
      return fmt::format("{}({}, {}, {}, {})", dice_.percent(50) ? "Tp" : "Tc", who, whom, f(),
                         f());
    }
    switch (dice_.below(7)) {
      case 0:
        return fmt::format("C({}, {}, {})", i, j, f());
      case 1:
        return fmt::format("Fu(C({}, {}, {}))", i, j, f());
      case 2:
        return fmt::format("Kw({}, {})", i, f());
      case 3:
        return conditional("WCC");
      case 4:
        return conditional("SCC");
      case 5:
        return fmt::format("FuW({}, {})", i, conditional("WCC"));
      default:
        return fmt::format("FuS({}, {})", i, conditional("SCC"));
    }
  }
  // In LDL a coalition operator stands in parentheses with a declared group.
  std::string enclose(const std::string& text) const {
    return dynamic_ ? fmt::format("({})", text) : text;
  }
  std::string call(const logic::Modality& row, std::size_t depth) {
    std::vector<std::string> args;
    for (const logic::Parameter parameter : row.signature) {
      if (parameter == logic::Parameter::agent) args.push_back(dice_.pick(names_.agents));
      if (parameter == logic::Parameter::group) args.push_back(group());
      if (parameter == logic::Parameter::formula)
        args.push_back(draws(weights_.paths) ? path(depth) : formula(depth));
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
    const std::string who = dynamic_                         ? dice_.pick(names_.groups)
                            : dice_.percent(weights_.nobody) ? "{}"
                                                             : group();
    const logic::Brackets brackets = logic::brackets_of(row);
    return fmt::format("{}{}{}{}", brackets.open, who, annotation(), brackets.close);
  }
  std::string annotation() {
    if (weights_.semantics.empty() || !draws(weights_.annotated)) return {};
    return fmt::format(" | {}", logic::name(dice_.pick(weights_.semantics)));
  }

  // ---- path formulas ----

  std::string quantified(std::size_t depth) {
    return fmt::format("{} ({})", dice_.percent(50) ? "A" : "E", path(depth));
  }
  std::string temporal(std::size_t depth) {
    const auto& row = logic::path_operators[dice_.below(std::size(logic::path_operators))];
    std::string word(row.word);
    if (row.bounded && dice_.percent(weights_.bounded)) {
      const std::int64_t least = dice_.between(0, weights_.most_steps);
      word += fmt::format("[{}, {}]", least, dice_.between(least, weights_.most_steps));
    }
    if (row.arguments == 1) return fmt::format("{} ({})", word, path(depth));
    return fmt::format("({}) {} ({})", path(depth), word, path(depth));
  }
  // What people ask for: again and again, from some time on, whenever p then later q.
  std::string demand(std::size_t depth) {
    const std::string p = leaf();
    const std::string f = path(depth > 0 ? depth - 1 : 0);
    switch (dice_.below(4)) {
      case 0:
        return fmt::format("G F ({})", f);
      case 1:
        return fmt::format("F G ({})", f);
      case 2:
        return fmt::format("G (({}) -> F ({}))", p, f);
      default:
        return fmt::format("G (({}) -> X G[0, {}] ({}))", p, dice_.between(0, weights_.most_steps),
                           f);
    }
  }
  std::string dynamic(std::size_t depth) {
    const logic::Brackets brackets = dice_.percent(50) ? logic::diamond : logic::box;
    return fmt::format("({}{}{}({}))", brackets.open, program(depth + 2), brackets.close,
                       path(depth));
  }
  std::string program(std::size_t depth) {
    if (depth == 0) return condition(0);
    switch (dice_.below(6)) {
      case 0:
        return condition(depth);
      case 1:
        return fmt::format("({})?", path(depth - 1));
      case 2:
        return fmt::format("({}) + ({})", program(depth - 1), program(depth - 1));
      case 3:
        return fmt::format("({}); ({})", program(depth - 1), program(depth - 1));
      default:
        return fmt::format("({})*", program(depth - 1));
    }
  }
  // A state formula without path operators.
  std::string condition(std::size_t depth) {
    if (dice_.percent(20)) return dice_.percent(80) ? "tt" : "ff";
    if (depth == 0 || dice_.percent(50)) return leaf();
    if (dice_.percent(30))
      return fmt::format("K({}, {})", dice_.pick(names_.agents), condition(depth - 1));
    if (dice_.percent(25)) return fmt::format("!({})", condition(depth - 1));
    return fmt::format("({}) {} ({})", condition(depth - 1), connective(), condition(depth - 1));
  }
  std::string connective() {
    const std::vector<std::string> connectives = {"and", "or", "->", "<->"};
    return dice_.pick(connectives);
  }

  Dice& dice_;
  const Vocabulary& names_;
  const FormulaWeights& weights_;
  logic::ModalityTable table_;
  std::vector<const logic::Modality*> rows_;
  bool indexed_ = false;  // inside a comprehension over i
  bool dynamic_ = false;  // in a line of LDL
};

}  // namespace

std::string random_formula(Dice& dice, const Vocabulary& names, const FormulaWeights& weights) {
  return FormulaWriter(dice, names, weights).line();
}

std::string random_path(Dice& dice, const Vocabulary& names, const FormulaWeights& weights) {
  return FormulaWriter(dice, names, weights).path(weights.depth);
}

}  // namespace ken::tests
