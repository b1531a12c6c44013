// Plays of a coalition against everybody else, looked at on the model alone.
//
// <g>psi holds if g has moves such that psi is true whatever the others do; it fails if the others
// have an answer to each move of g such that psi is false.  [g]psi is !<g>!psi, so the same plays
// show it, with the sides exchanged.  In any case a play gives psi one value v on all outcomes.
//
// In a position psi is expanded: F f = f or X F f, G f = f and X G f, f U h = h or (f and X ...), f
// R h = h and (f or X ...), f W h = h or (f and X ...).  With what is not known counted against v,
// psi has the value v there ("achieved"), or has it if it has it in all that follows ("open"), or
// neither ("lost").  Where it stays open for ever F and U are false, G, R and W true.
//
// All outcomes must have the value v.  So, if every path counts:
//     no position is lost; each open one goes on, with a turn for all that the other side can do;
//     and if staying open gives the other value, no cycle of open positions.
// Who answers has no answer to give where no move is available, and g has lost there.
//
// With Fairness only fair outcomes count.  If g plays, it may also lose, or stay open, along paths
// that are not fair: among such positions there is no strong component that meets all lines.  If
// the others play, outcomes must be fair: they go on where v is achieved, every position has a
// turn, and every cycle meets each line.
//
// Members who act by what they see do the same wherever they see the same, and the play begins in
// every state that looks to some of them like the one it is about.
//
// Cost: linear in the positions and in all that may follow them.  Joint actions are visited one by
// one, so many at most; what is not visited is assumed.

#include "evidence/play.hpp"

#include <algorithm>
#include <map>

#include "evidence/components.hpp"
#include "evidence/state_check.hpp"
#include "evidence/trace.hpp"
#include "model/step.hpp"

namespace ken::evidence {
namespace {

using logic::PathOperator;
using model::ActionIndex;
using model::JointAction;
using model::State;

constexpr std::uint64_t most_visits = 1U << 20U;  // of joint actions and successors

// How a position is met: before the step of X; while nothing is decided; when it is.
enum class Met : std::uint8_t { before, undecided, achieved, lost };

bool gives_false_for_ever(PathOperator op) {
  return op == PathOperator::finally || op == PathOperator::until;
}

// One step of psi, given what follows.
bool expand(PathOperator op, bool f, bool h, bool follows) {
  switch (op) {
    case PathOperator::next:
      return f;
    case PathOperator::finally:
      return f || follows;
    case PathOperator::globally:
      return f && follows;
    case PathOperator::until:
    case PathOperator::weak:
      return h || (f && follows);
    case PathOperator::release:
      break;
  }
  return h && (f || follows);
}

class PlayJudge {
 public:
  PlayJudge(const model::Model& model, const logic::Modal& operation, bool holds,
            const Played& play, const KnownInPosition& known, base::Budget& budget)
      : model_(model),
        operation_(operation),
        row_(model.modalities[operation.modality]),
        value_(holds),
        coalition_plays_((row_.keyword == logic::diamond.open) == holds),
        fair_(!model.fairness.empty()),
        play_(play),
        known_(known),
        budget_(budget) {}

  JudgedPlay run() {
    check_positions();
    check_starts();
    if (result_.mistake.empty()) meet_positions();
    if (result_.mistake.empty()) check_cycles();
    return std::move(result_);
  }

 private:
  void refuse(std::string mistake) {
    if (result_.mistake.empty()) result_.mistake = std::move(mistake);
  }
  [[nodiscard]] const logic::Group& members() const { return operation_.subjects[0]; }
  [[nodiscard]] bool is_member(std::size_t agent) const {
    return std::binary_search(members().begin(), members().end(),
                              static_cast<logic::AgentId>(agent));
  }
  [[nodiscard]] bool acts_by_sight() const {
    return operation_.semantics == logic::Semantics::ir ||
           operation_.semantics == logic::Semantics::ir_objective;
  }

  // ---- positions by themselves ----

