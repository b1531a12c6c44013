#include "apps/cli/console.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace ken::apps {
namespace {

std::string_view from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

base::Style choose_style(driver::ShowColours choice, bool terminal) {
  switch (choice) {
    case driver::ShowColours::always:
      return base::Style::coloured;
    case driver::ShowColours::never:
      return base::Style::plain;
    case driver::ShowColours::on_terminals:
      break;
  }
  const bool wanted =
      terminal && from_environment("NO_COLOR").empty() && from_environment("TERM") != "dumb";
  return wanted ? base::Style::coloured : base::Style::plain;
}

}  // namespace

Console look_at_console(driver::ShowColours choice) {
  const bool out = ::isatty(STDOUT_FILENO) == 1;
  const bool err = ::isatty(STDERR_FILENO) == 1;
  return {choose_style(choice, out), choose_style(choice, err), out};
}

}  // namespace ken::apps
