#pragma once
#include <string>
#include <string_view>

#include "bdd/manager.hpp"

namespace ken::bdd {

// Functions of one manager as text (storage.cpp says how it looks).
[[nodiscard]] std::string save(std::span<const Bdd> functions);

struct Loaded {
  std::vector<Bdd> functions;  // as they were saved
  std::string mistake;         // what is wrong with the text, and in which line; else empty
};
// Into a manager that has the variables they depend on, in whatever order.  The text may come from
// anywhere.  Throws Exhausted like every operation.
[[nodiscard]] Loaded load(std::string_view text, Manager& manager);

}  // namespace ken::bdd
