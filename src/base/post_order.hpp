#pragma once
#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

namespace ken::base {

// Visits what a whole is built from, parts before wholes, each once.  The stack is its own, so that
// depth costs memory and nothing else.
//   for_each_part(id, f)  calls f for every direct part
//   is_done(id)           whether it was visited, now or earlier; visit(id) must make it so
template <class Id, class ForEachPart, class IsDone, class Visit>
void visit_post_order(Id root, const ForEachPart& for_each_part, const IsDone& is_done,
                      const Visit& visit) {
  std::vector<Id> open{root};
  while (!open.empty()) {
    const Id id = open.back();
    if (is_done(id)) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for_each_part(id, [&](Id part) {
      if (!is_done(part)) open.push_back(part);
    });
    if (open.size() > before) continue;
    open.pop_back();
    visit(id);
  }
}

// Everything a whole is built from, itself included, ascending.
template <class Id, class ForEachPart>
std::vector<Id> collect_parts(Id root, const ForEachPart& for_each_part) {
  std::vector<Id> result{root};
  std::unordered_set<Id> seen{root};
  for (std::size_t i = 0; i < result.size(); ++i)
    for_each_part(result[i], [&](Id part) {
      if (seen.insert(part).second) result.push_back(part);
    });
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace ken::base
