#include "report/evidence_json.hpp"

namespace ken::report {

using evidence::EvidenceAnswer;

Json values_json(const EvidenceAnswer::Values& values) {
  Json result = Json::object();
  for (const auto& [variable, value] : values) result[clean(variable)] = clean(value);
  return result;
}

Json choices_json(const std::vector<evidence::StrategyAnswer::Row>& rows) {
  Json choices = Json::array();
  for (const evidence::StrategyAnswer::Row& row : rows)
    choices.push_back({{"agent", clean(row.agent)},
                       {"sees", values_json(row.seen)},
                       {"does", clean(row.action)}});
  return choices;
}

Json impossibility_json(const evidence::ImpossibilityAnswer& answer) {
  Json starts = Json::array();
  for (const auto& state : answer.starts) starts.push_back(values_json(state));
  Json facts = Json::array();
  for (const evidence::ImpossibilityAnswer::Row& row : answer.facts) {
    Json then = nullptr;
    if (!row.then_stage.empty())
      then = {{"stage", row.then_stage}, {"state", values_json(row.then_state)}};
    facts.push_back({{"stage", row.stage},
                     {"state", values_json(row.state)},
                     {"choices", choices_json(row.selections)},
                     {"then", std::move(then)}});
  }
  return {{"operator", clean(answer.operation)},
          {"semantics", answer.semantics},
          {"cannot_win_from", std::move(starts)},
          {"facts", std::move(facts)},
          {"checked", answer.checked.value_or(false)}};
}

namespace {

Json to_json(const EvidenceAnswer::Path& path) {
  Json steps = Json::array();
  for (const EvidenceAnswer::Step& step : path.steps)
    steps.push_back({{"state", values_json(step.state)},
                     {"claims", step.claims},
                     {"action", step.action.empty() ? Json(nullptr) : values_json(step.action)}});
  return {{"steps", std::move(steps)}, {"back_to", or_null(path.back_to)}};
}

Json to_json(const EvidenceAnswer::Play& play) {
  Json positions = Json::array();
  for (const EvidenceAnswer::Position& position : play.positions) {
    Json turns = Json::array();
    for (const EvidenceAnswer::Turn& turn : position.turns)
      turns.push_back({{"action", values_json(turn.action)}, {"to", turn.to}});
    positions.push_back({{"state", values_json(position.state)},
                         {"claims", position.claims},
                         {"turns", std::move(turns)},
                         {"after", position.after}});
  }
  return {{"by", play.by_coalition ? "coalition" : "others"},
          {"coalition", play.coalition},
          {"starts", play.starts},
          {"positions", std::move(positions)},
          {"left_out", or_null(play.left_out)},
          {"choices", choices_json(play.rows)}};
}

Json to_json(const EvidenceAnswer::Reason& reason) {
  Json hops = Json::array();
  for (const EvidenceAnswer::Hop& hop : reason.hops)
    hops.push_back({{"kind", hop.kind},
                    {"agents", hop.agents},
                    {"relation", or_null(hop.relation)},
                    {"run", to_json(hop.run)},
                    {"at", hop.at}});
  return {{"formula", clean(reason.formula)},
          {"part", reason.part},
          {"fixpoints", reason.fixpoints},
          {"holds", reason.holds},
          {"state", values_json(reason.state)},
          {"why", reason.why},
          {"parts", reason.parts},
          {"path", reason.path.steps.empty() ? Json(nullptr) : to_json(reason.path)},
          {"hops", std::move(hops)},
          {"claim", or_null(reason.claim)},
          {"play", reason.play ? to_json(*reason.play) : Json(nullptr)},
          {"excluded", reason.excluded ? impossibility_json(*reason.excluded) : Json(nullptr)}};
}

}  // namespace

Json evidence_json(const EvidenceAnswer& evidence) {
  Json reasons = Json::array();
  for (const EvidenceAnswer::Reason& reason : evidence.reasons) reasons.push_back(to_json(reason));
  return {{"root", evidence.root},         {"start", to_json(evidence.start)},
          {"reasons", std::move(reasons)}, {"assumed", evidence.assumed},
          {"notes", evidence.notes},       {"restriction", choices_json(evidence.restriction)}};
}

}  // namespace ken::report
