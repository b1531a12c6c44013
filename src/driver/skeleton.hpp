#pragma once
#include <string>

namespace ken::driver {

// A small commented model that checks, for 'ken new'.
[[nodiscard]] std::string make_skeleton(const std::string& path);

}  // namespace ken::driver
