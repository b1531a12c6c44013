#include "translate/ispl_names.hpp"

#include <array>

#include "base/check.hpp"
#include "translate/flat_name.hpp"

namespace ken::translate {
namespace {

// The words of the dialect besides its operators.
constexpr auto words = std::to_array<std::string_view>({"Action",
                                                        "Actions",
                                                        "Agent",
                                                        "Environment",
                                                        "Evaluation",
                                                        "Evolution",
                                                        "Fairness",
                                                        "Formulae",
                                                        "Groups",
                                                        "GreenStates",
                                                        "InitStates",
                                                        "LTL",
                                                        "Lobsvars",
                                                        "MA",
                                                        "Obsvars",
                                                        "Other",
                                                        "MultiAssignment",
                                                        "Protocol",
                                                        "RedStates",
                                                        "SA",
                                                        "Semantics",
                                                        "Vars",
                                                        "SingleAssignment",
                                                        "and",
                                                        "boolean",
                                                        "end",
                                                        "false",
                                                        "if",
                                                        "or",
                                                        "true"});

// The operators of the dialect are those of the table that it has as they are.
std::set<std::string, std::less<>> collect_reserved_words(const logic::ModalityTable& table) {
  std::set<std::string, std::less<>> result(words.begin(), words.end());
  for (const logic::PathQuantifierRow& row : logic::path_quantifiers) result.emplace(row.word);
  for (const logic::Modality& row : table.rows()) {
    if (row.ispl != logic::Export::as_it_is) continue;
    result.insert(row.keyword);
    if (!row.connective.empty()) result.insert(row.connective);
  }
  return result;
}

}  // namespace

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

IsplNames::IsplNames(const model::Model& model)
    : reserved_(collect_reserved_words(model.modalities)) {
  collect(model);
  for (auto& [shown, plain] : plain_) {
    if (shown.find('[') != std::string::npos || is_reserved(shown)) continue;
    plain = shown;
    taken_.insert(shown);
  }
  for (auto& [shown, plain] : plain_) {
    if (!plain.empty()) continue;
    plain = make_fresh(flatten_name(shown));
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

std::string IsplNames::make_fresh(const std::string& stem) {
  std::string name = stem;
  while (is_reserved(name) || taken_.contains(name)) name += '_';
  taken_.insert(name);
  return name;
}

std::string IsplNames::make_numbered(const std::string& stem) {
  for (;;) {
    std::string name = stem + "_" + std::to_string(++numbers_[stem]);
    if (taken_.insert(name).second) return name;
  }
}

}  // namespace ken::translate
