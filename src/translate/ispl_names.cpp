#include "translate/ispl_names.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"

namespace ken::translate {
namespace {

constexpr auto reserved = std::to_array<std::string_view>({"A",
                                                           "AF",
                                                           "AG",
                                                           "AX",
                                                           "Action",
                                                           "Actions",
                                                           "Agent",
                                                           "DK",
                                                           "E",
                                                           "EF",
                                                           "EG",
                                                           "EX",
                                                           "Environment",
                                                           "Evaluation",
                                                           "Evolution",
                                                           "F",
                                                           "Fairness",
                                                           "Formulae",
                                                           "G",
                                                           "GCK",
                                                           "GK",
                                                           "GreenStates",
                                                           "Groups",
                                                           "InitStates",
                                                           "K",
                                                           "LTL",
                                                           "Lobsvars",
                                                           "MA",
                                                           "MultiAssignment",
                                                           "O",
                                                           "Obsvars",
                                                           "Other",
                                                           "Protocol",
                                                           "RedStates",
                                                           "SA",
                                                           "Semantics",
                                                           "SingleAssignment",
                                                           "U",
                                                           "Vars",
                                                           "X",
                                                           "and",
                                                           "boolean",
                                                           "end",
                                                           "false",
                                                           "if",
                                                           "or",
                                                           "true"});
static_assert(std::is_sorted(reserved.begin(), reserved.end()));

// v[3] as v_3, cell[1,-2] as cell_1_m2.
std::string flattened(std::string_view shown) {
  std::string result;
  for (const char c : shown) {
    if (c == '[' || c == ',')
      result += '_';
    else if (c == '-')
      result += 'm';
    else if (c != ']')
      result += c;
  }
  return result;
}

}  // namespace

bool is_reserved(std::string_view word) {
  return std::binary_search(reserved.begin(), reserved.end(), word);
}

void IsplNames::collect(const model::Model& model) {
  const auto add = [&](const std::string& shown) { plain_.try_emplace(shown); };
  for (const model::Agent& agent : model.agents) {
    if (!agent.environment) add(agent.name.shown);
    for (const model::Action& action : agent.actions) add(action.name.shown);
  }
  for (const model::Variable& variable : model.variables) {
    add(variable.name.shown);
    for (const std::string& value : variable.type.names) add(value);
  }
  for (const model::Atom& atom : model.atoms)
    if (atom.kind == model::AtomKind::declared) add(atom.name.shown);
  for (const model::NamedGroup& group : model.groups) add(group.name.shown);
}

IsplNames::IsplNames(const model::Model& model) {
  collect(model);
  for (auto& [shown, plain] : plain_) {
    if (shown.find('[') != std::string::npos || is_reserved(shown)) continue;
    plain = shown;
    taken_.insert(shown);
  }
  for (auto& [shown, plain] : plain_) {
    if (!plain.empty()) continue;
    plain = fresh(flattened(shown));
    if (is_reserved(shown)) renamed_.emplace_back(shown, plain);
  }
}

const std::string& IsplNames::operator[](const std::string& shown) const {
  const auto at = plain_.find(shown);
  CHECK(at != plain_.end(), "every name of the model has a plain form");
  return at->second;
}

std::string IsplNames::agent(const model::Agent& agent) const {
  return agent.environment ? "Environment" : (*this)[agent.name];
}

std::string IsplNames::value(const model::Type& type, model::Value value) const {
  if (type.kind != model::TypeKind::enumeration) return type.text(value);
  return (*this)[type.names[static_cast<std::size_t>(value)]];
}

std::string IsplNames::fresh(const std::string& stem) {
  std::string name = stem;
  while (is_reserved(name) || taken_.contains(name)) name += '_';
  taken_.insert(name);
  return name;
}

std::string IsplNames::numbered(const std::string& stem) {
  for (;;) {
    std::string name = stem + "_" + std::to_string(++numbers_[stem]);
    if (taken_.insert(name).second) return name;
  }
}

}  // namespace ken::translate