  void check_positions() {
    if (play_.positions.empty() || play_.starts == 0 || play_.starts > play_.positions.size())
      return refuse("a play has no position to start in");
    std::map<std::pair<logic::AgentId, std::vector<model::Value>>, ActionIndex> done;
    for (const Position& position : play_.positions) {
      budget_.check_limits();
      if (position.after != After::shown && !position.turns.empty())
        return refuse("a position has turns that are left out");
      for (const Turn& turn : position.turns)
        if (turn.to >= play_.positions.size() ||
            !is_step(model_, position.state, turn.action, play_.positions[turn.to].state, budget_))
          return refuse("a turn of a play is no step of the model");
      if (coalition_plays_ && !makes_one_move(position))
        return refuse("a coalition makes two moves");
      if (acts_by_sight() && coalition_plays_ && !does_the_same_again(position, done))
        return refuse("a member does not do the same where it sees the same");
    }
  }

  [[nodiscard]] bool makes_one_move(const Position& position) const {
    return std::all_of(position.turns.begin(), position.turns.end(), [&](const Turn& turn) {
      return move_of(turn.action) == move_of(position.turns.front().action);
    });
  }
  [[nodiscard]] std::vector<ActionIndex> move_of(const JointAction& action) const {
    std::vector<ActionIndex> move;
    for (const logic::AgentId member : members())
      move.push_back(action[static_cast<std::size_t>(member)]);
    return move;
  }
  template <class Done>
  [[nodiscard]] bool does_the_same_again(const Position& position, Done& done) const {
    if (position.turns.empty()) return true;
    for (const logic::AgentId member : members()) {
      std::vector<model::Value> view;
      for (const model::VarId v : model_[member].visible)
        view.push_back(position.state[static_cast<std::size_t>(v)]);
      const ActionIndex action = position.turns.front().action[static_cast<std::size_t>(member)];
      if (done.try_emplace({member, std::move(view)}, action).first->second != action) return false;
    }
    return true;
  }

  // Whether there are more states that look the same nobody can tell here.
  void check_starts() {
    if (play_.starts > 1 && !(coalition_plays_ && operation_.semantics == logic::Semantics::ir))
      return refuse("a play starts in states that nobody asked for");
    for (std::size_t i = 1; i < play_.starts; ++i) {
      const State& state = play_.positions[i].state;
      if (std::none_of(members().begin(), members().end(), [&](logic::AgentId member) {
            return looks_alike(model_, member, play_.positions[0].state, state);
          }))
        return refuse("a play starts in a state that looks the same to nobody");
    }
    result_.assumed.starts = acts_by_sight() && coalition_plays_ &&
                             operation_.semantics != logic::Semantics::ir_objective;
  }

  // ---- what is met, and when ----

  [[nodiscard]] Status look_at(std::size_t position) const {
    const auto at = [&](std::size_t argument) {
      return argument < operation_.args.size() ? known_(operation_.args[argument], position)
                                               : std::nullopt;
    };
    return find_status(*row_.path_operator, value_, at(0), at(1));
  }

  [[nodiscard]] Met follow_up(Met before, std::size_t position) const {
    if (before == Met::achieved || before == Met::lost) return before;
    switch (look_at(position)) {
      case Status::achieved:
        return Met::achieved;
      case Status::open:
        return Met::undecided;
      case Status::lost:
        break;
    }
    return Met::lost;
  }

  struct Node {
    std::size_t position;
    Met met;
  };
  std::size_t meet(std::size_t position, Met met) {
    const auto [at, fresh] = numbers_.try_emplace({position, met}, nodes_.size());
    if (fresh) nodes_.push_back({position, met});
    return at->second;
  }

