#pragma once
#include "check/path_finder.hpp"
#include "check/scoped_labels.hpp"
#include "evidence/reason.hpp"

namespace ken::check {

// Gives reasons for what labels say, one for each formula and state.  Rules say what a modality
// rests on.  Lives shorter than what it is made of.
class Explainer {
 public:
  // So many claims are explained at most; what is left is assumed.
  Explainer(Context& context, const symbolic::Reachable& reachable, std::size_t most);

  // Why the formula holds in all initial states that count, or fails in one; nothing if there is
  // nothing to show.  Throws Exhausted.
  [[nodiscard]] std::optional<evidence::Evidence> explain(FormulaId formula, bool holds);

  // ---- for rules ----
  [[nodiscard]] Context& context() { return context_; }
  // The formula being explained; and how many claims, or positions of a play, are shown at most.
  [[nodiscard]] FormulaId formula() const { return formula_; }
  [[nodiscard]] std::size_t most() const { return most_; }
  [[nodiscard]] const Arena& arena() const { return context_.arena; }
  // The states of the domain where the formula holds, or fails.
  [[nodiscard]] StateSet where(FormulaId formula, bool holds);
  [[nodiscard]] StateSet encode(const model::State& state) const;
  [[nodiscard]] model::State pick(const StateSet& states) const;
  // Of several states that would do those where the same is claimed already, if it is about
  // variables: so circles close.
  [[nodiscard]] StateSet prefer_claimed(const StateSet& states, FormulaId formula,
                                        bool holds) const;
  // Whether more can be said than that it is so.
  [[nodiscard]] bool is_worth_showing(FormulaId formula, bool holds) const;
  // What is to be said of a formula in a state, unless everybody can see it there.
  void claim(FormulaId formula, const model::State& state, bool holds,
             std::vector<evidence::ReasonId>& claims);
  [[nodiscard]] evidence::ReasonId claim(FormulaId formula, const model::State& state, bool holds);
  // As PathFinder has it.
  [[nodiscard]] std::vector<model::State> trace(const StateSet& targets,
                                                std::span<const StateSet> layers) const;
  [[nodiscard]] Lasso find_lasso(const model::State& from, const StateSet& region) const;
  // A path through the states, which goes on fairly if paths must be fair.
  [[nodiscard]] evidence::Path make_path(std::vector<model::State> states,
                                         std::optional<std::size_t> back_to = {});
  // A shortest run from an initial state to the nearest of the states.
  [[nodiscard]] std::vector<model::State> find_run(const StateSet& states) const {
    return symbolic::find_run(context_.system, *arena().steps, reachable_, states);
  }
  // A run to the nearest of the states, with its place there.
  [[nodiscard]] evidence::Hop hop_to(const StateSet& states, evidence::HopKind kind,
                                     const logic::Group& agents);

 private:
  using Key = std::tuple<FormulaId, bool, Standings, model::State>;

  [[nodiscard]] std::optional<model::State> find_start(FormulaId formula, bool holds);
  [[nodiscard]] evidence::Why find_reason(FormulaId formula, const model::State& state, bool holds);
  [[nodiscard]] evidence::Why join(FormulaId formula, const model::State& state, bool holds);
  [[nodiscard]] evidence::Why unfold(FormulaId fixpoint, Standings around,
                                     const model::State& state, bool holds);

  Context& context_;
  const symbolic::Reachable& reachable_;
  std::size_t most_;
  PathFinder finder_;
  ScopedLabels labels_;
  std::map<Key, evidence::ReasonId> claimed_;
  std::vector<Standings> scopes_;  // by reason
  evidence::Evidence evidence_;
  FormulaId formula_{};
  Standings scope_;  // what the variables of the formula being explained stand for
};

}  // namespace ken::check
