// One step of a system: product, quantification and renaming in one recursion.
//
// The successors of S under a relation R are  (exists now, actions. S & R)[next := now],  the
// predecessors  exists next, actions. S[now := next] & R.  Three operations in a row would build
// the renamed set and the unrenamed result only to read them once.  Here they are one:
//
//  - image: the relational product, except that a node is made at the level its variable is renamed
//    to.  If that is not above its children (the order says so at each node), if-then-else puts it
//    right.
//  - preimage: the relational product, except that f is read as if its variables stood where they
//    are renamed to.  That needs renamed levels to grow from a node to its children.  Where they do
//    not, the recursion gives up, and f is renamed first.
//
// Twins.  A variable x of now usually stands directly above its x' of next, and both are treated in
// one step of the recursion.  Forwards, with R cut into four by x and x',
//     result at x' = 0:  image(S0, R00) | image(S1, R10),
//     result at x' = 1:  image(S0, R01) | image(S1, R11),
// and the node made of both is at x already.  One after the other, x would be quantified above two
// diagrams with tops at x', which would be built, remembered, and joined from the top.  Backwards
// it is the same with the parts of x and x' exchanged.
//
// Variables that the relation does not mention cost nothing: where only f has a variable, and it is
// neither quantified nor renamed, the recursion passes it on; below the last variable that is
// quantified or renamed it is plain conjunction.  Actions are quantified or kept like any variable:
// the set says which.

#include <algorithm>

#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {
namespace {

struct OutOfOrder {};

}  // namespace

struct Kernel::Step {
  const LevelSet& set;
  const LevelMap& map;
  const LevelStep& levels;
  std::uint32_t what;
  std::uint32_t quantified;  // code of the set alone
};

Edge Kernel::image(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming) {
  const std::uint32_t step = tables_.step(set, renaming);
  return image(f, g,
               {tables_.set(set), tables_.renaming(renaming), tables_.step(step),
                code(Operation::image, step), code(Operation::exists, set)});
}

Edge Kernel::image(Edge f, Edge g, const Step& step) {
  if (f == no || g == no || f == negation(g)) return no;
  Level level = std::min(store_.level(f), store_.level(g));
  if (!step.levels.reaches(level)) return conjunction(f, g);
  const Cache::Key key = Cache::key(f, g, step.what);
  if (const Edge* known = cache_.find(key)) return *known;
  tick();
  if (level > 0 && step.levels.forward_twins(level - 1)) --level;
  Edge result = no;
  if (step.levels.forward_twins(level)) {
    result = image_of_twins(f, g, level, step);
  } else {
    const auto [f_low, f_high] = halves(f, level);
    const auto [g_low, g_high] = halves(g, level);
    result = image(f_low, g_low, step);
    if (step.set.contains(level)) {
      result = join(result, [&, a = f_high, b = g_high] { return image(a, b, step); });
    } else {
      const Kept kept(*this, result);
      const Edge high = image(f_high, g_high, step);
      result = decide(step.map(level), result, high);
    }
  }
  cache_.put(key, result);
  return result;
}

Edge Kernel::image_of_twins(Edge f, Edge g, Level level, const Step& step) {
  const auto [f_0, f_1] = halves(f, level);
  const auto [g_0, g_1] = halves(g, level);
  const auto [f_00, f_01] = halves(f_0, level + 1);
  const auto [f_10, f_11] = halves(f_1, level + 1);
  const auto [g_00, g_01] = halves(g_0, level + 1);
  const auto [g_10, g_11] = halves(g_1, level + 1);
  const Edge low =
      join(image(f_00, g_00, step), [&, a = f_10, b = g_10] { return image(a, b, step); });
  const Kept kept(*this, low);
  const Edge high =
      join(image(f_01, g_01, step), [&, a = f_11, b = g_11] { return image(a, b, step); });
  return decide(level, low, high);
}

Edge Kernel::preimage(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming) {
  const std::uint32_t step = tables_.step(set, renaming);
  try {
    return preimage(f, g,
                    {tables_.set(set), tables_.renaming(renaming), tables_.step(step),
                     code(Operation::preimage, step), code(Operation::exists, set)});
  } catch (const OutOfOrder&) {
    const Edge renamed = rename(f, renaming);
    const Kept kept(*this, renamed);
    return and_exists(renamed, g, set);
  }
}

Edge Kernel::preimage(Edge f, Edge g, const Step& step) {
  if (f == no || g == no) return no;
  if (f == yes) return exists(g, step.set, step.quantified);
  const Node node = store_[number(f)];
  const Level f_level = step.map(node.level);
  Level level = std::min(f_level, store_.level(g));
  if (!step.levels.reaches(std::min(node.level, level))) return conjunction(f, g);
  const Cache::Key key = Cache::key(f, g, step.what);
  if (const Edge* known = cache_.find(key)) return *known;
  tick();
  for (const Edge child : {node.low, node.high})
    if (!is_constant(child) && step.map(store_.level(child)) <= f_level) throw OutOfOrder{};
  if (level > 0 && step.levels.backward_twins(level - 1)) --level;
  Edge result = no;
  if (step.levels.backward_twins(level)) {
    result = preimage_of_twins(f, g, level, step);
  } else {
    const auto [f_low, f_high] = halves(f, f_level == level ? node.level : at_the_bottom);
    const auto [g_low, g_high] = halves(g, level);
    result = preimage(f_low, g_low, step);
    if (step.set.contains(level)) {
      result = join(result, [&, a = f_high, b = g_high] { return preimage(a, b, step); });
    } else {
      const Kept kept(*this, result);
      const Edge high = preimage(f_high, g_high, step);
      result = store_.make(level, result, high);
    }
  }
  cache_.put(key, result);
  return result;
}

// f depends on none of the twins, or on one of them at its top; the renaming makes it the lower
// one.
Edge Kernel::preimage_of_twins(Edge f, Edge g, Level level, const Step& step) {
  const Level own = store_.level(f);
  const auto [f_0, f_1] = halves(f, step.map(own) == level + 1 ? own : at_the_bottom);
  const auto [g_0, g_1] = halves(g, level);
  const auto [g_00, g_01] = halves(g_0, level + 1);
  const auto [g_10, g_11] = halves(g_1, level + 1);
  const Edge low =
      join(preimage(f_0, g_00, step), [&, a = f_1, b = g_01] { return preimage(a, b, step); });
  const Kept kept(*this, low);
  const Edge high =
      join(preimage(f_0, g_10, step), [&, a = f_1, b = g_11] { return preimage(a, b, step); });
  return store_.make(level, low, high);
}

}  // namespace ken::bdd::kernel
