#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/constants.hpp"
#include "model/index.hpp"
#include "model/model.hpp"

namespace ken::model {

// Who names a logic file: in the model it is relative to that.
enum class Whence : std::uint8_t { model, command_line };

struct ElaborationSettings {
  std::vector<std::pair<std::string, std::string>> parameters;  // --set N=50
  std::vector<std::string> formulae;                            // --formula 'AG p'
  ExpansionLimits limits;
  // The formulas of the text that matter, counted from 1; all if it is empty.  The others keep
  // their numbers and become 'true', whatever they say.
  std::vector<std::size_t> only{};
  std::string origin = "--formula";   // of the formulae above, for messages
  std::vector<std::string> logics{};  // --logic FILE
  // Finds a logic file; null if it cannot be read, and why.
  std::function<base::Source(const std::string& name, Whence whence, std::string& why)>
      read_logic{};
  bool index = true;  // nobody but editors needs it, and it takes some ten times the text
};

struct Elaboration {
  std::optional<Model> model;  // if there was no mistake
  base::Diagnostics diagnostics;
  Index index;  // what was resolved, after mistakes too; empty unless asked for
};

// Expands templates, resolves names and checks types.  Reports every mistake it finds; the
// diagnostics of parsing are not repeated here.  A text with syntax errors is elaborated as far as
// it can be understood, for its index: what is missing then causes mistakes that the user did not
// make, and a model, if there is one, is not what the user meant.
[[nodiscard]] Elaboration elaborate(const syntax::System& system,
                                    const ElaborationSettings& settings = {});

}  // namespace ken::model
