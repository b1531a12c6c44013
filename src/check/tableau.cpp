// Tableaux.
//
// A path satisfies a formula just if from each of its states to the next promises can be handed on
// such that each is kept in the state that is entered with it, in the words of the fixpoint laws
//     f U g = g or (f and X(f U g)),    f R g = g and (f or X(f R g))
// and no f U g is put off for ever.  A promise is a bit: "this formula holds after the next step".
// Promises are one-sided (the bit may be false although the formula holds there), which is enough
// since formulas have no negation, and makes all sets below grow smaller with more promises.  What
// must be kept on entering a state, the bits o, and what is promised on leaving it, the bits e, are
// related within the state:
//     for each promise k:  o_k -> holds(k), a function of the state and e
// so the product with the model is its relation carrying bits (symbolic/relation.hpp): the clusters
// of the model are used as they are, and promises ride through its pre-images as parameters.  Bits
// are placed in the order beside what their formulas speak about.
//
// Acceptance lies on edges, that is on a state with the promises it is left with: f U g is not put
// off when it is not promised or g holds.  Loops of LDL can have several promises in one circle, of
// different runs in different phases; Miyano and Hayashi (1984): each has a second bit, "owed since
// the last breakpoint"; what is owed is kept by owing, and when nothing is, all that is promised
// becomes owed.  G F f takes one bit and f as its acceptance.
//
// Within bounds a promise is a number, 0 for none.  f U[0,n] g: k promises f U[0,n+1-k] g, and more
// is stronger, as it has been put off longer; f R[0,n] g: k promises f R[0,k-1] g, and more is
// stronger, as it is for more states; so that overlapping demands are the strongest of them.  X^k f
// for large k counts down, if the formula asks for it once; else it takes k bits.
//
// Label: some promises e with holds(formula) and a fair path from (s, e): one fair EG in the
// product (Clarke, Grumberg and Hamaguchi 1994; transition-based acceptance after Couvreur 1999).
// Cost: as many bits as the formula has temporal operators, each once.

#include "check/tableau.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "base/check.hpp"
#include "base/post_order.hpp"
#include "check/fixpoints.hpp"
#include "check/promises.hpp"

namespace ken::check {
namespace {

using symbolic::BitPair;
using symbolic::Bits;
using symbolic::Variable;

struct PromiseBits : Promise {
  Bits left;     // with which a state is left, the lowest first
  Bits entered;  // the same on entering
};

class Tableau {
 public:
  Tableau(symbolic::System& system, const Arena& arena, PathStore& store, PathId root)
      : system_(system), manager_(system.manager()), arena_(arena), store_(store), root_(root) {}

  StateSet run() {
    const Arena product = make_product();
    const StateSet followed = exists_globally(product, product.domain);
    Bits promises;
    for (const BitPair& bit : bits_) promises.push_back(bit.now);
    return StateSet(
        and_exists(holds(root_), followed.function(), manager_.set(std::move(promises))));
  }

  // One path from there, by a lasso in the product.
  SingletonLasso find_path(const StateSet& from) {
    const Arena product = make_product();
    const StateSet followed = exists_globally(product, product.domain);
    const StateSet starts(from.function() & holds(root_) & followed.function());
    CHECK(!starts.empty(), "some path from there satisfies the formula");
    const symbolic::Relation& steps = product.steps->relation();
    const PathFinder finder(
        system_.budget(),
        {[&](const StateSet& states) { return steps.image(states) & followed; },
         [&](const StateSet& states) { return steps.preimage(states) & followed; },
         [&](const StateSet& states) { return pick(states); }});
    return finder.find_lasso(pick(starts), followed, product.fairness);
  }

 private:
  [[nodiscard]] Arena make_product() {
    const Promises found = find_promises(store_, root_, system_.budget());
    place_bits(found);
    for (const auto& [id, promise] : promises_) keep(id, promise);
    for (const std::vector<PathId>& circle : found.circles) keep_circle(circle);

    Arena product = arena_;
    product.domain &= StateSet(consistent_);
    product.fairness.clear();
    for (const StateSet& line : arena_.fairness) product.fairness.push_back(line & product.domain);
    for (const Bdd& condition : acceptance_)
      product.fairness.push_back(StateSet(condition) & product.domain);
    product.steps = symbolic::carry(
        *arena_.steps, symbolic::ClusteredProduct(manager_, {std::move(kept_), {}, {}}, bits_));
    return product;
  }

  // One state with its promises.
  [[nodiscard]] StateSet pick(const StateSet& states) {
    std::map<Variable, bool> values;
    for (const auto& [variable, value] : bdd::some_assignment(states.function()))
      values[variable] = value;
    Bdd point = symbolic::encode(manager_, system_.encoding(), system_.model(),
                                 symbolic::some_state(system_.encoding(), system_.model(), states))
                    .function();
    for (const BitPair& bit : bits_) {
      const auto at = values.find(bit.now);
      point &= manager_.literal(bit.now, at != values.end() && at->second);
    }
    return StateSet(point);
  }

