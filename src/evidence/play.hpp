#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "base/budget.hpp"
#include "evidence/reason.hpp"

namespace ken::evidence {

// What nobody has shown of a play, in positions.
struct AssumedPlay {
  std::size_t left_out = 0;          // nothing follows on them
  std::size_t unfair = 0;            // no fair path is to start there
  std::size_t unlisted = 0;          // so much may happen that not all of it was looked at
  bool starts = false;               // there might be more states to start in
  std::set<std::size_t> fairness{};  // lines that somebody would have to look at

  [[nodiscard]] bool nothing() const {
    return left_out + unfair + unlisted == 0 && !starts && fairness.empty();
  }
};
struct JudgedPlay {
  std::string mistake;  // empty: all that is not assumed is right
  AssumedPlay assumed;
};

enum class Status : std::uint8_t {
  achieved,  // it has the value in the state
  open,      // it has it if it has it in what follows
  lost,      // neither, as far as is known
};
// How far a path operator on state formulas is from having the value on all paths, in a state where
// this is known of its arguments.  Of X nothing is achieved yet where it is asked for: this is for
// the state behind.
[[nodiscard]] Status find_status(logic::PathOperator op, bool value, std::optional<bool> first,
                                 std::optional<bool> second);

// What is known of an argument of the operator in a position.
using KnownInPosition =
    std::function<std::optional<bool>(logic::FormulaId argument, std::size_t position)>;

// Whether the play shows that the coalition operator, which names its semantics or is read with
// full observation, has this value in the state of its first position.  Throws Exhausted.
[[nodiscard]] JudgedPlay judge_play(const model::Model& model, const logic::Modal& operation,
                                    bool holds, const Played& play, const KnownInPosition& known,
                                    base::Budget& budget);

}  // namespace ken::evidence
