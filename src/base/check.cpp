#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace ken::base {

void broken_promise(std::string_view condition, std::string_view why, std::string_view file,
                    int line) {
  const std::string message = "ken: internal error: " + std::string(why) + " (" +
                              std::string(condition) + ", " + std::string(file) + ":" +
                              std::to_string(line) + ")\nPlease report this with the model.\n";
  std::fputs(message.c_str(), stderr);
  std::abort();
}

}  // namespace ken::base
