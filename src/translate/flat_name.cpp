#include "translate/flat_name.hpp"

namespace ken::translate {

std::string flatten_name(std::string_view shown) {
  std::string result;
  for (const char c : shown) {
    if (c == '[' || c == ',')
      result += '_';
    else if (c == '-')
      result += 'm';
    else if (c != ']')
      result += c;
  }
  return result;
}

}  // namespace ken::translate
