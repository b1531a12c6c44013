// The library and its guards.
//
// BuDDy 2.4 keeps all its state in global variables, so there can be one manager in a process, and
// its hooks, which are plain C functions, find it through one pointer of ours.  What it does by
// itself when something goes wrong is not acceptable here, so:
//  - its error hook throws.  If it returned, the operation would go on with the constant false and
//    the verdict might be wrong.  The frames in between are C and own nothing; the library starts
//    every operation with a fresh reference stack, so all diagrams stay usable afterwards.
//  - sets of variables are told apart in its operation cache by node number times 256 in 32 bits.
//    Sets whose number would not fit are refused.
//  - the clock is looked at between operations and after each garbage collection, where the tables
//    are consistent; never in the resize hook or during a reordering, where they are not.
//  - it starts to reorder when the table is full and more nodes are alive than the table had at
//    first, which says nothing about an explosion.  So reordering is switched on, for one time, by
//    the collection hook when more nodes are alive than the settings say; the library looks at the
//    switch directly after the hook.  It then abandons the running operation, reorders and starts
//    the operation again.  Afterwards twice as many nodes must be alive before the next time.
//  - while reordering it exchanges two variables without looking at any node when it believes that
//    no diagram depends on both.  While it finds out, it does not look into nodes that somebody
//    refers to and that come later in its table, so it overlooks some, and leaves them out of
//    order.  One diagram that depends on all variables makes it look every time; a variable of its
//    own at the bottom keeps every node of that diagram apart from everybody's.
//  - its renaming is exponential when it changes the order of the variables; such renamings are
//    done by substitution.
//  - it keeps what stays together in a list that is slow to build for many variables, so it is told
//    only when a reordering begins.

#include "bdd/buddy/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace ken::bdd {
namespace {

// Primes, else the library takes the next one.  It never reorders while fewer nodes are alive than
// its first table had room for.
constexpr int usual_table = 131'101;
constexpr int small_table = 10'007;
constexpr std::size_t most_groups = 5000;  // more are never reordered: it would take for ever
constexpr int cache_ratio = 4;             // nodes per entry of each of the six caches
constexpr std::size_t node_bytes = 20;
constexpr std::size_t bytes_per_node = node_bytes + 6 * 24 / cache_ratio;
constexpr int most_growth = 1 << 23;  // nodes at a time
constexpr int distinguishable_sets = 1 << 24;
constexpr std::size_t reluctance = 80;  // to reorder by itself: it takes long

// The hooks of the library carry no data, so this is how they find whom they work for.
Manager::Backend* active = nullptr;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void on_error(int error) { active->fail(error); }
void on_collection(int before, bddGbcStat* statistics) {
  if (before == 0) active->collected(*statistics);
}
void on_reordering(int before) { active->reordering(before != 0); }

int first_table(const Settings& settings) {
  return settings.reordering == Reordering::on ? small_table : usual_table;
}

int most_nodes(const base::Budget& budget, int first) {
  constexpr std::uint64_t most = std::uint64_t{1} << 30U;
  const std::uint64_t bytes = budget.bytes_left();
  return static_cast<int>(std::clamp<std::uint64_t>(bytes / bytes_per_node,
                                                    static_cast<std::uint64_t>(first) + 1, most));
}

}  // namespace

void Manager::Backend::fail(int error) const {
  CHECK(error == BDD_NODENUM || error == BDD_MEMORY, bdd_errstring(error));
  bdd_clear_error();
  bdd_enable_reorder();
  if (error == BDD_MEMORY) throw base::Exhausted(base::Resource::memory, "the machine has no more");
  throw base::Exhausted(base::Resource::memory,
                        fmt::format("more than {} nodes of decision diagrams", most_nodes_));
}

void Manager::Backend::collected(const bddGbcStat& statistics) {
  const auto live = static_cast<std::size_t>(statistics.nodes - statistics.freenodes);
  ++statistics_.collections;
  statistics_.peak_nodes = std::max(statistics_.peak_nodes, live);
  if (uninterruptible_) return;
  try {
    budget_.check_limits_now();
  } catch (...) {
    bdd_enable_reorder();
    throw;
  }
  if (live >= next_reordering_) {
    next_reordering_ = 2 * live;
    if (install_groups()) bdd_autoreorder_times(BDD_REORDER_SIFT, 1);
  }
}

void Manager::Backend::reordering(bool begins) {
  uninterruptible_ = begins;
  // Without room for a node the library would break its tables in the middle of an exchange.
  bdd_setmaxnodenum(begins ? 0 : std::max(most_nodes_, bdd_getallocnum() + 1));
  if (!begins) {
    ++statistics_.reorderings;
    const auto live = static_cast<std::size_t>(bdd_getnodenum());
    next_reordering_ = std::max(next_reordering_ / 2, 2 * live);
  }
}

