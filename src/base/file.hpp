#pragma once
#include <string>
#include <variant>

#include "base/source.hpp"

namespace ken::base {

// Why a text could not be had, in words for the user ("m.ispl: is a directory").
struct Unreadable {
  std::string why;
};

// The whole file; "-" is standard input.
[[nodiscard]] std::variant<Source, Unreadable> load(const std::string& path);

// Whether the path names an open descriptor of this process, such as /dev/stdin or /dev/fd/3: what
// is read there is nobody's file to replace.
[[nodiscard]] bool names_descriptor(const std::string& path);

// Replaces the file in one step (a temporary beside it, then a rename), so that a full disk or an
// interruption leaves the old text.  Empty on success, else why not.
[[nodiscard]] std::string store(const std::string& path, std::string_view text);

}  // namespace ken::base
