// Numbers of the model as integers of SMV.
//
// In ken a number is an exact quotient, or nothing after a division by zero; a comparison with
// nothing is false, and so is a line lost that assigns it.  In SMV numbers are integers.  So a
// number becomes three things, by the rules of fractions:
//
//   a/b + c/d   (ad + cb) / bd             there where both are
//   (a/b)/(c/d) ad / bc, both negated      there where both are and c is not 0
//               where bc is negative
//   a/b < c/d   both there, and ad < cb    denominators are positive
//
// div and mod round towards minus infinity here and towards zero there; with a positive divisor
// both are written with one formula that does not depend on the rounding (smv_text.cpp).  A divisor
// is never 0 in the text: SMV computes both branches of a choice.
//
// Each expression once, post-order with an explicit stack, results hash-consed: linear in the
// graph.

#include "translate/smv_terms.hpp"

#include <algorithm>

#include "base/post_order.hpp"
#include "model/fold.hpp"

namespace ken::translate {

struct SmvTerms::Algebra {
  using Args = std::vector<Term>;
  SmvTerms& to;

  [[nodiscard]] Term constant(model::Value value) const {
    return to.whole(to.exprs_.constant(value));
  }
  [[nodiscard]] Term variable(VarId id) const {
    return to.whole(to.variable(id, SmvMoment::before));
  }
  [[nodiscard]] Term action(model::AgentId agent, model::ActionIndex action) const {
    const bool only = to.model_[agent].actions.size() == 1;
    return to.whole(only ? to.exprs_.truth(true) : to.exprs_.action(agent, action));
  }
  [[nodiscard]] Term negation(const Term& a) const { return to.whole(to.exprs_.negation(a.value)); }
  [[nodiscard]] Term conjunction(const Args& args) const {
    return to.whole(to.exprs_.conjunction(values(args)));
  }
  [[nodiscard]] Term disjunction(const Args& args) const {
    return to.whole(to.exprs_.disjunction(values(args)));
  }
  [[nodiscard]] Term exclusive(const Args& args) const {
    return to.whole(to.exprs_.exclusive(values(args)));
  }
  [[nodiscard]] Term equal(const Term& a, const Term& b) const {
    return to.compare(ExprOp::equal, a, b);
  }
  [[nodiscard]] Term not_equal(const Term& a, const Term& b) const {
    return to.compare(ExprOp::not_equal, a, b);
  }
  [[nodiscard]] Term less(const Term& a, const Term& b) const {
    return to.compare(ExprOp::less, a, b);
  }
  [[nodiscard]] Term less_equal(const Term& a, const Term& b) const {
    return to.compare(ExprOp::less_equal, a, b);
  }
  [[nodiscard]] Term sum(const Args& args) const {
    std::vector<ExprId> numbers;
    std::vector<ExprId> there;
    Term fractions = to.whole(to.exprs_.constant(0));
    bool any = false;
    for (const Term& arg : args) {
      if (to.is_one(arg.denominator)) {
        numbers.push_back(arg.value);
        there.push_back(arg.defined);
      } else {
        fractions = any ? to.add(fractions, arg) : arg;
        any = true;
      }
    }
    if (numbers.empty()) return fractions;
    const Term whole{to.exprs_.arithmetic(ExprOp::sum, numbers), to.exprs_.constant(1),
                     to.exprs_.conjunction(there)};
    return any ? to.add(whole, fractions) : whole;
  }
  [[nodiscard]] Term product(const Args& args) const {
    Term result = args[0];
    for (std::size_t i = 1; i < args.size(); ++i)
      result = {to.multiply(result.value, args[i].value),
                to.multiply(result.denominator, args[i].denominator),
                to.exprs_.conjunction({result.defined, args[i].defined})};
    return result;
  }
  [[nodiscard]] Term subtract(const Term& a, const Term& b) const {
    if (to.is_one(a.denominator) && to.is_one(b.denominator))
      return {to.exprs_.arithmetic(ExprOp::subtract, {a.value, b.value}), a.denominator,
              to.exprs_.conjunction({a.defined, b.defined})};
    return to.add(a, {to.negate(b.value), b.denominator, b.defined});
  }
  [[nodiscard]] Term divide(const Term& a, const Term& b) const { return to.divide(a, b); }
  [[nodiscard]] Term floor_divide(const Term& a, const Term& b) const {
    return to.floor_divide(a, b);
  }
  [[nodiscard]] Term modulo(const Term& a, const Term& b) const { return to.modulo(a, b); }
  [[nodiscard]] Term count(const Args& args) const {
    std::vector<ExprId> open;
    model::Value sure = 0;
    for (const ExprId arg : values(args)) {
      if (to.exprs_.is_constant(arg))
        sure += to.exprs_[arg].value;
      else
        open.push_back(arg);
    }
    const ExprId counted = to.exprs_.count(std::move(open));
    return to.whole(sure == 0
                        ? counted
                        : to.exprs_.arithmetic(ExprOp::sum, {counted, to.exprs_.constant(sure)}));
  }
  [[nodiscard]] Term conditional(const Term& c, const Term& a, const Term& b) const {
    model::ExprStore& exprs = to.exprs_;
    const ExprId defined =
        exprs.disjunction({exprs.conjunction({c.value, a.defined}),
                           exprs.conjunction({exprs.negation(c.value), b.defined})});
    const bool always = a.defined == b.defined && exprs.is_constant(a.defined);
    return {exprs.conditional(c.value, a.value, b.value),
            exprs.conditional(c.value, a.denominator, b.denominator), always ? a.defined : defined};
  }

