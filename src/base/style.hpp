#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace ken::base {

// Whether a text is for a terminal that shows colours.
enum class Style : std::uint8_t { plain, coloured };

enum class Colour : std::uint8_t { red, green, yellow, cyan, bold };

// The text in this colour, if there are colours.
[[nodiscard]] std::string paint(Style style, Colour colour, std::string_view text);

}  // namespace ken::base
