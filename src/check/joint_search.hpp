#pragma once
#include <memory>

#include "check/strategy_search.hpp"
#include "check/twin.hpp"

namespace ken::check {

class Board;

// Makes a search in a context, given the diagrams there that it needs.
using SetUp = std::function<StrategySearch(Context& context, std::span<const Bdd> carried)>;

// A search that several threads help with, as many as the context allows, if it takes long.  The
// same question has the same answer in every run, and for the same number of threads the same
// strategy.
class JointSearch {
 public:
  JointSearch(Context& context, std::vector<Bdd> carried, SetUp set_up);
  ~JointSearch();

  // Whether one strategy wins from all of these states of the domain.  Throws Exhausted.
  [[nodiscard]] bool find_from(const StateSet& starts);
  // After yes.
  [[nodiscard]] const Strategy& strategy() const { return leader_.strategy(); }
  // After no: from these states together no strategy wins.
  [[nodiscard]] const std::vector<model::State>& lost_together() const { return lost_together_; }
  // And facts that say why.
  [[nodiscard]] std::vector<Fact> list_reasons() const;

 private:
  class Helper;
  using Helpers = std::vector<std::unique_ptr<Helper>>;
  [[nodiscard]] bool can_be_helped() const;
  [[nodiscard]] Finding gather_helpers(const StateSet& starts);
  [[nodiscard]] Finding lead(const StateSet& starts, std::uint64_t most);
  [[nodiscard]] bool search_together(const StateSet& starts);
  [[nodiscard]] bool settle(Finding finding, const StrategySearch& search);
  [[nodiscard]] bool work_side_by_side(Board& board, const StateSet& starts);
  [[nodiscard]] bool conclude(const Board& board);
  void tell_helpers();

  Context& context_;
  std::vector<Bdd> carried_;
  SetUp set_up_;
  StrategySearch leader_;
  std::vector<model::State> lost_together_;
  std::stop_source stop_;
  Helpers helpers_;
  std::size_t told_ = 0;      // facts of the leader that the helpers know
  std::uint64_t work_alone_;  // before others are asked to help
  bool alone_ = false;        // there was no room for helpers
};

}  // namespace ken::check
