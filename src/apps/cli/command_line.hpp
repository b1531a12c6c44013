#pragma once
#include <string>
#include <vector>

#include "driver/options.hpp"

namespace ken::apps {

// What the user asked for on the command line, or what to tell instead.
struct Request {
  driver::Command command = driver::Command::check;
  driver::Settings settings;
  std::vector<std::string> files;
};

struct Message {
  std::string text;
  bool error = false;  // to standard error, exit status 2
};

// Exactly one of the two is meant: a request if 'instead.text' is empty.
struct ParsedLine {
  Request request;
  Message instead;
};

[[nodiscard]] ParsedLine parse_command_line(int argc, const char* const* argv);

}  // namespace ken::apps
