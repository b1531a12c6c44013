// Evidence as a picture.
//
// Boxes are states: the first shows all values, one line for each agent, and those behind it what
// has changed.  Below the values stands what is claimed there, green if it holds and red if it
// fails; dark if nobody has shown it.  Solid arrows are steps, from above to below, with what is
// done by those who do different things somewhere; a loop is an arrow back.  Dashed arrows lead to
// states that look the same, or are related otherwise, at the end of a run of their own.  A claim
// about the variable of a fixpoint is explained once: dotted arrows lead there.  In a play
// the box says what the coalition does and the arrows what the others do; thick borders are
// positions where nothing more has to be shown.

#include "report/evidence_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "report/shown_values.hpp"

namespace ken::report {
namespace {

using evidence::EvidenceAnswer;
using Values = EvidenceAnswer::Values;

constexpr std::size_t longest_claim = 60;  // characters

std::string escape_html(const std::string& text) {
  std::string result;
  for (const char c : base::make_printable(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

class EvidencePicture {
 public:
  explicit EvidencePicture(const EvidenceAnswer& evidence) : evidence_(evidence) {
    note_actions(evidence.start);
    for (const EvidenceAnswer::Reason& reason : evidence.reasons) {
      note_actions(reason.path);
      for (const EvidenceAnswer::Hop& hop : reason.hops) note_actions(hop.run);
      if (reason.play)
        for (const EvidenceAnswer::Position& position : reason.play->positions)
          for (const EvidenceAnswer::Turn& turn : position.turns) note_actions(turn.action);
    }
  }

  std::string draw() {
    const EvidenceAnswer::Reason& root = evidence_.reasons[evidence_.root];
    const std::size_t first = add_node(root.state, {});
    nodes_[first].style = ", peripheries=2";
    draw_claim(evidence_.root, first);
    std::string text =
        "digraph {\n  node [shape=box, style=rounded, fontname=Helvetica, fontsize=10];\n"
        "  edge [fontname=Helvetica, fontsize=9];\n";
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      text += fmt::format("  n{} [label=<{}>{}];\n", i, nodes_[i].label, nodes_[i].style);
    return text + edges_ + "}\n";
  }

 private:
  struct Node {
    std::string label;
    std::string style;
    Values values;
  };

  // ---- what is worth showing ----

  void note_actions(const Values& action) {
    for (const auto& [agent, done] : action) done_[agent].insert(done);
  }
  void note_actions(const EvidenceAnswer::Path& path) {
    for (const EvidenceAnswer::Step& step : path.steps) note_actions(step.action);
  }
  [[nodiscard]] std::string say_action(const Values& action,
                                       const std::vector<std::string>& without = {}) const {
    std::string text;
    for (const auto& [agent, done] : action)
      if (done_.at(agent).size() > 1 && std::count(without.begin(), without.end(), agent) == 0)
        text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", base::make_printable(agent),
                            base::make_printable(done));
    return text;
  }

  // ---- nodes and arrows ----

  // A state, as what is different from another one.
  std::size_t add_node(const Values& values, std::optional<std::size_t> before) {
    const Values shown = choose_values(
        before ? find_changes(nodes_[*before].values, values) : values, evidence_.shown_agents);
    std::string label;
    std::string line;
    std::string agent;
    for (const auto& [name, value] : shown) {
      const std::string owner = owner_of(name);
      if (owner != agent && !line.empty()) label += line + "<br/>";
      if (owner != agent) line = escape_html(owner) + ":";
      agent = owner;
      line += " " + escape_html(name.substr(owner.size() + 1) + "=" + value);
    }
    label += line;
    if (label.empty()) label = before ? "nothing changes" : "no variables";
    nodes_.push_back({label, {}, values});
    return nodes_.size() - 1;
  }
  void add_line(std::size_t node, const std::string& text, std::string_view colour) {
    nodes_[node].label += fmt::format("<br/><font color=\"{}\">{}</font>", colour,
                                      escape_html(base::shorten(text, longest_claim)));
  }
  void add_edge(std::size_t from, std::size_t to, const std::string& label,
                std::string_view style = "") {
    edges_ +=
        fmt::format("  n{} -> n{} [label={}{}];\n", from, to, base::quote_for_dot(label), style);
  }

  // ---- claims ----

  [[nodiscard]] static std::string say_claim(const EvidenceAnswer::Reason& reason) {
    return fmt::format("{} {}", reason.formula, reason.holds ? "holds" : "fails");
  }
  void draw_claim(std::size_t number, std::size_t node) {
    const EvidenceAnswer::Reason& reason = evidence_.reasons[number];
    if (!drawn_.insert({number, node}).second) return;
    if (!reason.fixpoints.empty() && reason.why != "assumed") {
      const auto [at, fresh] = explained_.try_emplace(number, node);
      if (!fresh)
        return add_edge(node, at->second, say_claim(reason), ", style=dotted, constraint=false");
    }
    add_line(node, say_claim(reason),
             reason.why == "assumed" ? "gray40"
             : reason.holds          ? "darkgreen"
                                     : "firebrick");
    for (const std::size_t part : reason.parts) draw_claim(part, node);
    if (reason.why == "followed") draw_path(reason.path, node, reason.path.steps.size());
    if (reason.play) return draw_play(*reason.play, node);
    if (reason.excluded)
      add_line(node, fmt::format("no strategy: {} facts", reason.excluded->facts.size()), "black");
    std::size_t at = node;
    for (const EvidenceAnswer::Hop& hop : reason.hops) at = draw_hop(hop, at);
    if (reason.claim) draw_claim(*reason.claim, at);
  }

  // The last of its nodes.
  std::size_t draw_path(const EvidenceAnswer::Path& path, std::size_t first, std::size_t count) {
    std::vector<std::size_t> nodes{first};
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) {
        nodes.push_back(add_node(path.steps[i].state, nodes.back()));
        add_edge(nodes[i - 1], nodes[i], say_action(path.steps[i - 1].action));
      }
      for (const std::size_t claim : path.steps[i].claims) draw_claim(claim, nodes[i]);
    }
    if (path.back_to && count == path.steps.size())
      add_edge(nodes.back(), nodes[*path.back_to], say_action(path.steps.back().action),
               ", constraint=false");
    return nodes.back();
  }

  std::size_t draw_hop(const EvidenceAnswer::Hop& hop, std::size_t from) {
    const std::size_t first = add_node(hop.run.steps.front().state, {});
    nodes_[first].style = ", peripheries=2";
    const std::size_t last = draw_path(hop.run, first, hop.at + 1);
    std::string who;
    for (const std::string& agent : hop.agents) who += (who.empty() ? "" : ", ") + agent;
    const std::string how = hop.kind == "alike"   ? who + " cannot tell"
                            : hop.kind == "green" ? "green for " + who
                                                  : hop.relation;
    add_edge(from, last, how, ", style=dashed, color=blue, constraint=false");
    return last;
  }

  void draw_play(const EvidenceAnswer::Play& play, std::size_t first) {
    std::vector<std::optional<std::size_t>> nodes(play.positions.size());
    nodes[0] = first;
    for (std::size_t i = 1; i < play.starts; ++i) nodes[i] = add_node(play.positions[i].state, {});
    for (std::size_t i = 0; i < play.positions.size(); ++i) {
      const EvidenceAnswer::Position& position = play.positions[i];
      if (!nodes[i]) continue;  // nothing leads there
      for (const std::size_t claim : position.claims) draw_claim(claim, *nodes[i]);
      if (position.after == "left_out") add_line(*nodes[i], "and so on", "gray40");
      if (position.after == "unfair") add_line(*nodes[i], "no fair path", "gray40");
      if (position.turns.empty() && position.after == "shown")
        nodes_[*nodes[i]].style += ", penwidth=2";
      if (play.by_coalition && !position.turns.empty()) add_move(play, position, *nodes[i]);
      for (const EvidenceAnswer::Turn& turn : position.turns) {
        const bool fresh = !nodes[turn.to];
        if (fresh) nodes[turn.to] = add_node(play.positions[turn.to].state, nodes[i]);
        add_edge(
            *nodes[i], *nodes[turn.to],
            play.by_coalition ? say_action(turn.action, play.coalition) : say_action(turn.action),
            fresh ? "" : ", constraint=false");
      }
    }
    if (!play.left_out.empty() && play.left_out != "0")
      add_line(first, fmt::format("{} more states", play.left_out), "gray40");
  }
  void add_move(const EvidenceAnswer::Play& play, const EvidenceAnswer::Position& position,
                std::size_t node) {
    for (const auto& [agent, done] : position.turns.front().action)
      if (std::count(play.coalition.begin(), play.coalition.end(), agent) > 0 &&
          done_.at(agent).size() > 1)
        add_line(node, fmt::format("{}: {}", agent, done), "blue");
  }

  const EvidenceAnswer& evidence_;
  std::map<std::string, std::set<std::string>> done_;  // by agent, all its actions here
  std::vector<Node> nodes_;
  std::string edges_;
  std::set<std::pair<std::size_t, std::size_t>> drawn_;  // claims, by node
  std::map<std::size_t, std::size_t> explained_;         // where claims with variables are
};

}  // namespace

std::string evidence_picture(const EvidenceAnswer& evidence) {
  return EvidencePicture(evidence).draw();
}

}  // namespace ken::report
