#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace ken::translate {

// What everything is called in plain ISPL.  One injective map from shown names for agents,
// variables, values, actions, propositions and groups together: names that were different stay
// different and equal ones equal, so nothing clashes afterwards that did not clash before.  A name
// that is plain already and not reserved keeps its form.
class IsplNames {
 public:
  explicit IsplNames(const model::Model& model);

  [[nodiscard]] const std::string& operator[](const std::string& shown) const;
  [[nodiscard]] const std::string& operator[](const model::Name& name) const {
    return (*this)[name.shown];
  }
  [[nodiscard]] std::string agent(const model::Agent& agent) const;
  // The value of a variable as conditions write it: true, -3, v_2.
  [[nodiscard]] std::string value(const model::Type& type, model::Value value) const;
  // A name nobody has yet: the stem, or the stem with a number or underscores behind it.
  std::string make_fresh(const std::string& stem);
  std::string make_numbered(const std::string& stem);
  // Whether a word can name nothing in plain ISPL.
  [[nodiscard]] bool is_reserved(std::string_view word) const { return reserved_.contains(word); }
  // The reserved words that had to be renamed, with their new names.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& renamed() const {
    return renamed_;
  }

 private:
  void collect(const model::Model& model);

  std::set<std::string, std::less<>> reserved_;
  std::map<std::string, std::string, std::less<>> plain_;  // by shown name
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::size_t> numbers_;  // the last one used, by stem
  std::vector<std::pair<std::string, std::string>> renamed_;
};

}  // namespace ken::translate
