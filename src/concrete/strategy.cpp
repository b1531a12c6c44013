// Coalitions whose members use what they see and remember nothing: ir and ir-objective.
//
// A local state of an agent is what it sees of a state.  A strategy of an agent takes one action,
// of those its protocol allows, in each of its local states; a strategy of a coalition is one of
// each member.  An outcome is a path in which the members act by the strategy and everybody else,
// and the choices of evolutions, as they like.
//
// A strategy wins from a set of starts if every outcome from each of them satisfies the objective
// and no outcome gets stuck too early: every state of the domain that is met while the objective is
// not achieved has a successor under the members' actions, be it one that no fair path leads
// through.  X h is achieved one step later if h holds there; f U h and f W h once h is met and f
// was met until then; f W false, which is G f, never.  A violated objective is never achieved.
//
// <g>psi holds at s, as ir, if some strategy of g wins from s and from every state of the domain
// that some member cannot tell from s; as ir-objective if one wins from s alone.  One step of
// confusion, not a chain of them: the starts are no class.  If there is no member, nobody confuses
// anything.
//
// So what matters of a state that an outcome meets is whether the objective is still open or
// already violated; where it is achieved nobody looks any further.  These pairs are the nodes of a
// graph, found by a walk from the starts, and the strategy loses if
//   - a node is stuck: no successor follows the members' actions there;
//   - a path through the nodes for ever spoils the objective: through violated ones, or for U
//     through open ones too, which means that h never comes.
// With fairness only fair paths spoil, and they stay in the domain: nothing leads back into it, so
// a node outside is left out.  If every outcome counts, a violated node has lost by itself, since
// the path goes on for ever or gets stuck; so has leaving the domain, because outside neither f nor
// h holds.
//
// The search goes depth first through the strategies.  Only local states that the walk meets are
// decided, for no other one can matter: the walk stops in a state where some member has not decided
// yet, the search decides, and tries that member's other actions when it comes back.  A strategy
// loses already if the nodes met so far are enough for it.  Exponential in the number of local
// states met, linear in memory.

#include "concrete/strategy.hpp"

#include <algorithm>

#include "concrete/fixpoints.hpp"
#include "concrete/numbering.hpp"
#include "concrete/partial_strategy.hpp"

namespace ken::concrete {
namespace {

enum class Phase : std::uint8_t { open, violated };

struct Node {
  StateId state{};
  Phase phase{};
  auto operator<=>(const Node&) const = default;
};

// A member that has to decide what to do in a state.
struct Question {
  logic::AgentId member{};
  StateId state{};
};
enum class Result : std::uint8_t { wins, loses };
using Finding = std::variant<Result, Question>;

// What is met by the outcomes of the strategy as far as it is decided.
class Walk {
 public:
  Walk(const Context& context, const std::vector<NamedMoves>& moves, const Objective& objective,
       const PartialStrategy& strategy)
      : arena_(context.arena),
        only_fair_(context.only_fair_outcomes()),
        moves_(moves),
        objective_(objective),
        strategy_(strategy),
        nodes_(*arena_.budget),
        offsets_(*arena_.budget),
        edges_(*arena_.budget) {}

  Finding run(std::span<const StateId> starts) {
    for (const StateId s : starts) (void)add(s, find_first_phase(s));
    std::optional<Question> question;
    offsets_.push_back(0);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      arena_.budget->check_limits();
      const Node node = nodes_[i];
      if (node.phase == Phase::violated && !only_fair_) return Result::loses;
      const auto& moves = moves_[static_cast<std::size_t>(node.state)];
      if (moves.empty()) return Result::loses;
      const auto choice = strategy_.choose(node.state);
      if (const auto* const member = std::get_if<logic::AgentId>(&choice)) {
        if (!question) question = Question{*member, node.state};
      } else {
        const auto move = moves.find(std::get<model::JointAction>(choice));
        if (move == moves.end()) return Result::loses;
        follow(node, move->second);
      }
      offsets_.push_back(edges_.size());
    }
    if (question) return *question;
    return is_spoiled() ? Result::loses : Result::wins;
  }

 private:
  // Of the objective in a state where it was open until now; nothing if it is achieved there.
  [[nodiscard]] std::optional<Phase> judge(StateId s) const {
    if (!arena_.domain.contains(s)) return Phase::violated;
    if (objective_.h.contains(s)) return {};
    const bool may_wait = objective_.form != Objective::Form::next && objective_.f.contains(s);
    return may_wait ? Phase::open : Phase::violated;
  }
  [[nodiscard]] std::optional<Phase> find_first_phase(StateId s) const {
    return objective_.form == Objective::Form::next ? Phase::open : judge(s);
  }

