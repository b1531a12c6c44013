// A strategy as a picture.
//
// A list of local states with arrows to actions is a table that is harder to read.  So each agent
// has a decision diagram: it looks at one variable after the other, follows the arrow with the
// value, and does what it comes to.  Equal parts are drawn once, values that lead to the same share
// an arrow, and a variable is looked at only if something hangs on it.  Values without an arrow are
// not met where something has to be chosen.

#include "report/strategy_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"

namespace ken::report {
namespace {

using evidence::StrategyAnswer;
using Row = StrategyAnswer::Row;

constexpr std::size_t most_nodes = 300;       // of one agent
constexpr std::size_t most_values = 8;        // on one arrow
constexpr std::size_t longest_heading = 100;  // characters

std::string quote_name(const std::string& name) {
  return base::quote_for_dot(base::make_printable(name));
}

struct Arrow {
  std::size_t target = 0;
  std::vector<std::string> values;
  auto operator<=>(const Arrow&) const = default;
};
// A variable to look at, or an action if no arrow leaves it.
struct Node {
  std::string label;
  std::vector<Arrow> arrows;
  auto operator<=>(const Node&) const = default;
};

// What one agent decides.  Made from the last variable to the first.
class Diagram {
 public:
  explicit Diagram(const std::vector<const Row*>& rows) {
    std::vector<Rest> rests;
    rests.reserve(rows.size());
    for (const Row* const row : rows)
      rests.push_back({{row->seen.begin(), row->seen.end()}, add({row->action, {}})});
    for (std::size_t k = rows.front()->seen.size(); k-- > 0;) rests = look_at_last(rests);
  }

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  [[nodiscard]] std::string draw(std::size_t agent) const {
    std::string text;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      text += fmt::format("    n{}_{} [label={}{}];\n", agent, i, quote_name(nodes_[i].label),
                          nodes_[i].arrows.empty() ? ", shape=box, style=filled" : "");
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const Arrow& arrow : nodes_[i].arrows)
        text += fmt::format("    n{0}_{1} -> n{0}_{2} [label={3}];\n", agent, i, arrow.target,
                            quote_name(join_values(arrow.values)));
    return text;
  }

 private:
  using Seen = std::vector<std::pair<std::string, std::string>>;
  // What is left to be done where this was seen.
  struct Rest {
    Seen seen;
    std::size_t node = 0;
  };

  std::size_t add(Node node) {
    const auto [at, fresh] = numbers_.try_emplace(node, nodes_.size());
    if (fresh) nodes_.push_back(std::move(node));
    return at->second;
  }

  std::vector<Rest> look_at_last(const std::vector<Rest>& rests) {
    std::vector<std::pair<Seen, Node>> looks;  // in the order of the rows
    std::map<Seen, std::size_t> places;
    for (const Rest& rest : rests) {
      Seen before(rest.seen.begin(), rest.seen.end() - 1);
      const auto [variable, value] = rest.seen.back();
      const auto [at, fresh] = places.try_emplace(before, looks.size());
      if (fresh) looks.emplace_back(std::move(before), Node{variable, {}});
      std::vector<Arrow>& arrows = looks[at->second].second.arrows;
      const auto arrow = std::find_if(arrows.begin(), arrows.end(), [&](const Arrow& known) {
        return known.target == rest.node;
      });
      if (arrow == arrows.end())
        arrows.push_back({rest.node, {value}});
      else
        arrow->values.push_back(value);
    }
    std::vector<Rest> result;
    result.reserve(looks.size());
    for (auto& [before, node] : looks) {
      const bool needless = node.arrows.size() == 1;
      result.push_back({before, needless ? node.arrows.front().target : add(node)});
    }
    return result;
  }

  static std::string join_values(const std::vector<std::string>& values) {
    const auto shown = static_cast<std::ptrdiff_t>(std::min(values.size(), most_values));
    std::string text = fmt::format("{}", fmt::join(values.begin(), values.begin() + shown, ", "));
    if (values.size() > most_values) text += fmt::format(", ... ({} values)", values.size());
    return text;
  }

  std::vector<Node> nodes_;  // parts before what they are part of
  std::map<Node, std::size_t> numbers_;
};

std::string draw_agent(std::size_t number, const std::vector<const Row*>& rows) {
  const Diagram diagram(rows);
  const std::string inside =
      diagram.size() <= most_nodes
          ? diagram.draw(number)
          : fmt::format("    n{} [label=\"{} choices, too many to be drawn\", shape=plaintext];\n",
                        number, rows.size());
  return fmt::format("  subgraph cluster_{} {{\n    label={};\n{}  }}\n", number,
                     quote_name(rows.front()->agent), inside);
}

}  // namespace

std::string strategy_picture(const StrategyAnswer& strategy) {
  std::string heading =
      fmt::format("{} [{}]\nwins from {} state{}",
                  base::shorten(base::make_printable(strategy.operation), longest_heading),
                  strategy.semantics, strategy.starts, strategy.starts == "1" ? "" : "s");
  for (const std::string& note : strategy.notes) heading += "\n" + note;
  std::string text =
      fmt::format("digraph {{\n  label={};\n  labelloc=t;\n", base::quote_for_dot(heading));
  std::vector<std::string> agents;
  std::map<std::string, std::vector<const Row*>> rows;
  for (const Row& row : strategy.rows) {
    if (!rows.contains(row.agent)) agents.push_back(row.agent);
    rows[row.agent].push_back(&row);
  }
  for (std::size_t i = 0; i < agents.size(); ++i) text += draw_agent(i, rows.at(agents[i]));
  if (agents.empty()) text += "  nothing [label=\"nothing has to be chosen\", shape=plaintext];\n";
  return text + "}\n";
}

}  // namespace ken::report
