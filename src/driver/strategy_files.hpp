#pragma once
#include <functional>
#include <string>
#include <vector>

#include "driver/settings.hpp"
#include "evidence/strategy.hpp"

namespace ken::driver {

// A text to be kept: "N=3.2.1" and ".dot", behind the name of the model.
struct NewFile {
  std::string name;
  std::string extension;
  std::string text;
};

// Keeps a file and says where, first, and where else, if it was drawn as well; nothing if it could
// not, which is its own to report.
using Store = std::function<std::vector<std::string>(const NewFile&)>;

// Where what was found is kept; nothing: it is only told.
struct Stores {
  Store strategies{};
  Store evidence{};
};

// What the files about a formula are called: after the parameters that were set and its number.
[[nodiscard]] std::string name_file(const model::Model& model, const Settings& settings,
                                    std::size_t formula);

// The strategies behind the answer to a formula, in words.  If there is a store, they are kept
// there too: as pictures, and as models if the members act by what they see.  Files are named after
// the parameters that were set, the number of the formula and, if there are several, of the
// strategy.
[[nodiscard]] std::vector<evidence::StrategyAnswer> tell_strategies(
    const model::Model& model, const Settings& settings, std::size_t formula,
    const std::vector<evidence::Strategy>& strategies, const Store& store);

}  // namespace ken::driver
