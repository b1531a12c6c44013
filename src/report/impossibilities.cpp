#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "report/strategies.hpp"

namespace ken::report {
namespace {

using evidence::ImpossibilityAnswer;

// The variables that tell the states of the facts apart.
std::set<std::string> find_telling(const ImpossibilityAnswer& answer) {
  std::set<std::string> result;
  if (answer.facts.empty()) return result;
  const auto compare = [&](const ImpossibilityAnswer::State& state) {
    const ImpossibilityAnswer::State& first = answer.facts.front().state;
    for (std::size_t i = 0; i < state.size(); ++i)
      if (state[i].second != first[i].second) result.insert(state[i].first);
  };
  for (const ImpossibilityAnswer::Row& row : answer.facts) {
    compare(row.state);
    compare(row.then_state);
  }
  return result;
}

std::string say_state(const ImpossibilityAnswer::State& state,
                      const std::set<std::string>& telling) {
  std::string text;
  for (const auto& [variable, value] : state)
    if (telling.empty() || telling.contains(variable))
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", variable, value);
  return text;
}

bool is_seen_in(const ImpossibilityAnswer::State& seen, const ImpossibilityAnswer::State& state) {
  return std::all_of(seen.begin(), seen.end(), [&](const auto& value) {
    return std::find(state.begin(), state.end(), value) != state.end();
  });
}

std::string say_fact(const ImpossibilityAnswer::Row& row, const std::set<std::string>& telling) {
  const std::string state = say_state(row.state, telling);
  std::string done;
  for (const evidence::StrategyAnswer::Row& selection : row.selections) {
    done +=
        fmt::format("{}{} does {}", done.empty() ? "" : ", ", selection.agent, selection.action);
    if (!is_seen_in(selection.seen, row.state))
      done += fmt::format(" where {}", say_state(selection.seen, telling));
  }
  const bool starts = row.stage == "start";
  const bool violated = row.stage == "violated";
  if (row.then_stage.empty()) {
    if (starts)
      return fmt::format("it has to win from  {}{}", state,
                         done.empty() ? "" : fmt::format("  and loses if {}", done));
    if (violated && done.empty()) return fmt::format("in  {}  it has lost", state);
    return fmt::format("in  {}  it loses{}", violated ? state + "  after the violation" : state,
                       done.empty() ? ", whatever it does" : " if " + done);
  }
  if (starts && done.empty()) return "it has to win from  " + state;
  return fmt::format("in  {}  if {}, it may come to  {}",
                     violated ? state + "  after the violation" : state,
                     done.empty() ? "it goes on" : done, say_state(row.then_state, telling));
}

}  // namespace

std::string list_facts(const ImpossibilityAnswer& answer, std::size_t indent) {
  constexpr std::size_t most_facts = 20;
  std::string text;
  const std::string margin(indent, ' ');
  const std::set<std::string> telling = find_telling(answer);
  for (std::size_t i = 0; i < answer.facts.size() && i < most_facts; ++i)
    text += fmt::format("{}{}\n", margin, say_fact(answer.facts[i], telling));
  if (answer.facts.size() > most_facts)
    text +=
        fmt::format("{}and {} more; --json has all\n", margin, answer.facts.size() - most_facts);
  return text;
}

std::string impossibilities_text(const evidence::FormulaAnswer& formula) {
  std::string text;
  for (const ImpossibilityAnswer& answer : formula.impossibilities) {
    text += fmt::format("      {} [{}]: no strategy wins from {}: {}{}\n", answer.operation,
                        answer.semantics, base::count_in_words(answer.starts.size(), "state"),
                        base::count_in_words(answer.facts.size(), "fact"),
                        answer.checked ? ", checked by the explicit engine" : "");
    text += list_facts(answer, 8);
  }
  return text;
}

}  // namespace ken::report
