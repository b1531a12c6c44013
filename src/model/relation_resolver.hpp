#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/logics.hpp"
#include "model/relation.hpp"
#include "model/scope.hpp"

namespace ken::model {

// Resolves the relations of a logic file into the store of the model, for the agents that the names
// stand for.  While a definition is checked, agents have no variables: one stands for all.
class RelationResolver {
 public:
  RelationResolver(Scope& scope, const Bindings& bindings) : scope_(scope), bindings_(bindings) {}

  // Nothing after a mistake.
  std::optional<RelationId> resolve(syntax::NodeId node);

 private:
  using Result = std::optional<RelationId>;
  using Names = std::vector<std::string>;

  [[nodiscard]] const syntax::System& text() const { return bindings_.logic->file.text; }
  [[nodiscard]] bool is_checking() const { return !bindings_.application; }
  [[nodiscard]] std::string shown(syntax::NodeId node) const;
  Result everywhere(bool value);
  Result limit_depth(syntax::NodeId id, Result result);
  Result resolve_inner(syntax::NodeId node, const std::map<syntax::NodeId, RelationId>& known);
  Result resolve_leaf(syntax::NodeId node);
  Result resolve_word(syntax::NodeId node);
  Result resolve_call(syntax::NodeId node);
  Result apply_definition(syntax::NodeId node, const syntax::LogicDefinition& definition,
                          std::span<const syntax::NodeId> arguments);
  Result resolve_comparison(syntax::NodeId node);
  Result resolve_elements(syntax::NodeId node);
  Result complain(syntax::NodeId node, std::string_view what);
  // At the application.
  template <class... Args>
  base::Diagnostic& blame_application(base::Code code, const Args&... args) {
    const Application& where = *bindings_.application;
    return scope_.diagnostics.add(where.text->source, where.range, code, args...);
  }
  [[nodiscard]] std::string application_text() const;
  [[nodiscard]] bool is_defined_here(std::string_view word) const;
  [[nodiscard]] std::string name_agent(AgentId agent) const;

  std::optional<AgentId> find_agent(syntax::NodeId node);
  std::optional<VariableAt> find_variable(syntax::NodeId node);
  std::optional<Names> list_elements(syntax::NodeId domain);
  std::optional<Names> list_channels(AgentId i, AgentId j);
  void warn_of_no_channel(AgentId i, AgentId j);

  Scope& scope_;
  const Bindings& bindings_;
  std::map<std::string, std::string, std::less<>> elements_;  // the variable that a name stands for
  std::size_t depth_ = 0;  // of relations and elements inside each other
};

}  // namespace ken::model
