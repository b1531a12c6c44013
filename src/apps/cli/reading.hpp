#pragma once
#include <string>

#include "base/budget.hpp"
#include "evidence/answer.hpp"

namespace ken::apps {

// A file that was read, or why it was not: it cannot be, or time ran out.
struct Reading {
  base::Source source;
  std::string unreadable;
  std::string exhausted;
};
[[nodiscard]] Reading read_file(const std::string& file, const base::Budget& budget);

// The answer for a file that was not read, in the form of every other answer.
[[nodiscard]] evidence::Answer answer_unread(const std::string& file, const Reading& reading);

}  // namespace ken::apps
