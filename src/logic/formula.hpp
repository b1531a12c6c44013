#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/reads.hpp"
#include "logic/modality.hpp"

namespace ken::logic {

enum class FormulaId : std::uint32_t {};
enum class AtomId : std::uint32_t {};
enum class AgentId : std::uint32_t {};
enum class RelationId : std::uint32_t {};

// A set of agents, in ascending order.
using Group = std::vector<AgentId>;

// What a coalition may observe and how its strategy is found; 'of_the_run' is the run's choice.
enum class Semantics : std::uint8_t { of_the_run, full, deterministic, uniform, ir, ir_objective };

[[nodiscard]] std::string_view name(Semantics semantics);
[[nodiscard]] std::optional<Semantics> find_semantics(std::string_view name);
// Whether one operator may ask for it, as in <g | ir>F f; the others are for a whole run.
[[nodiscard]] bool is_per_operator(Semantics semantics);

struct Bound {
  std::int64_t least = 0;
  std::int64_t most = 0;
  bool operator==(const Bound&) const = default;
};

// The shapes a formula can have.  Shapes are closed and few: a new one is a compile error in every
// visitor.  Modalities are open and many: they are rows of the ModalityTable.
struct Constant {
  bool value;
  bool operator==(const Constant&) const = default;
};
struct Atom {
  AtomId id;
  bool operator==(const Atom&) const = default;
};
struct Not {
  FormulaId arg;
  bool operator==(const Not&) const = default;
};
enum class Connective : std::uint8_t { conjunction, disjunction, implication, equivalence };
struct Binary {
  Connective op;
  FormulaId lhs, rhs;
  bool operator==(const Binary&) const = default;
};
// All, some, or an odd number of the arguments hold.
enum class Quantity : std::uint8_t { all, some, odd };
struct Many {
  Quantity quantity;
  std::vector<FormulaId> args;
  bool operator==(const Many&) const = default;
};
// At least 'least' and at most 'most' of the arguments hold.
struct Count {
  std::int64_t least, most;
  std::vector<FormulaId> args;
  bool operator==(const Count&) const = default;
};
struct Modal {
  ModalityId modality{};
  Semantics semantics = Semantics::of_the_run;
  std::vector<Group> subjects;  // one for each agent and group of the signature, in order
  std::optional<Bound> bound;
  std::vector<FormulaId> args;      // one for each formula and operation of the signature, in order
  std::optional<FormulaId> body{};  // of a modality that a logic file defines: what it stands for
  bool operator==(const Modal&) const = default;
};
// In every, or in some, state that a relation between states leads to.
struct Related {
  PathQuantifier quantifier;
  RelationId relation;
  FormulaId arg;
  bool operator==(const Related&) const = default;
};
// The least or the greatest set of states that is where the body holds if the variable holds there.
// Variables of fixpoints around each other have different numbers.
enum class Extremum : std::uint8_t { least, greatest };
struct Variable {
  std::uint8_t number;
  bool operator==(const Variable&) const = default;
};
struct Fixpoint {
  Extremum extremum;
  std::uint8_t variable;
  FormulaId body;
  bool operator==(const Fixpoint&) const = default;
};
inline constexpr std::size_t most_variables = 64;
// Path formulas.
struct Temporal {
  PathOperator op;
  std::optional<Bound> bound;
  std::vector<FormulaId> args;
  bool operator==(const Temporal&) const = default;
};
struct Quantified {
  PathQuantifier quantifier;
  FormulaId path;
  bool operator==(const Quantified&) const = default;
};
// <g>path and [g]path of ATL*: a path formula that makes no modality with the coalition.
struct Coalition {
  PathQuantifier modality;  // some: <g>, all: [g]
  Semantics semantics = Semantics::of_the_run;
  Group members;
  FormulaId path{};
  bool operator==(const Coalition&) const = default;
};
// <program>arg and [program]arg of LDL.
struct Dynamic {
  PathQuantifier modality;
  FormulaId program, arg;
  bool operator==(const Dynamic&) const = default;
};
// The regular programs of LDL.
struct Step {
  FormulaId condition;
  bool operator==(const Step&) const = default;
};
struct Test {
  FormulaId formula;
  bool operator==(const Test&) const = default;
};
enum class ProgramOperator : std::uint8_t { sequence, choice };
struct Combined {
  ProgramOperator op;
  FormulaId lhs, rhs;
  bool operator==(const Combined&) const = default;
};
struct Star {
  FormulaId program;
  bool operator==(const Star&) const = default;
};

using Formula =
    std::variant<Constant, Atom, Not, Binary, Many, Count, Modal, Related, Fixpoint, Variable,
                 Temporal, Quantified, Coalition, Dynamic, Step, Test, Combined, Star>;

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

enum class Sort : std::uint8_t { state, path, program };

// What a formula contains, anywhere inside it.
struct Traits {
  Sort sort = Sort::state;
  bool quantified_paths = false;  // a path quantifier that is not a CTL pair
  bool strategic_paths = false;   // ATL*
  bool dynamic = false;           // LDL
  bool strategic = false;
  bool social = false;
  bool searched_strategy = false;  // an operator that asks for uniform, ir or ir-objective itself
  std::uint64_t free = 0;          // the variables that no fixpoint inside it binds, a bit each
};

// Hash-consed arena: equal formulas have equal ids, and arguments have smaller ids than what is
// built on them, so a loop over the ids meets every formula after its parts.
class FormulaStore {
 public:
  explicit FormulaStore(const ModalityTable& table) { learn(table); }

