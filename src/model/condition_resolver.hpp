#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/machine.hpp"
#include "model/scope.hpp"

namespace ken::model {

// What an expression of the text turned out to be.
enum class Meaning : std::uint8_t {
  invalid,  // a mistake that has been reported
  condition,
  number,
  enumeration,  // a variable of an enumeration type
  symbol,       // a name that is no variable: a value, if the other side of a comparison knows it
  action,       // Agent.Action
};

struct Typed {
  Meaning meaning = Meaning::invalid;
  ExprId expr{};
  VarId variable{};    // enumeration
  AgentId agent{};     // action
  std::string symbol;  // symbol; also of a constant or proposition, the name it was written with
  base::Range range;
};

// Resolves, types and expands conditions and arithmetic.
class ConditionResolver {
 public:
  ConditionResolver(Scope& scope, const syntax::System& text, Where where)
      : scope_(scope), text_(text), where_(where), stack_(scope.constants) {}

  std::optional<ExprId> condition(syntax::NodeId node);
  // A value for the variable; checks that it fits its type.
  std::optional<ExprId> value_for(VarId target, syntax::NodeId node);
  Typed resolve(syntax::NodeId node);

 private:
  struct Chain {
    std::vector<syntax::NodeId> links;  // of "a and b and c", if the node is the whole of it
  };
  using Stack = Machine<Chain, Typed>;
  using Frame = Stack::Frame;

  void step(Frame& frame);
  Typed finish(const Frame& frame);
  Typed finish_comprehension(const Frame& frame);
  [[nodiscard]] std::vector<syntax::NodeId> find_chain(syntax::NodeId node) const;
  Typed finish_chain(const Frame& frame);

  Typed resolve_name(syntax::NodeId node);
  Typed resolve_bare_name(syntax::NodeId node);
  Typed resolve_qualified_name(syntax::NodeId node);
  Typed resolve_variable(VarId id, base::Range range);
  // The word of a name with indices.
  [[nodiscard]] static base::Range word_of(base::Range range, const std::string& symbol) {
    return {range.begin, range.begin + static_cast<std::uint32_t>(base_name(symbol).size())};
  }
  Typed resolve_own_action(base::Range range);
  Typed apply_unary(const syntax::Node& node, Typed arg);
  Typed apply_binary(const syntax::Node& node, Typed left, Typed right);
  Typed compare(const syntax::Node& node, Typed left, Typed right);
  void prefer_symbol(const Typed& side, Typed& other) const;
  Typed compare_actions(const syntax::Node& node, const Typed& action, const Typed& other);
  Typed compare_enumerations(const syntax::Node& node, const Typed& left, const Typed& right);
  Typed compare_numbers(const syntax::Node& node, const Typed& left, const Typed& right);
  Typed finish_equality(const syntax::Node& node, ExprId equal_expr);
  Typed test_membership(syntax::NodeId node, const Typed& left);
  std::optional<ExprId> equate_with_member(const Typed& left, syntax::NodeId element);
  std::optional<ExprId> equate_with_symbol(const Typed& left, const std::string& symbol,
                                           base::Range range);

  bool require_condition(Typed& typed);
  bool require_number(Typed& typed);
  void report_mismatch(base::Code code, const Typed& typed);
  void report_unknown_symbol(const Typed& typed);
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
