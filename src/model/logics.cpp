// Logic files: what they define, in the order of the text.
//
// A definition may use what stands above it, the operators of ken and those of other files; so none
// can rest on itself.  Each is checked once, where it stands (logic_check.cpp), with agents and
// formulas that stand for all; where its operator is applied, only what depends on the agents can
// still be wrong, and that is reported at the application.

#include "model/logics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "logic/shipped.hpp"
#include "model/scope.hpp"
#include "syntax/operators.hpp"

namespace ken::model {
namespace {

using base::Code;
using Param = logic::Parameter;
using syntax::LogicDefinition;

constexpr std::size_t deepest_definition = 64;
// What relations have names for, and what joins or ends an expression.
constexpr std::string_view plain_words[] = {"step",    "reach",   "same", "other", "self",
                                            "channel", "private", "true", "false", "in",
                                            "not",     "if",      "then", "else"};

bool has_meaning(std::string_view word) {
  return logic::is_reserved_keyword(word) || syntax::is_logic_word(word) ||
         syntax::infix_word(word) ||
         std::find(std::begin(plain_words), std::end(plain_words), word) != std::end(plain_words);
}

// Names that have no meaning of their own, each once but for those of applications.
bool check_names(Scope& scope, const LoadedLogic& logic, const LogicDefinition& definition) {
  const auto refuse = [&](base::Range range, std::string_view what) {
    const std::string word = logic.text(range);
    if (!has_meaning(word)) return false;
    scope.diagnostics.add(logic.file.text.source, range, Code::name_not_allowed, word, what);
    return true;
  };
  const bool relation = definition.kind == LogicDefinition::Kind::relation;
  if (refuse(definition.name, relation ? "a relation" : "an operator")) return false;
  std::vector<std::string> plain;
  for (const syntax::LogicParameter& parameter : definition.parameters) {
    for (const base::Range name : parameter.names)
      if (refuse(name, "a parameter")) return false;
    if (parameter.application) continue;
    if (refuse(parameter.name, "a parameter")) return false;
    const std::string word = logic.text(parameter.name);
    if (std::find(plain.begin(), plain.end(), word) != plain.end()) {
      scope.diagnostics.add(logic.file.text.source, parameter.name, Code::declared_twice,
                            "parameter", word);
      return false;
    }
    plain.push_back(word);
  }
  return true;
}

}  // namespace

void Logics::load(Scope& scope, const base::Source& source, bool shipped) {
  auto loaded = std::make_unique<LoadedLogic>();
  LoadedLogic& logic = *loaded;
  logic.shipped = shipped;
  logic.file = syntax::parse_logic(source, scope.diagnostics);
  files_.push_back(std::move(loaded));
  for (const LogicDefinition& definition : logic.file.definitions) {
    const bool named = check_names(scope, logic, definition);
    if (definition.kind == LogicDefinition::Kind::relation) {
      if (named) add_relation(scope, logic, definition);
    } else if (named) {
      add_operator(scope, logic, definition);
    }
    const std::string name = logic.text(definition.name);
    if (!logic.operators.contains(name) && !logic.relations.contains(name)) given_up_.insert(name);
  }
}

std::optional<logic::ModalityId> Logics::find_shipped(std::string_view word) const {
  for (const auto& logic : files_)
    if (const auto at = logic->operators.find(word); logic->shipped && at != logic->operators.end())
      return at->second;
  return std::nullopt;
}

std::optional<logic::ModalityId> Logics::find_call(Scope& scope, std::string_view word,
                                                   const LoadedLogic* inside) {
  const auto& table = scope.model.modalities;
  const auto builtin = table.find(logic::Notation::call, word);
  if (builtin && table[*builtin].builtin) return builtin;
  const auto own = [&](const LoadedLogic& logic) -> std::optional<logic::ModalityId> {
    const auto at = logic.operators.find(word);
    return at == logic.operators.end() ? std::nullopt : std::optional(at->second);
  };
  if (inside != nullptr)
    if (const auto found = own(*inside)) return found;
  if (inside == nullptr || !inside->shipped)
    for (auto logic = files_.rbegin(); logic != files_.rend(); ++logic)
      if (const auto found = (*logic)->shipped ? std::nullopt : own(**logic)) return found;
  if (const auto found = find_shipped(word)) return found;
  const logic::ShippedLogic* const wanted = logic::find_shipped_logic(word);
  if (wanted == nullptr) return std::nullopt;
  for (const auto& logic : files_)  // being loaded: the word stands above its definition
    if (logic->shipped && logic->file.text.source->name() == wanted->name) return std::nullopt;
  load(scope, base::make_source(std::string(wanted->name), std::string(wanted->text)), true);
  return find_shipped(word);
}

const OperatorDefinition* Logics::find(logic::ModalityId row) const {
  const auto at = operators_.find(row);
  return at == operators_.end() ? nullptr : &at->second;
}

void Logics::add_relation(Scope& scope, LoadedLogic& logic, const LogicDefinition& definition) {
  const std::string name = logic.text(definition.name);
  if (logic.relations.contains(name)) {
    scope.diagnostics.add(logic.file.text.source, definition.name, Code::declared_twice, "relation",
                          name);
    return;
  }
  const auto types = infer_types(scope, logic, definition, {});
  if (!types || !check_body(scope, logic, definition, nullptr)) return;
  logic.relations.emplace(name, &definition);
}

void Logics::add_operator(Scope& scope, LoadedLogic& logic, const LogicDefinition& definition) {
  const auto& source = logic.file.text.source;
  const std::string keyword = logic.text(definition.name);
  OperatorDefinition operation{&logic, &definition, {}, {}};
  for (const syntax::LogicParameter& parameter : definition.parameters) {
    OperatorDefinition::Slot slot;
    if (!parameter.application) slot.names.push_back(logic.text(parameter.name));
    for (const base::Range name : parameter.names) slot.names.push_back(logic.text(name));
    if (parameter.application) {
      const std::string word = logic.text(parameter.name);
      slot.application = find_call(scope, word, &logic);
      if (!slot.application) {
        scope.diagnostics.add(source, parameter.name, Code::unknown_name, "operator", word);
        return;
      }
      const auto& row = scope.model.modalities[*slot.application];
      if (row.signature.size() != slot.names.size()) {
        scope.diagnostics.add(source, parameter.range, Code::wrong_arguments, word,
                              logic::in_words(row.signature),
                              base::count_in_words(slot.names.size(), "argument"));
        return;
      }
    }
    operation.slots.push_back(std::move(slot));
  }
  auto types = infer_types(scope, logic, definition, operation.slots);
  if (!types) return;
  operation.types = std::move(*types);
  logic::Modality row;
  row.keyword = keyword;
  row.family = logic::Family::social;
  row.meaning = definition.meaning ? syntax::unquote(logic.text(*definition.meaning)) : "";
  for (const OperatorDefinition::Slot& slot : operation.slots)
    row.signature.push_back(slot.application ? Param::operation
                                             : operation.types.at(slot.names.front()));
  if (logic.operators.contains(keyword)) {
    scope.diagnostics.add(source, definition.name, Code::declared_twice, "operator", keyword);
    return;
  }
  const logic::ShippedLogic* const hidden = logic::find_shipped_logic(keyword);
  if (!logic.shipped && hidden != nullptr)
    scope.diagnostics.add(source, definition.name, Code::hides_shipped, keyword, hidden->name);
  const auto depth = check_body(scope, logic, definition, &operation);
  if (!depth) return;
  operation.depth = *depth + 1;
  if (operation.depth > deepest_definition) {
    scope.diagnostics.add(source, definition.name, Code::too_large, fmt::format("'{}'", keyword),
                          fmt::format("{} operators inside each other", operation.depth),
                          deepest_definition);
    return;
  }
  const auto id = scope.model.modalities.add(std::move(row));
  if (!id) return;  // a reserved word, which was refused above
  scope.model.formulas.learn(scope.model.modalities);
  logic.operators.emplace(keyword, *id);
  operators_.emplace(*id, std::move(operation));
}

}  // namespace ken::model
