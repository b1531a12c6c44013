#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "check/label.hpp"

namespace ken::check {

enum class PathId : std::uint32_t {};

enum class PathKind : std::uint8_t {
  letter,   // of the state here alone
  all,      // every argument
  some,     // some argument
  next,     // the argument, so many steps later
  until,    // the first argument until the second, which comes
  release,  // the second argument up to and with the first, which need not come
  loop,     // its body, in which it occurs again, behind a step
};

// A formula about infinite paths without negation, but for that in its letters.
struct PathFormula {
  PathKind kind{};
  Bdd letter{};                         // right inside the domain only
  std::vector<PathId> args{};           // ascending for all and some; of a loop its body
  std::optional<std::int64_t> steps{};  // of next: how many; of until, release: at most so many
  std::optional<std::uint32_t> loop{};  // which one: each is different
  bool operator==(const PathFormula&) const = default;
};

// Hash-consed, and simplified as they are made: equal formulas have equal ids.  A letter that holds
// everywhere in the domain is 'anything', one that holds nowhere is 'nothing'.
class PathStore {
 public:
  // The domain has infinite paths from all its states.  It must outlive the store.
  PathStore(bdd::Manager& manager, const StateSet& domain);

  [[nodiscard]] const PathFormula& operator[](PathId id) const {
    return nodes_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] bool is_letter(PathId id) const { return (*this)[id].kind == PathKind::letter; }
  // True of a path just if it is true of the path without its first state.
  [[nodiscard]] bool is_lasting(PathId id) const { return lasting_[static_cast<std::size_t>(id)]; }
  // G f and F f without bounds.
  [[nodiscard]] bool is_globally(PathId id) const;
  [[nodiscard]] bool is_finally(PathId id) const;
  // The loop has to be left sooner or later.
  [[nodiscard]] bool is_eventual(PathId loop) const;

  [[nodiscard]] PathId anything() const { return anything_; }
  [[nodiscard]] PathId nothing() const { return nothing_; }
  [[nodiscard]] PathId letter(const Bdd& function);
  [[nodiscard]] PathId all(std::vector<PathId> args);
  [[nodiscard]] PathId some(std::vector<PathId> args);
  [[nodiscard]] PathId next(PathId f, std::int64_t steps = 1);
  [[nodiscard]] PathId until(PathId f, PathId g);
  [[nodiscard]] PathId release(PathId f, PathId g);
  [[nodiscard]] PathId finally(PathId f) { return until(anything_, f); }
  [[nodiscard]] PathId globally(PathId f) { return release(nothing_, f); }
  // The same within so many steps.
  [[nodiscard]] PathId until_within(PathId f, PathId g, std::int64_t steps);
  [[nodiscard]] PathId release_within(PathId f, PathId g, std::int64_t steps);

  // A loop is made before its body.
  [[nodiscard]] PathId begin_loop(bool eventual);
  void end_loop(PathId loop, PathId body) { nodes_[static_cast<std::size_t>(loop)].args = {body}; }

 private:
  struct Hash {
    std::size_t operator()(const PathFormula& formula) const;
  };
  // What is the same for until and release, all and some, with "for all" and "for some" exchanged.
  struct Side {
    PathKind join, meet, fixpoint;
    PathId unit, zero;  // of 'join'
  };
  [[nodiscard]] Side side(bool universal) const;
  PathId intern(PathFormula formula);
  [[nodiscard]] bool find_lasting(const PathFormula& formula) const;
  [[nodiscard]] bool is_repeated(PathId id, const Side& side) const;
  [[nodiscard]] PathId join(bool universal, std::vector<PathId> args);
  [[nodiscard]] PathId fixpoint(bool universal, PathId f, PathId g);
  [[nodiscard]] PathId repeat(bool universal, PathId f);
  [[nodiscard]] PathId repeat_part(bool universal, PathId f);
  [[nodiscard]] PathId repeat_alone(const Side& side, PathId f);

  const StateSet& domain_;
  std::vector<PathFormula> nodes_;
  std::vector<bool> lasting_;
  std::vector<bool> eventual_;  // by number of loop
  std::unordered_map<PathFormula, PathId, Hash> ids_;
  PathId anything_{};
  PathId nothing_{};
};

}  // namespace ken::check
