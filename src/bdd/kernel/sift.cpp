// Sifting (Rudell 1993), with blocks.
//
// Each block of variables in turn, the one with most nodes first, is moved through all positions
// and left where the diagrams were smallest.  It goes to the nearer end first, then to the other
// one, then back to the best place; a direction is given up when the diagrams have grown by a
// fifth.  A block moves past a neighbour by exchanging each of its variables with each of the
// neighbour's.
//
// Most of the gain comes early or not at all, so impatience pays: whoever wants can have it end
// when a number of steps has not made the diagrams an eighth smaller.  And a small gain may cost
// much: the order of the start was chosen with the whole model in mind, and diagrams that are a
// little smaller now may be far larger later.  So a change that does not gain much can be undone.
// When to look for a better order, and how hard, is said in backend.cpp.
//
// After every exchange everything is consistent, so it can end at any of them: when its time is up
// it still walks back to the best place it has seen, when somebody cancels or memory ends it stays
// where it is.

#include "bdd/kernel/sift.hpp"

#include <algorithm>
#include <chrono>

#include "base/check.hpp"

namespace ken::bdd::kernel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_growth = 1.2;
constexpr std::size_t most_growth_on_the_way = 4;
constexpr std::size_t little_to_grow = 10'000;
constexpr auto in_any_case = [] { return true; };

// Stretches of the order that stay together: for each the number of variables, from the root down.
class Blocks {
 public:
  Blocks(std::span<const std::uint32_t> group_of, const Order& order) {
    const auto group_at = [&](Level level) {
      return group_of[static_cast<std::size_t>(order.variable(level))];
    };
    for (Level level = 0; level < order.size();) {
      const Variable first = order.variable(level);
      std::uint32_t size = 1;
      while (level + size < order.size() && group_at(level + size) == group_at(level)) ++size;
      firsts_.push_back(first);
      sizes_.push_back(size);
      level += size;
    }
  }
  [[nodiscard]] std::size_t count() const { return sizes_.size(); }
  [[nodiscard]] std::uint32_t size(std::size_t position) const { return sizes_[position]; }
  [[nodiscard]] Variable first(std::size_t position) const { return firsts_[position]; }
  [[nodiscard]] const std::vector<Variable>& firsts() const { return firsts_; }
  [[nodiscard]] std::size_t position(Variable first) const {
    return static_cast<std::size_t>(std::find(firsts_.begin(), firsts_.end(), first) -
                                    firsts_.begin());
  }
  void exchange(std::size_t position) {
    std::swap(firsts_[position], firsts_[position + 1]);
    std::swap(sizes_[position], sizes_[position + 1]);
  }

 private:
  std::vector<Variable> firsts_;
  std::vector<std::uint32_t> sizes_;
};

