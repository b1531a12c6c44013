#include "model/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ken::model {

std::string_view name(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::parameter:
      return "parameter";
    case SymbolKind::definition:
      return "definition";
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

IndexBuilder::Key IndexBuilder::key(SymbolKind kind, std::string_view owner, base::Range name) {
  auto at = owners_.find(owner);
  if (at == owners_.end())
    at = owners_.emplace(owner, static_cast<std::uint32_t>(owners_.size())).first;
  return {kind, at->second, source_->text(name)};
}

void IndexBuilder::define(SymbolKind kind, std::string_view owner, base::Range place) {
  if (!source_ || defined_at(place)) return;
  const auto id = static_cast<SymbolId>(index_.symbols_.size());
  const auto [at, fresh] = by_name_.try_emplace(key(kind, owner, place), id);
  if (fresh)
    index_.symbols_.push_back({kind, std::string(source_->text(place)), std::string(owner)});
  add(place, at->second, true);
}

void IndexBuilder::define_index(const base::Source& source, base::Range place) {
  const auto id = static_cast<SymbolId>(index_.symbols_.size());
  if (source != source_ || defined_at(place)) return;
  index_.symbols_.push_back({SymbolKind::index, std::string(source_->text(place)), {}});
  add(place, id, true);
}

void IndexBuilder::use(const base::Source& source, base::Range place, base::Range definition) {
  if (source != source_) return;
  if (const auto symbol = defined_at(definition)) add(place, *symbol, false);
}

void IndexBuilder::use_value(const base::Source& source, base::Range place, base::Range variable) {
  if (source != source_) return;
  const auto owner = defined_at(variable);
  if (!owner) return;
  const Symbol& symbol = index_[*owner];
  const auto at = by_name_.find(key(SymbolKind::value, symbol.owner + "." + symbol.name, place));
  if (at != by_name_.end()) add(place, at->second, false);
}

std::optional<SymbolId> IndexBuilder::defined_at(base::Range place) const {
  if (defined_[place.begin] == 0) return std::nullopt;
  return static_cast<SymbolId>(defined_[place.begin] - 1);
}

// Templates come by the same place many times, mostly with the same symbol.
void IndexBuilder::add(base::Range place, SymbolId symbol, bool definition) {
  const std::uint32_t seen = static_cast<std::uint32_t>(symbol) + 1;
  if (definition) defined_[place.begin] = seen;
  if (known_[place.begin] == seen) return;
  known_[place.begin] = seen;
  index_.uses_.push_back({place, symbol, definition});
}

// Beside an enumeration or an action a name is a value or an action, whatever else it was taken for
// before the other side was known.  The uses of one place stand together.
void IndexBuilder::prefer_values() {
  const auto decided = [&](const Use& use) {
    const SymbolKind kind = index_[use.symbol].kind;
    return kind == SymbolKind::value || kind == SymbolKind::action;
  };
  std::vector<Use> kept;
  kept.reserve(index_.uses_.size());
  for (const Use& use : index_.uses_) {
    const auto rival = [&] {
      return !kept.empty() && kept.back().range.begin == use.range.begin &&
             decided(kept.back()) != decided(use);
    };
    while (decided(use) && rival()) kept.pop_back();
    if (!rival()) kept.push_back(use);
  }
  index_.uses_ = std::move(kept);
}

Index IndexBuilder::finish() && {
  auto& uses = index_.uses_;
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
    return a.symbol != b.symbol ? a.symbol < b.symbol : a.definition && !b.definition;
  });
  uses.erase(std::unique(uses.begin(), uses.end(),
                         [](const Use& a, const Use& b) {
                           return a.range.begin == b.range.begin && a.symbol == b.symbol;
                         }),
             uses.end());
  prefer_values();
  return std::move(index_);
}

}  // namespace ken::model
