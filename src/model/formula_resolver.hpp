#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "model/condition_resolver.hpp"

namespace ken::model {

// What is to stand before a place of the text.
using Insertions = std::multimap<std::uint32_t, std::string_view>;

// Resolves formulas into the store of the model: names become atoms, agents and groups, CTL pairs
// and coalitions become rows of the modality table, what remains of path formulas stays a shape.
class FormulaResolver {
 public:
  // The body of a definition is resolved with what its names stand for.
  explicit FormulaResolver(Scope& scope, const Bindings* bindings = nullptr)
      : scope_(scope), bindings_(bindings), stack_(scope.constants) {}

  // A formula of the text as a state formula; nothing after a mistake.
  std::optional<FormulaId> resolve(const syntax::System& text, syntax::NodeId node,
                                   syntax::PrefixWord prefix);
  // The text of the formula resolved last with its universal closures written out, and with
  // parentheses around a quantifier that ends before an until; empty if it needed no closure.
  [[nodiscard]] std::string write_reading(base::Range line) const;
  // The members a group expression names; a bare agent is a group of one.
  std::optional<logic::Group> find_members(const syntax::System& text, syntax::NodeId set);
  // The fixpoints of a body, with the names of their variables in the text.
  [[nodiscard]] const std::vector<std::pair<FormulaId, syntax::NodeId>>& fixpoints() const {
    return fixpoints_;
  }
  // The greatest depth of a definition that was applied; 0 if none was.
  [[nodiscard]] std::size_t deepest_definition() const { return deepest_; }

 private:
  using Result = std::optional<FormulaId>;
  struct Extra {
    bool program = false;                         // inside the brackets of LDL
    bool bare = true;                             // not directly inside parentheses
    std::optional<logic::ModalityId> modality{};  // of a call
    syntax::NodeId loop = syntax::no_node;        // the comprehension it goes over
  };
  using Stack = Machine<Extra, Result>;
  using Frame = Stack::Frame;

  void read(const syntax::System& text);
  void step(Frame& frame);
  void leave(const Frame& frame, Result result);
  void step_inner(Frame& frame, std::size_t children);
  void step_call(Frame& frame);
  void step_coalition(Frame& frame);
  void next_instance(Frame& frame);
  Result finish_comprehension(const Frame& frame);

  Result build_inner(const Frame& frame);
  Result build_unary(const Frame& frame);
  Result build_binary(const Frame& frame);
  Result build_conditional(const Frame& frame);
  Result complain_of_program(const syntax::Node& node);
  Result complain_of_bits(const syntax::Node& node);
  Result complain_of_count(syntax::NodeId count);
  // formula_definitions.cpp
  using Meanings = decltype(Bindings::meanings);
  Result apply_definition(const OperatorDefinition& definition, logic::Modal modal,
                          syntax::NodeId call);
  bool bind(const OperatorDefinition& definition, const logic::Modal& modal, syntax::NodeId call,
            Meanings& meanings);
  bool is_application(const OperatorDefinition::Slot& slot, FormulaId arg, syntax::NodeId place,
                      syntax::NodeId call);
  bool bind_application(const OperatorDefinition::Slot& slot, FormulaId arg, syntax::NodeId call,
                        Meanings& meanings);
  bool bind_name(const std::string& name, const Bindings::Meaning& meaning, syntax::NodeId call,
                 Meanings& meanings);
  Result resolve_bound_name(syntax::NodeId node);
  std::optional<logic::Group> find_bound_subject(syntax::NodeId node, logic::Parameter parameter);
  void step_scoped(Frame& frame);
  Result build_related(const Frame& frame);
  bool bind_variable(const Frame& frame);
  Result build_fixpoint(const Frame& frame);

  Result build_prefix(const Frame& frame);
  Result build_call(const Frame& frame);
  Result build_coalition(const Frame& frame);
  Result build_dynamic(const Frame& frame);
  Result resolve_leaf(syntax::NodeId node);
  Result resolve_name(syntax::NodeId node);
  Result resolve_coloured_states(syntax::NodeId node);
  Result add_coloured_states(syntax::NodeId node, AgentId agent);
  Result build_count(const Frame& frame, const std::vector<FormulaId>& args);
  Result add_condition(syntax::NodeId node);

