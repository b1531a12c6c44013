// One step of a system: product, quantification and renaming in one recursion.
//
// The successors of S under a relation R are  (exists now, actions. S & R)[next := now],  the
// predecessors  exists next, actions. S[now := next] & R.  Three operations in a row would build
// the renamed set and the unrenamed result only to read them once.  Here they are one:
//
//  - image: the relational product, except that a node is made at the level its variable is renamed
//    to.  A next variable stands beside its present one, which has been quantified, so the node
//    goes where it would have gone anyway; if it would not (the order says so at each node),
//    if-then-else puts it right.
//  - preimage: the relational product, except that f is read as if its variables stood at the
//  levels
//    they are renamed to.  That needs renamed levels to grow from a node to its children.  Where
//    they do not, the recursion gives up, and f is renamed first.
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

struct Kernel::Product {
  const LevelSet& set;
  const LevelMap& map;
  std::uint32_t what;
  std::uint32_t quantified;  // code of the set alone
  [[nodiscard]] bool reaches(Level level) const { return set.reaches(level) || map.reaches(level); }
};

Edge Kernel::image(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming) {
  const std::uint32_t product = tables_.product(set, renaming);
  return image(f, g,
               {tables_.set(set), tables_.renaming(renaming), code(Operation::image, product),
                code(Operation::exists, set)});
}

Edge Kernel::image(Edge f, Edge g, const Product& product) {
  if (f == no || g == no || f == negation(g)) return no;
  const Level level = std::min(store_.level(f), store_.level(g));
  if (!product.reaches(level)) return conjunction(f, g);
  if (f > g) std::swap(f, g);
  Cache::Entry& known = cache_.at(f, g, product.what);
  if (known.is(f, g, product.what)) return known.result;
  step();
  const auto [f_low, f_high] = halves(f, level);
  const auto [g_low, g_high] = halves(g, level);
  Edge result = image(f_low, g_low, product);
  if (product.set.contains(level)) {
    if (result != yes) result = disjunction(result, image(f_high, g_high, product));
  } else {
    const Edge high = image(f_high, g_high, product);
    result = decided(product.map(level), result, high);
  }
  known = {f, g, product.what, result};
  return result;
}

Edge Kernel::preimage(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming) {
  const std::uint32_t product = tables_.product(set, renaming);
  try {
    return preimage(f, g,
                    {tables_.set(set), tables_.renaming(renaming),
                     code(Operation::preimage, product), code(Operation::exists, set)});
  } catch (const OutOfOrder&) {
    return and_exists(rename(f, renaming), g, set);
  }
}

Edge Kernel::preimage(Edge f, Edge g, const Product& product) {
  if (f == no || g == no) return no;
  if (f == yes) return exists(g, product.set, product.quantified);
  const Node node = store_[number(f)];
  const Level f_level = product.map(node.level);
  const Level level = std::min(f_level, store_.level(g));
  if (!product.reaches(std::min(node.level, level))) return conjunction(f, g);
  Cache::Entry& known = cache_.at(f, g, product.what);
  if (known.is(f, g, product.what)) return known.result;
  step();
  Halves half{f, f};
  if (f_level == level) {
    half = {node.low ^ sign(f), node.high ^ sign(f)};
    for (const Edge child : {half.low, half.high})
      if (!is_constant(child) && product.map(store_.level(child)) <= f_level) throw OutOfOrder{};
  }
  const auto [g_low, g_high] = halves(g, level);
  Edge result = preimage(half.low, g_low, product);
  if (product.set.contains(level)) {
    if (result != yes) result = disjunction(result, preimage(half.high, g_high, product));
  } else {
    const Edge high = preimage(half.high, g_high, product);
    result = store_.make(level, result, high);
  }
  known = {f, g, product.what, result};
  return result;
}

}  // namespace ken::bdd::kernel
