#include "report/logic.hpp"

#include <fmt/format.h>

#include "report/json_value.hpp"

namespace ken::report {

std::string to_text(const model::LogicDocument& document, const std::string& file) {
  std::string text = file;
  if (!document.title.empty()) text += ": " + document.title;
  text += '\n';
  for (const model::LogicDocument::Entry& entry : document.entries) {
    text += fmt::format("\n{} {}\n", entry.kind, entry.head);
    if (!entry.meaning.empty()) text += fmt::format("    {}\n", entry.meaning);
    if (!entry.parameters.empty()) text += fmt::format("    {}\n", entry.parameters);
    text += fmt::format("    = {}\n", entry.definition);
  }
  return text;
}

std::string to_json(const model::LogicDocument& document, const evidence::Answer& answer,
                    const JsonFrame& frame) {
  Json json = diagnostics_object(answer);
  json["title"] = or_null(document.title);
  Json entries = Json::array();
  for (const model::LogicDocument::Entry& entry : document.entries)
    entries.push_back({{"kind", entry.kind},
                       {"head", clean(entry.head)},
                       {"parameters", clean(entry.parameters)},
                       {"meaning", or_null(entry.meaning)},
                       {"definition", clean(entry.definition)}});
  json["definitions"] = std::move(entries);
  return print_framed(std::move(json), frame);
}

}  // namespace ken::report
