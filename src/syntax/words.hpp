#pragma once
#include <algorithm>
#include <string_view>

namespace ken::syntax {

// Whether a list of words has one.
[[nodiscard]] bool contains(const auto& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace ken::syntax
