#include "driver/simulation_words.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace ken::driver {

report::Values describe_action(const model::Model& model, const model::JointAction& action) {
  report::Values result;
  for (std::size_t i = 0; i < action.size(); ++i) {
    const model::Agent& agent = model.agents[i];
    if (!agent.silent) result.emplace_back(agent.name.shown, agent.actions[action[i]].name.shown);
  }
  return result;
}

report::Values describe_changes(const model::Model& model, const model::State& before,
                                const model::State& now) {
  report::Values result;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto v = static_cast<model::VarId>(i);
    if (before[i] != now[i]) result.emplace_back(qualified(model, v), model[v].type.text(now[i]));
  }
  return result;
}

std::string describe_lost(const model::Model& model, const model::Assignment& assignment) {
  constexpr std::size_t widest = 60;
  const std::string written = base::collapse_blanks(model.source->text(assignment.place));
  return fmt::format("line {}: {} gives no value of {}, which is {}",
                     model.source->line_number(assignment.place.begin),
                     base::shorten(base::make_printable(written), widest),
                     qualified(model, assignment.target), to_text(model[assignment.target].type));
}

report::Mistake complain_of_name(std::string_view what, const std::string& name,
                                 const std::vector<std::string>& known) {
  constexpr std::size_t widest = 60;
  constexpr std::size_t most_listed = 12;
  const std::string shown = base::shorten(base::make_printable(name), widest);
  report::Mistake result{.message = fmt::format("there is no {} '{}'", what, shown)};
  if (const auto near = base::find_nearest(shown, known))
    result.message += fmt::format(" (did you mean '{}'?)", *near);
  else if (known.size() <= most_listed)
    result.hint =
        fmt::format("there {} {}", known.size() == 1 ? "is" : "are", fmt::join(known, ", "));
  return result;
}

}  // namespace ken::driver
