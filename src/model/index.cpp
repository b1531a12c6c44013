#include "model/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace ken::model {

std::string_view name(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::parameter:
      return "parameter";
    case SymbolKind::index:
      return "index";
    case SymbolKind::agent:
      return "agent";
    case SymbolKind::variable:
      return "variable";
    case SymbolKind::value:
      return "value";
    case SymbolKind::action:
      return "action";
    case SymbolKind::proposition:
      return "proposition";
    case SymbolKind::group:
      return "group";
  }
  return {};
}

// ---- asking ----

std::optional<Use> Index::find(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(uses_.begin(), uses_.end(), offset,
                       [](std::uint32_t o, const Use& use) { return o < use.range.begin; });
  if (behind == uses_.begin()) return std::nullopt;
  const Use& use = *std::prev(behind);
  if (offset > use.range.end) return std::nullopt;
  return use;
}

std::vector<Use> Index::uses(SymbolId symbol) const {
  std::vector<Use> result;
  std::copy_if(uses_.begin(), uses_.end(), std::back_inserter(result),
               [&](const Use& use) { return use.symbol == symbol; });
  return result;
}

std::string to_text(const Index& index, const base::SourceFile& source) {
  const auto point = [&](std::uint32_t offset) {
    const base::Position at = source.position(offset);
    return fmt::format("{}:{}", at.line, at.column);
  };
  std::string text;
  for (std::size_t i = 0; i < index.symbols().size(); ++i) {
    const Symbol& symbol = index.symbols()[i];
    text += fmt::format("{} {}{}{}:", name(symbol.kind), symbol.owner,
                        symbol.owner.empty() ? "" : ".", symbol.name);
    for (const Use& use : index.uses(static_cast<SymbolId>(i)))
      text += fmt::format(" {}{}-{}", use.definition ? "=" : "", point(use.range.begin),
                          point(use.range.end));
    text += '\n';
  }
  return text;
}

// ---- collecting ----

void IndexBuilder::define(SymbolKind kind, std::string_view owner, base::Range place) {
  if (by_place_.contains(place.begin)) return;
  const std::string_view name = source_->text(place);
  const auto [at, fresh] =
      by_name_.try_emplace(Key{kind, owner, name}, static_cast<SymbolId>(index_.symbols_.size()));
  if (fresh) index_.symbols_.push_back({kind, std::string(name), std::string(owner), {}});
  by_place_.emplace(place.begin, at->second);
  add(place, at->second, true);
}

void IndexBuilder::define_index(const base::Source& source, base::Range place) {
  const auto id = static_cast<SymbolId>(index_.symbols_.size());
  if (source != source_ || !by_place_.emplace(place.begin, id).second) return;
  index_.symbols_.push_back({SymbolKind::index, std::string(source_->text(place)), {}, {}});
  add(place, id, true);
}

void IndexBuilder::use(const base::Source& source, base::Range place, base::Range definition) {
  if (source != source_) return;
  const auto at = by_place_.find(definition.begin);
  if (at != by_place_.end()) add(place, at->second, false);
}

void IndexBuilder::use_value(const base::Source& source, base::Range place, base::Range variable) {
  if (source != source_) return;
  const auto owner = by_place_.find(variable.begin);
  if (owner == by_place_.end()) return;
  const Symbol& symbol = index_[owner->second];
  const auto at =
      by_name_.find(Key{SymbolKind::value, symbol.owner + "." + symbol.name, source_->text(place)});
  if (at != by_name_.end()) add(place, at->second, false);
}

// Templates come by the same place many times, mostly with the same symbol.
void IndexBuilder::add(base::Range place, SymbolId symbol, bool definition) {
  if (known_.size() <= place.begin) known_.resize(place.begin + 1);
  std::uint32_t& known = known_[place.begin];
  if (known == static_cast<std::uint32_t>(symbol) + 1) return;
  known = static_cast<std::uint32_t>(symbol) + 1;
  index_.uses_.push_back({place, symbol, definition});
}

// Beside an enumeration or an action a name is a value or an action, whatever else it was taken for
// before the other side was known.
void IndexBuilder::prefer_values() {
  const auto decided = [&](const Use& use) {
    const SymbolKind kind = index_[use.symbol].kind;
    return kind == SymbolKind::value || kind == SymbolKind::action;
  };
  std::set<std::uint32_t> values;
  for (const Use& use : index_.uses_)
    if (decided(use)) values.insert(use.range.begin);
  std::erase_if(index_.uses_,
                [&](const Use& use) { return !decided(use) && values.contains(use.range.begin); });
}

Index IndexBuilder::finish() && {
  prefer_values();
  const auto key = [](const Use& use) { return std::tuple(use.range.begin, use.symbol); };
  auto& uses = index_.uses_;
  std::sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
    return std::tuple(key(a), !a.definition) < std::tuple(key(b), !b.definition);
  });
  uses.erase(std::unique(uses.begin(), uses.end(),
                         [&](const Use& a, const Use& b) { return key(a) == key(b); }),
             uses.end());
  for (const Use& use : uses)
    if (use.definition)
      index_.symbols_[static_cast<std::size_t>(use.symbol)].definitions.push_back(use.range);
  return std::move(index_);
}

}  // namespace ken::model