  void meet_positions() {
    const bool next = *row_.path_operator == PathOperator::next;
    for (std::size_t i = 0; i < play_.starts; ++i)
      static_cast<void>(meet(i, next ? Met::before : follow_up(Met::undecided, i)));
    for (std::size_t n = 0; n < nodes_.size() && result_.mistake.empty(); ++n) {
      budget_.check_limits();
      const Node node = nodes_[n];
      follows_.emplace_back();
      if (ends_well(node)) continue;
      check_what_follows(node);
      for (const Turn& turn : play_.positions[node.position].turns)
        follows_[n].push_back(meet(turn.to, follow_up(node.met, turn.to)));
    }
  }

  // Nothing more has to happen; or nobody has shown what happens.
  [[nodiscard]] bool ends_well(const Node& node) {
    if (node.met == Met::achieved && (coalition_plays_ || !fair_)) return true;
    if (node.met == Met::lost && (!coalition_plays_ || !fair_)) {
      refuse("a play does not keep to what it has to show");
      return true;
    }
    switch (play_.positions[node.position].after) {
      case After::shown:
        return false;
      case After::left_out:
        ++result_.assumed.left_out;
        return true;
      case After::unfair:
        break;
    }
    if (!coalition_plays_ || !fair_) refuse("a play ends where a path may go on");
    ++result_.assumed.unfair;
    return true;
  }

  void check_what_follows(const Node& node) {
    const Position& position = play_.positions[node.position];
    if (coalition_plays_) {
      if (position.turns.empty()) return refuse("a coalition is stuck");
      if (checked_.insert(node.position).second) check_answers(position);
    } else {
      if (position.turns.empty() && fair_) return refuse("a path that has to be fair ends");
      if (checked_.insert(node.position).second) check_moves(position);
    }
  }

  // ---- all that the other side can do ----

