#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "evidence/answer.hpp"
#include "report/report.hpp"

namespace ken::report {

using Json = nlohmann::ordered_json;

// A text as JSON can hold it: bytes that are no UTF-8 (old models carry Latin-1) are shown as \xNN.
inline std::string clean(const std::string& text) { return base::make_printable(text); }

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
inline Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(clean(text));
}

// A diagnostic with its place; bytes that are no UTF-8 as above.
[[nodiscard]] Json diagnostic_object(const base::Diagnostic& diagnostic);

// The file and its diagnostics.
[[nodiscard]] Json diagnostics_object(const evidence::Answer& answer);

// The object of one file with the program behind it; ends with a line break.
[[nodiscard]] std::string print_framed(Json object, const JsonFrame& frame);

}  // namespace ken::report
