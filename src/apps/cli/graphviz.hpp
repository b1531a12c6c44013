#pragma once
#include <string>

namespace ken::apps {

// Draws a file for Graphviz beside it, as SVG, if the program 'dot' is there and is done within
// some seconds; what was written, or empty.
[[nodiscard]] std::string draw_svg(const std::string& dot_file);

}  // namespace ken::apps
