// Evidence files: JSON with the schema "ken-evidence/1" (docs/evidence.md).  Reading trusts
// nothing: whatever is not as it should be is told with its place, and nothing else is read then.

#include "report/evidence_file.hpp"

#include <fmt/format.h>

#include "report/evidence_json.hpp"

namespace ken::report {
namespace {

using evidence::EvidenceAnswer;
using evidence::ImpossibilityAnswer;
using evidence::StrategyAnswer;
using Values = EvidenceAnswer::Values;

constexpr const char* schema = "ken-evidence/1";

// A place in a document, with the way to it; what is not there counts as null.
class JsonPlace {
 public:
  JsonPlace(const Json* json, std::string way, std::string& mistake)
      : json_(json), way_(std::move(way)), mistake_(&mistake) {}

  [[nodiscard]] JsonPlace operator[](const char* key) const {
    const std::string way = way_ + "." + key;
    if (json_ == nullptr || !json_->is_object()) {
      refuse("an object");
      return {nullptr, way, *mistake_};
    }
    const auto at = json_->find(key);
    return {at == json_->end() ? nullptr : &*at, way, *mistake_};
  }
  [[nodiscard]] bool is_null() const { return json_ == nullptr || json_->is_null(); }
  [[nodiscard]] std::string text() const {
    if (json_ != nullptr && json_->is_string()) return json_->get<std::string>();
    refuse("a text");
    return {};
  }
  [[nodiscard]] std::string text_or_nothing() const { return is_null() ? "" : text(); }
  [[nodiscard]] bool truth() const {
    if (json_ != nullptr && json_->is_boolean()) return json_->get<bool>();
    refuse("true or false");
    return false;
  }
  [[nodiscard]] std::size_t number() const {
    if (json_ != nullptr && json_->is_number_unsigned()) return json_->get<std::size_t>();
    refuse("a number");
    return 0;
  }
  [[nodiscard]] std::int64_t integer() const {
    if (json_ != nullptr && json_->is_number_integer()) return json_->get<std::int64_t>();
    refuse("a number");
    return 0;
  }
  [[nodiscard]] std::optional<std::size_t> number_or_nothing() const {
    return is_null() ? std::nullopt : std::optional(number());
  }
  template <class Visit>
  void for_each(const Visit& visit) const {
    if (json_ == nullptr || !json_->is_array()) return refuse("a list");
    for (std::size_t i = 0; i < json_->size() && mistake_->empty(); ++i)
      visit(JsonPlace(&(*json_)[i], fmt::format("{}[{}]", way_, i), *mistake_));
  }
  [[nodiscard]] std::vector<std::size_t> numbers() const {
    std::vector<std::size_t> result;
    for_each([&](const JsonPlace& one) { result.push_back(one.number()); });
    return result;
  }
  [[nodiscard]] std::vector<std::size_t> numbers_or_nothing() const {
    return is_null() ? std::vector<std::size_t>() : numbers();
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for_each([&](const JsonPlace& one) { result.push_back(one.text()); });
    return result;
  }
  [[nodiscard]] Values values() const {
    Values result;
    if (json_ == nullptr || !json_->is_object()) {
      refuse("an object");
      return result;
    }
    for (const auto& [name, value] : json_->items())
      result.emplace_back(name, JsonPlace(&value, way_ + "." + name, *mistake_).text());
    return result;
  }

 private:
  void refuse(const char* wanted) const {
    if (mistake_->empty())
      *mistake_ = fmt::format("{} is not {}", base::make_printable(way_), wanted);
  }