  // The rows of the table, of which there may be more than before.
  void learn(const ModalityTable& table);
  FormulaId add(const Formula& formula);
  [[nodiscard]] std::optional<FormulaId> find(const Formula& formula) const;
  // Counts how often formulas are looked at: see base/reads.hpp.
  void set_reads(base::Reads reads) { reads_ = reads; }
  [[nodiscard]] const Formula& operator[](FormulaId id) const;
  [[nodiscard]] const Traits& traits(FormulaId id) const;
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const Formula& formula) const;
  };
  [[nodiscard]] Traits inherit(const Formula& formula) const;  // from its parts
  [[nodiscard]] Traits derive(const Formula& formula) const;

  base::Reads reads_;
  std::vector<Family> families_;  // by ModalityId
  std::vector<Formula> nodes_;
  std::vector<Traits> traits_;
  std::unordered_map<Formula, FormulaId, Hash> ids_;
};

// Calls visit(FormulaId) for every direct part, in order.  The part of a defined modality is what
// it stands for.
template <class Visit>
void for_each_part(const Formula& formula, Visit&& visit) {
  std::visit(overloaded{
                 [](const Constant&) {},
                 [](const Atom&) {},
                 [&](const Not& f) { visit(f.arg); },
                 [&](const Binary& f) { visit(f.lhs), visit(f.rhs); },
                 [&](const Many& f) {
                   for (const FormulaId arg : f.args) visit(arg);
                 },
                 [&](const Count& f) {
                   for (const FormulaId arg : f.args) visit(arg);
                 },
                 [&](const Modal& f) {
                   if (f.body) return visit(*f.body);
                   for (const FormulaId arg : f.args) visit(arg);
                 },
                 [&](const Related& f) { visit(f.arg); },
                 [&](const Fixpoint& f) { visit(f.body); },
                 [](const Variable&) {},
                 [&](const Temporal& f) {
                   for (const FormulaId arg : f.args) visit(arg);
                 },
                 [&](const Quantified& f) { visit(f.path); },
                 [&](const Coalition& f) { visit(f.path); },
                 [&](const Dynamic& f) { visit(f.program), visit(f.arg); },
                 [&](const Step& f) { visit(f.condition); },
                 [&](const Test& f) { visit(f.formula); },
                 [&](const Combined& f) { visit(f.lhs), visit(f.rhs); },
                 [&](const Star& f) { visit(f.program); },
             },
             formula);
}

// The largest formulas in the body of a fixpoint that do not depend on its variable, each once:
// what has to be known before the fixpoint is computed.  'for_each_operand(id, visit)' says what a
// formula is computed from.
template <class ForEachOperand>
std::vector<FormulaId> list_fixed_operands(const FormulaStore& store, const Fixpoint& fixpoint,
                                           const ForEachOperand& for_each_operand) {
  const std::uint64_t bit = std::uint64_t{1} << fixpoint.variable;
  std::vector<FormulaId> result;
  std::vector<FormulaId> open{fixpoint.body};
  std::vector<bool> seen(static_cast<std::size_t>(fixpoint.body) + 1);
  while (!open.empty()) {
    const FormulaId id = open.back();
    open.pop_back();
    if (seen[static_cast<std::size_t>(id)]) continue;
    seen[static_cast<std::size_t>(id)] = true;
    if ((store.traits(id).free & bit) == 0)
      result.push_back(id);
    else
      for_each_operand(id, [&](FormulaId part) { open.push_back(part); });
  }
  return result;
}

// The semantics a coalition operator asks for; nothing for any other formula.
[[nodiscard]] std::optional<Semantics> find_asked_semantics(const ModalityTable& table,
                                                            const Formula& formula);

// The agents of all coalitions in a formula.
[[nodiscard]] Group list_coalition_members(const ModalityTable& table, const FormulaStore& store,
                                           FormulaId root);

// Constants, atoms, and what joins its parts as booleans do.
[[nodiscard]] bool is_boolean(const Formula& formula);

// What a path formula is built from along one path, itself included, ascending: state formulas are
// not taken apart.
[[nodiscard]] std::vector<FormulaId> list_parts_along(const FormulaStore& store, FormulaId path);
// The largest state formulas among them.
[[nodiscard]] std::vector<FormulaId> list_state_parts(const FormulaStore& store, FormulaId path);

// Everything a formula is built from, itself included, parts first.
[[nodiscard]] std::vector<FormulaId> closure(const FormulaStore& store, FormulaId root);

}  // namespace ken::logic