Manager::Backend::Backend(std::size_t variables, base::Budget& budget, const Settings& settings)
    : variables_(variables), budget_(budget) {
  CHECK(active == nullptr, "the decision-diagram library serves one manager at a time");
  CHECK(variables < (1U << 20U), "the number of variables was checked before");
  const int first = first_table(settings);
  most_nodes_ = most_nodes(budget, first);
  charged_ = static_cast<std::size_t>(first) * bytes_per_node;
  try {
    budget.charge(charged_);
  } catch (...) {
    budget.release(charged_);
    throw;
  }
  statistics_.peak_bytes = charged_;
  const bool fine = bdd_init(first, first / cache_ratio) == 0;
  if (!fine) {
    budget.release(charged_);
    throw base::Exhausted(base::Resource::memory, "the machine has no more");
  }
  active = this;
  bdd_error_hook(on_error);
  bdd_gbc_hook(on_collection);
  bdd_resize_hook(nullptr);
  bdd_reorder_hook(on_reordering);
  bdd_setmaxincrease(std::min(most_growth, most_nodes_ / 8));
  bdd_setcacheratio(cache_ratio);
  bdd_setmaxnodenum(most_nodes_);
  try {
    bdd_setvarnum(static_cast<int>(variables) + 1);
    if (settings.reordering != Reordering::off) tie_variables();
  } catch (...) {
    close();
    throw;
  }
  next_reordering_ = settings.reordering == Reordering::off
                         ? std::numeric_limits<std::size_t>::max()
                     : settings.reordering == Reordering::on ? settings.early
                                                             : reluctance * settings.explosion;
}

void Manager::Backend::tie_variables() {
  if (tied_ != 0) return;
  int tied = bdd_ithvar(static_cast<int>(variables_));
  for (std::size_t level = variables_; level-- > 0;) {
    const int larger = bdd_addref(bdd_and(tied, bdd_ithvar(static_cast<int>(variable_at(level)))));
    bdd_delref(tied);
    tied = larger;
  }
  tied_ = tied;
}

Manager::Backend::~Backend() {
  for (const Table& table : renamings_) bdd_freepair(table.pairs);
  close();
}

void Manager::Backend::close() {
  budget_.release(charged_);
  bdd_done();
  active = nullptr;
}

void Manager::Backend::account() {
  const std::size_t bytes = static_cast<std::size_t>(bdd_getallocnum()) * bytes_per_node;
  if (bytes <= charged_) return;
  const std::size_t more = bytes - charged_;
  charged_ = bytes;
  statistics_.peak_bytes = bytes;
  budget_.charge(more);
}

std::uint32_t Manager::Backend::set(std::vector<Variable> variables) {
  std::sort(variables.begin(), variables.end(),
            [](Variable a, Variable b) { return level_of(a) > level_of(b); });
  int cube = 1;
  for (const Variable v : variables) {
    const int larger = bdd_addref(bdd_and(cube, bdd_ithvar(static_cast<int>(v))));
    bdd_delref(cube);
    cube = larger;
  }
  account();
  if (cube >= distinguishable_sets)
    throw base::Exhausted(base::Resource::memory, "too many nodes for a new set of variables");
  cubes_.push_back(cube);
  return static_cast<std::uint32_t>(cubes_.size() - 1);
}

std::uint32_t Manager::Backend::renaming(Pairs pairs) {
  bddPair* const table = bdd_newpair();
  for (const auto& [from, to] : pairs)
    bdd_setpair(table, static_cast<int>(from), static_cast<int>(to));
  renamings_.push_back({table, std::move(pairs)});
  return static_cast<std::uint32_t>(renamings_.size() - 1);
}

Manager::Backend::Edge Manager::Backend::rename(Edge f, std::uint32_t renaming) {
  Table& table = renamings_[renaming];
  return edge(keeps_order(table) ? bdd_replace(raw(f), table.pairs)
                                 : bdd_veccompose(raw(f), table.pairs));
}

Manager::Backend::Edge Manager::Backend::image(Edge f, Edge g, std::uint32_t set,
                                               std::uint32_t renaming) {
  const Edge product = and_exists(f, g, set);
  hold(product);
  const Edge result = rename(product, renaming);
  release(product);
  return result;
}

Manager::Backend::Edge Manager::Backend::preimage(Edge f, Edge g, std::uint32_t set,
                                                  std::uint32_t renaming) {
  const Edge renamed = rename(f, renaming);
  hold(renamed);
  const Edge result = and_exists(renamed, g, set);
  release(renamed);
  return result;
}

