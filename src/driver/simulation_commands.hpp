#pragma once
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "driver/simulation.hpp"

namespace ken::driver {

// One row per command of a simulation: its name, other names for it, what is written behind it, and
// what it does in one line and in more.  Commands, help and completion come from the row.
struct SimulationCommand {
  std::string_view name;
  std::string_view other_names;  // with blanks between them
  std::string_view arguments;
  std::string_view help;
  std::string_view more;
  report::SimulationAnswer (*run)(Simulation&, std::string_view arguments);
};

[[nodiscard]] std::span<const SimulationCommand> simulation_commands();

// What a line of the user led to.
struct CommandAnswer {
  std::string command;  // its name in the table; empty if there is none
  report::SimulationAnswer answer;
};

// Nothing to do: the line is empty or a comment, which begins with # or --.
[[nodiscard]] bool is_idle(std::string_view line);

// Never throws for what the user wrote: mistakes and what ran out are answers.
[[nodiscard]] CommandAnswer run_command(Simulation& simulation, std::string_view line,
                                        std::stop_token stop);

}  // namespace ken::driver
