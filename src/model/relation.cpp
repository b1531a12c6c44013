#include "model/relation.hpp"

#include <algorithm>

#include "base/post_order.hpp"
#include "base/text.hpp"

namespace ken::model {

RelationId RelationStore::add(const Relation& relation, std::string_view text) {
  constexpr std::size_t longest = 80;
  const auto [at, fresh] = ids_.try_emplace(relation, static_cast<RelationId>(relations_.size()));
  if (fresh) {
    relations_.push_back(relation);
    texts_.push_back(base::shorten(text, longest));
    std::size_t deepest = 0;
    for_each_part(relation, [&](RelationId part) { deepest = std::max(deepest, depth(part)); });
    depths_.push_back(deepest + 1);
  }
  return at->second;
}

std::vector<RelationId> list_parts(const RelationStore& store, RelationId root) {
  return base::collect_parts(
      root, [&](RelationId id, const auto& visit) { for_each_part(store[id], visit); });
}

}  // namespace ken::model
