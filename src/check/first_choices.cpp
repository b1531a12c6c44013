// Before the search.
//
// Two bounds.  Whoever wins seeing its own local state only wins seeing everything, with the same
// moves: so a state that is lost under full observation (game.cpp) is lost for every strategy.  It
// is as well a loss when such a state is met later, while the objective is open: what is left to do
// is the same objective from there.  And a state is won by every strategy if, whatever anybody
// does, the objective is achieved and no move of the coalition that its protocols allow is blocked
// on the way, of which there is one:
//     U: least    Y = goal | (through & unblocked & all successors in Y)
//     W: greatest Y = goal | (through & unblocked & all successors in Y)
// The second bound is not used under fairness, where it would say little.
//
// A strategy to begin with.  A search that begins near a winning strategy is short.  Under full
// observation there is a winning move in every state that is not lost; the moves of states nearer
// to the goal matter more, since all plays come through there.  So the moves are taken in layers,
// nearest to the goal first (for W there is one layer, the moves that do not lose), and each member
// decides its local states: if there is an action that brings it nearer in every state that looks
// like this, that one; else the first that belongs to a move of the layer in some such state, but
// rather one that loses in none of them.  What is left open belongs to local states in which
// everything is lost or won.
//
// Cost: the game of full observation, and for each layer, member and action an operation on
// functions of the member's view.

#include "check/first_choices.hpp"

namespace ken::check {
namespace {

class Choosing {
 public:
  Choosing(const Contest& contest, const StateSet& winnable, const MoveSet& safe,
           std::size_t member)
      : system_(contest.system),
        agent_(contest.members[member]),
        actions_(system_.action_bits({agent_})),
        protocol_(contest.arena.steps->conjuncts().protocols[static_cast<std::size_t>(agent_)]),
        hidden_(system_.all_but(system_.model()[agent_].visible)),
        undecided_(exists(protocol_, actions_)),
        chosen_(system_.manager().constant(false)) {
    logic::Group others = contest.members;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(member));
    others_ = system_.action_bits(others);
    winnable_ = winnable.function() & protocol_;
    bad_ = find_bad(safe);
  }

  // What belongs to one of the moves in every state that looks the same.
  void take_everywhere(const MoveSet& moves) { take(protocol_ - find_bad(moves)); }
  void take_layer(const MoveSet& moves) {
    if (undecided_.is_false()) return;
    const Bdd good = exists(exists(moves.function(), others_), hidden_) & protocol_;
    take(good - bad_);
    take(good);
  }
  [[nodiscard]] Bdd finish() {
    take(protocol_ - bad_);
    take(protocol_);
    return chosen_;
  }

 private:
  // Where an action belongs to none of the moves in some state that looks like this.
  [[nodiscard]] Bdd find_bad(const MoveSet& moves) const {
    return exists(winnable_ - exists(moves.function(), others_), hidden_);
  }
  // The first of the actions, wherever nothing is decided yet.
  void take(const Bdd& choices) {
    const std::size_t count = system_.model()[agent_].actions.size();
    for (std::size_t a = 0; a < count && !undecided_.is_false(); ++a) {
      const Bdd code = symbolic::equals(system_.manager(), system_.encoding().action(agent_), a);
      const Bdd where = and_exists(choices, code, actions_) & undecided_;
      chosen_ |= where & code;
      undecided_ = undecided_ - where;
    }
  }

  symbolic::System& system_;
  logic::AgentId agent_;
  const bdd::VariableSet& actions_;
  const Bdd& protocol_;
  const bdd::VariableSet& hidden_;
  bdd::VariableSet others_;
  Bdd winnable_;
  Bdd bad_;
  Bdd undecided_;
  Bdd chosen_;
};

// What is won under full observation, and the moves in layers.
struct Winnable {
  StateSet states;
  std::vector<MoveSet> layers;
};

Winnable find_winnable(Context& context, const Contest& contest) {
  const Game game = play(context, contest.members);
  const Objective& objective = contest.objective;
  switch (objective.kind) {
    case ObjectiveKind::next:
      return {game.next(objective.goal), {game.keep_inside(objective.goal)}};
    case ObjectiveKind::weak:
      break;
    case ObjectiveKind::until: {
      if (contest.only_fair) return {game.until(objective.through, objective.goal), {}};
      Game::Attracted won = game.attract(objective.through, objective.goal);
      return {std::move(won.states), std::move(won.moves)};
    }
  }
  return {game.weak(objective.through, objective.goal), {}};
}

// Nearest to the goal first if somebody helps: what else is there to go by.
std::vector<MoveSet> approach(const Contest& contest, const MoveSet& safe) {
  std::vector<MoveSet> layers;
  StateSet near = contest.objective.goal;
  for (StateSet fresh = near; !fresh.empty();) {
    layers.push_back(MoveSet(safe.function() & contest.moves.into(fresh).function()));
    fresh = contest.moves.starts(layers.back()) - near;
    near |= fresh;
  }
  return layers;
}

StateSet find_sure(const Contest& contest) {
  const Objective& objective = contest.objective;
  if (contest.only_fair || objective.kind == ObjectiveKind::next) return contest.arena.nothing();
  Bdd allowed = contest.ground.function();
  for (const logic::AgentId member : contest.members)
    allowed &= contest.arena.steps->conjuncts().protocols[static_cast<std::size_t>(member)];
  const StateSet blocked = contest.moves.starts(MoveSet(allowed) - contest.available);
  const StateSet through = (objective.through & contest.moves.starts(contest.available)) - blocked;
  const symbolic::Relation& steps = contest.arena.steps->relation();
  const bool least = objective.kind == ObjectiveKind::until;
  for (StateSet y = least ? objective.goal : contest.ground;;) {
    StateSet next = objective.goal | (through - steps.preimage(contest.ground - y));
    if (next == y) return y;
    y = std::move(next);
  }
}

Strategy choose_first(const Contest& contest, const StateSet& winnable, const MoveSet& safe,
                      const std::vector<MoveSet>& layers) {
  MoveSet all(contest.arena.nothing().function());
  for (const MoveSet& layer : layers) all |= layer;
  std::vector<Bdd> choices;
  for (std::size_t member = 0; member < contest.members.size(); ++member) {
    if (contest.system.encoding().action(contest.members[member]).empty()) {
      choices.push_back(contest.system.manager().constant(true));
      continue;
    }
    Choosing choosing(contest, winnable, safe, member);
    if (!layers.empty()) choosing.take_everywhere(all);
    for (const MoveSet& layer : layers) choosing.take_layer(layer);
    choices.push_back(choosing.finish());
  }
  return Strategy(std::move(choices));
}

}  // namespace

Opening open_contest(Context& context, const Contest& contest) {
  Winnable winnable = find_winnable(context, contest);
  const Game game = play(context, contest.members);
  const bool next = contest.objective.kind == ObjectiveKind::next;
  const MoveSet safe = game.keep_inside(next ? contest.objective.goal : winnable.states);
  if (contest.objective.kind == ObjectiveKind::until && contest.only_fair)
    winnable.layers = approach(contest, safe);
  const StateSet undecided = winnable.states & contest.ground;
  return {{contest.ground - winnable.states, find_sure(contest)},
          choose_first(contest, next ? undecided : undecided - contest.objective.goal, safe,
                       winnable.layers)};
}

Strategy take_first_actions(Context& context, const logic::Group& agents) {
  const StateSet nothing = context.arena.nothing();
  const Contest idle = make_contest(context, agents, {ObjectiveKind::next, nothing, nothing});
  return choose_first(idle, nothing, MoveSet(nothing.function()), {});
}

}  // namespace ken::check
