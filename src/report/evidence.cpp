#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/shown_values.hpp"
#include "report/strategies.hpp"

namespace ken::report {
namespace {

using evidence::EvidenceAnswer;
using Values = EvidenceAnswer::Values;

// One line after the other, each claim below the state it is about.
class Telling {
 public:
  explicit Telling(const EvidenceAnswer& evidence) : evidence_(evidence) {}

  std::string tell() {
    const EvidenceAnswer::Reason& root = evidence_.reasons[evidence_.root];
    say(0, fmt::format("evidence, replayed: in an initial state {} {}", root.formula,
                       root.holds ? "holds" : "fails"));
    if (!evidence_.restriction.empty()) say(1, "in the model with these protocols:");
    for (const evidence::StrategyAnswer::Row& row : evidence_.restriction)
      say(2, fmt::format("{}: {} where {}", row.agent, row.action, say_seen(row)));
    tell_reason(evidence_.root, 1, Shown::nothing);
    if (!evidence_.assumed.empty())
      say(0, fmt::format("assumed, not shown: {} claim{}", evidence_.assumed.size(),
                         evidence_.assumed.size() == 1 ? "" : "s"));
    for (const std::string& note : evidence_.notes) say(0, note);
    for (const std::string& file : evidence_.files) say(0, "written to " + file);
    return std::move(text_);
  }

 private:
  // Whether the reader knows the state.
  enum class Shown : std::uint8_t { nothing, state };

  void say(std::size_t depth, const std::string& line) {
    text_ += std::string(6 + 2 * depth, ' ') + line + "\n";
  }
  [[nodiscard]] static std::string say_values(const Values& values, std::string_view between) {
    std::string text;
    for (const auto& [name, value] : values)
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, between, value);
    return text.empty() ? "no variables" : text;
  }
  [[nodiscard]] std::string say_state(const Values& state) const {
    const Values shown = choose_values(state, evidence_.shown_agents);
    return shown.empty() && !state.empty() ? "nothing of the agents shown"
                                           : say_values(shown, " = ");
  }
  // What is different from the state before.
  [[nodiscard]] std::string say_changes(const Values& before, const Values& now) const {
    const Values changed = choose_values(find_changes(before, now), evidence_.shown_agents);
    return changed.empty() ? "nothing changes" : say_values(changed, " = ");
  }

  void tell_claim(std::size_t number, std::size_t depth) {
    const EvidenceAnswer::Reason& reason = evidence_.reasons[number];
    const bool told = !reason.fixpoints.empty() && !told_.insert(number).second;
    say(depth, fmt::format("there {} {}{}", reason.formula, reason.holds ? "holds" : "fails",
                           reason.why == "assumed" ? " (assumed)"
                           : told                  ? ", as above"
                                                   : ""));
    if (!told) tell_reason(number, depth + 1, Shown::state);
  }

  void tell_reason(std::size_t number, std::size_t depth, Shown shown) {
    const EvidenceAnswer::Reason& reason = evidence_.reasons[number];
    if (reason.why == "followed") return tell_path(reason.path, depth, shown);
    if (reason.play) return tell_play(*reason.play, depth, shown);
    if (shown == Shown::nothing) say(depth, say_state(reason.state));
    if (reason.excluded) return tell_facts(reason, depth);
    for (const std::size_t part : reason.parts) {
      if (reason.why == "unfolded" && is_plain(evidence_.reasons[part]))
        tell_reason(part, depth, Shown::state);
      else
        tell_claim(part, depth);
    }
    for (const EvidenceAnswer::Hop& hop : reason.hops) tell_hop(hop, depth);
    if (reason.claim) tell_claim(*reason.claim, depth);
  }

  // Whether the body of a fixpoint need not be named again before its reason.
  [[nodiscard]] static bool is_plain(const EvidenceAnswer::Reason& body) {
    return body.why == "joined" || body.why == "elsewhere";
  }

  void tell_path(const EvidenceAnswer::Path& path, std::size_t depth, Shown shown) {
    tell_steps(path, path.steps.size(), depth, shown);
    if (path.back_to) say(depth, fmt::format("and on for ever from {}", *path.back_to));
  }

  void tell_steps(const EvidenceAnswer::Path& path, std::size_t count, std::size_t depth,
                  Shown shown) {
    for (std::size_t i = 0; i < count; ++i) {
      const EvidenceAnswer::Step& step = path.steps[i];
      if (i > 0 || shown == Shown::nothing)
        say(depth, fmt::format("{:>2}: {}", i,
                               i == 0 ? say_state(step.state)
                                      : say_changes(path.steps[i - 1].state, step.state)));
      for (const std::size_t claim : step.claims) tell_claim(claim, depth + 2);
      const bool goes_on = i + 1 < count || count == path.steps.size();
      if (goes_on && !step.action.empty()) say(depth + 2, say_values(step.action, ": "));
    }
  }

  // ---- plays ----

  // The position from which each was met first; itself for those where the play starts.
  [[nodiscard]] static std::vector<std::size_t> find_origins(const EvidenceAnswer::Play& play) {
    std::vector<std::size_t> origins(play.positions.size());
    for (std::size_t i = 0; i < origins.size(); ++i) origins[i] = i;
    for (std::size_t i = 0; i < play.positions.size(); ++i)
      for (const EvidenceAnswer::Turn& turn : play.positions[i].turns)
        if (turn.to >= play.starts && origins[turn.to] == turn.to && turn.to != i)
          origins[turn.to] = i;
    return origins;
  }
  [[nodiscard]] static std::string join_names(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "nobody" : text;
  }

