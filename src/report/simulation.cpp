#include "report/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace ken::report {
namespace {

std::string say_pairs(const Values& values, std::string_view between) {
  std::string text;
  for (const auto& [name, value] : values)
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, between, value);
  return text;
}
std::string say_state(const Values& values) {
  return values.empty() ? "no variables" : say_pairs(values, " = ");
}
std::string say_difference(const Values& values) {
  return values.empty() ? "nothing changes" : say_pairs(values, " = ");
}
std::string say_action(const Values& action) {
  return action.empty() ? "a silent step" : say_pairs(action, ": ");
}

std::string join_names(const std::vector<std::string>& names, std::string_view none) {
  return names.empty() ? std::string(none) : fmt::format("{}", fmt::join(names, ", "));
}

std::string count_noun(const std::string& count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == "1" ? "" : "s");
}

std::string say_deadlock(const Place& place) {
  if (!place.deadlock)
    return "  there may be no step out of it: not all joint actions were tried\n";
  return *place.deadlock ? "  a deadlock: there is no step out of it\n" : "";
}

// Columns as wide as the widest name.
template <class Row>
std::size_t widest_agent(const std::vector<Row>& rows) {
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, base::count_characters(row.agent));
  return width;
}
std::string pad(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, base::count_characters(text)), ' ');
}

std::string tell(const Mistake&) { return {}; }
std::string tell(const Unknown& a) { return fmt::format("unknown: {}\n", a.reason); }

std::string tell(const StateAnswer& a) {
  std::string text = fmt::format("state {}\n", a.place.position);
  const std::size_t width = widest_agent(a.agents);
  for (const AgentState& row : a.agents) {
    if (!row.sees) {
      text += fmt::format("  {}  {}\n", pad(row.agent, width), say_state(row.owns));
      continue;
    }
    text += fmt::format("  {} owns  {}\n", row.agent, say_state(row.owns));
    if (!row.sees->empty()) text += fmt::format("  {} sees  {}\n", row.agent, say_state(*row.sees));
  }
  if (a.agents.empty()) text += "  no variables\n";
  return text + say_deadlock(a.place);
}

std::string tell(const Move& a) {
  std::string text;
  if (a.jumped) {
    text = fmt::format("state {}{}\n  {}\n", a.place.position,
                       a.steps > 0 ? " of a new run, which 'trace' shows" : "",
                       say_state(a.place.state));
  } else if (a.action) {
    if (a.steps > 1) text = fmt::format("{} steps, the last of them:\n", a.steps);
    text += fmt::format("  {}\nstate {}\n  {}\n", say_action(*a.action), a.place.position,
                        say_difference(a.changes));
  }
  if (!a.stopped.empty())
    text +=
        fmt::format("  stopped after {}: {}\n", base::count_in_words(a.steps, "step"), a.stopped);
  else
    text += say_deadlock(a.place);
  return text;
}

std::string tell(const ActionsAnswer& a) {
  std::string text;
  const std::size_t width = widest_agent(a.agents);
  for (const AgentActions& row : a.agents)
    text += fmt::format("  {}  {}\n", pad(row.agent, width),
                        join_names(row.allowed, "nothing: its protocol allows no action here"));
  return text + count_noun(a.joint_actions, "joint action") + "\n";
}

std::string tell(const WaysAnswer& a) {
  std::string text;
  for (const Way& way : a.ways) {
    text += fmt::format("{:>3}  {}\n", way.number ? std::to_string(*way.number) : "-",
                        say_action(way.action));
    text += fmt::format("     {}\n", way.state ? say_difference(way.changes)
                                               : "leads nowhere: some value does not fit");
  }
  if (a.ways.empty()) text += "a deadlock: there is no step out of this state\n";
  if (a.more) text += fmt::format("... and more: 'next N' shows N of them\n");
  for (const std::string& lost : a.lost) text += fmt::format("lost, {}\n", lost);
  return text;
}

std::string tell(const TraceAnswer& a) {
  std::string text;
  if (a.steps.front().position > 0)
    text = fmt::format("the last {} of {}\n", base::count_in_words(a.steps.size() - 1, "step"),
                       a.length);
  for (const TraceStep& step : a.steps) {
    const bool first = &step == &a.steps.front();
    if (step.action && !first) text += fmt::format("     {}\n", say_action(*step.action));
    text += fmt::format("{:>3}: {}\n", step.position,
                        first ? say_state(step.state) : say_difference(step.changes));
  }
  return text;
}

