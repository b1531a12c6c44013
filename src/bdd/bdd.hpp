#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bdd/settings.hpp"

namespace ken::bdd {

class Manager;

// A boolean function of the manager's variables.  A regular value: a copy counts a reference, the
// destructor gives it back, equal functions are equal values.  It must not outlive its manager, and
// only diagrams of one manager go together.  Operations throw base::Exhausted when the budget ends;
// their arguments and every other diagram stay valid then.
class Bdd {
 public:
  Bdd() = default;  // no function yet: may only be assigned to, compared and destroyed
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept
      : manager_(std::exchange(other.manager_, nullptr)), edge_(std::exchange(other.edge_, 0)) {}
  Bdd& operator=(const Bdd& other);
  Bdd& operator=(Bdd&& other) noexcept;
  ~Bdd();

  friend bool operator==(const Bdd&, const Bdd&) = default;
  [[nodiscard]] bool is_false() const { return manager_ != nullptr && edge_ == 0; }
  [[nodiscard]] bool is_true() const { return manager_ != nullptr && edge_ == 1; }

 private:
  friend class Manager;
  friend struct Hash;
  Bdd(Manager& manager, std::uint32_t edge);  // counts a reference

  Manager* manager_ = nullptr;
  std::uint32_t edge_ = 0;
};

// For tables by function; it does not change while the diagram is held.
struct Hash {
  [[nodiscard]] std::size_t operator()(const Bdd& f) const {
    return std::hash<std::uint32_t>()(f.edge_);
  }
};

// A set of variables to quantify or to count over.  Make those a computation needs before it
// starts: see Manager::set.
class VariableSet {
 public:
  VariableSet() = default;
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  [[nodiscard]] bool empty() const { return variables_.empty(); }

 private:
  friend class Manager;
  std::vector<Variable> variables_;  // ascending
  std::uint32_t number_ = 0;
};

// A one-to-one renaming of variables, by its number in the manager.
enum class Renaming : std::uint32_t {};

[[nodiscard]] Bdd operator!(const Bdd& f);
[[nodiscard]] Bdd operator&(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd operator|(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd operator^(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd operator-(const Bdd& f, const Bdd& g);  // f and not g
inline Bdd& operator&=(Bdd& f, const Bdd& g) { return f = f & g; }
inline Bdd& operator|=(Bdd& f, const Bdd& g) { return f = f | g; }
inline Bdd& operator-=(Bdd& f, const Bdd& g) { return f = f - g; }

[[nodiscard]] Bdd equivalent(const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd if_then_else(const Bdd& f, const Bdd& then, const Bdd& otherwise);

[[nodiscard]] Bdd exists(const Bdd& f, const VariableSet& set);
[[nodiscard]] Bdd forall(const Bdd& f, const VariableSet& set);
// exists(f & g, set) without building the conjunction.
[[nodiscard]] Bdd and_exists(const Bdd& f, const Bdd& g, const VariableSet& set);
// The same, given up when it has made about so many new nodes; with BuDDy never.
[[nodiscard]] std::optional<Bdd> and_exists_within(std::size_t most_nodes, const Bdd& f,
                                                   const Bdd& g, const VariableSet& set);

// f with each variable replaced; variables outside the renaming stay.
[[nodiscard]] Bdd rename(const Bdd& f, Renaming renaming);
// One step of a system forwards, rename(and_exists(f, g, set), renaming), and backwards,
// and_exists(rename(f, renaming), g, set), without what would lie in between.
[[nodiscard]] Bdd image(const Bdd& f, const Bdd& g, const VariableSet& set, Renaming renaming);
[[nodiscard]] Bdd preimage(const Bdd& f, const Bdd& g, const VariableSet& set, Renaming renaming);
// f with variables replaced by functions, all at the same time.
using Substitution = std::vector<std::pair<Variable, Bdd>>;
[[nodiscard]] Bdd compose(const Bdd& f, const Substitution& substitution);

// Some function that agrees with f on 'care', smaller if all goes well; care is not false.
// 'simplify' never brings in a variable that f does not have, 'constrain' may, and maps each point
// outside care to the value of a fixed point inside it.
[[nodiscard]] Bdd simplify(const Bdd& f, const Bdd& care);
[[nodiscard]] Bdd constrain(const Bdd& f, const Bdd& care);

[[nodiscard]] bool subset(const Bdd& f, const Bdd& g);
[[nodiscard]] bool disjoint(const Bdd& f, const Bdd& g);

// Where the highest variable of f stands in the order, the root being 0; f is not constant.
[[nodiscard]] std::size_t top_level(const Bdd& f);
// f by the value of its highest variable; f is not constant.
struct Halves {
  Variable variable{};
  Bdd low;
  Bdd high;
};
[[nodiscard]] Halves split(const Bdd& f);
// The variables f depends on, ascending.
[[nodiscard]] std::vector<Variable> support(const Bdd& f);
// Variables and values that make f true, those that do not matter left out; f is not false.
using Assignment = std::vector<std::pair<Variable, bool>>;
[[nodiscard]] Assignment some_assignment(const Bdd& f);
// Nodes of f, the constants not counted; and of several, those they share counted once.
[[nodiscard]] std::size_t nodes(const Bdd& f);
[[nodiscard]] std::size_t nodes(std::span<const Bdd> several);
// Whether f has more nodes than this; costs no more than to look at so many.
[[nodiscard]] bool has_more_nodes(const Bdd& f, std::size_t than);

}  // namespace ken::bdd
