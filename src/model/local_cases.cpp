// The cases of some expressions: all assignments of the variables they read, combined with all
// choices of the agents whose actions they test.  An odometer goes over them, actions fastest;
// whatever the expressions do not look at stays as it is.  The work is the number of cases times
// that of the expressions, and only a moderate amount of it is offered (are_few).

#include "model/local_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ken::model {
namespace {

// Cases times expressions: what looking at everything may cost.
constexpr std::uint64_t most_work = 2'000'000;

template <class T>
void make_unique(std::vector<T>& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

LocalCases::LocalCases(const Model& model, const std::vector<ExprId>& exprs) : model_(model) {
  for (const ExprId expr : exprs) {
    const auto read = support(model.exprs, expr);
    const auto tested = acting(model.exprs, expr);
    variables_.insert(variables_.end(), read.begin(), read.end());
    actors_.insert(actors_.end(), tested.begin(), tested.end());
  }
  make_unique(variables_);
  make_unique(actors_);
  const std::uint64_t most_cases = most_work / std::max<std::size_t>(1, exprs.size());
  std::uint64_t cases = 1;
  const auto multiply = [&](std::uint64_t size) {
    if (size == 0 || size > most_cases || cases > most_cases / size) few_ = false;
    cases = few_ ? cases * size : cases;
  };
  for (const VarId id : variables_) multiply(model[id].type.size());
  for (const AgentId id : actors_) multiply(model[id].actions.size());
}

void LocalCases::for_each(
    base::Budget& budget,
    const std::function<bool(const State&, const JointAction&)>& visit) const {
  State state;
  for (const Variable& variable : model_.variables) state.push_back(variable.type.low);
  JointAction actions(model_.agents.size(), 0);
  for (;;) {
    budget.check_limits();
    if (!visit(state, actions)) return;
    bool carried = true;
    for (std::size_t i = 0; i < actors_.size() && carried; ++i) {
      const auto a = static_cast<std::size_t>(actors_[i]);
      carried = ++actions[a] == model_.agents[a].actions.size();
      if (carried) actions[a] = 0;
    }
    for (std::size_t i = 0; i < variables_.size() && carried; ++i) {
      const auto v = static_cast<std::size_t>(variables_[i]);
      const Type& type = model_.variables[v].type;
      carried = state[v] == type.high;
      state[v] = carried ? type.low : state[v] + 1;
    }
    if (carried) return;
  }
}

std::string LocalCases::in_words(const State& state, const JointAction& actions) const {
  std::string text = to_text(model_, variables_, state);
  for (const AgentId id : actors_)
    text += fmt::format("{}{}.Action={}", text.empty() ? "" : ", ", model_[id].name.shown,
                        model_[id].actions[actions[static_cast<std::size_t>(id)]].name.shown);
  return text.empty() ? "anything holds" : text;
}

}  // namespace ken::model