  // The number of the node, if there is one.
  std::optional<StateId> add(StateId s, std::optional<Phase> phase) {
    if (!phase || (only_fair_ && !arena_.domain.contains(s))) return {};
    return static_cast<StateId>(nodes_.number({s, *phase}));
  }

  void follow(const Node& node, std::span<const StateId> successors) {
    std::vector<StateId> targets;
    for (const StateId s : successors) {
      const auto phase = node.phase == Phase::violated ? Phase::violated : judge(s);
      if (const auto target = add(s, phase)) targets.push_back(*target);
    }
    std::sort(targets.begin(), targets.end());
    edges_.append(targets);
  }

  template <class Condition>
  [[nodiscard]] StateSet select(const Condition& holds) const {
    StateSet result(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (holds(nodes_[i])) result.insert(static_cast<StateId>(i));
    return result;
  }

  // A path for ever, fair if it must be, on which the objective is never achieved.
  [[nodiscard]] bool is_spoiled() {
    const auto graph = std::make_shared<const Graph>(std::move(offsets_), std::move(edges_));
    const StateSet all(nodes_.size(), true);
    Arena arena{graph, all, all, {}, arena_.budget, {}};
    if (only_fair_)
      for (const StateSet& line : arena_.fairness)
        arena.fairness.push_back(select([&](const Node& n) { return line.contains(n.state); }));
    const bool must_achieve = objective_.form == Objective::Form::until;
    const StateSet spoiling =
        select([&](const Node& n) { return must_achieve || n.phase == Phase::violated; });
    return !exists_globally(arena, spoiling).empty();
  }

  const Arena& arena_;
  bool only_fair_;
  const std::vector<NamedMoves>& moves_;
  const Objective& objective_;
  const PartialStrategy& strategy_;
  Numbering<Node> nodes_;
  base::ChargedVector<std::size_t> offsets_;  // the edges of node i are those from offsets_[i] on
  base::ChargedVector<StateId> edges_;
};

bool some_strategy_wins(Context& context, const logic::Group& coalition, const Objective& objective,
                        std::span<const StateId> starts) {
  const std::vector<NamedMoves>& moves = named_moves_of(context, coalition);
  PartialStrategy strategy(context, coalition);
  for (;;) {
    context.arena.budget->check_limits();
    const Finding found = Walk(context, moves, objective, strategy).run(starts);
    if (const auto* const question = std::get_if<Question>(&found))
      strategy.decide(question->member, question->state);
    else if (std::get<Result>(found) == Result::wins)
      return true;
    else if (!strategy.try_next())
      return false;
  }
}

// What each member sees in a state: states in which all see the same have the same starts.
std::vector<std::uint32_t> list_views(Context& context, const logic::Group& coalition, StateId s) {
  std::vector<std::uint32_t> result;
  for (const logic::AgentId member : coalition)
    result.push_back(
        classes_of(context, context.model[member].visible)[static_cast<std::size_t>(s)]);
  return result;
}

std::vector<StateId> list_confused(Context& context, const logic::Group& coalition, StateId s) {
  StateSet result = context.arena.nothing();
  result.insert(s);
  for (const logic::AgentId member : coalition) {
    const auto& classes = classes_of(context, context.model[member].visible);
    context.arena.domain.for_each([&](StateId t) {
      if (classes[static_cast<std::size_t>(t)] == classes[static_cast<std::size_t>(s)])
        result.insert(t);
    });
  }
  std::vector<StateId> list;
  result.for_each([&](StateId t) { list.push_back(t); });
  return list;
}

}  // namespace

StateSet find_where_strategy_wins(Context& context, const logic::Group& coalition,
                                  const Objective& objective, Starts starts) {
  StateSet result = context.arena.nothing();
  std::map<std::vector<std::uint32_t>, bool> known;  // by what all members see
  base::Charge charge(*context.arena.budget);
  const bool alone = starts == Starts::here || coalition.empty();
  context.arena.domain.for_each([&](StateId s) {
    bool wins = false;
    if (alone) {
      wins = some_strategy_wins(context, coalition, objective, std::span(&s, 1));
    } else {
      const auto [answer, fresh] = known.try_emplace(list_views(context, coalition, s), false);
      if (fresh) {
        constexpr std::uint64_t bytes_of_node = 96;  // beyond the views
        charge.add(bytes_of_node + coalition.size() * sizeof(std::uint32_t));
        answer->second =
            some_strategy_wins(context, coalition, objective, list_confused(context, coalition, s));
      }
      wins = answer->second;
    }
    if (wins) result.insert(s);
  });
  return result;
}

}  // namespace ken::concrete
