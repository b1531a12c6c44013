#include "logic/print.hpp"

#include <gtest/gtest.h>

namespace ken::logic {
namespace {

class PrintTest : public ::testing::Test {
 protected:
  PrintTest() {
    names_.atom = [](AtomId id) { return std::string(1, static_cast<char>('p' + unsigned(id))); };
    names_.agent = [](AgentId id) { return std::string(1, static_cast<char>('A' + unsigned(id))); };
  }
  FormulaId modal(Builtin op, std::vector<FormulaId> args, std::vector<Group> subjects = {},
                  std::optional<Bound> bound = {}, Semantics semantics = {}) {
    return store_.add(Modal{table_.id(op), semantics, std::move(subjects), bound, std::move(args)});
  }
  FormulaId both(FormulaId f, FormulaId g) {
    return store_.add(Binary{Connective::conjunction, f, g});
  }
  FormulaId either(FormulaId f, FormulaId g) {
    return store_.add(Binary{Connective::disjunction, f, g});
  }
  FormulaId implies(FormulaId f, FormulaId g) {
    return store_.add(Binary{Connective::implication, f, g});
  }
  FormulaId no(FormulaId f) { return store_.add(Not{f}); }
  FormulaId path(PathOperator op, std::vector<FormulaId> args, std::optional<Bound> bound = {}) {
    return store_.add(Temporal{op, bound, std::move(args)});
  }
  FormulaId step(FormulaId f) { return store_.add(Step{f}); }
  FormulaId join(ProgramOperator op, FormulaId f, FormulaId g) {
    return store_.add(Combined{op, f, g});
  }
  std::string text(FormulaId f) { return to_text(store_, table_, f, names_); }

  ModalityTable table_;
  FormulaStore store_{table_};
  Names names_;
  FormulaId p_ = store_.add(Atom{AtomId{0}});
  FormulaId q_ = store_.add(Atom{AtomId{1}});
  FormulaId r_ = store_.add(Atom{AtomId{2}});
  Group a_{AgentId{0}}, ab_{AgentId{0}, AgentId{1}};
};

TEST_F(PrintTest, ParenthesesFollowTheOrderOfConnectives) {
  EXPECT_EQ(text(either(both(p_, q_), r_)), "p and q or r");
  EXPECT_EQ(text(both(p_, either(q_, r_))), "p and (q or r)");
  EXPECT_EQ(text(both(both(p_, q_), r_)), "p and q and r");
  EXPECT_EQ(text(both(p_, both(q_, r_))), "p and (q and r)");
  EXPECT_EQ(text(implies(p_, implies(q_, r_))), "p -> q -> r");
  EXPECT_EQ(text(implies(implies(p_, q_), r_)), "(p -> q) -> r");
  EXPECT_EQ(text(no(both(p_, no(q_)))), "!(p and !q)");
}

TEST_F(PrintTest, ModalitiesAreWrittenByTheirRow) {
  EXPECT_EQ(text(modal(Builtin::AG, {modal(Builtin::EF, {p_})})), "AG EF p");
  EXPECT_EQ(text(modal(Builtin::AG, {implies(p_, q_)}, {}, Bound{1, 2})), "AG[1,2](p -> q)");
  EXPECT_EQ(text(modal(Builtin::AU, {both(p_, q_), r_}, {}, Bound{0, 3})), "A((p and q) U[0,3] r)");
  EXPECT_EQ(text(modal(Builtin::K, {either(p_, q_)}, {a_})), "K(A, p or q)");
  EXPECT_EQ(text(modal(Builtin::GK, {p_}, {ab_})), "GK({A, B}, p)");
  EXPECT_EQ(text(modal(Builtin::can_finally, {p_}, {ab_})), "<{A, B}>F p");
  EXPECT_EQ(text(modal(Builtin::can_finally, {p_}, {{}}, {}, Semantics::ir)), "<{} | ir>F p");
  EXPECT_EQ(text(modal(Builtin::must_weak, {p_, q_}, {a_})), "[{A}](p W q)");
}

TEST_F(PrintTest, ABoxBehindAWordIsNoBound) {
  const FormulaId inside = modal(Builtin::must_next, {p_}, {a_});
  EXPECT_EQ(text(modal(Builtin::EF, {inside})), "EF([{A}]X p)");
  EXPECT_EQ(text(modal(Builtin::AU, {inside, inside})), "A([{A}]X p U ([{A}]X p))");
  EXPECT_EQ(text(no(inside)), "![{A}]X p");
}

TEST_F(PrintTest, UntilsStandInParenthesesBesideConnectives) {
  const FormulaId until = path(PathOperator::until, {p_, q_});
  EXPECT_EQ(text(store_.add(Quantified{PathQuantifier::some, both(r_, until)})),
            "E(r and (p U q))");
  EXPECT_EQ(text(path(PathOperator::release, {until, until})), "(p U q) R (p U q)");
  const FormulaId always = path(PathOperator::globally, {path(PathOperator::finally, {p_})});
  EXPECT_EQ(text(store_.add(Quantified{PathQuantifier::all, always})), "A(G F p)");
}

TEST_F(PrintTest, Programs) {
  const FormulaId a = step(p_);
  const FormulaId b = store_.add(Star{step(both(p_, q_))});
  const FormulaId c = store_.add(logic::Test{no(q_)});
  const FormulaId program = join(ProgramOperator::sequence, join(ProgramOperator::choice, a, b), c);
  EXPECT_EQ(text(store_.add(Dynamic{PathQuantifier::some, program, either(p_, q_)})),
            "<(p + (p and q)*); (!q)?>(p or q)");
  const FormulaId power = modal(Builtin::can_finally, {p_}, {ab_});
  EXPECT_EQ(text(store_.add(Dynamic{PathQuantifier::all, store_.add(Star{step(power)}), power})),
            "[(<{A, B}>F p)*](<{A, B}>F p)");
}

TEST_F(PrintTest, ChainsAndCounts) {
  EXPECT_EQ(text(store_.add(Many{Quantity::all, {p_, either(q_, r_), r_}})),
            "p and (q or r) and r");
  EXPECT_EQ(text(store_.add(Many{Quantity::odd, {p_, q_, r_}})), "p <-> q <-> r");
  EXPECT_EQ(text(store_.add(Many{Quantity::odd, {p_, q_}})), "!(p <-> q)");
  EXPECT_EQ(text(store_.add(Count{0, 3, {p_, q_, r_}})), "true");
  EXPECT_EQ(text(store_.add(Count{1, 3, {p_, q_, r_}})), "p or q or r");
  EXPECT_EQ(text(store_.add(Count{0, 0, {p_, q_, r_}})), "!(p or q or r)");
  EXPECT_EQ(text(store_.add(Count{2, 3, {p_, q_, r_}})),
            "(count(i1: 1..3)(i1 = 1 and p or i1 = 2 and q or i1 = 3 and r) >= 2)");
}

TEST_F(PrintTest, NamesThatAreNoPlainNamesStandInParentheses) {
  names_.atom = [](AtomId id) { return id == AtomId{0} ? "P.x = 1" : "U"; };
  EXPECT_EQ(text(both(p_, no(q_))), "(P.x = 1) and !(U)");
}

TEST_F(PrintTest, DepthIsNoProblem) {
  FormulaId f = p_;
  for (int i = 0; i < 200'000; ++i) f = no(f);
  EXPECT_EQ(text(f).size(), 200'001U);
}

}  // namespace
}  // namespace ken::logic
