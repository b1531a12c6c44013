#include "report/strategies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace ken::report {
namespace {

using evidence::StrategyAnswer;

std::string say_seen(const StrategyAnswer::Row& row) {
  std::string text;
  for (const auto& [variable, value] : row.seen)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", variable, value);
  return text.empty() ? "always" : text;
}

std::string say_rows(const StrategyAnswer& strategy) {
  std::size_t agents = 0;
  std::size_t views = 0;
  for (const StrategyAnswer::Row& row : strategy.rows) {
    agents = std::max(agents, base::count_characters(row.agent));
    views = std::max(views, base::count_characters(say_seen(row)));
  }
  std::string text;
  std::string_view before;
  for (const StrategyAnswer::Row& row : strategy.rows) {
    const bool again = row.agent == before;
    text += fmt::format("        {:<{}}  {:<{}}  {}\n", again ? "" : row.agent, agents,
                        say_seen(row), views, row.action);
    before = row.agent;
  }
  return text;
}

}  // namespace

std::string strategies_text(const evidence::FormulaAnswer& formula) {
  std::string text;
  for (const StrategyAnswer& strategy : formula.strategies) {
    text += fmt::format("      {} [{}]: a strategy that wins from {} state{}, confirmed{}\n",
                        strategy.operation, strategy.semantics, strategy.starts,
                        strategy.starts == "1" ? "" : "s",
                        strategy.rows.empty() ? ": nothing has to be chosen" : "");
    text += say_rows(strategy);
    for (const std::string& note : strategy.notes) text += fmt::format("        {}\n", note);
    if (!strategy.files.empty())
      text += fmt::format("        written to {}\n", fmt::join(strategy.files, ", "));
  }
  return text;
}

}  // namespace ken::report
