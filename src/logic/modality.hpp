#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// One row: everything that parser, elaborator, printer, completion, generator and manual need.
struct Modality {
  std::optional<Builtin> builtin;
  std::string keyword;     // "AG", "K"; "A" and "E" before an until; "<" and "[" for coalitions
  std::string connective;  // "U" in A(f U g), "F" in <g>F f; else empty
  Family family;
  Notation notation;
  std::vector<Parameter> signature;
  std::string meaning;
};

// The modalities of one model: the built-in rows, then those of the logics it loads.  A value,
// owned by the model and handed to everybody who needs it.
class ModalityTable {
 public:
  ModalityTable();

  [[nodiscard]] const Modality& operator[](ModalityId id) const;
  [[nodiscard]] std::span<const Modality> rows() const { return rows_; }
  [[nodiscard]] ModalityId id(Builtin builtin) const;
  [[nodiscard]] std::optional<ModalityId> find(Notation notation, std::string_view keyword,
                                               std::string_view connective = {}) const;
  // Keywords of a notation, for suggestions and completion.
  [[nodiscard]] std::vector<std::string> keywords(Notation notation) const;

 private:
  std::vector<Modality> rows_;
};

[[nodiscard]] std::string_view name(Family family);

// "an agent and a formula": the signature in words, for messages.
[[nodiscard]] std::string in_words(std::span<const Parameter> signature);
[[nodiscard]] std::string_view in_words(Parameter parameter);

}  // namespace ken::logic
