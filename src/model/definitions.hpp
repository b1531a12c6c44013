#pragma once
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/model.hpp"
#include "model/position.hpp"
#include "model/typed.hpp"
#include "syntax/ast.hpp"

namespace ken::model {

struct Scope;

// What is behind 'Define name = expression;'.
class Definitions {
 public:
  // Takes the definitions of a text, which must outlive this.
  void read(Scope& scope, const syntax::System& text);

  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name).has_value(); }
  [[nodiscard]] base::Range place(std::size_t which) const { return entries_[which].name; }
  // What it stands for there; every mistake in it is reported once.
  Typed resolve(Scope& scope, std::size_t which, const Where& where);

  // After everything else: those that nobody used are tried in one place after the other, and what
  // is wrong with one that fits nowhere is reported.
  void try_unused(Scope& scope, const Where& where);
  void report_unusable(Scope& scope);
  [[nodiscard]] std::vector<NamedDefinition> list(const Scope& scope) const;

 private:
  struct Entry {
    base::Range range, name;
    syntax::NodeId value{};
    std::vector<std::size_t> uses;  // earlier ones that it names
    bool used = false;              // not only by other definitions
    bool fits = false;              // in some place, or it is a constant
    base::Diagnostics mistakes{};   // where there are fewest; none before the first trial
  };
  struct Key {
    std::size_t which;
    Position position;
    AgentId agent;
    auto operator<=>(const Key&) const = default;
  };
  [[nodiscard]] std::vector<std::size_t> list_uses(syntax::NodeId value) const;
  // It and what it is made of, as far as that is not done yet, in the order of the text.
  template <class IsDone>
  [[nodiscard]] std::vector<std::size_t> list_needed(std::size_t which,
                                                     const IsDone& is_done) const;
  void resolve_needed(Scope& scope, std::size_t which, const Where& where);
  [[nodiscard]] base::Diagnostics find_mistakes(Scope& scope, std::size_t which,
                                                const Where& where);

  const syntax::System* text_ = nullptr;
  std::vector<Entry> entries_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<Key, Typed> known_;
};

}  // namespace ken::model