  void tell_play(const EvidenceAnswer::Play& play, std::size_t depth, Shown shown) {
    const std::string who = join_names(play.coalition);
    say(depth, play.by_coalition
                   ? fmt::format("{} play{} so, whatever the others do:", who,
                                 play.coalition.size() == 1 ? "s" : "")
                   : fmt::format("the others have an answer to every move of {}:", who));
    const std::vector<std::size_t> origins = find_origins(play);
    for (std::size_t i = 0; i < play.positions.size(); ++i) {
      const EvidenceAnswer::Position& position = play.positions[i];
      const std::size_t origin = origins[i];
      if (i > 0 || shown == Shown::nothing)
        say(depth,
            fmt::format("{:>2}: {}{}", i,
                        origin == i ? say_state(position.state)
                                    : say_changes(play.positions[origin].state, position.state),
                        origin == i || origin + 1 == i ? "" : fmt::format("  (from {})", origin)));
      for (const std::size_t claim : position.claims) tell_claim(claim, depth + 2);
      tell_turns(play, position, depth + 2);
    }
    if (!play.left_out.empty() && play.left_out != "0")
      say(depth, fmt::format("and so on in {} more state{} (assumed)", play.left_out,
                             play.left_out == "1" ? "" : "s"));
    if (!play.rows.empty()) say(depth, "that is, by what they see:");
    for (const evidence::StrategyAnswer::Row& row : play.rows)
      say(depth + 1, fmt::format("{}: {} where {}", row.agent, row.action, say_seen(row)));
  }
  [[nodiscard]] static std::string say_seen(const evidence::StrategyAnswer::Row& row) {
    return row.seen.empty() ? "it has a choice" : say_values(row.seen, " = ");
  }

  void tell_turns(const EvidenceAnswer::Play& play, const EvidenceAnswer::Position& position,
                  std::size_t depth) {
    if (position.after == "left_out") say(depth, "what follows is left out (assumed)");
    if (position.after == "unfair") say(depth, "no fair path starts there (assumed)");
    for (std::size_t i = 0; i < position.turns.size(); ++i) {
      const EvidenceAnswer::Turn& turn = position.turns[i];
      const auto [mine, others] = divide(play, turn.action);
      const std::string& first = play.by_coalition || others.empty() ? mine : others;
      if (!play.by_coalition)
        say(depth, fmt::format("{}{} -> {}", mine.empty() ? "" : mine + "; ",
                               others.empty() ? "nobody else acts" : "then " + others, turn.to));
      else if (position.turns.size() == 1)
        say(depth, fmt::format("{} -> {}", say_values(turn.action, ": "), turn.to));
      else {
        if (i == 0 && !first.empty()) say(depth, first);
        say(depth + 1, fmt::format("{} -> {}", others.empty() ? "it may happen" : others, turn.to));
      }
    }
  }
  // What the coalition does, and what the others do.
  [[nodiscard]] static std::pair<std::string, std::string> divide(const EvidenceAnswer::Play& play,
                                                                  const Values& action) {
    Values mine;
    Values others;
    for (const auto& one : action)
      (std::count(play.coalition.begin(), play.coalition.end(), one.first) > 0 ? mine : others)
          .push_back(one);
    return {mine.empty() ? "" : say_values(mine, ": "),
            others.empty() ? "" : say_values(others, ": ")};
  }

  void tell_facts(const EvidenceAnswer::Reason& reason, std::size_t depth) {
    for (const EvidenceAnswer::Hop& hop : reason.hops) tell_hop(hop, depth);
    say(depth, fmt::format("no strategy satisfies these {} facts:", reason.excluded->facts.size()));
    text_ += list_facts(*reason.excluded, 6 + 2 * (depth + 1));
  }

  void tell_hop(const EvidenceAnswer::Hop& hop, std::size_t depth) {
    const std::string who = join_names(hop.agents);
    if (hop.kind == "alike" && hop.agents.empty())
      say(depth, "the same strategy has to win from another initial state:");
    else if (hop.kind == "alike")
      say(depth, fmt::format("{} cannot tell this state from the end of this run:", who));
    else if (hop.kind == "green")
      say(depth, fmt::format("the end of this run is green for {}:", who));
    else
      say(depth, fmt::format("{} leads to the end of this run:", hop.relation));
    tell_steps(hop.run, hop.at + 1, depth + 1, Shown::nothing);
    if (hop.run.back_to) say(depth + 1, "from where a fair path goes on");
  }

  const EvidenceAnswer& evidence_;
  std::set<std::size_t> told_;  // claims with variables, which may come again
  std::string text_;
};

}  // namespace

std::string evidence_text(const EvidenceAnswer& evidence) { return Telling(evidence).tell(); }

std::string evidence_text(const evidence::FormulaAnswer& formula) {
  if (formula.evidence) return evidence_text(*formula.evidence);
  return formula.no_evidence.empty() ? std::string()
                                     : fmt::format("      no evidence: {}\n", formula.no_evidence);
}

}  // namespace ken::report
