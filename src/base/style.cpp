#include "base/style.hpp"

#include <fmt/format.h>

namespace ken::base {
namespace {

// The parameter of the control sequence "select graphic rendition" (ECMA-48).
std::string_view rendition(Colour colour) {
  switch (colour) {
    case Colour::red:
      return "1;31";
    case Colour::green:
      return "32";
    case Colour::yellow:
      return "33";
    case Colour::cyan:
      return "36";
    case Colour::bold:
      return "1";
  }
  return "0";
}

}  // namespace

std::string paint(Style style, Colour colour, std::string_view text) {
  if (style == Style::plain) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", rendition(colour), text);
}

}  // namespace ken::base
