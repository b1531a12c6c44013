#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logic/formula.hpp"
#include "model/expr.hpp"

namespace ken::model {

using logic::RelationId;

// The shapes a relation between a state and another one can have.  Closed, as those of formulas.
struct Everywhere {  // between all states, or none
  bool value;
  auto operator<=>(const Everywhere&) const = default;
};
struct OneStep {  // the other one follows
  auto operator<=>(const OneStep&) const = default;
};
struct ManySteps {  // the other one follows after zero or more steps
  auto operator<=>(const ManySteps&) const = default;
};
struct SameState {
  auto operator<=>(const SameState&) const = default;
};
struct LooksAlike {  // the agent cannot tell them apart
  logic::AgentId agent;
  auto operator<=>(const LooksAlike&) const = default;
};
enum class Moment : std::uint8_t { now, next };
struct VariableAt {  // in the state, or in the other one
  VarId variable;
  Moment moment;
  auto operator<=>(const VariableAt&) const = default;
};
struct SameValue {  // of two variables of one type
  VariableAt first, second;
  auto operator<=>(const SameValue&) const = default;
};
struct Complement {
  RelationId of;
  auto operator<=>(const Complement&) const = default;
};
struct Combination {  // all, or some, of these
  bool all;
  std::vector<RelationId> parts;
  auto operator<=>(const Combination&) const = default;
};
struct Converse {
  RelationId of;
  auto operator<=>(const Converse&) const = default;
};

using Relation = std::variant<Everywhere, OneStep, ManySteps, SameState, LooksAlike, SameValue,
                              Complement, Combination, Converse>;

// Equal relations are one, and parts have smaller numbers than the whole.  Each has a text, that
// with which it was added first.
class RelationStore {
 public:
  RelationId add(const Relation& relation, std::string_view text);
  [[nodiscard]] const Relation& operator[](RelationId id) const {
    return relations_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] const std::string& text(RelationId id) const {
    return texts_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::size_t size() const { return relations_.size(); }
  // Relations inside each other, itself included.
  [[nodiscard]] std::size_t depth(RelationId id) const {
    return depths_[static_cast<std::size_t>(id)];
  }
  // A better text than the one it was added with.
  void call(RelationId id, std::string text) {
    texts_[static_cast<std::size_t>(id)] = std::move(text);
  }

 private:
  std::vector<Relation> relations_;
  std::vector<std::string> texts_;
  std::vector<std::size_t> depths_;
  std::map<Relation, RelationId> ids_;
};

// Calls visit(RelationId) for every direct part.
template <class Visit>
void for_each_part(const Relation& relation, Visit&& visit) {
  if (const auto* const combination = std::get_if<Combination>(&relation))
    for (const RelationId part : combination->parts) visit(part);
  if (const auto* const complement = std::get_if<Complement>(&relation)) visit(complement->of);
  if (const auto* const converse = std::get_if<Converse>(&relation)) visit(converse->of);
}

// What a relation is made of, itself included, parts first.
[[nodiscard]] std::vector<RelationId> list_parts(const RelationStore& store, RelationId root);

}  // namespace ken::model
