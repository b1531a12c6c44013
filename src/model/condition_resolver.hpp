#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/array.hpp"
#include "model/machine.hpp"
#include "model/scope.hpp"
#include "model/typed.hpp"

namespace ken::model {

// Resolves, types and expands conditions and arithmetic.
class ConditionResolver {
 public:
  ConditionResolver(Scope& scope, const syntax::System& text, Where where)
      : scope_(scope), text_(text), where_(where), stack_(scope.constants) {}

  std::optional<ExprId> condition(syntax::NodeId node);
  // A value for the variable; checks that it fits its type.
  std::optional<ExprId> value_for(VarId target, syntax::NodeId node);
  Typed resolve(syntax::NodeId node);
  std::optional<ExprId> number(syntax::NodeId node);

 private:
  struct Extra {
    std::vector<syntax::NodeId> indices;  // of a name: those that are no constants
    std::vector<syntax::NodeId> links;    // of "a and b and c", if the node is the whole of it
  };
  using Stack = Machine<Extra, Typed>;
  using Frame = Stack::Frame;

  void step(Frame& frame);
  [[nodiscard]] std::size_t count_operands(syntax::NodeId node) const;
  Typed finish(const Frame& frame);
  Typed finish_comprehension(const Frame& frame);
  [[nodiscard]] std::vector<syntax::NodeId> find_chain(syntax::NodeId node) const;
  Typed join_results(ExprOp op, const Frame& frame);

  Typed resolve_name(syntax::NodeId node);
  Typed resolve_bare_name(syntax::NodeId node);
  Typed resolve_qualified_name(syntax::NodeId node);
  Typed resolve_definition(std::size_t which, base::Range range);
  Typed resolve_variable(VarId id, base::Range range);
  Typed type_value(VarId id, ExprId expr, base::Range range);
  std::optional<AgentId> find_owner(syntax::NodeId node);
  void report_unknown_owner(syntax::NodeId node, const Name& name);
  bool check_visible(AgentId agent, VarId id, base::Range range, std::string_view shown);
  // The word of a name with indices.
  [[nodiscard]] static base::Range word_of(base::Range range, const std::string& symbol) {
    return {range.begin, range.begin + static_cast<std::uint32_t>(base_name(symbol).size())};
  }
  Typed resolve_action(AgentId agent, base::Range range);
  [[nodiscard]] bool is_action(AgentId agent, const std::string& name) const;
  Typed complain_of_action(std::string_view what, const std::string& tested,
                           const std::string& action, base::Range range);

  // ---- arrays: condition_elements.cpp ----
  [[nodiscard]] std::vector<syntax::NodeId> list_varying_indices(syntax::NodeId name) const;
  Typed resolve_element(const Frame& frame);
  Typed type_element(const std::string& base, const Array& array, base::Range range);
  Typed refuse_varying_index(syntax::NodeId index, std::string_view what);

  // ---- conditionals and functions: condition_choices.cpp ----
  Typed apply_function(const syntax::Node& node, std::span<Typed> args);
  Typed refuse_call(syntax::NodeId call);
  Typed apply_conditional(const syntax::Node& node, std::span<Typed> args);
  Typed choose_names(const syntax::Node& node, ExprId condition, const Typed& then,
                     const Typed& otherwise);
  Typed choose_values(const syntax::Node& node, ExprId condition, const Typed& then,
                      const Typed& otherwise);
  // The value among those of the enumeration that the names of 'typed' stand for.
  std::optional<ExprId> value_among(const Typed& typed, VarId variable);

  Typed apply_unary(const syntax::Node& node, Typed arg);
  Typed complain_of_bits(const syntax::Node& node, const Typed& number);
  Typed apply_binary(const syntax::Node& node, Typed left, Typed right);
  Typed compare(const syntax::Node& node, Typed left, Typed right);
  void prefer_symbol(const Typed& side, Typed& other) const;
  Typed compare_actions(const syntax::Node& node, const Typed& action, const Typed& other);
  Typed compare_enumerations(const syntax::Node& node, const Typed& left, const Typed& right);
  Typed compare_numbers(const syntax::Node& node, const Typed& left, const Typed& right);
  Typed equate(const syntax::Node& node, ExprId left, ExprId right);
  Typed finish_equality(const syntax::Node& node, ExprId equal_expr);
  Typed test_membership(syntax::NodeId node, const Typed& left);
  std::optional<ExprId> equate_with_member(const Typed& left, syntax::NodeId element);
  std::optional<ExprId> equate_with_names(const Typed& left, const Typed& names);
  std::optional<ExprId> equate_with_symbol(const Typed& left, const std::string& symbol,
                                           base::Range range);

  void suggest_truth(base::Diagnostic& diagnostic, std::string_view boolean, const Typed& number);
  void suggest_owner(base::Diagnostic& diagnostic, AgentId owner, const std::string& variable);
  void suggest_environment(base::Diagnostic& diagnostic, std::string_view section,
                           const std::string& wanted);
  bool require_condition(Typed& typed);
  bool require_number(Typed& typed);
  void report_mismatch(base::Code code, const Typed& typed);
  [[nodiscard]] std::string explain_other_kind(const std::string& word) const;
  [[nodiscard]] std::string name_other_actor(const std::string& action) const;
  [[nodiscard]] std::string explain_symbol(const Typed& typed, std::string hint) const;
  [[nodiscard]] bool names_proposition(std::string_view word) const;
  void report_unknown_symbol(const Typed& typed);
  bool report_wrong_index(const Typed& typed);
  void report_no_such_value(const Type& type, const std::string& symbol, base::Range range);
  [[nodiscard]] std::string in_words(const Typed& typed) const;
  void warn_if_constant(const syntax::Node& node, ExprOp op, ExprId left, ExprId right);
  std::optional<Value> find_value(const Type& type, const std::string& symbol) const;

  template <class... Args>
  Typed complain(base::Range range, base::Code code, const Args&... args) {
    scope_.diagnostics.add(text_.source, range, code, args...);
    return {};
  }
  [[nodiscard]] ExprStore& exprs() { return scope_.model.exprs; }
  [[nodiscard]] static Typed of(Meaning meaning, ExprId expr, base::Range range) {
    return {meaning, expr, {}, {}, {}, range};
  }

  Scope& scope_;
  const syntax::System& text_;
  Where where_;
  Stack stack_;
};

}  // namespace ken::model
