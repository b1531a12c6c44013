#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "logic/formula.hpp"
#include "syntax/logic_file.hpp"

namespace ken::model {

struct Scope;

// A logic file whose definitions are in force.
struct LoadedLogic {
  syntax::LogicFile file;
  bool shipped = false;
  std::map<std::string, const syntax::LogicDefinition*, std::less<>> relations;
  std::map<std::string, logic::ModalityId, std::less<>> operators;

  [[nodiscard]] std::string text(base::Range range) const {
    return std::string(file.text.text(range));
  }
};

// An operator of a logic file: how it is given what its names stand for.
struct OperatorDefinition {
  const LoadedLogic* logic = nullptr;
  const syntax::LogicDefinition* syntax = nullptr;
  // By parameter: the names it binds, and the operator whose application it is, if it is one.
  struct Slot {
    std::optional<logic::ModalityId> application;
    std::vector<std::string> names;
  };
  std::vector<Slot> slots;
  std::map<std::string, logic::Parameter, std::less<>> types;  // agent, group or formula, by name
  std::size_t depth = 1;  // operators it rests on, one inside the other, itself included
};

// Where an operator is applied, for messages.
struct Application {
  const syntax::System* text = nullptr;
  base::Range range{};
};

// What the names in a definition stand for.
struct Bindings {
  using Meaning = std::variant<logic::Group, logic::FormulaId>;
  const LoadedLogic* logic = nullptr;
  const OperatorDefinition* definition = nullptr;
  std::map<std::string, Meaning, std::less<>> meanings;
  std::optional<Application> application{};  // nothing while the definition itself is checked
};

// The logic files of a model and what their operators stand for.  Files are read when the model
// names them; those that ken ships when one of their operators is used.
class Logics {
 public:
  // Reads a file, checks its definitions and adds their rows to the model's table.
  void load(Scope& scope, const base::Source& source, bool shipped);
  // The operator that a call with this word applies, in a file or in the model: those of the file
  // first, then those of files that the model names, then those that ken ships, whose file is
  // loaded if it was not.
  std::optional<logic::ModalityId> find_call(Scope& scope, std::string_view word,
                                             const LoadedLogic* inside);

  [[nodiscard]] const OperatorDefinition* find(logic::ModalityId row) const;
  [[nodiscard]] const std::vector<std::unique_ptr<LoadedLogic>>& files() const { return files_; }

  // Whether a file defines the operator or relation wrongly: its uses are no mistakes of their own.
  [[nodiscard]] bool is_given_up(std::string_view word) const { return given_up_.contains(word); }

  // Bodies of applications met before.
  std::map<std::vector<std::uint64_t>, logic::FormulaId> bodies;
  // The applications of which it was said that two agents have no channel.
  std::map<std::tuple<const base::SourceFile*, logic::AgentId, logic::AgentId>,
           std::vector<base::Range>>
      warned;

 private:
  [[nodiscard]] std::optional<logic::ModalityId> find_shipped(std::string_view word) const;
  void add_relation(Scope& scope, LoadedLogic& logic, const syntax::LogicDefinition& definition);
  void add_operator(Scope& scope, LoadedLogic& logic, const syntax::LogicDefinition& definition);

  std::vector<std::unique_ptr<LoadedLogic>> files_;
  std::map<logic::ModalityId, OperatorDefinition> operators_;
  std::set<std::string, std::less<>> given_up_;
};

// ---- for Logics ----

// What each name in the head of a definition is, by how the body uses it; nothing after a mistake.
// A relation's are agents.
[[nodiscard]] std::optional<std::map<std::string, logic::Parameter, std::less<>>> infer_types(
    Scope& scope, const LoadedLogic& logic, const syntax::LogicDefinition& definition,
    const std::vector<OperatorDefinition::Slot>& slots);

// Resolves the body with agents and formulas that stand for all.  Reports what is wrong; if nothing
// is, how many defined operators it applies, one inside the other.
[[nodiscard]] std::optional<std::size_t> check_body(Scope& scope, const LoadedLogic& logic,
                                                    const syntax::LogicDefinition& definition,
                                                    const OperatorDefinition* operation);

}  // namespace ken::model
