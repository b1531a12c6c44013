// CaDiCaL behind a seam (Biere, Fazekas, Fleury, Heisinger 2020).
//
// The library asks now and then whether to go on; it is told no when the budget is used up, and the
// reason is thrown once it has returned.  It asks after a number of steps of its own, so how often
// it has asked tells how much it has done, the same in every run.

#include "sat/solver.hpp"

#include <cadical.hpp>
#include <limits>

#include "base/check.hpp"

namespace ken::sat {
namespace {

constexpr int satisfiable = 10;
constexpr int unsatisfiable = 20;
constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

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
  Library(const base::Budget& b, std::size_t variety) : budget(b) {
    solver.set("quiet", 1);          // it would tell standard output of clauses that are false
    solver.set("lucky", 0);          // it would guess without regard to what is to be tried first
    solver.set("stabilizeonly", 1);  // few restarts: most questions of ours have an answer
    // What makes a difference without being worse on the whole (docs/adr/0019).
    if (variety % 2 == 1) solver.set("bumpreason", 0);
    if (variety > 1) {
      solver.set("shuffle", 1);
      solver.set("shufflerandom", 1);
      solver.set("seed", static_cast<int>(variety));
    }
    solver.connect_terminator(this);
  }
  bool terminate() override { return ++work >= end || is_used_up(budget); }

  const base::Budget& budget;
  std::uint64_t work = 0;
  std::uint64_t end = unlimited;
  CaDiCaL::Solver solver;
};

Solver::Solver(base::Budget& budget, std::size_t variety)
    : budget_(&budget), library_(std::make_unique<Library>(budget, variety)) {}
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
  const Answer answer = solve(assumptions, unlimited);
  CHECK(answer != Answer::open, "only the budget stops the solver");
  return answer == Answer::yes;
}

Answer Solver::solve(std::span<const Literal> assumptions, std::uint64_t work) {
  assumptions_.assign(assumptions.begin(), assumptions.end());
  for (const Literal literal : assumptions) library_->solver.assume(literal.code());
  const std::uint64_t before = library_->work;
  library_->end = work < unlimited - before ? before + work : unlimited;
  const int result = library_->solver.solve();
  if (result == satisfiable) return Answer::yes;
  if (result == unsatisfiable) return Answer::no;
  budget_->check_limits_now();
  return Answer::open;
}

std::uint64_t Solver::work() const { return library_->work; }

bool Solver::value(Literal literal) const { return library_->solver.val(literal.code()) > 0; }

std::vector<Literal> Solver::failed() const {
  std::vector<Literal> result;
  for (const Literal literal : assumptions_)
    if (library_->solver.failed(literal.code())) result.push_back(literal);
  return result;
}

}  // namespace ken::sat
