// Which promises following a formula may take.
//
// A formula is put down to its parts in the same state and to what is promised behind a step; all
// that can be met in this way from the root is finite, one node for equal formulas.  X^k f is a
// chain of k promises, because it may be asked for in every state; if it is asked for once,
// counting the steps down is enough.  The promises on a circle with a loop that has to be left are
// found as strongly connected components (Tarjan 1972), in time linear in the formula.

#include "check/promises.hpp"

#include <algorithm>
#include <string>

#include "base/post_order.hpp"

namespace ken::check {
namespace {

using Visit = std::function<void(PathId)>;

constexpr std::int64_t most_chained = 1024;  // steps of X^k f that is asked for again and again

class Finder {
 public:
  Finder(PathStore& store, PathId root, base::Budget& budget)
      : store_(store), root_(root), budget_(budget) {}

  Promises run() {
    find_countdowns();
    find_promises();
    find_circles();
    return std::move(found_);
  }

 private:
  // The large X^k f that are asked for in the first state and never again, not even on the way to
  // another X^n f.
  void find_countdowns() {
    std::map<PathId, std::size_t> users;
    std::map<PathId, std::size_t> delays;
    ++users[root_];
    for (const PathId id : base::collect_parts(root_, [&](PathId id, const auto&visit) {
           for (const PathId arg : store_[id].args) visit(arg);
         })) {
      for (const PathId arg : store_[id].args) ++users[arg];
      if (store_[id].kind == PathKind::next) ++delays[store_[id].args[0]];
    }
    std::vector<PathId> open{root_};
    while (!open.empty()) {
      const PathId id = open.back();
      open.pop_back();
      const PathFormula& formula = store_[id];
      if (users[id] > 1) continue;  // the root of a loop is its own user
      if (formula.kind == PathKind::next && *formula.steps > 2 && delays[formula.args[0]] == 1)
        countdowns_.insert(id);
      if (formula.kind == PathKind::all || formula.kind == PathKind::some)
        open.insert(open.end(), formula.args.begin(), formula.args.end());
    }
  }

  void for_each_promise(PathId id, const Visit& visit) {
    const PathFormula formula = store_[id];
    if (formula.kind == PathKind::until || formula.kind == PathKind::release) visit(id);
    if (formula.kind != PathKind::next) return;
    if (countdowns_.contains(id)) return visit(id);
    const PathId behind = store_.next(formula.args[0], *formula.steps - 1);
    if (store_[behind].kind != PathKind::all) return visit(behind);
    for (const PathId arg : store_[behind].args) visit(arg);
  }

  void for_each_reason(PathId id, const Visit& visit) {
    for_each_part_here(store_, id, visit);
    for_each_promise(id, visit);
    if (countdowns_.contains(id)) visit(store_[id].args[0]);
  }

  void find_promises() {
    std::vector<PathId> open{root_};
    const auto meet = [&](PathId id) {
      if (met_.insert(id).second) open.push_back(id);
    };
    met_.insert(root_);
    while (!open.empty()) {
      const PathId id = open.back();
      open.pop_back();
      budget_.check_limits();
      const PathFormula formula = store_[id];
      if (formula.kind == PathKind::next && *formula.steps > most_chained &&
          !countdowns_.contains(id))
        throw base::Exhausted(base::Resource::memory,
                              "a bound of " + std::to_string(*formula.steps) +
                                  " steps that is asked for again and again");
      for_each_promise(id, [&](PathId promised) { found_.all.try_emplace(promised); });
      for_each_reason(id, meet);
    }
    for (auto& [id, promise] : found_.all) promise.form = find_form(id);
  }

  [[nodiscard]] Form find_form(PathId id) const {
    const PathFormula& formula = store_[id];
    if (countdowns_.contains(id)) return Form::countdown;
    if (is_again(store_, id)) return Form::lasting;
    if (formula.kind == PathKind::until && formula.steps) return Form::put_off;
    if (formula.kind == PathKind::release && formula.steps) return Form::remaining;
    return Form::plain;
  }

  // ---- circles of promises ----

  // The promises that lie on a circle with a loop that has to be left (Tarjan 1972, with a stack of
  // its own).
  void find_circles() {
    struct Visited {
      PathId id;
      std::vector<PathId> reasons;
      std::size_t at = 0;
    };
    std::map<PathId, std::size_t> number;
    std::map<PathId, std::size_t> low;
    std::vector<PathId> component;
    std::set<PathId> open;
    std::vector<Visited> path;
    const auto enter = [&](PathId id) {
      number[id] = low[id] = number.size();
      component.push_back(id);
      open.insert(id);
      Visited visited{id, {}};
      for_each_reason(id, [&](PathId reason) { visited.reasons.push_back(reason); });
      path.push_back(std::move(visited));
    };
    enter(root_);
    while (!path.empty()) {
      budget_.check_limits();
      Visited& top = path.back();
      if (top.at < top.reasons.size()) {
        const PathId reason = top.reasons[top.at++];
        const PathId id = top.id;
        if (!number.contains(reason))
          enter(reason);
        else if (open.contains(reason))
          low[id] = std::min(low[id], number[reason]);
        continue;
      }
      const PathId id = top.id;
      path.pop_back();
      if (!path.empty()) low[path.back().id] = std::min(low[path.back().id], low[id]);
      if (low[id] != number[id]) continue;
      std::vector<PathId> members;
      do {
        members.push_back(component.back());
        open.erase(component.back());
        component.pop_back();
      } while (members.back() != id);
      note_circle(members);
    }
  }

  void note_circle(const std::vector<PathId>& members) {
    if (std::none_of(members.begin(), members.end(), [&](PathId id) {
          return store_[id].kind == PathKind::loop && store_.is_eventual(id);
        }))
      return;
    std::vector<PathId> circle;
    for (const PathId id : members)
      if (found_.all.contains(id)) circle.push_back(id);
    if (circle.empty()) return;
    const bool alone = circle.size() == 1;
    for (const PathId id : circle) {
      found_.all[id].eventual = alone;
      found_.all[id].in_circle = !alone;
    }
    if (!alone) found_.circles.push_back(std::move(circle));
  }

  PathStore& store_;
  PathId root_;
  base::Budget& budget_;
  std::set<PathId> countdowns_;
  std::set<PathId> met_;
  Promises found_;
};

}  // namespace

bool is_again(const PathStore& store, PathId id) {
  return store.is_globally(id) && store.is_finally(store[id].args[1]);
}

void for_each_part_here(const PathStore& store, PathId id, const Visit& visit) {
  const PathFormula& formula = store[id];
  if (formula.kind == PathKind::next) return;
  if (is_again(store, id)) return visit(store[formula.args[1]].args[1]);
  for (const PathId arg : formula.args) visit(arg);
}

Promises find_promises(PathStore& store, PathId root, base::Budget& budget) {
  return Finder(store, root, budget).run();
}

}  // namespace ken::check
