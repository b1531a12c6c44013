// Random logic files.
//
// Relations are drawn from everything the language has; bodies are monotone in the variables of
// their fixpoints by construction: a negation stands before what mentions none.  The last operator
// is a fixpoint, mostly one that goes on in some state, so that there is something to show.

#include "random_logic.hpp"

#include <fmt/format.h>

namespace ken::tests {
namespace {

constexpr std::string_view mark = "--@ ";

class LogicWriter {
 public:
  explicit LogicWriter(Dice& dice) : dice_(dice) {}

  RandomLogic run() {
    RandomLogic logic;
    for (relations_ = 0; relations_ < 3; ++relations_) {
      const std::string body = relation(2 + dice_.below(2));
      logic.text += fmt::format("Relation r{}(i, j) = ({}) and (true or same(i) or same(j));\n",
                                relations_, body);
    }
    for (operators_ = 0; operators_ < 3; ++operators_) {
      const std::string body = operators_ == 2 ? fixpoint(4, {}) : formula(3, {});
      logic.text +=
          fmt::format("Operator U{}(i, j, f) \"random\" = ({}) and (true or K(i, f) or K(j, f));\n",
                      operators_, body);
    }
    logic.operators = operators_;
    return logic;
  }

 private:
  std::string agent() { return dice_.percent(50) ? "i" : "j"; }
  std::string relation(std::size_t depth) {
    if (depth > 0 && dice_.percent(60)) {
      switch (dice_.below(6)) {
        case 0:
          return fmt::format("!({})", relation(depth - 1));
        case 1:
          return fmt::format("converse ({})", relation(depth - 1));
        case 2:
          return fmt::format("({}) or ({})", relation(depth - 1), relation(depth - 1));
        default:
          return fmt::format("({}) and ({})", relation(depth - 1), relation(depth - 1));
      }
    }
    switch (dice_.below(11)) {
      case 0:
      case 1:
        return "step";
      case 2:
      case 3:
        return "reach";
      case 4:
        return dice_.percent(70) ? "other" : "self";
      case 5:
        return fmt::format("same({})", agent());
      case 6:
        return "each x in channel(i, j): i.x = next j.x";
      case 7:
        return "exists x in private(i, j): i.x <> next i.x";
      case 8:
        return "each x in channel(j, i): (j.x = next i.x and j.x = i.x)";
      case 9:
        return "exists channel(i, j)";
      default:
        if (relations_ == 0) return "step";
        return fmt::format("r{}({}, {})", dice_.below(relations_), agent(), agent());
    }
  }

  // Monotone in the variables.
  std::string formula(std::size_t depth, const std::vector<std::string>& variables) {
    if (depth == 0 || dice_.percent(10)) {
      if (!variables.empty() && dice_.percent(60)) return dice_.pick(variables);
      return dice_.percent(70) ? "f" : "(!f)";
    }
    const auto inner = [&] { return formula(depth - 1, variables); };
    const auto closed = [&] { return formula(depth - 1, {}); };
    switch (dice_.below(10)) {
      case 0:
        return fmt::format("({} and {})", inner(), inner());
      case 1:
        return fmt::format("({} or {})", inner(), inner());
      case 2:
        return fmt::format("({} -> {})", closed(), inner());
      case 3:
        return fmt::format("!{}", closed());
      case 4:
        return fmt::format("{}({}, {})", dice_.percent(50) ? "K" : "EK", agent(), inner());
      case 5:
        return fmt::format("{} {}", dice_.percent(50) ? "EX" : "AF", inner());
      case 6:
        return fixpoint(depth, variables);
      case 7:
        if (operators_ > 0)
          return fmt::format("U{}({}, {}, {})", dice_.below(operators_), agent(), agent(),
                             closed());
        [[fallthrough]];
      default: {
        const std::string named = fmt::format("r{}({}, {})", dice_.below(3), agent(), agent());
        return fmt::format("({} {}: {})", dice_.percent(50) ? "all" : "some",
                           dice_.percent(60) ? named : fmt::format("({})", relation(1)), inner());
      }
    }
  }

  std::string fixpoint(std::size_t depth, std::vector<std::string> variables) {
    variables.push_back(fmt::format("Z{}", fixpoints_++));
    const std::string head =
        fmt::format("{} {}", dice_.percent(50) ? "least" : "greatest", variables.back());
    if (depth < 3 || dice_.percent(40))
      return fmt::format("({}: {})", head, formula(depth - 1, variables));
    const std::string now =
        dice_.percent(50) ? formula(depth - 2, variables) : "(f and " + dice_.pick(variables) + ")";
    const std::string on = dice_.percent(70) ? "some step" : "all (step or same(i))";
    const std::string then =
        dice_.percent(50) ? fixpoint(depth - 1, variables) : dice_.pick(variables);
    return fmt::format("({}: {} {} {}: {})", head, now, dice_.percent(60) ? "or" : "and", on, then);
  }

  Dice& dice_;
  std::size_t relations_ = 0;
  std::size_t operators_ = 0;
  std::size_t fixpoints_ = 0;
};

}  // namespace

RandomLogic random_logic(Dice& dice) { return LogicWriter(dice).run(); }

std::string carry_logic(const std::string& logic) {
  std::string text = "Logic \"carried.logic\";\n";
  for (std::size_t begin = 0; begin < logic.size();) {
    const std::size_t end = logic.find('\n', begin);
    text += fmt::format("{}{}\n", mark, logic.substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

base::Source find_carried_logic(const base::Source& model) {
  std::string logic;
  for (std::uint32_t i = 1; i <= model->line_count(); ++i)
    if (model->line(i).starts_with(mark))
      logic += std::string(model->line(i).substr(mark.size())) + '\n';
  return base::make_source("carried.logic", logic);
}

}  // namespace ken::tests