class Sifter {
 public:
  Sifter(Sifting& sifting, const Order& order, base::Budget& budget,
         std::span<const std::uint32_t> group_of, const Effort& effort)
      : sifting_(sifting),
        order_(order),
        budget_(budget),
        blocks_(group_of, order),
        patience_(effort.patience),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(effort.seconds))) {}

  void run() {
    std::vector<std::pair<std::size_t, Variable>> largest_first;
    for (std::size_t i = 0; i < blocks_.count(); ++i) {
      std::size_t nodes = 0;
      const Level top = order_.level(blocks_.first(i));
      for (Level l = top; l < top + blocks_.size(i); ++l)
        nodes += sifting_.nodes_of(order_.variable(l));
      largest_first.emplace_back(nodes, blocks_.first(i));
    }
    std::stable_sort(largest_first.begin(), largest_first.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [nodes, first] : largest_first) {
      if (stopped_ || is_over()) return;
      sift(first);
      if (sifting_.nodes() > mark_ - mark_ / 8) continue;
      mark_ = sifting_.nodes();
      give_up_at_ = sifting_.steps() + patience_;
    }
  }

 private:
  [[nodiscard]] bool is_over() const {
    return sifting_.steps() >= give_up_at_ || Clock::now() >= end_;
  }
  void sift(Variable first) {
    at_ = blocks_.position(first);
    best_at_ = at_;
    best_ = sifting_.nodes();
    const bool up_first = 2 * at_ < blocks_.count();
    explore(up_first);
    explore(!up_first);
    while (!stopped_ && at_ > best_at_) move_up();
    while (!stopped_ && at_ < best_at_) move_down();
  }

  // To the end of the order, or until the diagrams have grown too much or time is up.
  void explore(bool up) {
    const std::size_t end = up ? 0 : blocks_.count() - 1;
    while (at_ != end && !stopped_) {
      up ? move_up() : move_down();
      const std::size_t now = sifting_.nodes();
      if (now < best_) {
        best_ = now;
        best_at_ = at_;
      }
      const bool beyond = up ? at_ < best_at_ : at_ > best_at_;
      if (beyond && static_cast<double>(now) > most_growth * static_cast<double>(best_)) return;
      if (beyond && is_over()) return;
    }
  }

  void move_down() {
    pass(at_);
    ++at_;
  }
  void move_up() {
    pass(at_ - 1);
    --at_;
  }

  // The block at a position and the next one change places.
  void pass(std::size_t position) {
    const Level top = order_.level(blocks_.first(position));
    const std::uint32_t upper = blocks_.size(position);
    const std::uint32_t lower = blocks_.size(position + 1);
    for (std::uint32_t i = 0; i < lower; ++i) {
      for (std::uint32_t j = upper; j-- > 0;) {
        if (is_exhausted()) return;
        if (sifting_.exchange(top + i + j)) continue;
        undo(top, upper, i, j + 1);
        stopped_ = true;
        return;
      }
    }
    blocks_.exchange(position);
  }

  // Then blocks may stand torn apart: to join them again could take as long as what was done.
  [[nodiscard]] bool is_exhausted() {
    try {
      budget_.check_limits_now();
    } catch (const base::Exhausted&) {  // whoever asks next will hear it
      stopped_ = true;
    }
    return stopped_;
  }

  // Back to where the passing of a block began, as far as there is room; what cannot be brought
  // together again moves apart from now on.
  void undo(Level top, std::uint32_t upper, std::uint32_t i, std::uint32_t j) {
    for (; j < upper; ++j)
      if (!sifting_.exchange(top + i + j)) return;
    while (i-- > 0)
      for (j = 0; j < upper; ++j)
        if (!sifting_.exchange(top + i + j)) return;
  }

  Sifting& sifting_;
  const Order& order_;
  base::Budget& budget_;
  Blocks blocks_;
  std::uint64_t patience_;
  std::uint64_t give_up_at_ = patience_;
  std::size_t mark_ = sifting_.nodes();
  Clock::time_point end_;
  std::size_t at_ = 0;
  std::size_t best_at_ = 0;
  std::size_t best_ = 0;
  bool stopped_ = false;
};

}  // namespace

template <class GoOn>
void Kernel::arrange(Sifting& sifting, std::span<const Variable> order, const GoOn& go_on) {
  for (Level target = 0; target < order.size(); ++target) {
    CHECK(order_.level(order[target]) >= target, "no variable has two places");
    for (Level level = order_.level(order[target]); level > target; --level) {
      budget_.check_limits_now();
      if (!go_on()) return;
      if (!sifting.exchange(level - 1))
        throw base::Exhausted(base::Resource::memory, "not enough to reorder decision diagrams");
    }
  }
}

void Kernel::reorder(std::span<const std::uint32_t> group_of, const Effort& effort) {
  Sifting sifting(*this);
  if (!sifting.ready()) return;
  const std::vector<Variable> before = order_.variables();
  const std::size_t nodes = sifting.nodes();
  Sifter(sifting, order_, budget_, group_of, effort).run();
  try {
    if (effort.least_gain * sifting.nodes() > nodes) arrange(sifting, before, in_any_case);
  } catch (const base::Exhausted&) {  // whoever asks next will hear it
  }
  ++counters_.reorderings;
}

void Kernel::reorder_to(std::span<const Variable> order) {
  CHECK(order.size() == order_.size(), "all variables have a place");
  Sifting sifting(*this);
  if (!sifting.ready())
    throw base::Exhausted(base::Resource::memory, "not enough to reorder decision diagrams");
  arrange(sifting, order, in_any_case);
  ++counters_.reorderings;
}

bool Kernel::try_order(std::span<const Variable> order, const Effort& effort) {
  CHECK(order.size() == order_.size(), "all variables have a place");
  Sifting sifting(*this);
  if (!sifting.ready()) return false;
  const std::vector<Variable> before = order_.variables();
  const std::size_t nodes = sifting.nodes();
  const std::size_t most = most_growth_on_the_way * std::max(nodes, little_to_grow);
  bool taken = false;
  try {
    arrange(sifting, order,
            [&] { return sifting.nodes() <= most && sifting.steps() < effort.patience; });
    const bool there = std::equal(order.begin(), order.end(), order_.variables().begin());
    taken = there && effort.least_gain * sifting.nodes() <= nodes;
    if (!taken) arrange(sifting, before, in_any_case);
  } catch (const base::Exhausted&) {  // whoever asks next will hear it
  }
  if (order_.variables() != before) ++counters_.reorderings;
  return taken;
}

}  // namespace ken::bdd::kernel
