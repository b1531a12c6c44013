#pragma once
#include <string>
#include <vector>

#include "model/condition_resolver.hpp"
#include "model/mentions.hpp"
#include "model/targets.hpp"

namespace ken::model {

// Fills the agents of the model from their syntax: instances of templates, variables, actions, what
// each sees, protocols, evolutions and red states, in the order in which names become known.
class AgentBuilder {
 public:
  AgentBuilder(Scope& scope, const syntax::System& text) : scope_(scope), text_(text) {}
  void run();
  // Tries the definitions that nobody used inside each agent.
  void try_definitions();

 private:
  // One agent of the model with the text it comes from and the indices it was made with.
  struct Instance {
    const syntax::AgentSyntax* syntax;  // nullptr: the Environment that nobody declared
    AgentId id;
    std::vector<Constants::Binding> indices;
  };

  void declare_agents();
  void declare(const syntax::AgentSyntax& agent, const Name& name);
  [[nodiscard]] const syntax::AgentSyntax* find_meant_environment() const;
  [[nodiscard]] bool is_environment(const syntax::AgentSyntax& agent) const {
    return agent.environment || &agent == meant_as_environment_;
  }
  void for_each_instance(void (AgentBuilder::*build)(const Instance&));

  void build_variables(const Instance& instance);
  void build_variable(const Instance& instance, const syntax::VariableSyntax& syntax,
                      bool observable);
  void declare_variable(const Instance& instance, const syntax::VariableSyntax& syntax,
                        const Name& name, const Type& type, bool observable);
  std::optional<Type> read_type(const syntax::TypeSyntax& syntax);
  bool refuse_numbers(const syntax::TypeSyntax& syntax);
  std::optional<Type> read_enumeration(const syntax::TypeSyntax& syntax);
  void check_value_names(const Instance& instance);
  void build_actions(const Instance& instance);
  void report_missing_actions(const Instance& instance);
  void build_view(const Instance& instance);
  void build_rules(const Instance& instance);
  void try_definitions_in(const Instance& instance);
  void build_protocol(const Instance& instance);
  void build_protocol_line(const Instance& instance, const syntax::ProtocolLine& line);
  void build_evolution_line(const Instance& instance, const syntax::EvolutionLine& line);
  std::optional<TargetCases> build_assignment(const Instance& instance,
                                              const syntax::AssignmentSyntax& syntax);
  std::optional<std::vector<Target>> find_targets(const Instance& instance, syntax::NodeId name);
  std::optional<std::vector<Target>> find_elements(const Instance& instance, syntax::NodeId part);
  std::vector<ActionIndex> list_actions(const Instance& instance,
                                        const std::vector<syntax::NodeId>& names, bool& sound);
  bool repeat_for_each(syntax::NodeId repeat, const std::function<void()>& body);
  // Every name an element of a list stands for: one, or one for each assignment of its indices.
  bool for_each_name(syntax::NodeId element, const std::function<void(const Name&)>& body);
  // Agent.x without indices: who owns the values of x.
  [[nodiscard]] std::string owner_of_values(const Instance& instance, syntax::NodeId name);
  [[nodiscard]] Agent& agent(const Instance& instance) {
    return scope_.model.agents[static_cast<std::size_t>(instance.id)];
  }

  Scope& scope_;
  const syntax::System& text_;
  std::vector<Instance> instances_;
  const syntax::AgentSyntax* meant_as_environment_ = nullptr;  // though it has another name
  Mentions mentions_{scope_.model.exprs};
};

}  // namespace ken::model
