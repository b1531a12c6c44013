// Plays that show what a coalition operator says.
//
// <g>psi holds because g has a strategy, and fails under full observation because the others have
// an answer to every move; [g]psi is !<g>!psi.  A strategy is found as it was when the label was
// made, for this one state; then it is played, position by position, the nearest first
// (coalition_play.cpp, spoiling_play.cpp).  Members who act by what they see and have no strategy
// are shown the facts that the search has learnt, unless they would lose even if they saw
// everything.

#include "check/plays.hpp"

#include "base/check.hpp"
#include "check/full_strategy.hpp"
#include "check/searched.hpp"
#include "check/strategy_table.hpp"
#include "evidence/strategy.hpp"

namespace ken::check {
namespace {

using evidence::Why;
using logic::Modal;
using logic::Semantics;
using model::State;

class PlayShowing {
 public:
  PlayShowing(Explainer& explainer, const Modal& modal, const State& state, bool holds)
      : explainer_(explainer),
        context_(explainer.context()),
        modal_(modal),
        row_(context_.model().modalities[modal.modality]),
        state_(state),
        holds_(holds),
        contest_(make_contest(context_, modal.subjects[0], find_objective())) {}

  Why show() {
    const Semantics asked =
        modal_.semantics == Semantics::of_the_run ? context_.semantics : modal_.semantics;
    const bool by_sight = asked == Semantics::ir || asked == Semantics::ir_objective;
    const bool coalition_plays = (row_.keyword == logic::diamond.open) == holds_;
    if (!by_sight) return coalition_plays ? show_full() : spoil();
    if (!coalition_plays && !subset(here(), find_won())) return spoil();
    return show_searched(asked == Semantics::ir ? Starts::alike : Starts::alone, asked);
  }

 private:
  [[nodiscard]] Objective find_objective() {
    std::vector<Label> args;
    for (const FormulaId arg : modal_.args) args.emplace_back(explainer_.where(arg, true));
    return row_.keyword == logic::diamond.open
               ? make_objective(context_.arena, *row_.path_operator, args)
               : make_counter_objective(context_.arena, *row_.path_operator, args);
  }
  [[nodiscard]] StateSet here() const { return explainer_.encode(state_); }
  [[nodiscard]] StateSet find_won() {
    const Game game = play(context_, contest_.members);
    const Objective& objective = contest_.objective;
    switch (objective.kind) {
      case ObjectiveKind::next:
        return game.next(objective.goal);
      case ObjectiveKind::until:
        return game.until(objective.through, objective.goal);
      case ObjectiveKind::weak:
        break;
    }
    return game.weak(objective.through, objective.goal);
  }

  [[nodiscard]] Why show_full() {
    const Strategy strategy = find_full_strategy(context_, contest_, find_won());
    return show_strategy(explainer_, modal_, holds_, contest_, strategy, here(), state_);
  }
  [[nodiscard]] Why spoil() { return show_spoiling(explainer_, modal_, holds_, contest_, state_); }

  [[nodiscard]] Why show_searched(Starts starts, Semantics asked) {
    const SearchedState found = search_from(context_, contest_, starts, here());
    if (!found.strategy) return exclude(found, asked);
    evidence::Played play =
        show_strategy(explainer_, modal_, holds_, contest_, *found.strategy, found.starts, state_);
    play.members = write_table(contest_, *found.strategy, found.starts, Sight::local).members;
    return play;
  }

  [[nodiscard]] Why exclude(const SearchedState& found, Semantics asked) {
    evidence::Excluded why{
        {explainer_.formula(), asked, contest_.members, found.lost_together, found.facts}, {}};
    for (const State& start : found.lost_together) why.starts.push_back(find_start(start));
    return why;
  }
  [[nodiscard]] evidence::Hop find_start(const State& start) {
    if (start == state_) return {};
    for (const logic::AgentId member : contest_.members)
      if (subset(explainer_.encode(start), alike(context_.system, context_.arena, member, here())))
        return explainer_.hop_to(explainer_.encode(start), evidence::HopKind::alike, {member});
    CHECK(false, "a start looks the same to some member");
    return {};
  }

  Explainer& explainer_;
  Context& context_;
  const Modal& modal_;
  const logic::Modality& row_;
  const State& state_;
  bool holds_;
  Contest contest_;
};

}  // namespace

std::size_t PlayBoard::meet(const State& state, std::size_t memory) {
  const auto [at, fresh] = numbers_.try_emplace({state, memory}, size());
  if (fresh) {
    play_.positions.push_back({state});
    memories_.push_back(memory);
  }
  return at->second;
}

void PlayBoard::claim(std::size_t i, const Needs& needs) {
  for (const Need& need : needs)
    explainer_.claim(modal_.args[need.argument], play_.positions[i].state, need.holds,
                     play_.positions[i].claims);
}

std::optional<std::vector<State>> list_few(Explainer& explainer, StateSet set, std::size_t most) {
  std::vector<State> result;
  while (!set.empty()) {
    if (result.size() == most) return {};
    explainer.context().system.budget().check_limits_now();
    result.push_back(explainer.pick(set));
    set -= explainer.encode(result.back());
  }
  return result;
}

MoveSet pick_move(const Contest& contest, MoveSet moves) {
  const bdd::Assignment chosen = bdd::some_assignment(moves.function());
  for (const logic::AgentId member : contest.members) {
    const symbolic::Bits& bits = contest.system.encoding().action(member);
    moves &=
        MoveSet(symbolic::equals(contest.system.manager(), bits, symbolic::decode(chosen, bits)));
  }
  return moves;
}

Why show_play(Explainer& explainer, const Modal& modal, const State& state, bool holds) {
  explainer.context().outcomes = Outcomes::fair;
  return PlayShowing(explainer, modal, state, holds).show();
}

}  // namespace ken::check
