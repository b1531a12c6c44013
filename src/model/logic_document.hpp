#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace ken::model {

// What a logic file defines, for people and programs.
struct LogicDocument {
  struct Entry {
    std::string kind;        // relation or operator
    std::string head;        // "WCC(i, j, p, f)"
    std::string parameters;  // "i, j: agents; p, f: formulas"
    std::string meaning;     // as the file has it; may be empty
    std::string definition;  // the body on one line
  };
  std::string title;
  std::vector<Entry> entries;
};

// Reads and checks a file; entries are those of its definitions that are sound.
[[nodiscard]] LogicDocument document_logic(const base::Source& source,
                                           base::Diagnostics& diagnostics);

}  // namespace ken::model
