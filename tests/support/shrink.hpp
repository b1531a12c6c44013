#pragma once
#include <functional>
#include <string>

namespace ken::tests {

// A smaller text that is still interesting: lines, members of lists and parts of conditions and
// formulas are left out as long as that is so.  The text given must be interesting; so is the
// result, and no single omission of these kinds leaves it so.
[[nodiscard]] std::string shrunk(std::string text,
                                 const std::function<bool(const std::string&)>& interesting);

}  // namespace ken::tests
