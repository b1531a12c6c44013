#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/settings.hpp"

namespace ken::driver {

enum class Command : std::uint8_t {
  check,
  lint,
  info,
  simulate,
  coalitions,
  replay,
  format,
  translate,
  create,
  logic,
};

// One row per option: flag, what its value is called (empty: a switch), the commands that take it,
// help, and how it changes the settings.  'apply' answers what is wrong with the value, or nothing.
// Parsing, --help and docs/options.md come from the row.
struct Option {
  std::string_view flag;
  std::string_view value;
  unsigned commands;  // a bit for each
  bool repeatable;
  std::string_view help;
  std::string (*apply)(Settings&, const std::string&);
};

struct CommandRow {
  Command command;
  std::string_view name;
  std::string_view files;  // FILE, FILE..., NAME
  std::string_view help;
};

[[nodiscard]] constexpr unsigned bit(Command command) {
  return 1U << static_cast<unsigned>(command);
}
[[nodiscard]] constexpr bool takes(Command command, const Option& option) {
  return (option.commands & bit(command)) != 0;
}

[[nodiscard]] std::span<const Option> options();
[[nodiscard]] std::span<const CommandRow> commands();

// docs/options.md: the tables above as a page.
[[nodiscard]] std::string print_options_page();

}  // namespace ken::driver
