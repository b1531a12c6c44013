#pragma once
#include "base/style.hpp"
#include "driver/settings.hpp"

namespace ken::apps {

// What standard output and standard error are.
struct Console {
  base::Style out = base::Style::plain;
  base::Style err = base::Style::plain;
  bool out_is_terminal = false;
};

// Colours as the user chose, else where there is a terminal that shows them and the environment
// does not object (NO_COLOR is set, TERM is dumb).
[[nodiscard]] Console look_at_console(driver::ShowColours choice);

}  // namespace ken::apps