  [[nodiscard]] static std::vector<ExprId> values(const Args& args) {
    std::vector<ExprId> result;
    for (const Term& arg : args) result.push_back(arg.value);
    return result;
  }
};

const SmvTerms::Term& SmvTerms::term(ExprId root) {
  base::visit_post_order(
      root,
      [this](ExprId id, const auto& part) {
        for (const ExprId arg : model_.exprs.args(id)) part(arg);
      },
      [this](ExprId id) { return terms_.contains(id); },
      [this](ExprId id) {
        std::vector<Term> args;
        for (const ExprId arg : model_.exprs.args(id)) args.push_back(terms_.at(arg));
        terms_.emplace(id, model::fold(Algebra{*this}, model_.exprs[id], args));
      });
  return terms_.at(root);
}

// ---- variables ----

ExprId SmvTerms::variable(VarId id, SmvMoment moment) {
  const model::Type& type = model_[id].type;
  const std::size_t number =
      static_cast<std::size_t>(moment) * model_.variables.size() + static_cast<std::size_t>(id);
  return exprs_.variable(static_cast<VarId>(number), type.low, type.high);
}

VarId SmvTerms::variable_of(ExprId id) const {
  return static_cast<VarId>(static_cast<std::size_t>(exprs_[id].value) % model_.variables.size());
}

SmvMoment SmvTerms::moment_of(ExprId id) const {
  return static_cast<SmvMoment>(static_cast<std::size_t>(exprs_[id].value) /
                                model_.variables.size());
}

ExprId SmvTerms::same(VarId a, SmvMoment at, VarId b, SmvMoment other) {
  const ExprId first = variable(a, at);
  const ExprId second = variable(b, other);
  return exprs_.compare(ExprOp::equal, std::max(first, second), std::min(first, second));
}

ExprId SmvTerms::becomes(VarId target, ExprId source) {
  const Term& value = term(source);
  const Term after = whole(variable(target, SmvMoment::after));
  return compare(ExprOp::equal, after, value).value;
}

// ---- fractions ----

ExprId SmvTerms::multiply(ExprId a, ExprId b) {
  if (is_one(a)) return b;
  if (is_one(b)) return a;
  return exprs_.arithmetic(ExprOp::product, {a, b});
}

ExprId SmvTerms::negate(ExprId a) {
  return exprs_.arithmetic(ExprOp::subtract, {exprs_.constant(0), a});
}

ExprId SmvTerms::is_negative(ExprId a) {
  const model::Bounds& bounds = exprs_[a].bounds;
  if (bounds.low >= 0) return exprs_.truth(false);
  if (bounds.high < 0) return exprs_.truth(true);
  return exprs_.compare(ExprOp::less, a, exprs_.constant(0));
}

SmvTerms::Term SmvTerms::compare(ExprOp op, const Term& a, const Term& b) {
  const ExprId left = multiply(a.value, b.denominator);
  const ExprId right = multiply(b.value, a.denominator);
  return whole(exprs_.conjunction({a.defined, b.defined, exprs_.compare(op, left, right)}));
}

SmvTerms::Term SmvTerms::add(const Term& a, const Term& b) {
  return {exprs_.arithmetic(ExprOp::sum,
                            {multiply(a.value, b.denominator), multiply(b.value, a.denominator)}),
          multiply(a.denominator, b.denominator), exprs_.conjunction({a.defined, b.defined})};
}

SmvTerms::Term SmvTerms::divide(const Term& a, const Term& b) {
  const ExprId there = exprs_.compare(ExprOp::not_equal, b.value, exprs_.constant(0));
  const ExprId defined = exprs_.conjunction({a.defined, b.defined, there});
  if (exprs_.is_constant(defined) && exprs_[defined].value == 0) return nothing();
  const ExprId top = multiply(a.value, b.denominator);
  const ExprId bottom = multiply(b.value, a.denominator);
  const ExprId turned = is_negative(bottom);
  return {exprs_.conditional(turned, negate(top), top),
          exprs_.conditional(turned, negate(bottom), bottom), defined};
}

ExprId SmvTerms::make_positive(ExprId divisor) {
  if (exprs_[divisor].bounds.low > 0) return divisor;
  const ExprId positive = exprs_.compare(ExprOp::less, exprs_.constant(0), divisor);
  return exprs_.conditional(positive, divisor, exprs_.constant(1));
}

SmvTerms::Term SmvTerms::floor_divide(const Term& a, const Term& b) {
  const Term exact = divide(a, b);
  if (is_one(exact.denominator)) return exact;
  const ExprId divisor = make_positive(exact.denominator);
  return {exprs_.arithmetic(ExprOp::floor_divide, {exact.value, divisor}), exprs_.constant(1),
          exact.defined};
}

// a mod b has the sign of b: where b is negative it is -(-a mod -b).
SmvTerms::Term SmvTerms::modulo(const Term& a, const Term& b) {
  if (!is_one(a.denominator) || !is_one(b.denominator)) {
    const Term down = floor_divide(a, b);
    const Term most{multiply(b.value, down.value), b.denominator, down.defined};
    return add(a, {negate(most.value), most.denominator, most.defined});
  }
  const ExprId there = exprs_.compare(ExprOp::not_equal, b.value, exprs_.constant(0));
  const ExprId defined = exprs_.conjunction({a.defined, b.defined, there});
  if (exprs_.is_constant(defined) && exprs_[defined].value == 0) return nothing();
  const ExprId turned = is_negative(b.value);
  const ExprId top = exprs_.conditional(turned, negate(a.value), a.value);
  const ExprId size = exprs_.conditional(turned, negate(b.value), b.value);
  const ExprId rest = exprs_.arithmetic(ExprOp::modulo, {top, make_positive(size)});
  return {exprs_.conditional(turned, negate(rest), rest), exprs_.constant(1), defined};
}

}  // namespace ken::translate
