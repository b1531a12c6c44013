#pragma once
#include <functional>
#include <span>

#include "check/contest.hpp"

namespace ken::check {

// At one of its points a member does this.
struct Imposed {
  Bdd seen;
  Bdd action;
};

// Whether a coalition that has to do what is imposed loses from the state, though its members see
// everything and are free elsewhere.
using StillLost = std::function<bool(const model::State& start, std::span<const Imposed> imposed)>;
[[nodiscard]] bool is_lost_under(const Contest& contest, const model::State& start,
                                 std::span<const Imposed> imposed);

// Leaves out what a conflict does not need, as long as that pays.
class Shortening {
 public:
  explicit Shortening(StillLost still_lost) : still_lost_(std::move(still_lost)) {}

  // Those of the imposed choices, by place, that are enough to lose from the start.
  [[nodiscard]] std::vector<std::size_t> shorten(const model::State& start,
                                                 const std::vector<Imposed>& imposed);

 private:
  using Places = std::vector<std::size_t>;
  [[nodiscard]] bool is_enough(const Places& places);
  [[nodiscard]] Places find_needed(const Places& kept, bool kept_grew, const Places& doubtful);

  StillLost still_lost_;
  std::int64_t credit_ = 32;  // games that may be played
  const model::State* start_ = nullptr;
  const std::vector<Imposed>* imposed_ = nullptr;
};

}  // namespace ken::check
