// Breadth-first search over packed states.  A successor is looked up in a hash table; a mark in
// each state, of the state out of which it was met last, tells whether it is in the list of
// successors already.

#include "states/state_space.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "model/initial.hpp"

namespace ken::states {
namespace {

constexpr std::uint64_t huge = std::uint64_t{1} << 32U;

}  // namespace

Lists Lists::invert(const Lists& of, std::size_t size, base::Budget& budget) {
  Lists result(budget);
  result.offsets_.assign(size + 1, 0);
  result.items_.assign(of.items(), 0);
  for (const StateId item : of.items_) ++result.offsets_[item + 1];
  for (std::size_t i = 1; i <= size; ++i) result.offsets_[i] += result.offsets_[i - 1];
  base::ChargedVector<std::size_t> next(budget);
  next.append(result.offsets_);
  for (std::size_t i = 0; i < of.size(); ++i)
    for (const StateId item : of[i]) result.items_[next[item]++] = static_cast<StateId>(i);
  return result;
}

StateSpace::StateSpace(const model::Model& model, Effort& effort)
    : model_(model),
      effort_(effort),
      layout_(model),
      table_(layout_.words(), effort.budget()),
      parents_(effort.budget()),
      met_(effort.budget()),
      choices_(effort.budget()),
      successors_(effort.budget()),
      current_(layout_.words()) {}

void StateSpace::explore() {
  progress_.rings.push_back(0);
  add_initial_states();
  stepper_.emplace(model_, effort_);
  std::size_t ring_end = table_.size();
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (i == ring_end) {
      ring_end = table_.size();
      progress_.rings.push_back(ring_end - i);
    }
    progress_.expanded = i;
    expand(static_cast<StateId>(i));
  }
}

double StateSpace::predict_bytes(double states) const {
  // Of a state: its words, its slot, three notes and where its two lists begin; of an edge: its
  // place in each of them.
  const auto of_state = static_cast<double>(layout_.words() * sizeof(Word) + 6 * sizeof(StateId) +
                                            2 * sizeof(std::size_t));
  const double edges = static_cast<double>(successors_.items()) /
                       static_cast<double>(std::max<std::size_t>(progress_.expanded, 1));
  return states * (of_state + 2 * sizeof(StateId) * edges);
}

void StateSpace::add_initial_states() {
  // It is taken apart before anything is enumerated.
  if (model_.initial) effort_.spend(16 * std::min(model_.exprs[model_.initial->expr].weight, huge));
  model::for_each_initial_state(
      model_, budget(),
      [&](const model::State& state) {
        layout_.pack(state, current_);
        effort_.spend(16 + 2 * state.size());
        const auto [id, fresh] = table_.add(current_.data());
        if (!fresh) return true;
        parents_.push_back(id);
        met_.push_back(0);
        progress_.states = progress_.rings[0] = table_.size();
        return true;
      },
      [&](std::size_t nodes) { effort_.spend(8 * nodes); });
}

void StateSpace::expand(StateId id) {
  std::copy_n(table_[id], current_.size(), current_.begin());
  stepper_->enter(current_.data());
  ActionTree& tree = stepper_->tree({});
  const std::size_t before = successors_.items();
  stepper_->for_each_successor(tree, tree.root(), [&](const Word* next) {
    effort_.spend(4 + current_.size());
    const auto [target, fresh] = table_.add(next);
    if (fresh) {
      parents_.push_back(id);
      met_.push_back(0);
      progress_.states = table_.size();
    }
    if (met_[target] == id + 1) return;
    met_[target] = id + 1;
    successors_.add(target);
  });
  successors_.close();
  const bool one = stepper_->choice() == Stepper::Choice::nobody || stepper_->deterministic_here();
  choices_.push_back(one ? stepper_->choice() : Stepper::Choice::several);
  if (successors_.items() == before && !deadlock_) deadlock_ = id;
  if (stepper_->lost() != nullptr && !loses_) {
    loses_ = id;
    lost_ = stepper_->lost();
  }
}

const Lists& StateSpace::predecessors() {
  if (!predecessors_) {
    effort_.spend(successors_.items());
    predecessors_ = Lists::invert(successors_, size(), budget());
  }
  return *predecessors_;
}

std::optional<evidence::LostStep> StateSpace::first_lost() const {
  if (!loses_) return {};
  return evidence::LostStep{lost_, state(*loses_)};
}

model::State StateSpace::state(StateId id) const {
  model::State result(layout_.variables());
  layout_.unpack(std::span(table_[id], layout_.words()), result);
  return result;
}

std::optional<StateId> StateSpace::find(const model::State& state) const {
  std::vector<Word> words(layout_.words());
  layout_.pack(state, words);
  return table_.find(words.data());
}

StateId StateSpace::find_packed(const Word* words) const {
  const auto id = table_.find(words);
  CHECK(id.has_value(), "successors of reachable states are reachable");
  return *id;
}

evidence::Trace StateSpace::trace_to(StateId id) {
  std::vector<StateId> path{id};
  for (; parents_[path.back()] != path.back(); path.push_back(parents_[path.back()]))
    budget().charge(sizeof(StateId) + model::bytes_of_step(model_));
  std::reverse(path.begin(), path.end());
  evidence::Trace trace;
  trace.states.push_back(state(path.front()));
  for (std::size_t i = 1; i < path.size(); ++i) {
    stepper_->enter(table_[path[i - 1]]);
    const auto action = stepper_->find_action(table_[path[i]]);
    CHECK(action.has_value(), "a successor has an action that leads there");
    trace.actions.push_back(*action);
    trace.states.push_back(state(path[i]));
  }
  return trace;
}

}  // namespace ken::states
