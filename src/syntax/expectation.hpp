#pragma once
#include <optional>
#include <string_view>

namespace ken::syntax {

// What a comment says about the verdict of the formula it stands behind.
struct Expectation {
  bool well_formed = false;     // "-- expect: true" or "-- expect: false"
  std::optional<bool> verdict;  // the one it states, or seems to mean
};

// Nothing for a comment like any other.  A comment that was probably meant as an expectation and is
// none is not well-formed: other case, a blank before the colon or no colon, 'expected', 'yes'.
[[nodiscard]] std::optional<Expectation> read_expectation(std::string_view comment);

}  // namespace ken::syntax
