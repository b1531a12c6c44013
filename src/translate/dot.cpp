// The state graph as a picture.
//
// States are numbered breadth first from the initial ones.  A node shows the values of all
// variables, and below them the propositions of the Evaluation that hold; initial states have a
// double border, states without successor are filled.  Steps between the same two states are one
// edge, labelled with the joint actions, as far as their agents have a choice of actions at all.

#include "translate/dot.hpp"

#include <fmt/format.h>

#include <map>

#include "base/text.hpp"
#include "model/initial.hpp"
#include "model/step.hpp"

namespace ken::translate {
namespace {

constexpr std::size_t most_labels = 4;  // of one edge

class Drawing {
 public:
  Drawing(const model::Model& model, base::Budget& budget, const GraphLimits& limits)
      : model_(model), budget_(budget), limits_(limits) {}

  // Whether it is small enough to be drawn.
  [[nodiscard]] bool explore() {
    model::for_each_initial_state(model_, budget_, [&](const model::State& state) {
      number(state);
      return fits();
    });
    initial_ = states_.size();
    for (std::size_t i = 0; i < states_.size() && fits(); ++i) expand(i);
    return fits();
  }

  [[nodiscard]] std::string draw() const {
    std::string text =
        fmt::format("digraph {} {{\n  node [shape=box];\n",
                    base::quote_for_dot(base::make_printable(model_.source->name())));
    for (std::size_t i = 0; i < states_.size(); ++i)
      text += fmt::format(
          "  {} [label={}{}{}];\n", i, base::quote_for_dot(describe(i)),
          i < initial_ ? ", peripheries=2" : "",
          edges_.lower_bound({i, 0}) == edges_.lower_bound({i + 1, 0}) ? ", style=filled" : "");
    for (const auto& [ends, labels] : edges_)
      text += fmt::format("  {} -> {} [label={}];\n", ends.first, ends.second,
                          base::quote_for_dot(join_labels(labels)));
    return text + "}\n";
  }

  [[nodiscard]] std::string which_limit() const {
    if (states_.size() > limits_.states) return fmt::format("{} states", limits_.states);
    if (edges_.size() > limits_.edges) return fmt::format("{} edges", limits_.edges);
    return fmt::format("{} joint actions", limits_.joint_actions);
  }

 private:
  [[nodiscard]] bool fits() const {
    return states_.size() <= limits_.states && edges_.size() <= limits_.edges &&
           joint_actions_ <= limits_.joint_actions;
  }

  std::size_t number(const model::State& state) {
    const auto [at, fresh] = numbers_.try_emplace(state, states_.size());
    if (fresh) states_.push_back(state);
    return at->second;
  }

  void expand(std::size_t from) {
    model::Steps steps(model_, states_[from], budget_);
    steps.for_each_joint_action([&](const model::JointAction& action) {
      ++joint_actions_;
      steps.for_each_successor(action, [&](const model::State& next) {
        edges_[{from, number(next)}].push_back(describe(action));
        return fits();
      });
      return fits();
    });
  }

  [[nodiscard]] std::string describe(std::size_t state) const {
    std::string text;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const auto id = static_cast<model::VarId>(v);
      text += (text.empty() ? "" : "\n") + to_text(model_, {&id, 1}, states_[state]);
    }
    for (const model::Atom& atom : model_.atoms)
      if (atom.kind == model::AtomKind::declared &&
          atom.condition.program(model_.exprs).holds(states_[state]))
        text += (text.empty() ? "" : "\n") + atom.name.shown;
    return text.empty() ? std::to_string(state) : text;
  }

  [[nodiscard]] std::string describe(const model::JointAction& action) const {
    std::string text;
    for (std::size_t i = 0; i < model_.agents.size(); ++i) {
      const model::Agent& agent = model_.agents[i];
      if (agent.actions.size() < 2) continue;
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", agent.name.shown,
                          agent.actions[action[i]].name.shown);
    }
    return text;
  }

  [[nodiscard]] static std::string join_labels(const std::vector<std::string>& labels) {
    std::string text;
    for (std::size_t i = 0; i < labels.size() && i < most_labels; ++i)
      text += (text.empty() ? "" : "\n") + labels[i];
    if (labels.size() > most_labels)
      text += fmt::format("\n... {} more", labels.size() - most_labels);
    return text;
  }

  const model::Model& model_;
  base::Budget& budget_;
  GraphLimits limits_;
  std::map<model::State, std::size_t> numbers_;
  std::vector<model::State> states_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> edges_;
  std::size_t initial_ = 0;
  std::size_t joint_actions_ = 0;
};

}  // namespace

base::Result<std::string> to_dot(const model::Model& model, base::Budget& budget,
                                 const GraphLimits& limits) {
  Drawing drawing(model, budget, limits);
  if (drawing.explore()) return {drawing.draw(), {}};
  base::Diagnostics found;
  found
      .add(model.source, model.initial_place, base::Code::too_large, "the state graph",
           "too large to be looked at", drawing.which_limit())
      .hint = "try smaller parameters with --set; 'ken check --stop-after reachable' counts states";
  return base::Result<std::string>(found);
}

}  // namespace ken::translate
