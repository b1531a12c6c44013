// The initial states, one by one.
//
// InitStates is a condition on all variables at once.  We split it into its conjuncts and search
// depth first: the variables get values in order, and after each assignment every conjunct that
// reads the variable is evaluated over intervals (what could it still become, the variables without
// value ranging over their domains).  A conjunct that can no longer hold prunes the branch.
// Conjuncts on one variable alone narrow its domain beforehand, so that the usual
// "x = 1 and y = 0 and ..." costs nothing and a variable with 2 * 10^9 values none either, if it is
// pinned.  Exact, because intervals only prune and the whole condition decides at the end; worst
// case exponential in the number of variables, as the answer may be.

#include "model/initial.hpp"

#include <algorithm>

#include "model/interval.hpp"

namespace ken::model {
namespace {

class Search {
 public:
  Search(const Model& model, base::Budget& budget,
         const std::function<void(std::size_t)>& note_work)
      : model_(model), budget_(budget), note_work_(note_work) {
    for (const Variable& variable : model.variables)
      box_.push_back({variable.type.low, variable.type.high});
    readers_.resize(box_.size());
    if (model.initial) split(model.initial->expr);
  }

  void run(const std::function<bool(const State&)>& visit) {
    if (contradiction_ || !narrow()) return;
    const Box domains = box_;
    State state(box_.size());
    std::size_t at = 0;
    std::vector<std::uint64_t> tried(box_.size());  // how many values of each variable
    for (;;) {
      budget_.check_limits();
      if (at == box_.size()) {
        const bool holds = !model_.initial || model_.initial->program(model_.exprs).holds(state);
        if ((holds && !visit(state)) || at == 0) return;
        --at;
        continue;
      }
      if (tried[at] == size(domains[at])) {  // exhausted: back to the variable before
        box_[at] = domains[at];
        if (at == 0) return;
        --at;
        continue;
      }
      const auto value =
          static_cast<Value>(static_cast<std::uint64_t>(domains[at].low) + tried[at]++);
      state[at] = value;
      box_[at] = {value, value};
      if (!possible(at)) continue;
      ++at;
      if (at < box_.size()) tried[at] = 0;
    }
  }

 private:
  // The number of values; all 2^64 of them count as one less, which no search lives to see.
  static std::uint64_t size(Interval domain) {
    const std::uint64_t last =
        static_cast<std::uint64_t>(domain.high) - static_cast<std::uint64_t>(domain.low);
    return last == ~std::uint64_t{0} ? last : last + 1;
  }

  void split(ExprId root) {
    std::vector<ExprId> todo{root};
    while (!todo.empty()) {
      const ExprId id = todo.back();
      todo.pop_back();
      if (model_.exprs[id].op == ExprOp::conjunction) {
        for (const ExprId arg : model_.exprs.args(id)) todo.push_back(arg);
      } else if (model_.exprs.is_constant(id)) {
        contradiction_ |= model_.exprs[id].value == 0;
      } else {
        const std::vector<VarId> variables = support(model_.exprs, id);
        for (const VarId variable : variables)
          readers_[static_cast<std::size_t>(variable)].push_back(conjuncts_.size());
        conjuncts_.push_back({closure(model_.exprs, id), variables.size() == 1, 0});
      }
    }
  }

  // Cuts the ends of each domain that no conjunct on that variable alone allows.
  bool narrow() {
    for (std::size_t v = 0; v < box_.size(); ++v) {
      const Interval domain = box_[v];
      std::vector<std::size_t> alone;
      for (const std::size_t c : readers_[v])
        if (conjuncts_[c].one_variable) alone.push_back(c);
      if (alone.empty()) continue;
      const auto allowed = [&](Interval part) {
        box_[v] = part;
        return std::all_of(alone.begin(), alone.end(), [&](std::size_t c) {
          return evaluate_now(conjuncts_[c]).can_be_true();
        });
      };
      box_[v] = shrink(domain, allowed);
      if (box_[v].low > box_[v].high) return false;
    }
    return true;
  }

  // The smallest interval around the values that may be allowed, by bisection from both ends.
  template <class Allowed>
  Interval shrink(Interval domain, const Allowed& allowed) {
    const auto edge = [&](bool from_low) -> Interval {
      std::vector<Interval> todo{domain};
      while (!todo.empty()) {
        budget_.check_limits();
        const Interval part = todo.back();
        todo.pop_back();
        if (!allowed(part)) continue;
        if (part.low == part.high) return part;
        const Value middle = part.low + static_cast<Value>((static_cast<std::uint64_t>(part.high) -
                                                            static_cast<std::uint64_t>(part.low)) /
                                                           2);
        const Interval lower{part.low, middle};
        const Interval upper{middle + 1, part.high};
        todo.push_back(from_low ? upper : lower);
        todo.push_back(from_low ? lower : upper);
      }
      return {1, 0};
    };
    const Interval first = edge(true);
    if (first.low > first.high) return first;
    return {first.low, edge(false).high};
  }

  // Whether every conjunct that reads the variable may still hold.  One that an earlier variable
  // has settled is not looked at again below it.
  bool possible(std::size_t variable) {
    return std::all_of(readers_[variable].begin(), readers_[variable].end(), [&](std::size_t c) {
      Conjunct& conjunct = conjuncts_[c];
      if (conjunct.settled_by != 0 && conjunct.settled_by <= variable) return true;
      budget_.check_limits();
      const Possible value = evaluate_now(conjunct);
      conjunct.settled_by = value.can_be_false() ? 0 : variable + 1;
      return value.can_be_true();
    });
  }

  struct Conjunct {
    std::vector<ExprId> order;  // its closure, parts first
    bool one_variable;
    std::size_t settled_by;  // 1 + the variable whose value made it certain, or 0
  };

  // What it can be in the box.
  [[nodiscard]] Possible evaluate_now(const Conjunct& conjunct) const {
    if (note_work_) note_work_(conjunct.order.size());
    return evaluate(model_.exprs, conjunct.order, box_);
  }

  const Model& model_;
  base::Budget& budget_;
  const std::function<void(std::size_t)>& note_work_;
  Box box_;
  std::vector<Conjunct> conjuncts_;
  std::vector<std::vector<std::size_t>> readers_;  // by variable
  bool contradiction_ = false;
};

}  // namespace

void for_each_initial_state(const Model& model, base::Budget& budget,
                            const std::function<bool(const State&)>& visit,
                            const std::function<void(std::size_t)>& note_work) {
  Search(model, budget, note_work).run(visit);
}

}  // namespace ken::model
