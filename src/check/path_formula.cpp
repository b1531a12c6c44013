// Path formulas in normal form.
//
// Paths are infinite, so X distributes over everything and negation can be pushed down to the
// letters, which are sets of states: what is said of one state alone becomes one diagram.  Until
// and release, all and some are duals, and every law below is used twice, for G and "all" and for F
// and "some" (written for the first):
//     G over all:      G(f and g) = G f and G g,  and the letters under G are one letter
//     one G is enough: G G f = G(g R f) = G f,  G X f = X G f,  f R (f R g) = f R g
//     lasting parts:   G(f or g) = f or G g,  X f = G f = F f = g U f = g R f = f  if f is lasting
//     G F over some:   G(F f or F g) = G F f or G F g
// A formula is lasting if it does not depend on where the path begins: G F f, F G f, and what all
// and some make of such.  No law makes a formula longer by more than a constant factor, and none
// looks deeper than two operators, so that depth costs nothing.

#include "check/path_formula.hpp"

#include <algorithm>

namespace ken::check {

std::size_t PathStore::Hash::operator()(const PathFormula& formula) const {
  auto result = static_cast<std::size_t>(formula.kind);
  const auto mix = [&](std::size_t value) {
    result ^= value + 0x9E3779B97F4A7C15U + (result << 6U) + (result >> 2U);
  };
  mix(bdd::Hash()(formula.letter));
  for (const PathId arg : formula.args) mix(static_cast<std::size_t>(arg));
  mix(static_cast<std::size_t>(formula.steps.value_or(-1)));
  mix(formula.loop.value_or(0));
  return result;
}

PathStore::PathStore(bdd::Manager& manager, const StateSet& domain) : domain_(domain) {
  anything_ = intern({.kind = PathKind::letter, .letter = manager.constant(true)});
  nothing_ = intern({.kind = PathKind::letter, .letter = manager.constant(false)});
}

PathStore::Side PathStore::side(bool universal) const {
  if (universal) return {PathKind::all, PathKind::some, PathKind::release, anything_, nothing_};
  return {PathKind::some, PathKind::all, PathKind::until, nothing_, anything_};
}

bool PathStore::is_repeated(PathId id, const Side& side) const {
  const PathFormula& f = (*this)[id];
  return f.kind == side.fixpoint && !f.steps && f.args[0] == side.zero;
}
bool PathStore::is_globally(PathId id) const { return is_repeated(id, side(true)); }
bool PathStore::is_finally(PathId id) const { return is_repeated(id, side(false)); }
bool PathStore::is_eventual(PathId loop) const { return eventual_[*(*this)[loop].loop]; }

bool PathStore::find_lasting(const PathFormula& formula) const {
  switch (formula.kind) {
    case PathKind::letter:
      return formula.letter.is_true() || formula.letter.is_false();
    case PathKind::all:
    case PathKind::some:
      return std::all_of(formula.args.begin(), formula.args.end(),
                         [&](PathId arg) { return is_lasting(arg); });
    case PathKind::until:
      return !formula.steps && formula.args[0] == anything_ && is_globally(formula.args[1]);
    case PathKind::release:
      return !formula.steps && formula.args[0] == nothing_ && is_finally(formula.args[1]);
    case PathKind::next:
    case PathKind::loop:
      return false;
  }
  return false;
}

PathId PathStore::intern(PathFormula formula) {
  const auto [at, fresh] = ids_.try_emplace(formula, static_cast<PathId>(nodes_.size()));
  if (fresh) {
    lasting_.push_back(find_lasting(formula));
    nodes_.push_back(std::move(formula));
  }
  return at->second;
}

PathId PathStore::letter(const Bdd& function) {
  if (bdd::subset(domain_.function(), function)) return anything_;
  if (bdd::disjoint(domain_.function(), function)) return nothing_;
  return intern({.kind = PathKind::letter, .letter = function});
}

PathId PathStore::begin_loop(bool eventual) {
  const auto number = static_cast<std::uint32_t>(eventual_.size());
  eventual_.push_back(eventual);
  return intern({.kind = PathKind::loop, .loop = number});
}

PathId PathStore::all(std::vector<PathId> args) { return join(true, std::move(args)); }
PathId PathStore::some(std::vector<PathId> args) { return join(false, std::move(args)); }

PathId PathStore::join(bool universal, std::vector<PathId> args) {
  const Side s = side(universal);
  std::vector<PathId> flat;
  for (const PathId arg : args) {
    if ((*this)[arg].kind == s.join)
      flat.insert(flat.end(), (*this)[arg].args.begin(), (*this)[arg].args.end());
    else
      flat.push_back(arg);
  }
  const auto connect = [&](const Bdd& a, const Bdd& b) { return universal ? a & b : a | b; };
  Bdd here = (*this)[s.unit].letter;
  Bdd repeated = here;
  args.clear();
  for (const PathId arg : flat) {
    if (is_letter(arg))
      here = connect(here, (*this)[arg].letter);
    else if (is_repeated(arg, s) && is_letter((*this)[arg].args[1]))
      repeated = connect(repeated, (*this)[(*this)[arg].args[1]].letter);
    else
      args.push_back(arg);
  }
  for (const PathId merged : {letter(here), repeat_alone(s, letter(repeated))}) {
    if (merged == s.zero) return s.zero;
    if (merged != s.unit) args.push_back(merged);
  }
  std::sort(args.begin(), args.end());
  args.erase(std::unique(args.begin(), args.end()), args.end());
  if (args.empty()) return s.unit;
  return args.size() == 1 ? args[0] : intern({.kind = s.join, .args = std::move(args)});
}

PathId PathStore::next(PathId f, std::int64_t steps) {
  if (steps == 0 || is_lasting(f)) return f;
  const PathFormula& inner = (*this)[f];
  if (inner.kind == PathKind::next)
    return intern({.kind = PathKind::next, .args = inner.args, .steps = *inner.steps + steps});
  return intern({.kind = PathKind::next, .args = {f}, .steps = steps});
}

PathId PathStore::until(PathId f, PathId g) { return fixpoint(false, f, g); }
PathId PathStore::release(PathId f, PathId g) { return fixpoint(true, f, g); }

PathId PathStore::fixpoint(bool universal, PathId f, PathId g) {
  const Side s = side(universal);
  if (f == s.unit || f == g || is_lasting(g)) return g;
  if (f == s.zero) return repeat(universal, g);
  const PathFormula& inner = (*this)[g];
  if (inner.kind == s.fixpoint && !inner.steps && inner.args[0] == f) return g;
  return intern({.kind = s.fixpoint, .args = {f, g}});
}

// G f, or F f: its parts one by one.
PathId PathStore::repeat(bool universal, PathId f) {
  const Side s = side(universal);
  if ((*this)[f].kind != s.join) return repeat_part(universal, f);
  std::vector<PathId> args = (*this)[f].args;
  for (PathId& arg : args) arg = repeat_part(universal, arg);
  return join(universal, std::move(args));
}

PathId PathStore::repeat_alone(const Side& side, PathId f) {
  return is_lasting(f) ? f : intern({.kind = side.fixpoint, .args = {side.zero, f}});
}

PathId PathStore::repeat_part(bool universal, PathId f) {
  const Side s = side(universal);
  const Side dual = side(!universal);
  std::int64_t steps = 0;
  std::vector<PathId> outside;
  for (;;) {
    const PathFormula& formula = (*this)[f];
    const bool repeated = formula.kind == s.fixpoint && !formula.steps;
    if (formula.kind == PathKind::next) steps += *formula.steps;
    if (formula.kind == PathKind::next || repeated) {
      f = formula.args.back();
      continue;
    }
    if (formula.kind != s.meet) break;
    const std::vector<PathId> args = formula.args;
    if (std::all_of(args.begin(), args.end(), [&](PathId arg) { return is_repeated(arg, dual); })) {
      for (const PathId arg : args) outside.push_back(repeat_alone(s, arg));
      return join(!universal, std::move(outside));
    }
    const auto is_outside = [&](PathId arg) { return is_lasting(arg); };
    if (std::none_of(args.begin(), args.end(), is_outside)) break;
    std::vector<PathId> rest;
    for (const PathId arg : args) (is_outside(arg) ? outside : rest).push_back(arg);
    f = join(!universal, std::move(rest));
  }
  outside.push_back(next(repeat_alone(s, f), steps));
  return join(!universal, std::move(outside));
}

PathId PathStore::until_within(PathId f, PathId g, std::int64_t steps) {
  if (steps == 0 || f == nothing_ || f == g || is_lasting(g)) return g;
  return intern({.kind = PathKind::until, .args = {f, g}, .steps = steps});
}

PathId PathStore::release_within(PathId f, PathId g, std::int64_t steps) {
  if (steps == 0 || f == anything_ || f == g || is_lasting(g)) return g;
  return intern({.kind = PathKind::release, .args = {f, g}, .steps = steps});
}

}  // namespace ken::check
