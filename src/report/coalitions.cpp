#include "report/coalitions.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/json_value.hpp"

namespace ken::report {
namespace {

using evidence::CoalitionAnswer;
using evidence::CoalitionsAnswer;

std::string say_goal(const CoalitionAnswer& goal) {
  std::string text =
      fmt::format("  {}: {} decided\n", goal.goal, base::count_in_words(goal.tried, "coalition"));
  for (const auto& members : goal.minimal)
    text += members.empty() ? "      nobody has to do anything\n"
                            : fmt::format("      {}\n", fmt::join(members, ", "));
  if (!goal.unknown.empty())
    text += fmt::format("      unknown whether there are {}: {}\n",
                        goal.minimal.empty() ? "any" : "more", goal.unknown);
  else if (goal.minimal.empty())
    text += "      no coalition can force it\n";
  if (goal.minimal.size() > 1 && goal.unknown.empty())
    text += goal.needed.empty()
                ? "      it depends on nobody in particular\n"
                : fmt::format("      it depends on {}\n", fmt::join(goal.needed, ", "));
  return text;
}

}  // namespace

std::string to_text(const CoalitionsAnswer& answer) {
  if (!answer.exhausted.empty())
    return fmt::format("{}: unknown: {}\n", answer.file, answer.exhausted);
  std::string text =
      fmt::format("{}: minimal coalitions of {} [{}]\n", answer.file,
                  base::count_in_words(answer.players.size(), "player"), answer.semantics);
  for (const CoalitionAnswer& goal : answer.goals) text += say_goal(goal);
  return text;
}

std::string to_json(const CoalitionsAnswer& answer, const JsonFrame& frame) {
  evidence::Answer plain;
  plain.file = answer.file;
  plain.diagnostics = answer.diagnostics;
  plain.unread = answer.exhausted;
  Json json = diagnostics_object(plain);
  if (answer.diagnostics.has_errors()) return print_framed(std::move(json), frame);
  Json goals = Json::array();
  for (const CoalitionAnswer& goal : answer.goals)
    goals.push_back({{"goal", clean(goal.goal)},
                     {"minimal", goal.minimal},
                     {"needed", goal.needed},
                     {"decided", goal.tried},
                     {"reason", or_null(goal.unknown)}});
  json = {{"schema", "ken/1"},
          {"file", clean(answer.file)},
          {"semantics", answer.semantics},
          {"players", answer.players},
          {"goals", std::move(goals)},
          {"reason", or_null(answer.exhausted)},
          {"diagnostics", std::move(json["diagnostics"])}};
  return print_framed(std::move(json), frame);
}

}  // namespace ken::report
