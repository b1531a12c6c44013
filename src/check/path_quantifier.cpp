// Path quantifiers.
//
// E f, for f in normal form (path_formula.cpp), is taken apart as far as fixpoints of states reach,
// in a domain all of whose states have infinite fair paths; A f is the complement of E not f.  With
// s, t for letters, f for any path formula, l for lasting ones:
//     E(f or g)              = E f or E g
//     E(s and f)             = s and E f
//     E(X^k f and G s and l) = (s and EX)^k E(f and G s and l)
//     E(t U f and G s and l) = E((t and s) U E(f and G s and l)),  and so for F and within bounds
//     E(G s and G F t ..)    = fair EG s, the t being fairness conditions besides those there are
//     f R s = (s U (f and s)) or G s
// Several until: some of them is fulfilled first, the others are then still to be fulfilled, which
// makes 2^n formulas out of n, so only a few are done so.  Everything else, in particular G over
// what is no letter and a conjunction of many disjunctions, is left to a tableau.  So CTL as well
// as G F, F G, and the formulas made of them cost what CTL costs with fairness.

#include "check/path_quantifier.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/post_order.hpp"
#include "check/fixpoints.hpp"
#include "check/path_translation.hpp"
#include "check/tableau.hpp"

namespace ken::check {
namespace {

constexpr std::size_t few_untils = 3;
constexpr std::size_t few_alternatives = 4;

enum class Method : std::uint8_t { letter, any, again, later, reach, hold, follow };

struct Plan {
  Method method = Method::follow;
  std::vector<PathId> operands{};  // paths for which E is needed first
  Bdd here{}, through{};           // letters: of the first state; of all until the operand
  std::vector<Bdd> again{};        // letters to be met infinitely often
  std::optional<std::int64_t> steps{};
};

// The parts of a conjunction, by what can be done with them.
struct Parts {
  Bdd here, always;
  std::vector<PathId> again;    // the f of G F f, f a letter
  std::vector<PathId> lasting;  // other lasting parts
  std::vector<PathId> nexts, untils, releases, alternatives, others;
};

class Quantifier {
 public:
  Quantifier(Context& context, const Arena& arena, PathStore& store)
      : context_(context), arena_(arena), store_(store) {}

  StateSet exists(PathId root) {
    base::visit_post_order(
        root,
        [&](PathId id, const auto& visit) {
          for (const PathId operand : plan_of(id).operands) visit(operand);
        },
        [&](PathId id) { return known_.contains(id); },
        [&](PathId id) {
          context_.system.budget().check_limits_now();
          known_[id] = run(id, plan_of(id));
        });
    return known_.at(root);
  }

 private:
  // ---- plans ----

  [[nodiscard]] const Plan& plan_of(PathId id) {
    const auto at = plans_.find(id);
    if (at != plans_.end()) return at->second;
    return plans_.emplace(id, make_plan(id)).first->second;
  }

  [[nodiscard]] Plan make_plan(PathId id) {
    const PathFormula formula = store_[id];
    if (formula.kind == PathKind::letter) return {.method = Method::letter, .here = formula.letter};
    if (formula.kind == PathKind::some) return {.method = Method::any, .operands = formula.args};
    if (formula.kind != PathKind::all) return plan_parts(sort({id}));
    return plan_parts(sort(formula.args));
  }

  [[nodiscard]] Parts sort(const std::vector<PathId>& args) {
    Parts parts;
    parts.here = parts.always = context_.system.manager().constant(true);
    for (const PathId arg : args) sort(arg, parts);
    return parts;
  }

