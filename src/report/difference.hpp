#pragma once
#include <string>
#include <string_view>

#include "base/source.hpp"

namespace ken::report {

// Where a file first differs from its formatted text, and the line there in both.
[[nodiscard]] std::string describe_difference(const base::SourceFile& source,
                                              std::string_view formatted);

}  // namespace ken::report
