#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "logic/formula.hpp"
#include "model/program.hpp"
#include "model/relation.hpp"
#include "syntax/ast.hpp"

namespace ken::model {

using logic::AtomId;
using logic::FormulaId;

enum class TypeKind : std::uint8_t { boolean, range, enumeration };

// So many bits tell this many values apart; 0 stands for all 2^64 of them.
[[nodiscard]] unsigned bits_for(std::uint64_t values);

// The values a variable can take: low..high; those of an enumeration are numbered in alphabetical
// order, so that equal sets of values have equal numbers.
struct Type {
  TypeKind kind = TypeKind::boolean;
  Value low = 0;
  Value high = 1;
  std::vector<std::string> names;  // of an enumeration
  bool operator==(const Type&) const = default;

  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  }
  [[nodiscard]] unsigned bits() const { return bits_for(size()); }
  [[nodiscard]] std::string text(Value value) const;
};

// "boolean", "0..3", "{a, b}".
[[nodiscard]] std::string to_text(const Type& type);

// A name as it is shown, Crypt[3], and as plain ISPL can write it, Crypt_3.
struct Name {
  std::string shown;
  std::string plain;
};

struct Variable {
  Name name;
  AgentId owner{};
  Type type;
  bool observable = false;  // an Obsvar of the Environment
  base::Range declared;
  bool asked_as_view = false;  // v_<j>: by an operator of a logic file
};

struct Action {
  Name name;
  base::Range place;
};

struct ProtocolRule {
  Compiled condition;
  std::vector<ActionIndex> actions;
  base::Range place;
};

struct Assignment {
  VarId target{};
  Compiled value;
  base::Range place;
  bool missed = false;  // the index of the target selects no element, and the value is undefined
};

struct EvolutionRule {
  Compiled condition;
  std::vector<Assignment> assignments;
  base::Range place;
};

struct Agent {
  Name name;
  bool environment = false;
  bool declared = true;  // false for the Environment of a model that has none
  std::vector<VarId> variables;
  std::vector<VarId> visible;  // all it sees, ascending: its local state
  std::vector<VarId> locally_observable;
  std::vector<Action> actions;  // never empty; one silent action if none is declared
  bool silent = false;          // its one action is the silent one
  bool unrestricted = true;     // no Protocol: every action everywhere
  std::vector<ProtocolRule> protocol;
  std::optional<ProtocolRule> other;
  std::vector<EvolutionRule> evolution;
  std::vector<AgentId> tested;  // the agents whose actions the evolution tests, ascending
  std::optional<Compiled> red;  // RedStates
  base::Range place;
};

// A proposition of the Evaluation, a condition written in a formula, or the red states of an agent.
enum class AtomKind : std::uint8_t { declared, condition, red_states, green_states };
struct Atom {
  AtomKind kind = AtomKind::declared;
  Name name;
  Compiled condition;
  AgentId agent{};  // of red_states and green_states
  base::Range place;
  bool used = true;  // in some formula
};

struct NamedGroup {
  Name name;
  logic::Group members;
  base::Range place;
  bool used = true;
};

struct Property {
  FormulaId formula{};
  std::string text;
  std::string reading;  // the text with universal closures written out; empty if there are none
  std::string family;   // ctlk, atlk, ltl, ctlstar, ldl, social, atlstar
  syntax::PrefixWord prefix = syntax::PrefixWord::none;
  std::optional<bool> expected;
  base::Source source;
  base::Range place;
};

struct Parameter {
  std::string name;
  bool boolean = false;
  Value value = 0;
  base::Range place;
  bool used = true;
};

struct NamedDefinition {
  std::string name;
  base::Range place;
  bool used = true;
};

// A multi-agent system with every name resolved and every type checked.  Immutable once
// elaborated; no name is looked up after this.
struct Model {
  base::Source source;
  syntax::AssignmentSemantics assignment = syntax::AssignmentSemantics::multi;
  std::vector<Parameter> parameters;
  std::vector<NamedDefinition> definitions;
  std::vector<Variable> variables;
  std::vector<Agent> agents;  // the Environment first
  ExprStore exprs;
  std::optional<Compiled> initial;  // nothing: every state
  base::Range initial_place;
  std::vector<Atom> atoms;
  std::vector<NamedGroup> groups;
  logic::ModalityTable modalities;
  logic::FormulaStore formulas{modalities};
  std::vector<base::Source> logics;  // the logic files that it names or is given
  RelationStore relations;           // of logic files, for the agents of formulas
  std::vector<Property> fairness;
  std::vector<Property> properties;

  [[nodiscard]] const Variable& operator[](VarId id) const {
    return variables[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] const Agent& operator[](AgentId id) const {
    return agents[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] const Atom& operator[](AtomId id) const {
    return atoms[static_cast<std::size_t>(id)];
  }
};

// Agent.variable, as formulas name it.
[[nodiscard]] std::string qualified(const Model& model, VarId id);
// "Sender.bit=b0, Sender.ack=false, ..." for these variables.
[[nodiscard]] std::string to_text(const Model& model, std::span<const VarId> variables,
                                  const State& state);
[[nodiscard]] std::string to_text(const Model& model, const State& state);
[[nodiscard]] std::string to_text(const Model& model, const JointAction& action);

}  // namespace ken::model
