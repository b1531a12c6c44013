#include <fmt/format.h>

#include <algorithm>

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
    tell_reason(evidence_.root, 1, Shown::nothing);
    if (!evidence_.assumed.empty())
      say(0, fmt::format("assumed, not shown: {} claim{}", evidence_.assumed.size(),
                         evidence_.assumed.size() == 1 ? "" : "s"));
    for (const std::string& note : evidence_.notes) say(0, note);
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
  // What is different from the state before.
  [[nodiscard]] static std::string say_changes(const Values& before, const Values& now) {
    Values changed;
    for (std::size_t i = 0; i < now.size(); ++i)
      if (before[i].second != now[i].second) changed.push_back(now[i]);
    return changed.empty() ? "nothing changes" : say_values(changed, " = ");
  }

  void tell_claim(std::size_t number, std::size_t depth) {
    const EvidenceAnswer::Reason& reason = evidence_.reasons[number];
    say(depth, fmt::format("there {} {}{}", reason.formula, reason.holds ? "holds" : "fails",
                           reason.why == "assumed" ? " (assumed)" : ""));
    tell_reason(number, depth + 1, Shown::state);
  }

  void tell_reason(std::size_t number, std::size_t depth, Shown shown) {
    const EvidenceAnswer::Reason& reason = evidence_.reasons[number];
    if (reason.why == "followed") return tell_path(reason.path, depth, shown);
    if (shown == Shown::nothing) say(depth, say_values(reason.state, " = "));
    for (const std::size_t part : reason.parts) tell_claim(part, depth);
    for (const EvidenceAnswer::Hop& hop : reason.hops) tell_hop(hop, depth);
    if (reason.claim) tell_claim(*reason.claim, depth);
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
                               i == 0 ? say_values(step.state, " = ")
                                      : say_changes(path.steps[i - 1].state, step.state)));
      for (const std::size_t claim : step.claims) tell_claim(claim, depth + 2);
      const bool goes_on = i + 1 < count || count == path.steps.size();
      if (goes_on && !step.action.empty()) say(depth + 2, say_values(step.action, ": "));
    }
  }

  void tell_hop(const EvidenceAnswer::Hop& hop, std::size_t depth) {
    std::string who;
    for (const std::string& agent : hop.agents) who += (who.empty() ? "" : ", ") + agent;
    if (hop.kind == "alike")
      say(depth, fmt::format("{} cannot tell this state from the end of this run:", who));
    else if (hop.kind == "green")
      say(depth, fmt::format("the end of this run is green for {}:", who));
    else
      say(depth, fmt::format("{} leads to the end of this run:", hop.relation));
    tell_steps(hop.run, hop.at + 1, depth + 1, Shown::nothing);
    if (hop.run.back_to) say(depth + 1, "from where a fair path goes on");
  }

  const EvidenceAnswer& evidence_;
  std::string text_;
};

}  // namespace

std::string evidence_text(const evidence::FormulaAnswer& formula) {
  if (formula.evidence) return Telling(*formula.evidence).tell();
  return formula.no_evidence.empty() ? std::string()
                                     : fmt::format("      no evidence: {}\n", formula.no_evidence);
}

}  // namespace ken::report