Manager::Backend::Edge Manager::Backend::compose(Edge f,
                                                 std::span<const std::pair<Variable, Edge>> by) {
  const std::unique_ptr<bddPair, decltype(&bdd_freepair)> table(bdd_newpair(), bdd_freepair);
  for (const auto& [variable, function] : by)
    bdd_setbddpair(table.get(), static_cast<int>(variable), raw(function));
  return edge(bdd_veccompose(raw(f), table.get()));
}

// Whether levels grow along with the levels they are renamed to.  Variables that others are renamed
// to do not occur unless they are renamed themselves.
bool Manager::Backend::keeps_order(Table& table) const {
  if (table.reorderings == statistics_.reorderings) return table.keeps_order;
  constexpr std::size_t absent = ~std::size_t{0};
  std::vector<std::size_t> target(variables_);
  for (std::size_t l = 0; l < variables_; ++l) target[l] = l;
  for (const auto& pair : table.meaning) target[level_of(pair.second)] = absent;
  for (const auto& pair : table.meaning) target[level_of(pair.first)] = level_of(pair.second);
  std::erase(target, absent);
  table.keeps_order = std::is_sorted(target.begin(), target.end());
  table.reorderings = statistics_.reorderings;
  return table.keeps_order;
}

void Manager::Backend::group(std::span<const VariableGroup> groups) {
  groups_.assign(groups.begin(), groups.end());
}

std::vector<Variable> Manager::Backend::add_below(std::span<const Variable>) const {
  throw base::Exhausted(base::Resource::memory,
                        "BuDDy takes no variables beside those of the start");
}

std::vector<Variable> Manager::Backend::add_at(std::size_t, std::size_t) const {
  static_cast<void>(add_below({}));
}

bool Manager::Backend::install_groups() {
  if (groups_.empty())
    for (std::uint32_t v = 0; v < variables_; ++v)
      groups_.push_back({static_cast<Variable>(v), static_cast<Variable>(v)});
  if (groups_.size() > most_groups) return false;
  if (groups_installed_) return true;
  groups_installed_ = true;
  const std::vector<VariableGroup>& groups = groups_;
  std::vector<VariableGroup> widest_first = groups;
  const auto width = [](const VariableGroup& g) {
    return static_cast<std::uint32_t>(g.last) - static_cast<std::uint32_t>(g.first);
  };
  std::stable_sort(widest_first.begin(), widest_first.end(),
                   [&](const auto& a, const auto& b) { return width(a) > width(b); });
  for (const VariableGroup& g : widest_first)
    bdd_intaddvarblock(static_cast<int>(g.first), static_cast<int>(g.last), BDD_REORDER_FIXED);
  // What is in no block the library leaves in between, even inside a block.
  for (std::uint32_t v = 0; v < variables_; ++v) {
    const bool grouped = std::any_of(groups.begin(), groups.end(), [&](const VariableGroup& g) {
      return static_cast<std::uint32_t>(g.first) <= v && v <= static_cast<std::uint32_t>(g.last);
    });
    if (!grouped) bdd_intaddvarblock(static_cast<int>(v), static_cast<int>(v), BDD_REORDER_FIXED);
  }
  return true;
}

void Manager::Backend::reorder() {
  if (!install_groups()) return;
  tie_variables();
  reordering(true);
  bdd_reorder(BDD_REORDER_SIFT);
  reordering(false);
  account();
}

void Manager::Backend::reorder_to(std::span<const Variable> order) {
  CHECK(order.size() == variables_, "all variables have a place");
  tie_variables();
  std::vector<int> numbers;
  numbers.reserve(variables_ + 1);
  for (const Variable v : order) numbers.push_back(static_cast<int>(v));
  numbers.push_back(static_cast<int>(variables_));
  reordering(true);
  bdd_setvarorder(numbers.data());
  reordering(false);
  account();
}

std::vector<Variable> Manager::Backend::order() const {
  std::vector<Variable> result;
  result.reserve(variables_);
  for (int i = 0; i < static_cast<int>(variables_); ++i)
    result.push_back(static_cast<Variable>(bdd_level2var(i)));
  return result;
}

Statistics Manager::Backend::statistics() {
  const bool before = std::exchange(uninterruptible_, true);
  bdd_gbc();  // counts what is alive
  uninterruptible_ = before;
  statistics_.live_nodes = static_cast<std::size_t>(bdd_getnodenum());
  const auto nodes = static_cast<std::size_t>(bdd_getallocnum());
  statistics_.node_bytes = nodes * node_bytes;
  statistics_.cache_bytes = nodes * (bytes_per_node - node_bytes);
  return statistics_;
}

}  // namespace ken::bdd