std::string tell_listed(const std::vector<ListedState>& states) {
  std::string text;
  for (const ListedState& state : states)
    text += fmt::format("{:>3}  {}\n", state.number,
                        state.differs.empty() ? "this state" : say_pairs(state.differs, " = "));
  return text;
}

std::string tell(const InitialAnswer& a) {
  std::string text = fmt::format(
      "{}, by what differs from this state\n",
      a.count ? count_noun(*a.count, "initial state") : "too many initial states to count");
  text += tell_listed(a.states);
  if (a.count != std::to_string(a.states.size())) text += "... and more: 'initial N' shows N\n";
  return text;
}

std::string tell(const PossibleAnswer& a) {
  const bool several = a.agents.size() > 1;
  const std::string who = join_names(a.agents, "nobody");
  if (a.count == "0")
    return fmt::format("{} {} no state possible: no fair path starts in any that looks like this\n",
                       who, several ? "together consider" : "considers");
  if (a.count == "1")
    return fmt::format("{} {} this state alone possible\n", who,
                       several ? "together consider" : "considers");
  std::string text = fmt::format("{} {} {} possible: this one and {} with\n", who,
                                 several ? "together consider" : "considers",
                                 count_noun(a.count, "state"), a.count == "2" ? "one" : "those");
  text += tell_listed(a.states);
  if (a.count != std::to_string(a.states.size() + 1)) text += "... and more\n";
  return text;
}

std::string tell(const PossibleCounts& a) {
  std::string text;
  const std::size_t width = widest_agent(a.agents);
  for (const PossibleCount& row : a.agents)
    text += fmt::format("  {}  {}\n", pad(row.agent, width), count_noun(row.count, "state"));
  return text;
}

std::string tell(const ValueAnswer& a) {
  std::string text = fmt::format("{}  {}\n", a.holds ? "true " : "false", a.formula);
  if (!a.reading.empty()) text += fmt::format("       read as {}\n", a.reading);
  for (const base::Diagnostic& remark : a.remarks.all()) text += base::to_text(remark);
  return text;
}

std::string tell(const PropositionsAnswer& a) {
  if (a.holding.empty() && a.others.empty()) return "the model has no propositions\n";
  return fmt::format("  true   {}\n  false  {}\n", join_names(a.holding, "none"),
                     join_names(a.others, "none"));
}

std::string tell(const FormulasAnswer& a) {
  if (a.formulas.empty()) return "the file has no formulas\n";
  std::string text;
  for (std::size_t i = 0; i < a.formulas.size(); ++i)
    text += fmt::format("{:>3}  {}\n", i + 1, a.formulas[i]);
  return text;
}

std::string tell(const CountAnswer& a) {
  return fmt::format(
      "{}{}\n", count_noun(a.states, "reachable state"),
      a.depth ? fmt::format(", the farthest after {}", base::count_in_words(*a.depth, "step"))
              : "");
}

std::string tell(const HelpAnswer& a) {
  std::size_t width = 0;
  for (const HelpAnswer::Row& row : a.commands) width = std::max(width, row.usage.size());
  std::string text;
  for (const HelpAnswer::Row& row : a.commands)
    text += fmt::format("  {}  {}\n", pad(row.usage, width), row.help);
  if (!a.more.empty()) text += fmt::format("  {}\n", a.more);
  return text;
}

std::string tell(const SavedAnswer& a) {
  return fmt::format("written to {}: 'ken replay {}' confirms it\n", a.file, a.file);
}

std::string tell(const Farewell&) { return {}; }

}  // namespace

std::string to_text(const SimulationAnswer& answer) {
  return std::visit([](const auto& one) { return tell(one); }, answer);
}

std::string to_text(const Mistake& mistake, const std::string& before, base::Style style) {
  std::string text = fmt::format("{}{}{}\n", before, mistake.message,
                                 mistake.hint.empty() ? "" : "; " + mistake.hint);
  for (const base::Diagnostic& d : mistake.diagnostics.all()) text += base::to_text(d, style);
  if (mistake.ways) text += tell(*mistake.ways);
  return text;
}

}  // namespace ken::report
