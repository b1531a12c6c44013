#include "model/local_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ken::model {
namespace {

constexpr std::uint64_t most_cases = 200'000;

template <class T>
void unite(std::vector<T>& all, const std::vector<T>& some) {
  all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

LocalCases::LocalCases(const Model& model, std::vector<ExprId> exprs) : model_(model) {
  for (const ExprId expr : exprs) {
    unite(variables_, support(model.exprs, expr));
    unite(actors_, acting(model.exprs, expr));
  }
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
    budget.poll();
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
