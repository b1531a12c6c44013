#pragma once
#include <string_view>

namespace ken::apps {

// Standard output, whole.  Returns the status given, or 2 with a word on standard error if the
// text could not be written; a reader that has gone away is no error.
[[nodiscard]] int print_answer(std::string_view text, int status);

// Standard error.
void say(std::string_view text);

}  // namespace ken::apps
