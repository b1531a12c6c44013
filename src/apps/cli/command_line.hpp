#pragma once
#include <string>
#include <vector>

#include "driver/options.hpp"

namespace ken::apps {

// Of the program: its number, and the commit it was built from if that is known.
struct Version {
  std::string number;
  std::string commit;
};

// What the user asked for on the command line, or what to tell instead.
struct Request {
  driver::Command command = driver::Command::check;
  driver::Settings settings;
  std::vector<std::string> files;
  bool several = false;  // files, whatever their number: a folder was named, or a sweep
  Version version;
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

[[nodiscard]] ParsedLine parse_command_line(int argc, const char* const* argv,
                                            const Version& version);

}  // namespace ken::apps
