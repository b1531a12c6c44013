// New variables in an order that is in use.
//
// No function depends on a new variable, so every node stays what it is and only its level changes:
// one pass over the nodes, and the table is filled again, because a node is found by its level too.
// Edges, references and remembered results keep their meaning.  That costs about as much as a
// collection, however many variables come and wherever they stand, where bringing them up from the
// bottom by exchanges would look at every node on the way for each of them.

#include <algorithm>
#include <numeric>

#include "base/check.hpp"
#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

std::vector<Variable> Kernel::insert(std::span<const Level> places) {
  const std::size_t size = order_.size() + places.size();
  if (size > most_variables || !make_room_for(size, places.size()))
    throw base::Exhausted(base::Resource::memory, "not enough for more variables");
  std::vector<Level> moved(order_.size());
  std::vector<Variable> fresh = order_.insert(places, moved);
  store_.move_levels(moved);
  tables_.update_levels();
  return fresh;
}

std::vector<Variable> Order::insert(std::span<const Level> places, std::span<Level> moved) {
  std::vector<std::size_t> by_place(places.size());
  std::iota(by_place.begin(), by_place.end(), std::size_t{0});
  std::stable_sort(by_place.begin(), by_place.end(),
                   [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  std::vector<Variable> fresh;
  for (std::size_t i = 0; i < places.size(); ++i)
    fresh.push_back(static_cast<Variable>(level_.size() + i));
  std::vector<Variable> wider;
  auto next = by_place.begin();
  for (Level level = 0; level <= variable_.size(); ++level) {
    for (; next != by_place.end() && places[*next] == level; ++next) wider.push_back(fresh[*next]);
    if (level == variable_.size()) break;
    moved[level] = static_cast<Level>(wider.size());
    wider.push_back(variable_[level]);
  }
  CHECK(next == by_place.end(), "new variables stand above, between or below the others");
  variable_ = std::move(wider);
  level_.resize(variable_.size());
  for (Level level = 0; level < variable_.size(); ++level)
    level_[static_cast<std::size_t>(variable_[level])] = level;
  return fresh;
}

void Store::move_levels(std::span<const Level> moved) {
  for (std::uint32_t i = 1; i < end_; ++i)
    if (in_use(i)) nodes_[i].level = moved[nodes_[i].level];
  in_order_ = false;
  put_in_order(false);
}

}  // namespace ken::bdd::kernel
