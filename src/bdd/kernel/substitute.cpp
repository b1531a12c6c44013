// Renaming, and composition with a vector of functions.
//
// Both replace all variables at the same time: the halves are treated first, then put together
// under what the top variable has become.  A renamed variable that still stands above both halves
// is a node again, so a renaming that keeps the order of what it meets takes one step for each
// node; otherwise, and always in a composition, if-then-else puts the halves together.  That is
// right whatever the order, whether or not a variable is renamed to one that occurs already.

#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

Edge Kernel::rename(Edge f, std::uint32_t renaming) {
  return rename(f, tables_.renaming(renaming), code(Operation::rename, renaming));
}

Edge Kernel::rename(Edge f, const LevelMap& map, std::uint32_t what) {
  const Edge flip = sign(f);
  f ^= flip;
  const Level level = store_.level(f);
  if (!map.reaches(level)) return f ^ flip;
  const Cache::Key key = Cache::key(f, no, what);
  if (const Edge* known = cache_.find(key)) return *known ^ flip;
  tick();
  const auto [f_low, f_high] = halves(f, level);
  const Edge low = rename(f_low, map, what);
  const Kept kept(*this, low);
  const Edge high = rename(f_high, map, what);
  const Edge result = decide(map(level), low, high);
  cache_.put(key, result);
  return result ^ flip;
}

Edge Kernel::compose(Edge f, Substitution substitution) {
  if (++compositions_ == most_numbers) {  // numbers of compositions are used up: begin again
    cache_.clear();
    compositions_ = 1;
  }
  const KeptForEachLevel kept(*this);
  const std::span<Edge> by_level = kept.edges();
  for (Level level = 0; level < order_.size(); ++level)
    by_level[level] = store_.make(level, no, yes);
  for (const auto& [variable, function] : substitution) by_level[order_.level(variable)] = function;
  return compose(f, by_level, code(Operation::compose, compositions_));
}

Edge Kernel::compose(Edge f, std::span<const Edge> by_level, std::uint32_t what) {
  const Edge flip = sign(f);
  f ^= flip;
  if (is_constant(f)) return f ^ flip;
  const Cache::Key key = Cache::key(f, no, what);
  if (const Edge* known = cache_.find(key)) return *known ^ flip;
  tick();
  const Level level = store_.level(f);
  const auto [f_low, f_high] = halves(f, level);
  const Edge low = compose(f_low, by_level, what);
  const Kept kept_low(*this, low);
  const Edge high = compose(f_high, by_level, what);
  const Kept kept_high(*this, high);
  const Edge result = choice(by_level[level], high, low);
  cache_.put(key, result);
  return result ^ flip;
}

}  // namespace ken::bdd::kernel
