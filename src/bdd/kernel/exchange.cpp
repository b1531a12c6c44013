// Exchanging two neighbours in the order (Rudell 1993).
//
// Let x stand directly above y.  A node of x with a child at y is
//     if x then (if y then f11 else f10) else (if y then f01 else f00)
// and becomes
//     if y then (if x then f11 else f01) else (if x then f10 else f00),
// in its place, so whoever refers to it refers to the same function as before.  The two inner nodes
// are looked up among the nodes of x, and made if they are missing.  Nodes of x without a child at
// y stay as they are.  Nodes of y that lost their last parent are given up; their children were
// handed to the new inner nodes, so nothing below can die with them.  Nothing else in the diagrams
// is touched, and if no diagram depends on both variables nothing is (interactions.cpp).  Low edges
// stay unnegated: f00 is the low edge of a low edge.
//
// Only nodes of x are ever searched for, and only during the exchange.  So each variable has a mere
// list of its nodes, and those of x that stay are put into a table for the time of one exchange.
// For all this the store's own table lends its memory: it is not needed before the end, when it is
// built again.  Parents are counted where references from outside are, in the nodes, and taken off
// again at the end.  What is left to allocate is the lists, four bytes for each node.
//
// Memory that an exchange may need is taken before it begins, so it happens as a whole or not at
// all.

#include <algorithm>
#include <new>

#include "base/check.hpp"
#include "bdd/kernel/sift.hpp"

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t list_bytes =
    2 * sizeof(std::uint32_t);  // for a node; lists have room to grow
constexpr std::size_t passes_to_begin = 4;
constexpr std::size_t nodes_scanned_in_a_step = 8;
constexpr std::uint32_t most_references = std::uint32_t{1} << 31U;
constexpr std::size_t most_counted = std::size_t{1} << 30U;  // nodes with two edges each