  // The universal closure where a state formula is required.
  Result require_state(Result formula, base::Range range);
  void show_end_of_quantifier(syntax::NodeId left_side);
  FormulaId quantify(logic::PathQuantifier quantifier, FormulaId path);
  Result apply_modality(const Frame& frame, logic::ModalityId id,
                        const std::optional<logic::Bound>& limits, FormulaId arg);
  [[nodiscard]] bool has_state_arguments(const logic::Temporal& path);
  FormulaId build_pair(logic::PathQuantifier quantifier, const logic::Temporal& path);
  std::optional<std::optional<logic::Bound>> read_bound(syntax::NodeId node, std::size_t place);
  std::optional<logic::Group> find_subject(syntax::NodeId node, logic::Parameter parameter,
                                           const logic::Modality& row);
  std::optional<AgentId> find_agent(syntax::NodeId name);
  void complain_of_group(base::Range range, const std::string& group, const logic::Modality& row);
  void complain_of_unknown(syntax::NodeId node, const Name& name, logic::Parameter parameter);
  bool report_missing_semicolon(const syntax::Node& call);
  [[nodiscard]] std::string write_until(syntax::NodeId call, const std::string& word) const;
  void suggest_operator(base::Diagnostic& diagnostic, syntax::NodeId call, const std::string& word);
  [[nodiscard]] std::string suggest_arguments(syntax::NodeId call,
                                              const logic::Modality& row) const;
  [[nodiscard]] std::string show_arguments(syntax::NodeId call, std::size_t first,
                                           std::size_t last) const;
  bool is_coalition(const Frame& frame);
  [[nodiscard]] logic::PathQuantifier read_modality(const Frame& frame) const;
  [[nodiscard]] syntax::NodeId find_count(syntax::NodeId comparison) const;
  bool check_arguments(syntax::NodeId node, const logic::Modality& row);
  std::optional<logic::Semantics> read_semantics(const syntax::Node& node);

  template <class... Args>
  Result complain(base::Range range, base::Code code, const Args&... args) {
    scope_.diagnostics.add(text().source, range, code, args...);
    return std::nullopt;
  }
  [[nodiscard]] const syntax::System& text() const { return *text_; }
  [[nodiscard]] logic::FormulaStore& store() { return scope_.model.formulas; }
  [[nodiscard]] Result result(const Frame& frame, std::size_t index) const {
    return stack_.results(frame)[index];
  }

  Scope& scope_;
  const Bindings* bindings_;  // of the body being resolved; null in a model
  std::vector<std::pair<std::string, std::uint8_t>> variables_;  // of fixpoints around it
  std::vector<std::pair<FormulaId, syntax::NodeId>> fixpoints_;
  std::size_t deepest_ = 0;
  const syntax::System* text_ = nullptr;
  syntax::PrefixWord prefix_ = syntax::PrefixWord::none;
  std::vector<bool> modal_;  // by node: contains a modal operator
  std::set<std::pair<std::uint32_t, std::uint32_t>> closures_;  // ranges, of the last formula
  Insertions parentheses_;  // that show where its quantifiers end
  Stack stack_;
  std::map<ExprId, AtomId> inline_atoms_;
};

// ctlk, atlk, ltl, ctlstar, ldl, social or atlstar.
[[nodiscard]] std::string family(const logic::FormulaStore& store, FormulaId formula,
                                 syntax::PrefixWord prefix);

// Whether a name is i.GreenStates or i.RedStates.
[[nodiscard]] bool names_coloured_states(const syntax::System& text, syntax::NodeId name);

// The text of a range without comments, on one line.
[[nodiscard]] std::string one_line(const syntax::System& text, base::Range range,
                                   const Insertions& insertions = {});

}  // namespace ken::model
