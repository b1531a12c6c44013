#pragma once
#include <string>

#include "evidence/answer.hpp"

namespace ken::apps {

// The answer for a file that cannot be read, in the form of every other answer.
[[nodiscard]] evidence::Answer answer_unreadable(const std::string& file, const std::string& why);

}  // namespace ken::apps
