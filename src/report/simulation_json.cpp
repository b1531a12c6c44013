#include "report/json_value.hpp"
#include "report/simulation.hpp"

namespace ken::report {
namespace {

Json object_of(const Values& values) {
  Json result = Json::object();
  for (const auto& [name, value] : values) result[clean(name)] = clean(value);
  return result;
}
Json object_or_null(const std::optional<Values>& values) {
  return values ? object_of(*values) : Json(nullptr);
}

Json list_of(const std::vector<std::string>& texts) {
  Json result = Json::array();
  for (const std::string& text : texts) result.push_back(clean(text));
  return result;
}
Json list_of(const base::Diagnostics& diagnostics) {
  Json result = Json::array();
  for (const base::Diagnostic& d : diagnostics.all()) result.push_back(diagnostic_object(d));
  return result;
}
Json list_of(const std::vector<Way>& ways) {
  Json result = Json::array();
  for (const Way& way : ways)
    result.push_back({{"number", or_null(way.number)},
                      {"action", object_of(way.action)},
                      {"state", object_or_null(way.state)},
                      {"changes", object_of(way.changes)}});
  return result;
}
Json list_of(const std::vector<ListedState>& states) {
  Json result = Json::array();
  for (const ListedState& state : states)
    result.push_back({{"number", state.number},
                      {"state", object_of(state.state)},
                      {"differs", object_of(state.differs)}});
  return result;
}

// Each adds what it answers to the object of the command.

void add(Json& object, const Mistake& a) {
  object["error"] = {{"message", clean(a.message)},
                     {"hint", or_null(a.hint)},
                     {"diagnostics", list_of(a.diagnostics)},
                     {"steps", a.ways ? list_of(a.ways->ways) : Json(nullptr)}};
}

void add(Json& object, const Unknown& a) { object["unknown"] = clean(a.reason); }

void add(Json& object, const Place& a) {
  object["position"] = a.position;
  object["state"] = object_of(a.state);
  object["deadlock"] = or_null(a.deadlock);
}

void add(Json& object, const StateAnswer& a) {
  add(object, a.place);
  object["agents"] = Json::array();
  for (const AgentState& row : a.agents)
    object["agents"].push_back({{"agent", clean(row.agent)},
                                {"owns", object_of(row.owns)},
                                {"sees", object_or_null(row.sees)}});
}

void add(Json& object, const Move& a) {
  add(object, a.place);
  object["steps"] = a.steps;
  object["action"] = object_or_null(a.action);
  object["changes"] = a.jumped ? Json(nullptr) : object_of(a.changes);
  object["stopped"] = or_null(a.stopped);
}

void add(Json& object, const ActionsAnswer& a) {
  object["agents"] = Json::array();
  for (const AgentActions& row : a.agents)
    object["agents"].push_back({{"agent", clean(row.agent)}, {"allowed", list_of(row.allowed)}});
  object["joint_actions"] = a.joint_actions;
}

void add(Json& object, const WaysAnswer& a) {
  object["steps"] = list_of(a.ways);
  object["more"] = a.more;
  object["lost"] = list_of(a.lost);
}

void add(Json& object, const TraceAnswer& a) {
  object["length"] = a.length;
  object["trace"] = Json::array();
  for (const TraceStep& step : a.steps)
    object["trace"].push_back({{"position", step.position},
                               {"action", object_or_null(step.action)},
                               {"state", object_of(step.state)}});
}

void add(Json& object, const InitialAnswer& a) {
  object["count"] = or_null(a.count);
  object["states"] = list_of(a.states);
}

void add(Json& object, const PossibleAnswer& a) {
  object["agents"] = list_of(a.agents);
  object["count"] = a.count;
  object["others"] = list_of(a.states);
}

void add(Json& object, const PossibleCounts& a) {
  object["counts"] = Json::object();
  for (const PossibleCount& row : a.agents) object["counts"][clean(row.agent)] = row.count;
}

void add(Json& object, const ValueAnswer& a) {
  object["formula"] = clean(a.formula);
  object["reading"] = or_null(a.reading);
  object["holds"] = a.holds;
  object["diagnostics"] = list_of(a.remarks);
}

void add(Json& object, const PropositionsAnswer& a) {
  object["true"] = list_of(a.holding);
  object["false"] = list_of(a.others);
}

void add(Json& object, const FormulasAnswer& a) { object["formulae"] = list_of(a.formulas); }

void add(Json& object, const CountAnswer& a) {
  object["reachable_states"] = a.states;
  object["depth"] = or_null(a.depth);
}

void add(Json& object, const HelpAnswer& a) {
  object["commands"] = Json::array();
  for (const HelpAnswer::Row& row : a.commands)
    object["commands"].push_back({{"usage", row.usage}, {"help", row.help}});
  object["more"] = or_null(a.more);
}

void add(Json& object, const SavedAnswer& a) {
  object["file"] = clean(a.file);
  object["formula"] = clean(a.formula);
}

void add(Json&, const Farewell&) {}

}  // namespace

std::string to_json(const SimulationAnswer& answer, const Asked& asked) {
  Json object = {{"schema", "ken/1"}, {"command", or_null(asked.command)}, {"line", asked.line}};
  std::visit([&](const auto& one) { add(object, one); }, answer);
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ken::report
