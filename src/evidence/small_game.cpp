// Games on as many states as somebody may look at one by one.
//
// The states that are met from the start while the objective is open are listed, each with the
// moves of the coalition that are allowed there and lead anywhere, and with all that each may lead
// to.  Where staying open for ever loses, the states won are the least set with
//     achieved, or open with a move that leads into the set only,
// where it wins the greatest.  X is one such step.
//
// Cost: joint actions and successors one by one, so many as are left at most, and at most so many
// rounds as states.

#include "evidence/small_game.hpp"

#include <algorithm>
#include <map>

#include "base/charge.hpp"
#include "model/step.hpp"

namespace ken::evidence {
namespace {

using logic::PathOperator;
using model::JointAction;
using model::State;

constexpr std::size_t most_states = 20'000;

class SmallArena {
 public:
  SmallArena(const SmallGame& game, std::uint64_t& steps_left, base::Budget& budget)
      : game_(game),
        steps_left_(steps_left),
        budget_(budget),
        charge_(budget),
        is_member_(game.model.agents.size()) {
    for (const logic::AgentId member : game.members)
      is_member_[static_cast<std::size_t>(member)] = true;
  }

  std::optional<bool> solve(const State& start) {
    number(start);
    nodes_.front().status = is_next() ? Status::open : nodes_.front().status;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_.size() > most_states || unknown_) return {};
      if (nodes_[i].status == Status::open && (i == 0 || !is_next()))
        if (!list_moves(i)) return {};
    }
    if (unknown_) return {};
    return find_won().front();
  }

 private:
  using Successors = std::vector<std::size_t>;
  struct Node {
    State state;
    Status status = Status::open;
    std::vector<Successors> moves{};
  };

  [[nodiscard]] bool is_next() const { return game_.op == PathOperator::next; }

  // A start of X is never met again as the same thing, so it has a number of its own.
  std::size_t number(const State& state) {
    const auto [at, fresh] = numbers_.try_emplace(state, nodes_.size());
    if (!fresh) return at->second;
    charge_.add(model::bytes_of_step(game_.model));
    const std::optional<Status> status = game_.look_at(state);
    unknown_ = unknown_ || !status;
    nodes_.push_back({state, status.value_or(Status::open)});
    if (is_next() && nodes_.size() == 1) numbers_.clear();
    return nodes_.size() - 1;
  }

  [[nodiscard]] bool take_step() { return steps_left_ > 0 && steps_left_-- > 0; }

  // Whether the steps left are enough for that.
  [[nodiscard]] bool list_moves(std::size_t i) {
    bool enough = true;
    const State state = nodes_[i].state;
    std::map<JointAction, Successors> moves;  // by move, the others' actions being 0
    model::Steps steps(game_.model, state, budget_);
    steps.for_each_joint_action([&](const JointAction& action) {
      if (!(enough = enough && take_step())) return false;
      if (!game_.is_allowed(action, state)) return true;
      JointAction move = action;
      for (std::size_t a = 0; a < move.size(); ++a)
        if (!is_member_[a]) move[a] = 0;
      steps.for_each_successor(action, [&](const State& successor) {
        moves[move].push_back(number(successor));
        return enough = take_step();
      });
      return true;
    });
    for (auto& [move, successors] : moves) nodes_[i].moves.push_back(std::move(successors));
    return enough;
  }

  [[nodiscard]] std::vector<bool> find_won() const {
    const bool staying_wins = !is_next() && (game_.op == PathOperator::finally ||
                                             game_.op == PathOperator::until) != game_.value;
    std::vector<bool> won(nodes_.size());
    for (std::size_t i = 0; i < won.size(); ++i)
      won[i] = nodes_[i].status == Status::achieved ||
               (staying_wins && nodes_[i].status == Status::open);
    for (bool changed = true; changed;) {
      changed = false;
      budget_.check_limits_now();
      for (std::size_t i = won.size(); i-- > 0;) {
        if (nodes_[i].status != Status::open || won[i] != staying_wins) continue;
        if (can_stay_in(won, nodes_[i]) == won[i]) continue;
        won[i] = !won[i];
        changed = true;
      }
    }
    return won;
  }
  [[nodiscard]] static bool can_stay_in(const std::vector<bool>& won, const Node& node) {
    return std::any_of(node.moves.begin(), node.moves.end(), [&](const Successors& successors) {
      return std::all_of(successors.begin(), successors.end(),
                         [&](std::size_t to) { return won[to]; });
    });
  }

  const SmallGame& game_;
  std::uint64_t& steps_left_;
  base::Budget& budget_;
  base::Charge charge_;
  std::vector<bool> is_member_;
  std::map<State, std::size_t> numbers_;
  std::vector<Node> nodes_;
  bool unknown_ = false;
};

}  // namespace

std::optional<bool> wins(const SmallGame& game, const State& start, std::uint64_t& steps_left,
                         base::Budget& budget) {
  return SmallArena(game, steps_left, budget).solve(start);
}

}  // namespace ken::evidence