// Whether there is room for so many in a list, which may be taken now.
bool has_room(std::vector<std::uint32_t>& list, std::size_t size) {
  try {
    if (list.capacity() < size) list.reserve(size + size / 2);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void give_room_back(std::vector<std::uint32_t>& list) {
  constexpr std::size_t little = 1024;
  if (list.capacity() > 4 * list.size() + little) list.shrink_to_fit();
}

}  // namespace

Sifting::Sifting(Kernel& kernel) : kernel_(kernel), store_(kernel.store_), order_(kernel.order_) {
  kernel.collect();
  if (store_.used_ >= most_counted) return;
  const std::uint64_t for_lists = (store_.used_ + store_.used_ / 4) * list_bytes;
  if (!kernel.allowance_.take(for_lists)) return;
  charged_ = for_lists;
  try {
    list_nodes();
    find_interactions();
  } catch (const std::bad_alloc&) {
    return;
  }
  for (std::uint32_t i = 1; i < store_.end_; ++i)
    if (store_.in_use(i) && store_.nodes_[i].references >= most_references) return;
  count_parents();
  for (std::uint32_t i = 1; i < store_.end_; ++i) {
    Node& node = store_.nodes_[i];
    if (store_.in_use(i)) node.level = static_cast<std::uint32_t>(order_.variable(node.level));
  }
  std::fill_n(store_.table_.data(), store_.table_.size(), 0);
  steps_ = passes_to_begin * store_.used_;
  ready_ = true;
}

Sifting::~Sifting() {
  kernel_.allowance_.give_back(charged_);
  if (!ready_) return;
  forget_parents();
  for (std::uint32_t i = 1; i < store_.end_; ++i) {
    Level& level = store_.nodes_[i].level;
    if (store_.in_use(i)) level = order_.level(static_cast<Variable>(level));
  }
  store_.in_order_ = false;
  store_.put_in_order(false);
  kernel_.cache_.clear();
  kernel_.tables_.update_levels();
}

void Sifting::list_nodes() {
  std::vector<std::size_t> count(order_.size());
  for (std::uint32_t i = 1; i < store_.end_; ++i)
    if (store_.in_use(i)) ++count[store_.nodes_[i].level];
  nodes_of_.resize(order_.size());
  for (Level level = 0; level < order_.size(); ++level)
    nodes_of_[static_cast<std::size_t>(order_.variable(level))].reserve(count[level]);
  for (std::uint32_t i = 1; i < store_.end_; ++i)
    if (store_.in_use(i))
      nodes_of_[static_cast<std::size_t>(order_.variable(store_.nodes_[i].level))].push_back(i);
}

// ---- parents ----

void Sifting::gain_parent(Edge f) {
  if (!is_constant(f)) ++store_.nodes_[number(f)].references;
}

void Sifting::lose_parent(Edge f) {
  if (!is_constant(f) && --store_.nodes_[number(f)].references == 0) ++dead_;
}

void Sifting::count_parents() {
  for (const Nodes& nodes : nodes_of_) {
    for (const std::uint32_t node : nodes) {
      gain_parent(store_.nodes_[node].low);
      gain_parent(store_.nodes_[node].high);
    }
  }
}

void Sifting::forget_parents() {
  for (const Nodes& nodes : nodes_of_) {
    for (const std::uint32_t node : nodes) {
      lose_parent(store_.nodes_[node].low);
      lose_parent(store_.nodes_[node].high);
    }
  }
}

// ---- the exchange ----

bool Sifting::exchange(Level level) {
  const Variable x = order_.variable(level);
  const Variable y = order_.variable(level + 1);
  ++steps_;
  if (interact(x, y)) {
    Nodes& upper = nodes_of_[static_cast<std::size_t>(x)];
    Nodes& lower = nodes_of_[static_cast<std::size_t>(y)];
    if (!has_room(dependents_, upper.size())) return false;
    take_dependents(upper, static_cast<std::uint32_t>(y));
    steps_ +=
        (upper.size() + dependents_.size()) / nodes_scanned_in_a_step + 2 * dependents_.size();
    if (!dependents_.empty()) {
      const std::size_t most = upper.size() + 2 * dependents_.size();
      if (!has_room(lower, lower.size() + dependents_.size()) || !has_room(upper, most) ||
          !reserve(2 * dependents_.size())) {
        upper.insert(upper.end(), dependents_.begin(), dependents_.end());
        return false;
      }
      prepare_search(upper, most);
      for (const std::uint32_t node : dependents_) turn(node, x, y);
      std::fill(search_.begin(), search_.end(), 0);
      bury_dead(lower);
      kernel_.note_alive();
      give_room_back(upper);
      give_room_back(lower);
    }
  }
  order_.exchange(level);
  return true;
}

bool Sifting::reserve(std::size_t nodes) {
  const std::size_t wanted = store_.used_ + nodes;
  if (wanted * list_bytes > charged_) {
    const std::uint64_t more = (wanted + wanted / 4) * list_bytes - charged_;
    if (!kernel_.allowance_.take(more)) return false;
    charged_ += more;
  }
  return wanted <= store_.room() || store_.reserve(wanted + wanted / 4) || store_.reserve(wanted);
}

// Takes the nodes with a child at the variable below out of the list.
void Sifting::take_dependents(Nodes& upper, std::uint32_t below) {
  dependents_.clear();
  std::size_t kept = 0;
  for (const std::uint32_t i : upper) {
    const Node& node = store_.nodes_[i];
    if (store_.level(node.low) == below || store_.level(node.high) == below)
      dependents_.push_back(i);
    else
      upper[kept++] = i;
  }
  upper.resize(kept);
}

// Room for the nodes of the upper variable, and those in it that stay.
void Sifting::prepare_search(const Nodes& upper, std::size_t most) {
  const std::size_t size = std::min(store_.slots_, 2 * most);
  search_ = {store_.table_.data(), size};
  for (const std::uint32_t i : upper) {
    const std::uint64_t hash = Store::hash(store_.nodes_[i]);
    std::size_t at = Store::home(hash, size);
    while (search_[at] != 0) at = next_place(at);
    search_[at] = store_.tag(hash) | i;
  }
}

void Sifting::turn(std::uint32_t node, Variable x, Variable y) {
  const auto below = static_cast<std::uint32_t>(y);
  const Edge low = store_.nodes_[node].low;
  const Edge high = store_.nodes_[node].high;
  const bool low_at_y = store_.level(low) == below;
  const bool high_at_y = store_.level(high) == below;
  const Edge f00 = low_at_y ? store_.low(low) : low;
  const Edge f01 = low_at_y ? store_.high(low) : low;
  const Edge f10 = high_at_y ? store_.low(high) : high;
  const Edge f11 = high_at_y ? store_.high(high) : high;
  const Edge new_low = child(x, f00, f10);
  const Edge new_high = child(x, f01, f11);
  store_.nodes_[node].level = below;
  store_.nodes_[node].low = new_low;
  store_.nodes_[node].high = new_high;
  nodes_of_[below].push_back(node);
  lose_parent(low);
  lose_parent(high);
}

// The node of a variable with these children, found or made, with one parent more.
Edge Sifting::child(Variable variable, Edge low, Edge high) {
  const Edge flip = sign(low);
  low ^= flip;
  high ^= flip;
  if (low == high) {
    gain_parent(low);
    return low ^ flip;
  }
  const auto x = static_cast<std::uint32_t>(variable);
  const std::uint64_t hash = Store::hash(x, low, high);
  std::size_t at = Store::home(hash, search_.size());
  for (; search_[at] != 0; at = next_place(at)) {
    const Store::Slot found = search_[at] ^ store_.tag(hash);
    if (found > store_.numbers_) continue;
    Node& node = store_.nodes_[found];
    if (node.low != low || node.high != high) continue;
    ++node.references;
    return found << 1U ^ flip;
  }
  const std::uint32_t fresh = store_.take_vacant();
  store_.nodes_[fresh] = {x, low, high, 1};
  search_[at] = store_.tag(hash) | fresh;
  nodes_of_[x].push_back(fresh);
  gain_parent(low);
  gain_parent(high);
  return fresh << 1U ^ flip;
}

void Sifting::bury_dead(Nodes& lower) {
  if (dead_ == 0) return;
  std::size_t kept = 0;
  for (const std::uint32_t i : lower) {
    const Node& node = store_.nodes_[i];
    if (node.references != 0) {
      lower[kept++] = i;
      continue;
    }
    lose_parent(node.low);
    lose_parent(node.high);
    store_.give_up(i);
    --dead_;
  }
  lower.resize(kept);
  CHECK(dead_ == 0, "only nodes of the lower variable lose their last parent");
}

}  // namespace ken::bdd::kernel
