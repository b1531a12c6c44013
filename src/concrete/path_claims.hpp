#pragma once
#include <compare>
#include <optional>
#include <vector>

#include "concrete/numbering.hpp"
#include "logic/formula.hpp"

namespace ken::concrete {

// What a path is said to satisfy from some position on: a number of Claims with its sign.
enum class Claim : std::uint32_t {};

[[nodiscard]] constexpr Claim negate(Claim claim) {
  return static_cast<Claim>(static_cast<std::uint32_t>(claim) ^ 1U);
}

// One claim in terms of others, about this position or the next one.
struct Law {
  struct Term {
    Claim claim;
    bool next = false;
  };
  using Clause = std::vector<Term>;
  enum class Form : std::uint8_t {
    some_clause,   // all terms of some clause; no clause at all: false
    every_clause,  // some term of every clause; no clause at all: true
  };
  Form form = Form::some_clause;
  std::vector<Clause> clauses;
};

// How laws are written down.
namespace laws {
[[nodiscard]] inline Law::Term now(Claim claim) { return {claim, false}; }
[[nodiscard]] inline Law::Term next(Claim claim) { return {claim, true}; }
[[nodiscard]] inline Law some(std::vector<Law::Clause> clauses) {
  return {Law::Form::some_clause, std::move(clauses)};
}
[[nodiscard]] inline Law every(std::vector<Law::Clause> clauses) {
  return {Law::Form::every_clause, std::move(clauses)};
}
[[nodiscard]] inline Law make_constant(bool value) { return value ? every({}) : some({}); }
}  // namespace laws

// The claims that a path formula leads to by its laws: finitely many, each met as it is needed.
// The store must outlive it.
class Claims {
 public:
  Claims(const logic::FormulaStore& store, base::Budget& budget) : store_(store), nodes_(budget) {}

  // A state or path formula, from here on.  Throws Exhausted.
  [[nodiscard]] Claim claim(logic::FormulaId formula);

  // The state formula that a claim or its negation is; nothing for other claims.
  [[nodiscard]] std::optional<logic::FormulaId> find_state_formula(Claim claim) const;
  // What any other claim amounts to; whoever applies laws as long as they speak of this position
  // comes to an end.  Throws Exhausted.
  [[nodiscard]] Law law(Claim claim);
  // A claim that may not be put off for ever: a least fixpoint.
  [[nodiscard]] bool is_owed(Claim claim) const;

 private:
  enum class Kind : std::uint8_t {
    formula,  // a formula of the store as it stands
    within,   // a path operator with this bound
    run,      // <program>then
    advance,  // <program>then, by a run of at least one step
    still,    // the program has a run without a step
    number,   // Count: of its arguments from this one on, this many
    parity,   // Many: of its arguments from this one on, an odd number
  };
  struct Node {
    Kind kind{};
    logic::FormulaId formula{};
    Claim then{};
    std::size_t from = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
    auto operator<=>(const Node&) const = default;
  };
  [[nodiscard]] static bool is_negated(Claim claim) {
    return (static_cast<std::uint32_t>(claim) & 1U) != 0;
  }
  [[nodiscard]] const Node& node(Claim claim) const {
    return nodes_[static_cast<std::uint32_t>(claim) / 2];
  }
  Claim add(const Node& node) { return static_cast<Claim>(nodes_.number(node) * 2); }
  Claim run(logic::FormulaId program, Claim then) { return add({Kind::run, program, then}); }
  Claim advance(logic::FormulaId program, Claim then) {
    return add({Kind::advance, program, then});
  }
  Claim still(logic::FormulaId program) { return add({Kind::still, program}); }
  Claim number(logic::FormulaId count, std::size_t from, std::int64_t least, std::int64_t most);
  Claim parity(logic::FormulaId many, std::size_t from) {
    return add({Kind::parity, many, {}, from});
  }

  [[nodiscard]] Law law_of(const Node& node);
  [[nodiscard]] Law law_of_formula(logic::FormulaId formula);
  [[nodiscard]] Law law_of_temporal(logic::FormulaId formula, const logic::Temporal& f);
  [[nodiscard]] Law law_within(const Node& node);
  [[nodiscard]] Law law_of_run(const Node& node);
  [[nodiscard]] Law law_of_advance(const Node& node);
  [[nodiscard]] Law law_of_still(const Node& node);
  [[nodiscard]] Law law_of_number(const Node& node);
  [[nodiscard]] Law law_of_parity(const Node& node);

  const logic::FormulaStore& store_;
  Numbering<Node> nodes_;
};

}  // namespace ken::concrete
