// Exchanging two neighbours in the order (Rudell 1993).
//
// Let x stand directly above y.  A node of x with a child at y is
//     if x then (if y then f11 else f10) else (if y then f01 else f00)
// and becomes
//     if y then (if x then f11 else f01) else (if x then f10 else f00),
// in its place, so whoever refers to it refers to the same function as before.  The two inner nodes
// are looked up among the nodes of x, and made if they are missing.  Nodes of x without a child at
// y stay as they are; nodes of y that lost their last parent are given up.  Nothing else in the
// diagrams is touched, and if no diagram depends on both variables nothing is.  Low edges stay
// unnegated: f00 is the low edge of a low edge.
//
// For this time a node holds its variable instead of its level, parents are counted, and each
// variable has a table of its nodes.  The store's own table is emptied and built again at the end.
//
// Which pairs of variables occur together in a diagram is found out from diagrams that are held and
// lie below no other; others depend on less.  If that would take too long all pairs are taken to
// interact.
//
// Memory that an exchange may need is taken before it begins, so it happens as a whole or not at
// all.

#include <algorithm>
#include <bit>
#include <new>

#include "base/check.hpp"
#include "bdd/kernel/sift.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr std::uint32_t none = 0;  // as a link: node 0 is in no table
constexpr std::size_t most_pairs = std::size_t{1} << 26U;
constexpr std::size_t looks_per_node = 16;

}  // namespace

Sifting::Sifting(Kernel& kernel)
    : kernel_(kernel),
      store_(kernel.store_),
      order_(kernel.order_),
      parents_(kernel.allowance_),
      next_(kernel.allowance_) {
  kernel.collect();
  if (!parents_.allocate(store_.capacity()) || !next_.allocate(store_.capacity())) return;
  try {
    tables_.resize(order_.size());
    for (std::uint32_t i = 1; i < store_.end_; ++i)
      if (store_.in_use(i))
        ++tables_[static_cast<std::size_t>(order_.variable(store_.nodes_[i].level))].nodes;
    for (Table& table : tables_)
      table.heads.assign(std::bit_ceil(std::max<std::size_t>(table.nodes, 4)), none);
  } catch (const std::bad_alloc&) {
    return;
  }
  count_parents();
  try {
    find_interactions();
  } catch (const std::bad_alloc&) {
    interactions_.clear();
  }
  for (std::uint32_t i = 1; i < store_.end_; ++i) {
    if (!store_.in_use(i)) continue;
    Node& node = store_.nodes_[i];
    node.level = static_cast<std::uint32_t>(order_.variable(node.level));
    link(tables_[node.level], i);
  }
  std::fill_n(store_.table_.data(), store_.table_.size(), 0);
  ready_ = true;
}

Sifting::~Sifting() {
  if (!ready_) return;
  for (std::uint32_t i = 1; i < store_.end_; ++i) {
    Level& level = store_.nodes_[i].level;
    if (store_.in_use(i)) level = order_.level(static_cast<Variable>(level));
  }
  store_.rebuild_table();
  kernel_.cache_.clear();
  kernel_.tables_.follow();
}

void Sifting::count_parents() {
  for (std::uint32_t i = 1; i < store_.end_; ++i) {
    if (!store_.in_use(i)) continue;
    const Node& node = store_.nodes_[i];
    if (node.references != 0) ++parents_[i];
    ++parents_[number(node.low)];
    ++parents_[number(node.high)];
  }
}

// ---- who occurs with whom ----

void Sifting::find_interactions() {
  const std::size_t n = order_.size();
  if (n * n > most_pairs) return;
  interactions_.assign(n * ((n + 63) / 64), 0);
  std::size_t looks = looks_per_node * store_.used_;
  std::vector<std::uint32_t> open;
  std::vector<std::uint32_t> variables;
  std::vector<bool> occurs(n);
  for (std::uint32_t root = 1; root < store_.end_; ++root) {
    const Node& top = store_.nodes_[root];
    if (!store_.in_use(root) || top.references == 0 || parents_[root] != 1) continue;
    variables.clear();
    open.assign(1, root);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at == 0 || next_[at] == root) continue;
      next_[at] = root;  // met below this root
      if (looks-- == 0) {
        interactions_.clear();
        break;
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
    if (interactions_.empty()) break;
    note_interactions(variables);
  }
  std::fill_n(next_.data(), next_.size(), none);
}

void Sifting::note_interactions(const std::vector<std::uint32_t>& variables) {
  const std::size_t words = (order_.size() + 63) / 64;
  for (const std::uint32_t x : variables)
    for (const std::uint32_t y : variables)
      interactions_[x * words + (y >> 6U)] |= std::uint64_t{1} << (y & 63U);
}

bool Sifting::interact(std::uint32_t x, std::uint32_t y) const {
  if (interactions_.empty()) return true;
  const std::size_t words = (order_.size() + 63) / 64;
  return ((interactions_[x * words + (y >> 6U)] >> (y & 63U)) & 1U) != 0;
}

// ---- the nodes of a variable ----

std::size_t Sifting::place(const Table& table, Edge low, Edge high) const {
  const std::uint64_t x = (std::uint64_t{low} << 32U | high) * 0x9E37'79B9'7F4A'7C15U;
  return (x >> 40U ^ x >> 20U) & (table.heads.size() - 1);
}

void Sifting::link(Table& table, std::uint32_t node) {
  const Node& n = store_.nodes_[node];
  std::uint32_t& head = table.heads[place(table, n.low, n.high)];
  next_[node] = head;
  head = node;
}