  const Json* json_;
  std::string way_;
  std::string* mistake_;
};

std::vector<StrategyAnswer::Row> read_rows(const JsonPlace& place) {
  std::vector<StrategyAnswer::Row> rows;
  place.for_each([&](const JsonPlace& row) {
    rows.push_back({row["agent"].text(), row["sees"].values(), row["does"].text()});
  });
  return rows;
}

EvidenceAnswer::Path read_path(const JsonPlace& place) {
  EvidenceAnswer::Path path;
  place["steps"].for_each([&](const JsonPlace& step) {
    path.steps.push_back({step["state"].values(), step["claims"].numbers(),
                          step["action"].is_null() ? Values{} : step["action"].values()});
  });
  path.back_to = place["back_to"].number_or_nothing();
  return path;
}

EvidenceAnswer::Play read_play(const JsonPlace& place) {
  EvidenceAnswer::Play play{.by_coalition = place["by"].text() == "coalition",
                            .coalition = place["coalition"].texts(),
                            .starts = place["starts"].number(),
                            .rows = read_rows(place["choices"]),
                            .left_out = place["left_out"].text_or_nothing()};
  place["positions"].for_each([&](const JsonPlace& position) {
    play.positions.push_back({.state = position["state"].values(),
                              .claims = position["claims"].numbers(),
                              .after = position["after"].text()});
    position["turns"].for_each([&](const JsonPlace& turn) {
      play.positions.back().turns.push_back({turn["action"].values(), turn["to"].number()});
    });
  });
  return play;
}

ImpossibilityAnswer read_impossibility(const JsonPlace& place) {
  ImpossibilityAnswer result{.operation = place["operator"].text(),
                             .semantics = place["semantics"].text(),
                             .starts = {},
                             .facts = {}};
  place["cannot_win_from"].for_each(
      [&](const JsonPlace& start) { result.starts.push_back(start.values()); });
  place["facts"].for_each([&](const JsonPlace& fact) {
    ImpossibilityAnswer::Row row{.stage = fact["stage"].text(),
                                 .state = fact["state"].values(),
                                 .selections = read_rows(fact["choices"]),
                                 .then_stage = {},
                                 .then_state = {}};
    if (const JsonPlace then = fact["then"]; !then.is_null()) {
      row.then_stage = then["stage"].text();
      row.then_state = then["state"].values();
    }
    result.facts.push_back(std::move(row));
  });
  return result;
}

EvidenceAnswer::Reason read_reason(const JsonPlace& place) {
  EvidenceAnswer::Reason reason{.formula = place["formula"].text(),
                                .holds = place["holds"].truth(),
                                .state = place["state"].values(),
                                .why = place["why"].text(),
                                .part = place["part"].number(),
                                .fixpoints = place["fixpoints"].numbers_or_nothing(),
                                .parts = place["parts"].numbers()};
  if (const JsonPlace path = place["path"]; !path.is_null()) reason.path = read_path(path);
  place["hops"].for_each([&](const JsonPlace& hop) {
    reason.hops.push_back({hop["kind"].text(), hop["agents"].texts(),
                           hop["relation"].text_or_nothing(), read_path(hop["run"]),
                           hop["at"].number()});
  });
  reason.claim = place["claim"].number_or_nothing();
  if (const JsonPlace play = place["play"]; !play.is_null()) reason.play = read_play(play);
  if (const JsonPlace facts = place["excluded"]; !facts.is_null())
    reason.excluded = read_impossibility(facts);
  return reason;
}

EvidenceAnswer read_evidence(const JsonPlace& place) {
  EvidenceAnswer result;
  result.root = place["root"].number();
  result.start = read_path(place["start"]);
  place["reasons"].for_each(
      [&](const JsonPlace& reason) { result.reasons.push_back(read_reason(reason)); });
  result.restriction = read_rows(place["restriction"]);
  return result;
}

}  // namespace

std::string print_evidence_file(const EvidenceFile& file) {
  Json parameters = Json::array();
  for (const evidence::Parameter& one : file.parameters)
    parameters.push_back(
        {{"name", clean(one.name)}, {"value", one.value}, {"boolean", one.boolean}});
  const Json document = {{"schema", schema},
                         {"model", clean(file.model)},
                         {"fingerprint", file.fingerprint},
                         {"parameters", std::move(parameters)},
                         {"semantics", file.semantics},
                         {"formula", clean(file.formula)},
                         {"holds", file.holds},
                         {"evidence", evidence_json(file.evidence)}};
  return document.dump(1) + "\n";
}

ReadEvidenceFile read_evidence_file(const std::string& text) {
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return {{}, "it is no JSON"};
  std::string mistake;
  const JsonPlace top(&document, "it", mistake);
  if (!document.is_object() || top["schema"].is_null() || top["schema"].text() != schema)
    return {{}, fmt::format("its schema is not \"{}\"", schema)};
  EvidenceFile file{.model = top["model"].text(),
                    .fingerprint = top["fingerprint"].text(),
                    .parameters = {},
                    .semantics = top["semantics"].text(),
                    .formula = top["formula"].text(),
                    .holds = top["holds"].truth(),
                    .evidence = read_evidence(top["evidence"])};
  top["parameters"].for_each([&](const JsonPlace& one) {
    file.parameters.push_back({one["name"].text(), one["value"].integer(), one["boolean"].truth()});
  });
  if (!mistake.empty()) return {{}, mistake};
  return {std::move(file), {}};
}

std::string print_replay(const EvidenceAnswer& evidence, const std::string& file,
                         std::string_view outcome, const std::string& why) {
  const Json document = {
      {"schema", "ken/1"},
      {"file", clean(file)},
      {"replay", outcome},
      {"reason", or_null(why)},
      {"evidence", evidence.reasons.empty() ? Json(nullptr) : evidence_json(evidence)}};
  return document.dump(2) + "\n";
}

}  // namespace ken::report
