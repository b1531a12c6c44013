// When variables are reordered.
//
// Diagrams explode when a number of nodes is alive after a collection, or when one operation makes
// that many.  Such an operation is broken off, nothing of it is kept, and the variables are sifted
// while only its arguments are there, which takes a fraction of what it would take with the result.
// Then it begins again.  Next time more nodes are called an explosion: twice as many, or four times
// if sifting did not help, so all that is ever broken off costs no more than what is finished at
// last, and all sifting in vain no more than the last one.
//
// The order at the start is good more often than not, and then sifting takes time or does harm.  So
// 'automatic' begins late, gives up early, and undoes what does not gain much: half of the nodes if
// an operation exploded, which a good order does not let happen; three quarters if nodes have only
// become many, and then it takes no longer without gain than half of all work before.  'on' begins
// early, is patient and keeps every gain.  Steps are counted rather
// than time, of which there is only a generous bound: the same question has the same answer each
// time.  The measurements are in docs/adr/0014.

#include "bdd/kernel/backend.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace ken::bdd {
namespace {

constexpr std::size_t never = std::size_t{1} << 40U;  // more nodes than there are numbers
constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t patience = 4'000'000;
constexpr std::uint64_t patience_for_node = 16;
constexpr std::uint64_t work_for_patience = 2;  // times as much was done before
constexpr std::uint64_t patience_for_suggestion = 4;
constexpr std::size_t gain_in_operation = 2;
constexpr std::size_t gain_if_alive = 4;

std::size_t first_explosion(const Settings& settings) {
  switch (settings.reordering) {
    case Reordering::off:
      return never;
    case Reordering::automatic:
      return settings.explosion;
    case Reordering::on:
      return settings.early;
  }
  return never;
}

}  // namespace

Manager::Backend::Backend(std::size_t variables, base::Budget& budget, const Settings& settings)
    : stress_(settings.stress),
      kernel_(variables, budget, settings.stress),
      group_of_(variables),
      patient_(settings.reordering == Reordering::on),
      explosion_(first_explosion(settings)),
      try_at_(settings.reordering == Reordering::off ? endless : settings.work_before_suggestions) {
  group({});
}

void Manager::Backend::begin() {
  if (kernel_.begin() && kernel_.nodes() >= explosion_)
    reorder_after(Explosion::alive);
  else if (kernel_.steps() >= try_at_)
    try_suggestions();
  kernel_.set_alarm(kernel_.nodes() + explosion_);
}

// Sifts after an explosion, and says what is called one from now on.
void Manager::Backend::reorder_after(Explosion explosion) {
  kernel_.collect();
  const std::size_t before = kernel_.nodes();
  const std::uint64_t most = patience + patience_for_node * before;
  const bool only_alive = explosion == Explosion::alive;
  const kernel::Effort effort = {
      .patience = only_alive ? std::min(most, kernel_.steps() / work_for_patience) : most,
      .least_gain = only_alive ? gain_if_alive : gain_in_operation};
  kernel_.reorder(group_of_, patient_ ? kernel::Effort{} : effort);
  const bool helped = patient_ || effort.least_gain * kernel_.nodes() <= before;
  const std::size_t nodes = explosion == Explosion::alive ? kernel_.nodes() : explosion_;
  explosion_ = std::max(explosion_, (helped ? 2 : 4) * nodes);
  kernel_.set_alarm(kernel_.nodes() + explosion_);
}

bool Manager::Backend::collect_much() {
  const std::size_t before = kernel_.nodes();
  kernel_.collect();
  return kernel_.nodes() < before - before / 8;
}

void Manager::Backend::group(std::span<const VariableGroup> groups) {
  group_of_ = number_groups(groups, group_of_.size());
}

void Manager::Backend::suggest(std::span<const Variable> order,
                               std::span<const VariableGroup> groups) {
  CHECK(order.size() == group_of_.size(), "an order of all variables");
  suggestions_.emplace_back(order, groups);
}

// Another order is tried with whatever is alive, and taken if that is no larger there; it is looked
// at again when there was as much work again.  To exchange two variables is far less work than as
// many steps, and most of the way there may be needed before anything is gained.
void Manager::Backend::try_suggestions() {
  for (std::size_t i = 0; i < suggestions_.size(); ++i) {
    const kernel::Effort effort = {.patience = patience_for_suggestion * kernel_.steps(),
                                   .least_gain = 1};
    if (!kernel_.try_order(suggestions_[i].order, effort)) continue;
    group_of_ = suggestions_[i].group_of;
    suggestions_.erase(suggestions_.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  try_at_ = suggestions_.empty() ? endless : 2 * kernel_.steps();
}

std::vector<Variable> Manager::Backend::add_below(std::span<const Variable> upper) {
  std::vector<kernel::Level> places;
  for (const Variable v : upper) places.push_back(kernel_.order().level(v) + 1);
  std::vector<Variable> fresh = kernel_.insert(places);
  for (const Variable v : upper) group_of_.push_back(group_of_[static_cast<std::size_t>(v)]);
  for (SuggestedOrder& suggestion : suggestions_)
    for (std::size_t i = 0; i < fresh.size(); ++i) suggestion.put_below(fresh[i], upper[i]);
  return fresh;
}

std::vector<Variable> Manager::Backend::add_at(std::size_t level, std::size_t count) {
  const auto group_at = [&](std::size_t l) {
    return group_of_[static_cast<std::size_t>(variable_at(l))];
  };
  while (level > 0 && level < group_of_.size() && group_at(level - 1) == group_at(level)) ++level;
  const std::vector<kernel::Level> places(count, static_cast<kernel::Level>(level));
  std::vector<Variable> fresh = kernel_.insert(places);
  const auto group = static_cast<std::uint32_t>(group_of_.size());
  group_of_.resize(group_of_.size() + count, group);
  for (SuggestedOrder& suggestion : suggestions_)
    for (const Variable v : fresh) suggestion.put_on_top(v, group);
  return fresh;
}

void Manager::Backend::reorder() { kernel_.reorder(group_of_, {}); }

Statistics Manager::Backend::statistics() {
  try {
    kernel_.collect();
  } catch (const base::Exhausted&) {  // then what is not in use any more is counted too
  }
  return {.live_nodes = kernel_.nodes(),
          .peak_nodes = kernel_.counters().peak_nodes,
          .peak_bytes = kernel_.most_bytes(),
          .node_bytes = kernel_.node_bytes(),
          .cache_bytes = kernel_.cache_bytes(),
          .collections = kernel_.counters().collections,
          .reorderings = kernel_.counters().reorderings};
}

}  // namespace ken::bdd
