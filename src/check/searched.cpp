// Where a coalition has a strategy when each member sees its own local state only.
//
// At each state of its own a strategy is asked for that wins from there and, in the subjective
// reading, from every state of the domain that looks like it to some member: one step of that
// relation, so the start sets of two states may overlap without being equal.  They are equal if all
// members see the same in both.
//
// States are settled in bunches.  A state is lost at once if a start of its is lost under full
// observation.  A strategy that was found wins from more states than it was asked about; we compute
// all of them and settle every state whose starts are among them.  If no strategy is found, the
// search names starts that cannot be won together, and every state that has all of these among its
// starts is settled too.  A coalition that has no choice anywhere has one strategy, and everything
// is known after it.

#include "check/searched.hpp"

#include <tuple>

#include "base/check.hpp"
#include "check/contest_search.hpp"
#include "check/strategy_table.hpp"

namespace ken::check {
namespace {

using logic::Semantics;

class Searching {
 public:
  Searching(Context& context, const Contest& contest, Starts starts)
      : context_(context),
        contest_(contest),
        starts_(starts),
        opening_(open_contest(context, contest)),
        search_(search_contest(context, contest, opening_)) {}

  StateSet find(const StateSet& wanted) {
    const StateSet winnable = context_.arena.domain - opening_.bounds.lost;
    StateSet won = settle(opening_.bounds.won);
    StateSet open = (wanted & settle(winnable)) - won;
    const StateSet asked =
        context_.operation ? wanted & context_.initial() : context_.arena.nothing();
    if (const StateSet hopeless = asked - settle(winnable); !hopeless.empty())
      note_hopeless(hopeless);
    if (!has_choice(context_, contest_.members)) {
      won |= settle(find_winning_states(contest_, opening_.strategy));
      open = context_.arena.nothing();
    }
    StateSet easy = asked & won;  // won by every strategy
    while (!open.empty()) {
      context_.searching = SearchBounds{wanted, won & wanted, open};
      const StateSet first = open & asked;
      const StateSet state = pick(first.empty() ? open : first);
      if (search_.find_from(starts_of(state))) {
        StateSet more =
            settle(alone(open, state) ? starts_of(state)
                                      : find_winning_states(contest_, search_.strategy()));
        CHECK(subset(state, more), "a strategy that wins somewhere wins there");
        if (!first.empty()) note_found(search_.strategy(), (first & more) | easy);
        if (!first.empty()) easy = context_.arena.nothing();
        won |= more;
        open -= more;
      } else {
        if (!first.empty()) note_none();
        open -= find_lost();
        CHECK(disjoint(state, open), "what is lost together is among the starts");
      }
    }
    if (!easy.empty()) note_found(opening_.strategy, easy);
    context_.searching.reset();
    return won & wanted;
  }

  SearchedState search(const StateSet& state) {
    SearchedState result{starts_of(state), {}};
    if (!disjoint(result.starts, opening_.bounds.lost)) {
      std::tie(result.lost_together, result.facts) = tell_hopeless(result.starts);
    } else if (subset(result.starts, opening_.bounds.won)) {
      result.strategy = opening_.strategy;
    } else if (search_.find_from(result.starts)) {
      result.strategy = search_.strategy();
    } else {
      result.lost_together = search_.lost_together();
      result.facts = search_.list_reasons();
    }
    return result;
  }

 private:
  [[nodiscard]] StateSet pick(const StateSet& states) const {
    return encode(symbolic::some_state(context_.system.encoding(), context_.model(), states));
  }
  [[nodiscard]] StateSet encode(const model::State& state) const {
    return symbolic::encode(context_.system.manager(), context_.system.encoding(), context_.model(),
                            state);
  }
  // Confirms what an answer will rest on; elsewhere all states won are computed, which confirms
  // too.
  void note_found(const Strategy& strategy, const StateSet& states) {
    keep_strategy(context_, contest_, strategy, starts_of(states),
                  starts_ == Starts::alike ? Semantics::ir : Semantics::ir_objective, Sight::local);
  }
  // The coalition would lose even if it saw everything.
  void note_hopeless(const StateSet& states) {
    if (!is_kept()) return;
    auto [starts, facts] = tell_hopeless(starts_of(pick(states)));
    keep(std::move(starts), std::move(facts));
  }
  [[nodiscard]] std::pair<std::vector<model::State>, std::vector<Fact>> tell_hopeless(
      const StateSet& starts) const {
    const model::State start = symbolic::some_state(context_.system.encoding(), context_.model(),
                                                    starts & opening_.bounds.lost);
    const Node met{start, Stage::open};
    return {{start}, {{{start, Stage::start}, {}, met}, {met, {}, {}}}};
  }
  void note_none() {
    if (is_kept()) keep(search_.lost_together(), search_.list_reasons());
  }
  [[nodiscard]] bool is_kept() const {
    return context_.operation && context_.keep != Keep::nothing;
  }
  void keep(std::vector<model::State> starts, std::vector<Fact> facts) {
    context_.impossibilities.push_back(
        {*context_.operation, starts_ == Starts::alike ? Semantics::ir : Semantics::ir_objective,
         contest_.members, std::move(starts), std::move(facts)});
  }
  // Nothing else is open that has other starts.
  [[nodiscard]] bool alone(const StateSet& open, const StateSet& state) const {
    return subset(open, settle(starts_of(state)));
  }
  [[nodiscard]] StateSet starts_of(const StateSet& state) const {
    StateSet result = state;
    if (starts_ == Starts::alike)
      for (const logic::AgentId member : contest_.members)
        result |= alike(context_.system, context_.arena, member, state);
    return result;
  }
  // The states all of whose starts are in the set.
  [[nodiscard]] StateSet settle(const StateSet& set) const {
    return context_.arena.domain - starts_of(context_.arena.domain - set);
  }
  // The states that have all those that are lost together among their starts.
  [[nodiscard]] StateSet find_lost() const {
    StateSet result = context_.arena.domain;
    for (const model::State& state : search_.lost_together()) result &= starts_of(encode(state));
    return result;
  }

  Context& context_;
  const Contest& contest_;
  Starts starts_;
  Opening opening_;
  JointSearch search_;
};

}  // namespace

StateSet find_by_search(Context& context, const logic::Group& members, Objective objective,
                        Starts starts, const StateSet& wanted) {
  const Contest contest = make_contest(context, members, std::move(objective));
  return Searching(context, contest, starts).find(wanted);
}

SearchedState search_from(Context& context, const Contest& contest, Starts starts,
                          const StateSet& state) {
  return Searching(context, contest, starts).search(state);
}

}  // namespace ken::check
