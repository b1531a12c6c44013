#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/source.hpp"
#include "model/model.hpp"

namespace ken::model {

// Crypt for Crypt[3].
[[nodiscard]] inline std::string base_name(const std::string& shown) {
  return shown.substr(0, shown.find('['));
}

// What was declared under one base name: Crypt[1] to Crypt[3].
struct Family {
  std::string first, last;
  std::size_t members = 0;
};

// The names of one kind (the agents, the variables of an agent, ...) while a model is elaborated.
template <class Id>
class Registry {
 public:
  struct Entry {
    Id id;
    base::Range place;
  };

  // The entry that has the name already, or nothing and the name is taken now.
  std::optional<Entry> add(const Name& name, Id id, base::Range place) {
    const auto [at, fresh] = by_name_.try_emplace(name.shown, Entry{id, place});
    if (!fresh) return at->second;
    Kin& kin = families_[base_name(name.shown)];
    if (kin.family.members++ == 0) kin.family.first = name.shown;
    kin.family.last = name.shown;
    kin.members.push_back(id);
    return std::nullopt;
  }
  // The other name that becomes the same one in plain ISPL.
  std::optional<std::string> clash(const Name& name) {
    const auto [at, fresh] = by_plain_.try_emplace(name.plain, name.shown);
    if (fresh || at->second == name.shown) return std::nullopt;
    return at->second;
  }
  [[nodiscard]] std::optional<Id> find(const std::string& shown) const {
    const auto at = by_name_.find(shown);
    if (at == by_name_.end()) return std::nullopt;
    return at->second.id;
  }
  [[nodiscard]] std::optional<Family> family(const std::string& base) const {
    const auto at = families_.find(base);
    if (at == families_.end()) return std::nullopt;
    return at->second.family;
  }
  // All that have the base name, in the order of their declarations.
  [[nodiscard]] std::span<const Id> members(const std::string& base) const {
    const auto at = families_.find(base);
    if (at == families_.end()) return {};
    return at->second.members;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& [base, kin] : families_) result.push_back(base);
    return result;
  }

 private:
  struct Kin {
    Family family;
    std::vector<Id> members;
  };

  std::unordered_map<std::string, Entry> by_name_;
  std::unordered_map<std::string, std::string> by_plain_;
  std::map<std::string, Kin> families_;
};

}  // namespace ken::model
