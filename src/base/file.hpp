#pragma once
#include <string>
#include <variant>

#include "base/budget.hpp"
#include "base/source.hpp"

namespace ken::base {

// Why a text could not be had, in words for the user ("m.ispl: is a directory").
struct Unreadable {
  std::string why;
};

// What a file is called in answers; "-" is standard input.
[[nodiscard]] std::string name_of(const std::string& path);

// The whole file; "-" is standard input.  A pipe may be slow: throws Exhausted when the budget, if
// there is one, ends before it.
[[nodiscard]] std::variant<Source, Unreadable> load(const std::string& path,
                                                    const Budget* budget = nullptr);

// Whether the path names an open descriptor of this process, such as /dev/stdin or /dev/fd/3: what
// is read there is nobody's file to replace.
[[nodiscard]] bool names_descriptor(const std::string& path);

// Replaces the file in one step (a temporary beside it, then a rename), so that a full disk or an
// interruption leaves the old text.  Empty on success, else why not.
[[nodiscard]] std::string store(const std::string& path, std::string_view text);

}  // namespace ken::base
