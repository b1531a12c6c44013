#include "evidence/from_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "evidence/in_words.hpp"

namespace ken::evidence {
namespace {

using model::State;
using Written = EvidenceAnswer::Values;

std::optional<model::Value> find_value(const model::Type& type, const std::string& text) {
  switch (type.kind) {
    case model::TypeKind::boolean:
      if (text == "true") return 1;
      return text == "false" ? std::optional<model::Value>(0) : std::nullopt;
    case model::TypeKind::enumeration: {
      const auto at = std::find(type.names.begin(), type.names.end(), text);
      if (at == type.names.end()) return {};
      return type.low + (at - type.names.begin());
    }
    case model::TypeKind::range:
      break;
  }
  model::Value value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

class FromWords {
 public:
  FromWords(const model::Model& model, std::vector<logic::FormulaId> parts)
      : model_(model), parts_(std::move(parts)) {
    for (std::size_t v = 0; v < model.variables.size(); ++v)
      variables_.emplace(model::qualified(model, static_cast<model::VarId>(v)), v);
    for (std::size_t a = 0; a < model.agents.size(); ++a)
      agents_.emplace(model.agents[a].name.shown, a);
  }

  ReadEvidence read(const EvidenceAnswer& words) {
    Evidence evidence;
    evidence.root = static_cast<ReasonId>(words.root);
    evidence.start = read(words.start);
    for (const EvidenceAnswer::Reason& reason : words.reasons)
      evidence.reasons.push_back(read(reason));
    evidence.restriction = read_restriction(words.restriction);
    return {std::move(evidence), std::move(mistake_)};
  }
  ReadPath read_alone(const EvidenceAnswer::Path& words) {
    Path path = read(words);
    return {std::move(path), std::move(mistake_)};
  }

 private:
  template <class... Args>
  void refuse(fmt::format_string<Args...> text, Args&&... args) {
    if (mistake_.empty()) mistake_ = fmt::format(text, std::forward<Args>(args)...);
  }

  // ---- names ----

  [[nodiscard]] std::size_t find_agent(const std::string& name) {
    const auto at = agents_.find(name);
    if (at != agents_.end()) return at->second;
    refuse("there is no agent '{}'", name);
    return 0;
  }
  [[nodiscard]] std::optional<std::pair<std::size_t, model::Value>> find(
      const std::pair<std::string, std::string>& written) {
    const auto at = variables_.find(written.first);
    if (at == variables_.end()) {
      refuse("there is no variable '{}'", written.first);
      return {};
    }
    const auto value = find_value(model_.variables[at->second].type, written.second);
    if (!value) {
      refuse("'{}' is no value of '{}'", written.second, written.first);
      return {};
    }
    return std::pair(at->second, *value);
  }
  [[nodiscard]] model::ActionIndex find_action(std::size_t agent, const std::string& name) {
    const auto& actions = model_.agents[agent].actions;
    for (std::size_t i = 0; i < actions.size(); ++i)
      if (actions[i].name.shown == name) return static_cast<model::ActionIndex>(i);
    refuse("'{}' has no action '{}'", model_.agents[agent].name.shown, name);
    return 0;
  }

  // ---- states, actions, paths ----

  // Values of some variables; the others have their first.
  [[nodiscard]] State read_some(const Written& values) {
    State state;
    for (const model::Variable& variable : model_.variables) state.push_back(variable.type.low);
    for (const auto& written : values)
      if (const auto found = find(written)) state[found->first] = found->second;
    return state;
  }
  [[nodiscard]] State read_state(const Written& values) {
    std::map<std::string, std::string> named(values.begin(), values.end());
    if (named.size() != model_.variables.size() || values.size() != named.size())
      refuse("a state does not have one value for each variable");
    return read_some(values);
  }
  // Who has but one action that nobody wrote is not named.
  [[nodiscard]] model::JointAction read_action(const Written& values) {
    model::JointAction action(model_.agents.size(), 0);
    std::vector<bool> named(action.size());
    for (const auto& [agent, name] : values) {
      const std::size_t a = find_agent(agent);
      action[a] = find_action(a, name);
      named[a] = true;
    }
    for (std::size_t a = 0; a < action.size(); ++a)
      if (!named[a] && !model_.agents[a].silent)
        refuse("a joint action lacks that of '{}'", model_.agents[a].name.shown);
    return action;
  }
  [[nodiscard]] Path read(const EvidenceAnswer::Path& words) {
    Path path{{}, {}, words.back_to};
    for (std::size_t i = 0; i < words.steps.size(); ++i) {
      path.states.push_back(read_state(words.steps[i].state));
      if (i + 1 < words.steps.size() || words.back_to)
        path.actions.push_back(read_action(words.steps[i].action));
    }
    return path;
  }
  [[nodiscard]] static std::vector<ReasonId> number(const std::vector<std::size_t>& ids) {
    std::vector<ReasonId> result;
    result.reserve(ids.size());
    for (const std::size_t id : ids) result.push_back(static_cast<ReasonId>(id));
    return result;
  }

  // ---- reasons ----

  [[nodiscard]] logic::FormulaId find_part(std::size_t number) {
    if (number < parts_.size()) return parts_[number];
    refuse("the formula has no part {}", number);
    return {};
  }
  [[nodiscard]] Reason read(const EvidenceAnswer::Reason& words) {
    Reason reason{{}, words.holds, read_state(words.state), Assumed{}};
    reason.formula = find_part(words.part);
    for (const std::size_t part : words.fixpoints) reason.fixpoints.push_back(find_part(part));
    reason.why = read_why(words, reason);
    return reason;
  }
  [[nodiscard]] Why read_why(const EvidenceAnswer::Reason& words, const Reason& about) {
    if (words.why == "evaluated") return Evaluated{};
    if (words.why == "joined") return Joined{number(words.parts)};
    if (words.why == "unfolded") return Unfolded{number(words.parts)};
    if (words.why == "followed") {
      Followed followed{read(words.path), {}};
      for (const EvidenceAnswer::Step& step : words.path.steps)
        followed.claims.push_back(number(step.claims));
      return followed;
    }
    if (words.why == "elsewhere") {
      Elsewhere elsewhere{{}, static_cast<ReasonId>(words.claim.value_or(words.parts.size()))};
      if (!words.claim) refuse("a claim elsewhere is missing");
      for (const EvidenceAnswer::Hop& hop : words.hops) elsewhere.hops.push_back(read(hop));
      return elsewhere;
    }
    if (words.why == "played" && words.play) return read(*words.play);
    if (words.why == "excluded" && words.excluded) return read_exclusion(words, about);
    if (words.why != "assumed") refuse("nobody knows the reason '{}'", words.why);
    return Assumed{};
  }
  [[nodiscard]] Hop read(const EvidenceAnswer::Hop& words) {
    Hop hop{.kind = HopKind::related,
            .agents = {},
            .relation = words.relation,
            .run = read(words.run),
            .at = words.at};
    if (words.kind == "alike") hop.kind = HopKind::alike;
    if (words.kind == "green") hop.kind = HopKind::green;
    for (const std::string& agent : words.agents)
      hop.agents.push_back(static_cast<logic::AgentId>(find_agent(agent)));
    std::sort(hop.agents.begin(), hop.agents.end());
    return hop;
  }
  [[nodiscard]] Played read(const EvidenceAnswer::Play& words) {
    Played play{.positions = {}, .starts = words.starts, .left_out = words.left_out};
    for (const EvidenceAnswer::Position& position : words.positions) {
      play.positions.push_back({.state = read_state(position.state),
                                .claims = number(position.claims),
                                .turns = {},
                                .after = position.after == "left_out" ? After::left_out
                                         : position.after == "unfair" ? After::unfair
                                                                      : After::shown});
      for (const EvidenceAnswer::Turn& turn : position.turns)
        play.positions.back().turns.push_back({read_action(turn.action), turn.to});
    }
    return play;
  }

  // ---- facts ----

  [[nodiscard]] Node read_node(const std::string& stage, const Written& state) {
    Node node{read_state(state), Stage::violated};
    if (stage == "start") node.stage = Stage::start;
    if (stage == "open") node.stage = Stage::open;
    return node;
  }
  // A hop for each start but the state itself, in the same order.
  [[nodiscard]] Excluded read_exclusion(const EvidenceAnswer::Reason& words, const Reason& about) {
    Excluded why;
    why.impossibility.operation = about.formula;
    std::size_t hop = 0;
    for (const Written& start : words.excluded->starts) {
      why.impossibility.starts.push_back(read_state(start));
      const bool elsewhere =
          why.impossibility.starts.back() != about.state && hop < words.hops.size();
      why.starts.push_back(elsewhere ? read(words.hops[hop++]) : Hop{});
    }
    for (const ImpossibilityAnswer::Row& row : words.excluded->facts) {
      Fact fact{read_node(row.stage, row.state), {}, {}};
      if (!row.then_stage.empty()) fact.then = read_node(row.then_stage, row.then_state);
      for (const StrategyAnswer::Row& selection : row.selections) {
        const std::size_t agent = find_agent(selection.agent);
        fact.selections.push_back({static_cast<logic::AgentId>(agent), read_some(selection.seen),
                                   find_action(agent, selection.action)});
      }
      why.impossibility.facts.push_back(std::move(fact));
    }
    return why;
  }

  [[nodiscard]] std::vector<MemberStrategy> read_restriction(
      const std::vector<StrategyAnswer::Row>& rows) {
    std::map<std::size_t, MemberStrategy> members;
    for (const StrategyAnswer::Row& row : rows) {
      const std::size_t agent = find_agent(row.agent);
      Decision decision{{}, find_action(agent, row.action)};
      const State seen = read_some(row.seen);
      for (const model::VarId v : model_.agents[agent].visible)
        decision.seen.emplace_back(v, seen[static_cast<std::size_t>(v)]);
      MemberStrategy& member = members[agent];
      member.agent = static_cast<logic::AgentId>(agent);
      member.points.push_back(std::move(decision));
    }
    std::vector<MemberStrategy> result;
    result.reserve(members.size());
    for (auto& [agent, member] : members) result.push_back(std::move(member));
    return result;
  }

  const model::Model& model_;
  std::vector<logic::FormulaId> parts_;
  std::map<std::string, std::size_t> variables_;
  std::map<std::string, std::size_t> agents_;
  std::string mistake_;
};

}  // namespace

ReadEvidence from_words(const model::Model& model, const EvidenceAnswer& words,
                        logic::FormulaId formula) {
  return FromWords(model, list_parts(model.formulas, formula)).read(words);
}

ReadPath read_path(const model::Model& model, const EvidenceAnswer::Path& words) {
  return FromWords(model, {}).read_alone(words);
}

}  // namespace ken::evidence
