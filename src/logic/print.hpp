#pragma once
#include <functional>
#include <optional>
#include <string>

#include "logic/formula.hpp"

namespace ken::logic {

// What atoms, agents, groups and relations are called.
struct Names {
  std::function<std::string(AtomId)> atom;
  std::function<std::string(AgentId)> agent;
  // The name of a declared group with these members; without one a group is written {A, B}.
  std::function<std::optional<std::string>(const Group&)> group = {};
  std::function<std::string(RelationId)> relation = {};
};

// A formula as a user would write it.  Behind CTL* (with LDL inside: behind LDL) if it was read
// behind a prefix, else without one, the text is read as the same formula again, but for Many and
// Count, which are written as an equivalent formula; see print.cpp.
[[nodiscard]] std::string to_text(const FormulaStore& store, const ModalityTable& table,
                                  FormulaId formula, const Names& names);

}  // namespace ken::logic
