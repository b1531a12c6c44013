#include <algorithm>

#include "report/evidence_json.hpp"
#include "report/json_value.hpp"
#include "report/report.hpp"

namespace ken::report {
namespace {

using evidence::Answer;
using evidence::FormulaAnswer;

Json to_json(const evidence::StrategyAnswer& s) {
  Json notes = Json::array();
  for (const std::string& note : s.notes) notes.push_back(clean(note));
  Json files = Json::array();
  for (const std::string& file : s.files) files.push_back(clean(file));
  return {{"operator", clean(s.operation)},  {"semantics", s.semantics},
          {"wins_from", s.starts},           {"confirmed", true},
          {"choices", choices_json(s.rows)}, {"notes", std::move(notes)},
          {"files", std::move(files)}};
}

// Null while nobody knows.
Json show_passed(const FormulaAnswer& f, evidence::Strictness strictness) {
  switch (evidence::outcome(f, strictness)) {
    case evidence::Outcome::passes:
      return true;
    case evidence::Outcome::fails:
      return false;
    case evidence::Outcome::unknown:
      break;
  }
  return nullptr;
}

Json to_json(const FormulaAnswer& f, evidence::Strictness strictness) {
  Json impossibilities = Json::array();
  for (const evidence::ImpossibilityAnswer& i : f.impossibilities)
    impossibilities.push_back(impossibility_json(i));
  Json strategies = Json::array();
  for (const evidence::StrategyAnswer& s : f.strategies) strategies.push_back(to_json(s));
  return {{"index", f.index},
          {"line", f.line},
          {"text", clean(f.text)},
          {"reading", or_null(f.reading)},
          {"family", f.family},
          {"semantics", f.semantics},
          {"verdict", evidence::name(f.verdict.truth)},
          {"reason", or_null(f.verdict.reason)},
          {"vacuous", f.verdict.vacuous},
          {"expected", or_null(f.expected)},
          {"passed", show_passed(f, strictness)},
          {"seconds", f.seconds},
          {"strategies", std::move(strategies)},
          {"impossibilities", std::move(impossibilities)},
          {"evidence", f.evidence ? evidence_json(*f.evidence) : Json(nullptr)},
          {"no_evidence", or_null(f.no_evidence)}};
}

}  // namespace

Json diagnostic_object(const base::Diagnostic& d) {
  const base::Position at = d.source->position(d.range.begin);
  Json related = Json::array();
  for (const base::Related& r : d.related) {
    const base::Position there = r.source->position(r.range.begin);
    related.push_back({{"file", clean(r.source->name())},
                       {"line", there.line},
                       {"column", there.column},
                       {"message", clean(r.message)}});
  }
  Json trace = nullptr;
  if (!d.trace.empty()) {
    trace = Json::array();
    for (const std::string& step : d.trace) trace.push_back(clean(step));
  }
  return {{"severity", base::name(d.severity())},
          {"code", base::row(d.code).name},
          {"message", clean(d.message)},
          {"hint", or_null(d.hint)},
          {"file", clean(d.source->name())},
          {"line", at.line},
          {"column", at.column},
          {"related", std::move(related)},
          {"trace", std::move(trace)}};
}

namespace {

Json diagnostics(const Answer& answer) {
  Json list = Json::array();
  for (const base::Diagnostic& d : answer.diagnostics.all()) list.push_back(diagnostic_object(d));
  return list;
}

Json to_json(const std::vector<evidence::Parameter>& parameters) {
  Json object = Json::object();
  for (const evidence::Parameter& p : parameters)
    object[p.name] = p.boolean ? Json(p.value != 0) : Json(p.value);
  return object;
}

Json to_json(const std::vector<evidence::Phase>& phases) {
  Json list = Json::array();
  for (const evidence::Phase& phase : phases)
    list.push_back(
        {{"name", phase.name}, {"seconds", phase.seconds}, {"nodes", or_null(phase.nodes)}});
  return list;
}

Json to_json(const evidence::Totals& t) {
  return {{"models", t.models},     {"bad_models", t.bad_models},
          {"excluded", t.excluded}, {"formulae", t.formulas},
          {"true", t.holds},        {"false", t.fails},
          {"vacuous", t.vacuous},   {"unknown", t.unknown},
          {"expected", t.expected}, {"unexpected", t.unexpected},
          {"pending", t.pending},   {"failed", t.failing},
          {"warnings", t.warnings}, {"unchecked", t.unchecked}};
}

Json to_json(const Answer& answer, evidence::Strictness strictness) {
  Json object = {{"schema", "ken/1"},
                 {"file", clean(answer.file)},
                 {"parameters", to_json(answer.parameters)},
                 {"engine", or_null(answer.engine)},
                 {"semantics", answer.semantics}};
  if (!answer.good_model) {
    if (answer.excluded) object["excluded"] = true;
    object["model"] = nullptr;
    if (!answer.unread.empty()) object["reason"] = answer.unread;
    object["diagnostics"] = diagnostics(answer);
    return object;
  }
  object["model"] = {{"agents", answer.model.agents},
                     {"state_bits", answer.model.state_bits},
                     {"reachable_states", or_null(answer.model.reachable_states)},
                     {"deadlock", or_null(answer.model.deadlock)},
                     {"overflow", or_null(answer.model.overflow)}};
  object["formulae"] = Json::array();
  for (const FormulaAnswer& f : answer.formulae)
    object["formulae"].push_back(to_json(f, strictness));
  const evidence::Statistics& s = answer.statistics;
  object["statistics"] = {{"seconds", s.seconds},
                          {"peak_nodes", or_null(s.peak_nodes)},
                          {"peak_bytes", s.peak_bytes},
                          {"depth", or_null(s.depth)},
                          {"processor_seconds", s.cpu_seconds},
                          {"reachable_nodes", or_null(s.reachable_nodes)},
                          {"bits", or_null(s.bits)},
                          {"clusters", or_null(s.clusters)},
                          {"cluster_nodes", or_null(s.cluster_nodes)},
                          {"image_disjuncts", or_null(s.image_disjuncts)},
                          {"preimage_disjuncts", or_null(s.preimage_disjuncts)},
                          {"node_bytes", or_null(s.node_bytes)},
                          {"cache_bytes", or_null(s.cache_bytes)},
                          {"collections", or_null(s.collections)},
                          {"reorderings", or_null(s.reorderings)},
                          {"candidates", or_null(s.candidates)},
                          {"partial_strategies", or_null(s.partial_strategies)},
                          {"clauses", or_null(s.clauses)},
                          {"phases", to_json(s.phases)}};
  object["diagnostics"] = diagnostics(answer);
  return object;
}

}  // namespace

Json diagnostics_object(const Answer& answer) {
  Json object = {{"schema", "ken/1"}, {"file", clean(answer.file)}};
  if (!answer.unread.empty()) object["reason"] = answer.unread;
  object["diagnostics"] = diagnostics(answer);
  return object;
}

namespace {

void add_program(Json& json, const JsonFrame& frame) {
  json["version"] = frame.version;
  json["commit"] = or_null(frame.commit);
}

// Line breaks stay.
std::string clean_lines(const std::string& text) {
  std::string result;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    result += clean(text.substr(from, end - from));
    if (end < text.size()) result += '\n';
    from = end + 1;
  }
  return result;
}

// The object of each as it is alone, or one around them.
template <class T, class Object>
Json frame_objects(std::span<const T> answers, const JsonFrame& frame, const Object& object) {
  Json json;
  if (answers.size() == 1 && !frame.several) {
    json = object(answers[0]);
    add_program(json, frame);
  } else {
    json = {{"schema", "ken/1"}};
    add_program(json, frame);
    json["files"] = Json::array();
    for (const T& answer : answers) json["files"].push_back(object(answer));
  }
  return json;
}

std::string print(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string print_framed(Json object, const JsonFrame& frame) {
  add_program(object, frame);
  return print(object);
}

std::string to_json(std::span<const Answer> answers, const JsonFrame& frame) {
  Json json = frame_objects(
      answers, frame, [&](const Answer& answer) { return to_json(answer, frame.strictness); });
  if (json.contains("files")) {
    evidence::Totals totals;
    for (const Answer& answer : answers)
      totals = totals + evidence::count_totals(answer, frame.strictness);
    json["totals"] = to_json(totals);
  }
  return print(json);
}

std::string diagnostics_json(std::span<const Answer> answers, const JsonFrame& frame) {
  return print(frame_objects(answers, frame, diagnostics_object));
}

std::string to_json(std::span<const StageAnswer> stages, const JsonFrame& frame) {
  return print(frame_objects(stages, frame, [](const StageAnswer& stage) {
    Json object = diagnostics_object(stage.answer);
    object["stopped_after"] = stage.name;
    object["text"] = stage.text.empty() ? Json(nullptr) : Json(clean_lines(stage.text));
    return object;
  }));
}

}  // namespace ken::report