  // ---- bits ----

  [[nodiscard]] std::size_t count_bits(PathId id, const Promise& promise) const {
    if (promise.form == Form::plain || promise.form == Form::lasting)
      return promise.in_circle ? 2 : 1;
    return static_cast<std::size_t>(
        std::bit_width(static_cast<std::uint64_t>(*store_[id].steps) + 1));
  }

  // The highest level of the bits that a formula speaks about; none if of nothing but what comes
  // after a step.
  [[nodiscard]] std::optional<std::size_t> find_level(PathId root) {
    base::visit_post_order(
        root,
        [&](PathId id, const auto& visit) {
          for_each_part_here(store_, id, [&](PathId part) { visit(part); });
        },
        [&](PathId id) { return highest_.contains(id); },
        [&](PathId id) {
          system_.budget().check_limits();
          std::optional<Variable>& highest = highest_[id];
          const auto raise = [&](std::optional<Variable> v) {
            if (v && (!highest || manager_.level(*v) < manager_.level(*highest))) highest = v;
          };
          if (store_.is_letter(id) && !store_.is_lasting(id))
            for (const Variable v : bdd::support(store_[id].letter)) raise(v);
          for_each_part_here(store_, id, [&](PathId part) { raise(highest_.at(part)); });
        });
    const std::optional<Variable> highest = highest_.at(root);
    return highest ? std::optional(manager_.level(*highest)) : std::nullopt;
  }

  void place_bits(const Promises& found) {
    for (const auto& [id, promise] : found.all) promises_[id] = {promise, {}, {}};
    for (auto& [id, promise] : promises_) {
      system_.budget().check_limits_now();
      const PathId about = store_[id].kind == PathKind::next ? store_[id].args[0] : id;
      const std::size_t level = find_level(about).value_or(0);
      for (const BitPair& bit : system_.add_bits(count_bits(id, promise), level)) {
        promise.left.push_back(bit.now);
        promise.entered.push_back(bit.next);
        bits_.push_back(bit);
      }
    }
  }

  // ---- what holds here, with the promises the state is left with ----

  [[nodiscard]] Bdd flag(const PromiseBits& promise) { return manager_.variable(promise.left[0]); }
  [[nodiscard]] Bdd at_least(const Bits& bits, std::int64_t number) {
    return !symbolic::below(manager_, bits, static_cast<std::uint64_t>(number));
  }
  [[nodiscard]] Bdd is(const Bits& bits, std::int64_t number) {
    return symbolic::equals(manager_, bits, static_cast<std::uint64_t>(number));
  }

  [[nodiscard]] bool is_countdown(PathId id) const {
    const auto at = promises_.find(id);
    return at != promises_.end() && at->second.form == Form::countdown;
  }

  // The formula holds after the next step.
  [[nodiscard]] Bdd promised(PathId id) {
    const auto at = promises_.find(id);
    if (at == promises_.end()) {
      Bdd result = manager_.constant(true);
      for (const PathId arg : store_[id].args) result &= promised(arg);
      return result;
    }
    switch (at->second.form) {
      case Form::plain:
      case Form::lasting:
        return flag(at->second);
      case Form::put_off:
        return at_least(at->second.left, 1);
      case Form::remaining:
        return at_least(at->second.left, *store_[id].steps + 1);
      case Form::countdown:
        break;  // asked for in the first state only
    }
    CHECK(false, "a countdown is promised by itself");
    return {};
  }

  [[nodiscard]] Bdd holds(PathId root) {
    base::visit_post_order(
        root,
        [&](PathId id, const auto& visit) {
          for_each_part_here(store_, id, [&](PathId part) { visit(part); });
        },
        [&](PathId id) { return holds_.contains(id); },
        [&](PathId id) {
          system_.budget().check_limits();
          holds_[id] = compute(id);
        });
    return holds_.at(root);
  }

  [[nodiscard]] Bdd compute(PathId id) {
    const PathFormula formula = store_[id];
    const auto arg = [&](std::size_t i) { return holds_.at(formula.args[i]); };
    switch (formula.kind) {
      case PathKind::letter:
        return formula.letter;
      case PathKind::all:
      case PathKind::some: {
        const bool all = formula.kind == PathKind::all;
        Bdd result = manager_.constant(all);
        for (std::size_t i = 0; i < formula.args.size(); ++i)
          result = all ? result & arg(i) : result | arg(i);
        return result;
      }
      case PathKind::next:
        if (is_countdown(id)) return is(promises_.at(id).left, *formula.steps);
        return promised(store_.next(formula.args[0], *formula.steps - 1));
      case PathKind::until: {
        const PromiseBits& promise = promises_.at(id);
        return arg(1) | (arg(0) & (formula.steps ? at_least(promise.left, 2) : flag(promise)));
      }
      case PathKind::release: {
        const PromiseBits& promise = promises_.at(id);
        if (promise.form == Form::lasting) return flag(promise);
        return arg(1) &
               (arg(0) | (formula.steps ? at_least(promise.left, *formula.steps) : flag(promise)));
      }
      case PathKind::loop:
        return arg(0);
    }
    return {};
  }

