#pragma once
#include <functional>
#include <span>

#include "concrete/path_claims.hpp"

namespace ken::concrete {

// States of a model that satisfy the same state formulas of a path formula: one letter.
enum class Letter : std::uint32_t {};
enum class AutomatonState : std::uint32_t {};

// A nondeterministic automaton that accepts the infinite words of letters which satisfy a path
// formula: a word is accepted if some run meets "nothing owed" again and again.  Its states are
// found as they are asked for.  The claims must outlive it.
class PathAutomaton {
 public:
  using Holds = std::function<bool(logic::FormulaId state_formula, Letter)>;
  PathAutomaton(Claims& claims, Holds holds, base::Budget& budget)
      : claims_(claims),
        holds_(std::move(holds)),
        sets_(budget),
        states_(budget),
        memory_(budget) {}

  // The state that accepts what satisfies the claim.  All of these throw Exhausted.
  [[nodiscard]] AutomatonState start(Claim claim);
  [[nodiscard]] std::span<const AutomatonState> successors(AutomatonState state, Letter letter);
  [[nodiscard]] bool owes_nothing(AutomatonState state) const;

 private:
  enum class SetId : std::uint32_t {};
  using ClaimSet = std::vector<Claim>;  // ascending
  // Claims to hold at a position, and those among them that were put off.
  struct Duty {
    SetId claims{};
    SetId owed{};
    auto operator<=>(const Duty&) const = default;
  };
  using Duties = base::ChargedVector<Duty>;  // any one of them will do
  using Key = std::pair<std::uint32_t, Letter>;

  [[nodiscard]] base::Budget& budget() const { return memory_.budget(); }
  SetId add(const ClaimSet& set);
  [[nodiscard]] const ClaimSet& claims(SetId id) const {
    return sets_[static_cast<std::uint32_t>(id)];
  }
  [[nodiscard]] Duties nothing_to_do();
  [[nodiscard]] SetId unite(SetId a, SetId b);
  [[nodiscard]] SetId keep_owed(SetId set);
  [[nodiscard]] bool includes(SetId large, SetId small) const;
  [[nodiscard]] Duties without_larger(Duties duties) const;
  [[nodiscard]] Duties both(const Duties& a, const Duties& b);
  [[nodiscard]] Duties either(const Duties& a, const Duties& b) const;

  [[nodiscard]] const Duties& choices(Claim claim, Letter letter);
  [[nodiscard]] Duties compute_choices(Claim claim, Letter letter);
  [[nodiscard]] Duties choices_of(const Law::Term& term, Letter letter);
  [[nodiscard]] Duties compute_successors(Duty duty, Letter letter);

  Claims& claims_;
  Holds holds_;
  Numbering<ClaimSet> sets_;
  Numbering<Duty> states_;
  base::Charge memory_;
  std::map<Key, Duties> choices_;
  std::map<Key, base::ChargedVector<AutomatonState>> successors_;
};

}  // namespace ken::concrete
