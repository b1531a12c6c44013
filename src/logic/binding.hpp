#pragma once
#include "logic/formula.hpp"

namespace ken::logic {

// How tightly the outermost operator of a text binds.
enum class Strength : std::uint8_t {
  choice,
  sequence,
  equivalence,
  implication,
  disjunction,
  conjunction,
  until,
  prefix,
  closed,  // needs parentheses nowhere
};

struct Word {
  std::string_view text;
  Strength strength;
};

[[nodiscard]] Word word_of(Connective op);
[[nodiscard]] bool associates_left(Connective op);

// What a Count says that needs no counting.
enum class Shorthand : std::uint8_t { always, never, all, some, none, all_but_all, counted };

[[nodiscard]] Shorthand shorten(const Count& f);

// What the text of a formula needs around it.
class Binding {
 public:
  // 'programs': a bare bracket holds a program, so coalitions stand in parentheses.
  Binding(const FormulaStore& store, const ModalityTable& table, bool programs)
      : store_(store), table_(table), programs_(programs) {}

  [[nodiscard]] Strength strength(FormulaId id) const;
  [[nodiscard]] bool is_coalition(FormulaId id) const;
  // Whether parentheses stand around it anywhere.
  [[nodiscard]] bool is_always_parenthesised(FormulaId id) const {
    return programs_ && is_coalition(id);
  }
  // What '*' and '?' take without parentheses: A(f)* would be A((f)*).
  [[nodiscard]] bool is_single(FormulaId id) const;
  // [g]F f or [r]f, which behind a word would be taken for a bound.
  [[nodiscard]] bool begins_with_box(FormulaId id) const;

 private:
  const FormulaStore& store_;
  const ModalityTable& table_;
  bool programs_;
};

}  // namespace ken::logic