  void sort(PathId id, Parts& parts) {
    const PathFormula& formula = store_[id];
    const auto is_letter = [&](std::size_t i) { return store_.is_letter(formula.args[i]); };
    switch (formula.kind) {
      case PathKind::letter:
        parts.here &= formula.letter;
        return;
      case PathKind::some:
        return parts.alternatives.push_back(id);
      case PathKind::next:
        return parts.nexts.push_back(id);
      case PathKind::until:
        if (store_.is_lasting(id)) return parts.lasting.push_back(id);
        return (is_letter(0) ? parts.untils : parts.others).push_back(id);
      case PathKind::release:
        if (store_.is_globally(id) && is_letter(1)) {
          parts.always &= store_[formula.args[1]].letter;
          return;
        }
        if (store_.is_lasting(id) && store_.is_letter(store_[formula.args[1]].args[1]))
          return parts.again.push_back(store_[formula.args[1]].args[1]);
        return (is_letter(1) && formula.args[0] != store_.nothing() ? parts.releases : parts.others)
            .push_back(id);
      case PathKind::all:
      case PathKind::loop:
        return parts.others.push_back(id);
    }
  }

  // All that stays to be said after some steps: what is always, again and again, and lasting.
  [[nodiscard]] std::vector<PathId> list_lasting(const Parts& parts) {
    std::vector<PathId> result = parts.lasting;
    result.push_back(store_.globally(store_.letter(parts.always)));
    for (const PathId letter : parts.again)
      result.push_back(store_.globally(store_.finally(letter)));
    return result;
  }

  [[nodiscard]] Plan plan_parts(const Parts& parts) {
    if (!parts.others.empty()) return {};
    if (!parts.alternatives.empty()) return plan_alternatives(parts);
    if (!parts.releases.empty()) return plan_releases(parts);
    if (!parts.nexts.empty()) return parts.untils.empty() ? plan_nexts(parts) : Plan{};
    if (!parts.untils.empty()) return plan_untils(parts, parts.untils);
    if (!parts.lasting.empty()) return plan_lasting(parts);
    Plan plan{.method = Method::again, .here = parts.here, .through = parts.always};
    for (const PathId letter : parts.again) plan.again.push_back(store_[letter].letter);
    return plan;
  }

  // Everything but the alternatives and releases.
  [[nodiscard]] std::vector<PathId> list_rest(const Parts& parts) {
    std::vector<PathId> rest = list_lasting(parts);
    rest.push_back(store_.letter(parts.here));
    rest.insert(rest.end(), parts.nexts.begin(), parts.nexts.end());
    rest.insert(rest.end(), parts.untils.begin(), parts.untils.end());
    return rest;
  }

  [[nodiscard]] Plan plan_alternatives(const Parts& parts) {
    const std::vector<PathId> alternatives = store_[parts.alternatives[0]].args;
    if (parts.alternatives.size() > 1 || alternatives.size() > few_alternatives) return {};
    std::vector<PathId> rest = list_rest(parts);
    rest.insert(rest.end(), parts.releases.begin(), parts.releases.end());
    Plan plan{.method = Method::any};
    for (const PathId alternative : alternatives) {
      rest.push_back(alternative);
      plan.operands.push_back(store_.all(rest));
      rest.pop_back();
    }
    return plan;
  }

  [[nodiscard]] Plan plan_releases(const Parts& parts) {
    const PathFormula release = store_[parts.releases[0]];
    const PathId held = release.args[1];
    if (release.steps) {
      if (store_.all(list_rest(parts)) != store_.letter(parts.here) || parts.releases.size() > 1)
        return {};
      return {.method = Method::hold,
              .operands = {release.args[0]},
              .here = parts.here,
              .through = store_[held].letter,
              .steps = release.steps};
    }
    if (parts.releases.size() > few_untils) return {};
    std::vector<PathId> rest = list_rest(parts);
    rest.insert(rest.end(), parts.releases.begin() + 1, parts.releases.end());
    Plan plan{.method = Method::any};
    for (const PathId way :
         {store_.until(held, store_.all({release.args[0], held})), store_.globally(held)}) {
      rest.push_back(way);
      plan.operands.push_back(store_.all(rest));
      rest.pop_back();
    }
    return plan;
  }

  [[nodiscard]] Plan plan_nexts(const Parts& parts) {
    std::int64_t steps = *store_[parts.nexts[0]].steps;
    for (const PathId next : parts.nexts) steps = std::min(steps, *store_[next].steps);
    std::vector<PathId> after = list_lasting(parts);
    for (const PathId next : parts.nexts) {
      const PathFormula formula = store_[next];
      after.push_back(store_.next(formula.args[0], *formula.steps - steps));
    }
    return {.method = Method::later,
            .operands = {store_.all(std::move(after))},
            .here = parts.here,
            .through = parts.always,
            .steps = steps};
  }

