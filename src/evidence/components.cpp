// Strong components by one depth-first search (Tarjan 1972), with a stack of its own.

#include "evidence/components.hpp"

#include <algorithm>
#include <limits>

namespace ken::evidence {
namespace {

constexpr std::size_t unseen = std::numeric_limits<std::size_t>::max();

class Components {
 public:
  Components(const std::vector<std::vector<std::size_t>>& follows,
             const std::function<bool(std::size_t)>& counts)
      : follows_(follows),
        number_(follows.size(), unseen),
        low_(follows.size(), unseen),
        counts_(follows.size()),
        waiting_(follows.size()) {
    for (std::size_t n = 0; n < follows.size(); ++n) counts_[n] = counts(n);
  }

  std::vector<std::vector<std::size_t>> list() {
    for (std::size_t n = 0; n < follows_.size(); ++n)
      if (counts_[n] && number_[n] == unseen) search(n);
    return std::move(found_);
  }

 private:
  struct Visit {
    std::size_t node;
    std::size_t next;  // of what follows
  };

  void search(std::size_t root) {
    std::vector<Visit> visits{enter(root)};
    while (!visits.empty()) {
      const std::size_t node = visits.back().node;
      if (visits.back().next == follows_[node].size()) {
        visits.pop_back();
        if (low_[node] == number_[node]) close(node);
        if (!visits.empty()) lower(visits.back().node, low_[node]);
        continue;
      }
      const std::size_t next = follows_[node][visits.back().next++];
      if (!counts_[next]) continue;
      if (number_[next] == unseen)
        visits.push_back(enter(next));
      else if (waiting_[next])
        lower(node, number_[next]);
    }
  }
  Visit enter(std::size_t node) {
    number_[node] = low_[node] = entered_++;
    waiting_[node] = true;
    open_.push_back(node);
    return {node, 0};
  }
  void lower(std::size_t node, std::size_t to) { low_[node] = std::min(low_[node], to); }
  void close(std::size_t root) {
    std::vector<std::size_t> component;
    do {
      component.push_back(open_.back());
      waiting_[open_.back()] = false;
      open_.pop_back();
    } while (component.back() != root);
    const auto& next = follows_[root];
    if (component.size() > 1 || std::find(next.begin(), next.end(), root) != next.end())
      found_.push_back(std::move(component));
  }

  const std::vector<std::vector<std::size_t>>& follows_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<bool> counts_;
  std::vector<bool> waiting_;
  std::size_t entered_ = 0;
  std::vector<std::size_t> open_;
  std::vector<std::vector<std::size_t>> found_;
};

}  // namespace

std::vector<std::vector<std::size_t>> list_cycles(
    const std::vector<std::vector<std::size_t>>& follows,
    const std::function<bool(std::size_t)>& counts) {
  return Components(follows, counts).list();
}

}  // namespace ken::evidence
