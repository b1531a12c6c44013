// CaDiCaL behind a seam (Biere, Fazekas, Fleury, Heisinger 2020).
//
// The library asks now and then whether to go on; it is told no when the budget is used up, and the
// reason is thrown once it has returned.

#include "sat/solver.hpp"

#include <cadical.hpp>

#include "base/check.hpp"

namespace ken::sat {
namespace {

constexpr int satisfiable = 10;
constexpr int unsatisfiable = 20;

bool is_used_up(const base::Budget& budget) {
  try {
    budget.check_limits_now();
    return false;
  } catch (const base::Exhausted&) {
    return true;
  }
}

}  // namespace

struct Solver::Library : CaDiCaL::Terminator {
  explicit Library(const base::Budget& b) : budget(b) {
    solver.set("lucky", 0);          // it would guess without regard to what is to be tried first
    solver.set("stabilizeonly", 1);  // few restarts: most questions of ours have an answer
    solver.connect_terminator(this);
  }
  bool terminate() override { return is_used_up(budget); }

  const base::Budget& budget;
  CaDiCaL::Solver solver;
};

Solver::Solver(base::Budget& budget)
    : budget_(&budget), library_(std::make_unique<Library>(budget)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() {
  if (library_) library_->solver.disconnect_terminator();
}

// The library tries 'true' first.
Literal Solver::add_variable(bool first) {
  library_->solver.reserve(++variables_);
  return Literal(first ? variables_ : -variables_);
}

void Solver::add_clause(std::span<const Literal> literals) {
  for (const Literal literal : literals) library_->solver.add(literal.code());
  library_->solver.add(0);
  ++clauses_;
}

bool Solver::solve(std::span<const Literal> assumptions) {
  assumptions_.assign(assumptions.begin(), assumptions.end());
  for (const Literal literal : assumptions) library_->solver.assume(literal.code());
  const int result = library_->solver.solve();
  if (result != satisfiable && result != unsatisfiable) budget_->check_limits_now();
  CHECK(result == satisfiable || result == unsatisfiable, "only the budget stops the solver");
  return result == satisfiable;
}

bool Solver::value(Literal literal) const { return library_->solver.val(literal.code()) > 0; }

std::vector<Literal> Solver::failed() const {
  std::vector<Literal> result;
  for (const Literal literal : assumptions_)
    if (library_->solver.failed(literal.code())) result.push_back(literal);
  return result;
}

}  // namespace ken::sat
