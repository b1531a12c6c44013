#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace ken::translate {

// What everything is called in SMV, where variables, definitions and the values of enumerations
// share one space of names.  Values and actions keep one name each, however many enumerations they
// are in; everything else has a name of its own.
//
// The values of a variable at other moments have its name with a prefix.
class SmvNames {
 public:
  explicit SmvNames(const model::Model& model);

  [[nodiscard]] const std::string& variable(model::VarId id) const {
    return variables_[static_cast<std::size_t>(id)];
  }
  // What the agent does; empty if it has one action only.
  [[nodiscard]] const std::string& action_of(model::AgentId id) const {
    return actions_[static_cast<std::size_t>(id)];
  }
  // A value of an enumeration, or an action.
  [[nodiscard]] const std::string& symbol(const std::string& shown) const {
    return symbols_.at(shown);
  }
  // A name nobody has yet: the stem, or the stem with a number behind it.
  std::string make_fresh(const std::string& stem);

 private:
  std::string make_fresh_variable(const std::string& stem);

  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::size_t> numbers_;  // the last one used, by stem
  std::map<std::string, std::string> symbols_;  // by shown name
  std::vector<std::string> variables_;          // by VarId
  std::vector<std::string> actions_;            // by AgentId
};

inline constexpr const char* smv_prefixes[] = {"from_", "to_", "past_"};

// Whether a word can name nothing in SMV.
[[nodiscard]] bool is_smv_word(std::string_view word);

}  // namespace ken::translate
