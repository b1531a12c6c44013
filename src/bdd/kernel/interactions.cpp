// Which pairs of variables occur together in a diagram.
//
// Neighbours that do not can change places for nothing.  It is enough to look at diagrams that are
// held and lie below no other, since others depend on less: each is walked once, and all pairs of
// its variables are noted, one bit for each.  Diagrams share nodes, so the walks together may take
// longer than sifting itself; after some looks for each node the question is given up and all pairs
// are taken to interact, which is always right.

#include "bdd/kernel/sift.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t most_pairs = std::size_t{1} << 26U;
constexpr std::size_t looks_per_node = 16;

}  // namespace

void Sifting::find_interactions() {
  const std::size_t n = order_.size();
  if (n * n > most_pairs) return;
  interactions_.assign(n * ((n + 63) / 64), 0);
  std::vector<bool> is_child(store_.end_);
  for (const Nodes& nodes : nodes_of_) {
    for (const std::uint32_t node : nodes) {
      is_child[number(store_.nodes_[node].low)] = true;
      is_child[number(store_.nodes_[node].high)] = true;
    }
  }
  std::size_t looks = looks_per_node * store_.used_;
  std::vector<std::uint32_t> met_below(store_.end_);
  std::vector<std::uint32_t> open;
  std::vector<std::uint32_t> variables;
  std::vector<bool> occurs(n);
  for (std::uint32_t root = 1; root < store_.end_; ++root) {
    if (!store_.in_use(root) || store_.nodes_[root].references == 0 || is_child[root]) continue;
    variables.clear();
    open.assign(1, root);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at == 0 || met_below[at] == root) continue;
      met_below[at] = root;
      if (looks-- == 0) {
        interactions_.clear();
        return;
      }
      const Node& node = store_.nodes_[at];
      if (!occurs[node.level]) {
        occurs[node.level] = true;
        variables.push_back(static_cast<std::uint32_t>(order_.variable(node.level)));
      }
      open.push_back(number(node.low));
      open.push_back(number(node.high));
    }
    for (const std::uint32_t v : variables) occurs[order_.level(static_cast<Variable>(v))] = false;
    note_interactions(variables);
  }
}

void Sifting::note_interactions(const std::vector<std::uint32_t>& variables) {
  const std::size_t words = (order_.size() + 63) / 64;
  for (const std::uint32_t x : variables)
    for (const std::uint32_t y : variables)
      interactions_[x * words + (y >> 6U)] |= std::uint64_t{1} << (y & 63U);
}

bool Sifting::interact(Variable x, Variable y) const {
  if (interactions_.empty()) return true;
  const std::size_t words = (order_.size() + 63) / 64;
  const auto row = static_cast<std::size_t>(x);
  const auto column = static_cast<std::uint32_t>(y);
  return ((interactions_[row * words + (column >> 6U)] >> (column & 63U)) & 1U) != 0;
}

}  // namespace ken::bdd::kernel
