#pragma once
#include <string>
#include <string_view>

namespace ken::translate {

// A name of letters, digits and underscores: v[3] as v_3, cell[1,-2] as cell_1_m2.
[[nodiscard]] std::string flatten_name(std::string_view shown);

}  // namespace ken::translate