  // The joint action with every choice of those who vary it, until visit answers false; false if
  // there were too many.
  template <class Visit>
  bool visit_actions(const model::Steps& steps, const std::vector<bool>& varied, JointAction action,
                     const Visit& visit) {
    std::vector<std::size_t> place(action.size(), 0);
    for (std::size_t i = 0; i < action.size(); ++i)
      if (varied[i]) {
        const auto& allowed = steps.allowed(static_cast<logic::AgentId>(i));
        if (allowed.empty()) return true;
        action[i] = allowed.front();
      }
    for (;;) {
      if (++visits_ > most_visits) return false;
      budget_.check_limits();
      if (!visit(action)) return true;
      std::size_t i = action.size();
      for (; i > 0; --i) {
        if (!varied[i - 1]) continue;
        const auto& allowed = steps.allowed(static_cast<logic::AgentId>(i - 1));
        place[i - 1] = (place[i - 1] + 1) % allowed.size();
        action[i - 1] = allowed[place[i - 1]];
        if (place[i - 1] != 0) break;
      }
      if (i == 0) return true;
    }
  }
  [[nodiscard]] std::vector<bool> those_who(bool are_members) const {
    std::vector<bool> result(model_.agents.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = is_member(i) == are_members;
    return result;
  }

  // Whatever the others do, the move of the coalition leads to one of the positions.
  void check_answers(const Position& position) {
    std::set<State> expected;
    for (const Turn& turn : position.turns) expected.insert(play_.positions[turn.to].state);
    model::Steps steps(model_, position.state, budget_);
    const bool all = visit_actions(steps, those_who(false), position.turns.front().action,
                                   [&](const JointAction& action) {
                                     steps.for_each_successor(action, [&](const State& successor) {
                                       if (++visits_ > most_visits) return false;
                                       if (!expected.contains(successor))
                                         refuse("a play leaves out an answer of the others");
                                       return result_.mistake.empty();
                                     });
                                     return result_.mistake.empty() && visits_ <= most_visits;
                                   });
    if (!all || visits_ > most_visits) ++result_.assumed.unlisted;
  }

  // Every move of the coalition that may lead anywhere has a turn.
  void check_moves(const Position& position) {
    std::set<std::vector<ActionIndex>> answered;
    for (const Turn& turn : position.turns) answered.insert(move_of(turn.action));
    model::Steps steps(model_, position.state, budget_);
    const JointAction any(model_.agents.size(), 0);
    const bool all = visit_actions(steps, those_who(true), any, [&](const JointAction& move) {
      if (!answered.contains(move_of(move)) && is_available(steps, move))
        refuse("a play leaves out a move of the coalition");
      return result_.mistake.empty() && visits_ <= most_visits;
    });
    if (!all || visits_ > most_visits) ++result_.assumed.unlisted;
  }
  [[nodiscard]] bool is_available(model::Steps& steps, const JointAction& move) {
    bool found = false;
    static_cast<void>(visit_actions(steps, those_who(false), move, [&](const JointAction& action) {
      steps.for_each_successor(action, [&](const State&) {
        found = true;
        return false;
      });
      return !found;
    }));
    return found;
  }

  // ---- what goes on for ever ----

  void check_cycles() {
    const bool stays = gives_false_for_ever(*row_.path_operator) != value_;
    if (!coalition_plays_ && fair_) check_every_cycle_is_fair();
    if (!fair_ || !coalition_plays_) {
      if (!stays && has_cycle([&](std::size_t n) { return nodes_[n].met == Met::undecided; }))
        refuse("a play goes round in circles");
      return;
    }
    if (!stays) check_no_cycle_is_fair(Met::undecided);
    check_no_cycle_is_fair(Met::lost);
  }

  [[nodiscard]] bool has_cycle(const std::function<bool(std::size_t)>& counts) const {
    return !list_cycles(follows_, counts).empty();
  }
  [[nodiscard]] bool meets(std::size_t node, std::size_t line) const {
    return holds_in(model_, model_.fairness[line].formula,
                    play_.positions[nodes_[node].position].state);
  }
  [[nodiscard]] bool is_plain(std::size_t line) const {
    return is_propositional(model_.formulas, model_.fairness[line].formula);
  }

  void check_every_cycle_is_fair() {
    for (std::size_t line = 0; line < model_.fairness.size(); ++line)
      if (!is_plain(line))
        result_.assumed.fairness.insert(line);
      else if (has_cycle([&](std::size_t n) { return !meets(n, line); }))
        refuse("the others play along a path that is not fair");
  }
  void check_no_cycle_is_fair(Met met) {
    const auto counts = [&](std::size_t n) { return nodes_[n].met == met; };
    for (const std::vector<std::size_t>& component : list_cycles(follows_, counts)) {
      std::set<std::size_t> doubtful;
      bool unfair = false;
      for (std::size_t line = 0; line < model_.fairness.size() && !unfair; ++line) {
        if (!is_plain(line))
          doubtful.insert(line);
        else
          unfair = std::none_of(component.begin(), component.end(),
                                [&](std::size_t n) { return meets(n, line); });
      }
      if (unfair) continue;
      if (doubtful.empty()) return refuse("a play loses along a fair path");
      result_.assumed.fairness.insert(doubtful.begin(), doubtful.end());
    }
  }

  const model::Model& model_;
  const logic::Modal& operation_;
  const logic::Modality& row_;
  bool value_;
  bool coalition_plays_;
  bool fair_;
  const Played& play_;
  const KnownInPosition& known_;
  base::Budget& budget_;
  JudgedPlay result_;
  std::map<std::pair<std::size_t, Met>, std::size_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::size_t>> follows_;  // by node
  std::set<std::size_t> checked_;                  // positions
  std::uint64_t visits_ = 0;
};

}  // namespace

Status find_status(PathOperator op, bool value, std::optional<bool> first,
                   std::optional<bool> second) {
  const bool f = first.value_or(!value);
  const bool h = second.value_or(!value);
  if (expand(op, f, h, !value) == value) return Status::achieved;
  return expand(op, f, h, value) == value ? Status::open : Status::lost;
}

JudgedPlay judge_play(const model::Model& model, const logic::Modal& operation, bool holds,
                      const Played& play, const KnownInPosition& known, base::Budget& budget) {
  return PlayJudge(model, operation, holds, play, known, budget).run();
}

}  // namespace ken::evidence