  [[nodiscard]] Plan plan_untils(const Parts& parts, const std::vector<PathId>& untils) {
    const bool bounded = std::any_of(untils.begin(), untils.end(),
                                     [&](PathId id) { return store_[id].steps.has_value(); });
    if (untils.size() > (bounded ? 1 : few_untils)) return {};
    Plan plan{.method = Method::reach, .here = parts.here, .through = parts.always};
    if (bounded) plan.steps = store_[untils[0]].steps;
    for (const PathId first : untils) {
      plan.through &= store_[store_[first].args[0]].letter;
      std::vector<PathId> then = list_lasting(parts);
      for (const PathId until : untils)
        then.push_back(until == first ? store_[until].args[1] : until);
      plan.operands.push_back(store_.all(std::move(then)));
    }
    return plan;
  }

  // F G f: from somewhere on.
  [[nodiscard]] Plan plan_lasting(Parts parts) {
    const auto from_somewhere = std::find_if(parts.lasting.begin(), parts.lasting.end(),
                                             [&](PathId id) { return store_.is_finally(id); });
    if (from_somewhere == parts.lasting.end()) return {};
    const PathId pivot = *from_somewhere;
    parts.lasting.erase(from_somewhere);
    return plan_untils(parts, {pivot});
  }

  // ---- carrying them out ----

  [[nodiscard]] StateSet inside(const Bdd& letter) const {
    return StateSet(letter & arena_.domain.function());
  }

  [[nodiscard]] StateSet any_of(const std::vector<PathId>& operands) const {
    StateSet result = arena_.nothing();
    for (const PathId operand : operands) result |= known_.at(operand);
    return result;
  }

  [[nodiscard]] StateSet run(PathId id, const Plan& plan) {
    switch (plan.method) {
      case Method::letter:
        return inside(plan.here);
      case Method::any:
        return any_of(plan.operands);
      case Method::again: {
        Arena arena = arena_;
        for (const Bdd& letter : plan.again) arena.fairness.push_back(inside(letter));
        return inside(plan.here) & exists_globally(arena, inside(plan.through));
      }
      case Method::later:
        return inside(plan.here) & bounded_until(arena_, inside(plan.through),
                                                 known_.at(plan.operands[0]),
                                                 {*plan.steps, *plan.steps}, some_successor);
      case Method::reach: {
        const StateSet through = inside(plan.through);
        const StateSet target = any_of(plan.operands);
        return inside(plan.here) & (plan.steps ? bounded_until(arena_, through, target,
                                                               {0, *plan.steps}, some_successor)
                                               : exists_until(arena_, through, target));
      }
      case Method::hold: {
        const StateSet& domain = arena_.domain;
        return inside(plan.here) &
               (domain - bounded_until(arena_, domain - known_.at(plan.operands[0]),
                                       domain - inside(plan.through), {0, *plan.steps},
                                       every_successor));
      }
      case Method::follow:
        return follow_paths(context_.system, arena_, store_, id);
    }
    return {};
  }

  Context& context_;
  const Arena& arena_;
  PathStore& store_;
  std::unordered_map<PathId, Plan> plans_;
  std::unordered_map<PathId, StateSet> known_;
};

}  // namespace

Label label_quantified(Context& context, const logic::Quantified& formula,
                       const std::function<Bdd(logic::FormulaId)>& label_of) {
  const logic::FormulaStore& formulas = context.model().formulas;
  if (formulas.traits(formula.path).sort == logic::Sort::state)
    return Label(label_of(formula.path));
  const bool some = formula.quantifier == logic::PathQuantifier::some;
  const Arena& arena = arena_of_infinite_paths(context);
  PathStore store(context.system.manager(), arena.domain);
  const PathSource source{formulas, label_of, context.system.budget()};
  const PathId path = translate(source, store, formula.path, some);
  const Label exists(Quantifier(context, arena, store).exists(path));
  return some ? exists : !exists;
}

}  // namespace ken::check
