#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/path_operator.hpp"

namespace ken::logic {

enum class Family : std::uint8_t { temporal, epistemic, deontic, strategic, social };

// How a modality is written:  prefix AG f | until A(f U g) | call K(a, f)
//                             coalition <g>X f | coalition_until <g>(f U h)
enum class Notation : std::uint8_t { prefix, until, call, coalition, coalition_until };

// What an application is given, in order.  'operation' is an application of another modality.
enum class Parameter : std::uint8_t { agent, group, formula, bound, operation };

// The built-in modalities, by which the rules of the engines are found.  A modality that a logic
// file defines has no name here: its meaning is data too.
enum class Builtin : std::uint8_t {
  EX,
  AX,
  EF,
  AF,
  EG,
  AG,
  EU,
  AU,
  ER,
  AR,
  EW,
  AW,
  K,
  EK,
  GK,
  GCK,
  DK,
  O,
  can_next,
  can_finally,
  can_globally,
  can_until,
  can_release,
  can_weak,
  must_next,
  must_finally,
  must_globally,
  must_until,
  must_release,
  must_weak,
};

enum class ModalityId : std::uint16_t {};

// What an export does with an application.
enum class Export : std::uint8_t {
  as_it_is,   // the target has the operator
  by_dual,    // written as the negation of its dual
  rewritten,  // the exporter has a rule for it
  refused,    // an error that names the operator
};

// !row(...) is 'modality' applied to the arguments changed so; subjects and bound stay.
struct Dual {
  Builtin modality;
  DualArguments arguments = DualArguments::negations;
};

// One row: everything that parser, elaborator, printer, exports, completion, generator and manual
// need.
struct Modality {
  std::optional<Builtin> builtin;
  std::string keyword;     // "AG", "K"; "A" and "E" before an until; "<" and "[" for coalitions
  std::string connective;  // "U" in A(f U g), "F" in <g>F f; else empty
  Family family = Family::social;
  Notation notation = Notation::call;
  std::vector<Parameter> signature;
  std::string meaning;
  std::optional<PathQuantifier> quantifier;   // of a CTL pair
  std::optional<PathOperator> path_operator;  // of a CTL pair or a coalition
  std::optional<Dual> dual;
  Export ispl = Export::refused;  // plain ISPL
};

[[nodiscard]] bool takes_bound(const Modality& row);
// The brackets around the group of a coalition row.
[[nodiscard]] Brackets brackets_of(const Modality& row);

// The modalities of one model: the built-in rows, then those of the logics it loads.  A value,
// owned by the model and handed to everybody who needs it.
class ModalityTable {
 public:
  ModalityTable();

  // A row of a logic file, in call notation.  It shadows rows added before.
  // Nothing if its keyword is a word of the built-in rows or of path formulas.  A FormulaStore made
  // before has to learn() the table again.
  std::optional<ModalityId> add(Modality row);

  [[nodiscard]] const Modality& operator[](ModalityId id) const;
  [[nodiscard]] std::span<const Modality> rows() const { return rows_; }
  [[nodiscard]] ModalityId id(Builtin builtin) const;
  [[nodiscard]] std::optional<ModalityId> find(Notation notation, std::string_view keyword,
                                               std::string_view connective = {}) const;
  // A path quantifier with one path operator on state formulas.
  [[nodiscard]] std::optional<ModalityId> find_pair(PathQuantifier quantifier,
                                                    PathOperator op) const;
  [[nodiscard]] std::optional<ModalityId> find_coalition(Brackets brackets, PathOperator op) const;
  // Keywords of a notation, each once, for suggestions and completion.
  [[nodiscard]] std::vector<std::string> keywords(Notation notation) const;

 private:
  std::vector<Modality> rows_;
};

// Whether a word is the keyword of a built-in row in prefix notation: the parser needs no table.
[[nodiscard]] bool is_prefix_keyword(std::string_view word);
// Whether a word is the keyword of a built-in row in call notation: K(a, f).
[[nodiscard]] bool is_call_keyword(std::string_view word);
// Whether a word has a built-in meaning in formulas, so that no logic file may define it.
[[nodiscard]] bool is_reserved_keyword(std::string_view word);

[[nodiscard]] std::string_view name(Family family);

// "an agent and a formula": the signature in words, for messages.
[[nodiscard]] std::string in_words(std::span<const Parameter> signature);
[[nodiscard]] std::string_view in_words(Parameter parameter);

}  // namespace ken::logic