void Sifting::unlink(Table& table, std::uint32_t node) {
  const Node& n = store_.nodes_[node];
  std::uint32_t* at = &table.heads[place(table, n.low, n.high)];
  while (*at != node) at = &next_[*at];
  *at = next_[node];
}

// Between exchanges: as many chains as nodes, about.
void Sifting::resize(Table& table) {
  const std::size_t fitting = std::bit_ceil(std::max<std::size_t>(table.nodes, 4));
  if (fitting <= 2 * table.heads.size() && 4 * fitting >= table.heads.size()) return;
  std::vector<std::uint32_t> old(fitting, none);
  old.swap(table.heads);
  for (std::uint32_t node : old)
    while (node != none) link(table, std::exchange(node, next_[node]));
}

bool Sifting::reserve(std::size_t nodes) {
  if (store_.used_ + 1 + nodes > store_.capacity()) {
    const std::size_t most = (store_.table_.size() - Store::tail) / 8 * 7;
    const std::size_t wanted = store_.used_ + 1 + nodes;
    if (!store_.grow_all() && (wanted > most || !store_.grow_nodes(wanted))) return false;
    if (wanted > store_.capacity()) return false;
  }
  const auto covers = [&](Array<std::uint32_t>& array) {
    return array.size() >= store_.capacity() || array.extend(store_.capacity());
  };
  return covers(next_) && covers(parents_);
}

// ---- the exchange ----

bool Sifting::exchange(Level level) {
  const auto x = static_cast<std::uint32_t>(order_.variable(level));
  const auto y = static_cast<std::uint32_t>(order_.variable(level + 1));
  if (interact(x, y)) {
    try {
      resize(tables_[x]);
      resize(tables_[y]);
      dependents_.reserve(tables_[x].nodes);
      dead_.reserve(tables_[y].nodes);
    } catch (const std::bad_alloc&) {
      return false;
    }
    take_dependents(tables_[x], y);
    if (!reserve(2 * dependents_.size())) {
      for (const std::uint32_t node : dependents_) link(tables_[x], node);
      tables_[x].nodes += dependents_.size();
      return false;
    }
    for (const std::uint32_t node : dependents_) turn(node, x, y);
    bury_dead();
  }
  order_.exchange(level);
  return true;
}

// Takes the nodes with a child at the variable below out of the table.
void Sifting::take_dependents(Table& upper, std::uint32_t below) {
  dependents_.clear();
  for (std::uint32_t& head : upper.heads) {
    std::uint32_t* at = &head;
    while (*at != none) {
      const Node& node = store_.nodes_[*at];
      if (store_.level(node.low) == below || store_.level(node.high) == below) {
        dependents_.push_back(*at);
        *at = next_[*at];
      } else {
        at = &next_[*at];
      }
    }
  }
  upper.nodes -= dependents_.size();
}

void Sifting::turn(std::uint32_t node, std::uint32_t x, std::uint32_t y) {
  const Edge low = store_.nodes_[node].low;
  const Edge high = store_.nodes_[node].high;
  const bool low_at_y = store_.level(low) == y;
  const bool high_at_y = store_.level(high) == y;
  const Edge f00 = low_at_y ? store_.low(low) : low;
  const Edge f01 = low_at_y ? store_.high(low) : low;
  const Edge f10 = high_at_y ? store_.low(high) : high;
  const Edge f11 = high_at_y ? store_.high(high) : high;
  const Edge new_low = child(x, f00, f10);
  const Edge new_high = child(x, f01, f11);
  store_.nodes_[node].level = y;
  store_.nodes_[node].low = new_low;
  store_.nodes_[node].high = new_high;
  link(tables_[y], node);
  ++tables_[y].nodes;
  drop(low);
  drop(high);
}

// The node of a variable with these children, found or made, with one parent more.
Edge Sifting::child(std::uint32_t variable, Edge low, Edge high) {
  const Edge flip = sign(low);
  low ^= flip;
  high ^= flip;
  if (low == high) {
    ++parents_[number(low)];
    return low ^ flip;
  }
  Table& table = tables_[variable];
  const std::size_t chain = place(table, low, high);
  for (std::uint32_t at = table.heads[chain]; at != none; at = next_[at]) {
    if (store_.nodes_[at].low != low || store_.nodes_[at].high != high) continue;
    ++parents_[at];
    return at << 1U ^ flip;
  }
  const std::uint32_t fresh = store_.take_vacant();
  store_.nodes_[fresh] = {variable, low, high, 0};
  next_[fresh] = table.heads[chain];
  table.heads[chain] = fresh;
  ++table.nodes;
  parents_[fresh] = 1;
  ++parents_[number(low)];
  ++parents_[number(high)];
  return fresh << 1U ^ flip;
}

void Sifting::drop(Edge f) {
  if (--parents_[number(f)] == 0) dead_.push_back(number(f));
}

// Only now: a node that lost its last parent may have found another one since.
void Sifting::bury_dead() {
  while (!dead_.empty()) {
    const std::uint32_t node = dead_.back();
    dead_.pop_back();
    const Node old = store_.nodes_[node];
    if (parents_[node] != 0) continue;
    unlink(tables_[old.level], node);
    --tables_[old.level].nodes;
    store_.give_up(node);
    drop(old.low);
    drop(old.high);
  }
}

}  // namespace ken::bdd::kernel
