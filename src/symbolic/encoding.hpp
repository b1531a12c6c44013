#pragma once
#include <span>
#include <vector>

#include "bdd/manager.hpp"
#include "model/model.hpp"
#include "symbolic/settings.hpp"
#include "symbolic/state_set.hpp"

namespace ken::symbolic {

using bdd::Variable;
using model::AgentId;
using model::VarId;

// Bits, the lowest first.
using Bits = std::vector<Variable>;

// A bit now and after a step.
struct BitPair {
  Variable now{};
  Variable next{};
};

// Which bits stand for what: every variable has bits for now and, if some evolution line assigns to
// it, bits for after a step; every agent with a choice has bits for its action.  A value is encoded
// by its distance from the least one.  The only code that knows where bits stand.
class Encoding {
 public:
  // Throws Exhausted, also if the model has more bits than diagrams can have.
  Encoding(const model::Model& model, const Settings& settings, base::Budget& budget);

  // At the start; give_next brings more.
  [[nodiscard]] std::size_t bits() const { return count_; }
  [[nodiscard]] const Bits& now(VarId v) const { return now_[static_cast<std::size_t>(v)]; }
  [[nodiscard]] const Bits& next(VarId v) const { return next_[static_cast<std::size_t>(v)]; }
  [[nodiscard]] const Bits& action(AgentId a) const { return action_[static_cast<std::size_t>(a)]; }
  // Some evolution line assigns to it.
  [[nodiscard]] bool changes(VarId v) const { return changes_[static_cast<std::size_t>(v)]; }
  [[nodiscard]] std::span<const bdd::VariableGroup> groups() const { return groups_; }

  // The bits at the start in the order in which another encoding of the same model has them.
  [[nodiscard]] Bits arrange_like(const Encoding& other) const;

  [[nodiscard]] std::vector<VarId> changing() const;
  // The bits of variables that have them after a step too.
  [[nodiscard]] std::vector<BitPair> pairs(std::span<const VarId> variables) const;
  // Bits for after a step for those of the variables that have none, each beside the one of now: a
  // relation that is not made of evolutions may speak of them.  Throws Exhausted.
  void give_next(bdd::Manager& manager, std::span<const VarId> variables);
  // All bits of the state now.
  [[nodiscard]] Bits state_bits() const;
  [[nodiscard]] Bits bits_of(std::span<const VarId> variables) const;
  [[nodiscard]] Bits action_bits(std::span<const AgentId> agents) const;

 private:
  enum class Time : std::uint8_t { now, next, both };
  void place(const model::Model& model, VarId v, Time time) { place(model, {&v, 1}, time); }
  void place(const model::Model& model, std::span<const VarId> braid, Time time);
  void place_computed(const model::Model& model, const Settings& settings, base::Budget& budget);
  void place(const model::Model& model, AgentId a);
  void place_classically(const model::Model& model, Order order);
  [[nodiscard]] Variable fresh();

  std::size_t count_ = 0;
  Grouping grouping_;
  std::vector<bool> changes_;
  std::vector<Bits> now_;
  std::vector<Bits> next_;
  std::vector<Bits> action_;
  std::vector<bdd::VariableGroup> groups_;
};

// The bits that hold exactly this number, 0 <= code.
[[nodiscard]] Bdd equals(bdd::Manager& manager, const Bits& bits, std::uint64_t code);
// The bits hold a number less than this one; true if it does not fit the bits.
[[nodiscard]] Bdd below(bdd::Manager& manager, const Bits& bits, std::uint64_t limit);
// The number that an assignment gives to the bits; bits left out count as 0.
[[nodiscard]] std::uint64_t decode(const bdd::Assignment& assignment, const Bits& bits);

// A variable has this value now.
[[nodiscard]] StateSet has_value(bdd::Manager& manager, const Encoding& encoding,
                                 const model::Model& model, VarId v, model::Value value);
// Exactly this state.
[[nodiscard]] StateSet encode(bdd::Manager& manager, const Encoding& encoding,
                              const model::Model& model, const model::State& state);
// Some state of a set that is not empty.
[[nodiscard]] model::State some_state(const Encoding& encoding, const model::Model& model,
                                      const StateSet& set);

}  // namespace ken::symbolic
