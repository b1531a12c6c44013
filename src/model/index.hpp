#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/source.hpp"

namespace ken::model {

enum class SymbolKind : std::uint8_t {
  parameter,
  definition,
  index,  // of a template or a comprehension
  agent,
  variable,
  value,  // of an enumeration
  action,
  proposition,
  group,
};
[[nodiscard]] std::string_view name(SymbolKind kind);

enum class SymbolId : std::uint32_t {};

// What a name of the text stands for.  An indexed family, Crypt[i: 1..N], is one symbol, however
// many instances it has and in however many pieces it is declared.
struct Symbol {
  SymbolKind kind = SymbolKind::parameter;
  std::string name;   // as it is written, without indices
  std::string owner;  // variable, action: its agent; value: Agent.variable; else empty
};

// A place of the text where a symbol is named; its definitions are among them.
struct Use {
  base::Range range;
  SymbolId symbol{};
  bool definition = false;
};

// Which name stands for what, for editors: what is under the cursor, where is it defined, where
// else is it used.  Of the model's own text only; every place once, however often templates expand
// it.  Names that a mistake kept from being resolved are missing.
class Index {
 public:
  [[nodiscard]] const std::vector<Symbol>& symbols() const { return symbols_; }
  [[nodiscard]] const Symbol& operator[](SymbolId id) const {
    return symbols_[static_cast<std::size_t>(id)];
  }
  // All places, ascending.
  [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }
  // The name that the offset lies in or directly behind.
  [[nodiscard]] std::optional<Use> find(std::uint32_t offset) const;
  // The places of one symbol, ascending: what a renaming must change.
  [[nodiscard]] std::vector<Use> uses(SymbolId symbol) const;

 private:
  friend class IndexBuilder;
  std::vector<Symbol> symbols_;
  std::vector<Use> uses_;
};

// "variable Sender.bit: defined 4:7-4:10, used 9:2-9:5": a line for each symbol.
[[nodiscard]] std::string to_text(const Index& index, const base::SourceFile& source);

// Collects the index while a model is elaborated.  A symbol is known by the place where it is
// defined, which is what everybody who resolves a name has at hand.  What stands in other texts,
// such as the formulas of the command line, is ignored; without a text everything is.
class IndexBuilder {
 public:
  explicit IndexBuilder(base::Source source)
      : source_(std::move(source)),
        defined_(source_ ? source_->text().size() + 1 : 0),
        known_(defined_.size()) {}

  // Defines a symbol, or a further piece of a family of the same kind, owner and name.
  void define(SymbolKind kind, std::string_view owner, base::Range place);
  // An index is known only where it is bound: one of the same name elsewhere is another one.
  void define_index(const base::Source& source, base::Range place);
  // The name at 'place' stands for what is defined where 'definition' begins.
  void use(const base::Source& source, base::Range place, base::Range definition);
  // The name at 'place' stands for a value of the variable that is defined there.
  void use_value(const base::Source& source, base::Range place, base::Range variable);

  [[nodiscard]] Index finish() &&;

 private:
  struct Key {
    SymbolKind kind;
    std::uint32_t owner;    // its number among the owners
    std::string_view name;  // in the source
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const std::size_t kind = (key.owner << 3U) + static_cast<std::size_t>(key.kind);
      return std::hash<std::string_view>()(key.name) + kind * 0x9E3779B97F4A7C15ULL;
    }
  };
  [[nodiscard]] Key key(SymbolKind kind, std::string_view owner, base::Range name);
  [[nodiscard]] std::optional<SymbolId> defined_at(base::Range place) const;
  void add(base::Range place, SymbolId symbol, bool definition);
  void prefer_values();

  base::Source source_;
  Index index_;
  std::map<std::string, std::uint32_t, std::less<>> owners_;
  std::unordered_map<Key, SymbolId, Hash> by_name_;
  // By offset, 1 + the symbol: defined there; last seen there.
  std::vector<std::uint32_t> defined_;
  std::vector<std::uint32_t> known_;
};

}  // namespace ken::model
