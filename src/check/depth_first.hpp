#pragma once
#include "check/refutation.hpp"
#include "evidence/fact.hpp"

namespace ken::check {

// Whether a strategy that wins was found, or there is none, or that is open.
enum class Finding : std::uint8_t { found, none, open };

// Whether it pays here.
[[nodiscard]] bool can_go_depth_first(const Contest& contest);

// Goes depth-first through partial strategies, each a step.  Lives shorter than what it is made of.
class DepthFirst {
 public:
  // Tries first what this strategy does.
  DepthFirst(Context& context, const Contest& contest, const Bounds& bounds, Strategy first);

  struct Step {
    Finding finding = Finding::open;
    std::optional<Refutation> refutation{};  // of what was decided
    Strategy tried;                          // and elsewhere does what the first one does
  };
  // Tries the next partial strategy; begins anew if the question is another one.
  [[nodiscard]] Step try_next(const StateSet& starts);
  // What is decided.
  [[nodiscard]] std::vector<evidence::Selection> list_selections() const;

 private:
  struct Decision {
    std::size_t point = 0;
    std::vector<std::size_t> actions;  // not tried yet, the best last
    std::size_t action = 0;
  };
  [[nodiscard]] StateSet find_undecided() const;
  [[nodiscard]] StateSet find_met(const StateSet& undecided) const;
  void decide(const StateSet& met);
  void take(Decision& decision);
  [[nodiscard]] bool go_back();

  Context& context_;
  const Contest& contest_;
  const Bounds& bounds_;
  Points points_;
  Strategy first_;
  Strategy strategy_;
  std::optional<StateSet> starts_;
  std::vector<StateSet> choosing_;  // by member
  std::vector<Bdd> decided_;        // likewise
  std::vector<Decision> decisions_;
};

}  // namespace ken::check
