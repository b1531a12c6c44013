#include "model/logic_document.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "model/formula_resolver.hpp"
#include "model/scope.hpp"

namespace ken::model {
namespace {

using Types = decltype(OperatorDefinition::types);

std::string list_parameters(const Types& types) {
  const auto list = [&](logic::Parameter wanted, std::string_view one, std::string_view several) {
    std::string names;
    std::size_t count = 0;
    for (const auto& [name, type] : types) {
      if (type != wanted) continue;
      names += (count++ == 0 ? "" : ", ") + name;
    }
    return count == 0 ? names : fmt::format("{}: {}", names, count == 1 ? one : several);
  };
  std::string result;
  for (const std::string& part : {list(logic::Parameter::agent, "agent", "agents"),
                                  list(logic::Parameter::group, "group", "groups"),
                                  list(logic::Parameter::formula, "formula", "formulas")})
    if (!part.empty()) result += (result.empty() ? "" : "; ") + part;
  return result;
}

}  // namespace

LogicDocument document_logic(const base::Source& source, base::Diagnostics& diagnostics) {
  Model model;
  IndexBuilder index(source);
  Scope scope(model, diagnostics, index, {});
  scope.logics.load(scope, source, false);
  const LoadedLogic& logic = *scope.logics.files().front();
  LogicDocument document;
  if (logic.file.title) document.title = syntax::unquote(logic.file.text.text(*logic.file.title));
  for (const syntax::LogicDefinition& definition : logic.file.definitions) {
    const std::string name = logic.text(definition.name);
    const bool relation = definition.kind == syntax::LogicDefinition::Kind::relation;
    const auto at = logic.operators.find(name);
    if (relation ? !logic.relations.contains(name) : at == logic.operators.end()) continue;
    LogicDocument::Entry entry;
    entry.kind = relation ? "relation" : "operator";
    entry.head = name;
    Types types;
    for (const syntax::LogicParameter& parameter : definition.parameters) {
      entry.head += (&parameter == &definition.parameters.front() ? "(" : ", ") +
                    base::collapse_blanks(logic.text(parameter.range));
      types.emplace(logic.text(parameter.name), logic::Parameter::agent);
    }
    if (!definition.parameters.empty()) entry.head += ")";
    entry.parameters = list_parameters(relation ? types : scope.logics.find(at->second)->types);
    if (definition.meaning) entry.meaning = syntax::unquote(logic.text(*definition.meaning));
    entry.definition = one_line(logic.file.text, logic.file.text.nodes[definition.body].range);
    document.entries.push_back(std::move(entry));
  }
  return document;
}

}  // namespace ken::model