  // ---- keeping promises ----

  void keep(PathId id, const PromiseBits& promise) {
    system_.budget().check_limits();
    const PathFormula formula = store_[id];
    const Bdd entered = manager_.variable(promise.entered[0]);
    switch (promise.form) {
      case Form::plain: {
        const Bdd here = holds(id);
        kept_.push_back((!entered) | here);
        const bool plain_until = formula.kind == PathKind::until && !promise.in_circle;
        if (plain_until || promise.eventual)
          acceptance_.push_back((!flag(promise)) |
                                compose(here, {{promise.left[0], manager_.constant(false)}}));
        return;
      }
      case Form::lasting:
        kept_.push_back((!entered) | flag(promise));
        acceptance_.push_back((!flag(promise)) | holds(store_[formula.args[1]].args[1]));
        return;
      case Form::put_off:
        kept_.push_back(is(promise.entered, 0) | holds(formula.args[1]) |
                        (holds(formula.args[0]) & !at_least(promise.entered, *formula.steps + 1) &
                         is_more(promise.left, promise.entered)));
        return;
      case Form::remaining:
        kept_.push_back(is(promise.entered, 0) |
                        (holds(formula.args[1]) & (holds(formula.args[0]) | is(promise.entered, 1) |
                                                   is_at_least_one_less(promise))));
        return;
      case Form::countdown:
        kept_.push_back(is(promise.entered, 0) | (is(promise.entered, 1) & holds(formula.args[0])) |
                        (at_least(promise.entered, 2) & is_one_less(promise)));
        return;
    }
  }

  // The number in 'more' is greater.
  [[nodiscard]] Bdd is_more(const Bits& more, const Bits& less) {
    Bdd result = manager_.constant(false);
    for (std::size_t i = 0; i < more.size(); ++i) {
      const Bdd a = manager_.variable(more[i]);
      const Bdd b = manager_.variable(less[i]);
      result = (a & !b) | (equivalent(a, b) & result);
    }
    return result;
  }
  // left >= entered - 1, that is not entered > left + 1: entered > left and not entered = left + 1.
  [[nodiscard]] Bdd is_at_least_one_less(const PromiseBits& promise) {
    return (!is_more(promise.entered, promise.left)) | is_one_less(promise);
  }
  // left = entered - 1.
  [[nodiscard]] Bdd is_one_less(const PromiseBits& promise) {
    Bdd equal = manager_.constant(true);
    Bdd borrow = manager_.constant(true);
    for (std::size_t i = 0; i < promise.left.size(); ++i) {
      const Bdd before = manager_.variable(promise.entered[i]);
      equal &= equivalent(manager_.variable(promise.left[i]), before ^ borrow);
      borrow = borrow & !before;
    }
    return equal & !borrow;
  }

  void keep_circle(const std::vector<PathId>& members) {
    bdd::Substitution owing;
    Bdd nothing_entered = manager_.constant(true);
    Bdd nothing_left = manager_.constant(true);
    Bdd all_owed = manager_.constant(true);
    for (const PathId id : members) {
      const PromiseBits& promise = promises_.at(id);
      const Bdd owed = manager_.variable(promise.left[1]);
      owing.emplace_back(promise.left[0], owed);
      nothing_entered -= manager_.variable(promise.entered[1]);
      nothing_left -= owed;
      all_owed &= (!flag(promise)) | owed;
      consistent_ &= (!owed) | flag(promise);
    }
    for (const PathId id : members)
      kept_.push_back((!manager_.variable(promises_.at(id).entered[1])) |
                      compose(holds(id), owing));
    kept_.push_back((!nothing_entered) | all_owed);
    acceptance_.push_back(nothing_left);
  }

  symbolic::System& system_;
  bdd::Manager& manager_;
  const Arena& arena_;
  PathStore& store_;
  PathId root_;

  std::map<PathId, PromiseBits> promises_;
  std::map<PathId, std::optional<Variable>> highest_;  // bit of what is said here
  std::vector<BitPair> bits_;
  std::map<PathId, Bdd> holds_;
  std::vector<Bdd> kept_;
  std::vector<Bdd> acceptance_;
  Bdd consistent_ = manager_.constant(true);
};

}  // namespace

StateSet follow_paths(symbolic::System& system, const Arena& arena, PathStore& store,
                      PathId formula) {
  return Tableau(system, arena, store, formula).run();
}

Lasso find_path(symbolic::System& system, const Arena& arena, PathStore& store, PathId formula,
                const StateSet& from) {
  return list_states(system, Tableau(system, arena, store, formula).find_path(from));
}

}  // namespace ken::check
