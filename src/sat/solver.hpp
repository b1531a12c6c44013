#pragma once
#include <memory>
#include <span>
#include <vector>

#include "base/budget.hpp"

namespace ken::sat {

// A variable or its negation.
class Literal {
 public:
  Literal() = default;
  explicit Literal(int code) : code_(code) {}

  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] Literal operator!() const { return Literal(-code_); }
  friend bool operator==(Literal, Literal) = default;

 private:
  int code_ = 0;
};

enum class Answer : std::uint8_t { yes, no, open };

// Clauses over variables, of which there may be more after every answer.  The same calls give the
// same answers in every run.  The budget must outlive it.
class Solver {
 public:
  // Solvers of different variety take different ways to an answer.
  explicit Solver(base::Budget& budget, std::size_t variety = 0);
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  // This value is tried first, and later the one it had last.
  [[nodiscard]] Literal add_variable(bool first);
  void add_clause(std::span<const Literal> literals);

  // Whether all clauses and these assumptions can be true together.  Throws Exhausted.
  [[nodiscard]] bool solve(std::span<const Literal> assumptions = {});
  // The same; open if it takes more than so much work.
  [[nodiscard]] Answer solve(std::span<const Literal> assumptions, std::uint64_t work);
  // What all answers so far have taken, in steps of the solver and not of the clock.
  [[nodiscard]] std::uint64_t work() const;
  // After yes.
  [[nodiscard]] bool value(Literal literal) const;
  // After no: of the assumptions those that are enough to make it impossible.
  [[nodiscard]] std::vector<Literal> failed() const;

  [[nodiscard]] std::size_t clauses() const { return clauses_; }

 private:
  struct Library;
  base::Budget* budget_;
  std::unique_ptr<Library> library_;
  std::vector<Literal> assumptions_;
  int variables_ = 0;
  std::size_t clauses_ = 0;
};

}  // namespace ken::sat
