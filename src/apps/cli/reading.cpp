#include "apps/cli/reading.hpp"

#include <fmt/format.h>

#include "base/file.hpp"

namespace ken::apps {

using evidence::Answer;

namespace {

// 'N=3' and 'EF p', whose option was forgotten.
std::string explain_file_name(const std::string& file) {
  if (file == base::name_of("-"))
    return "this is what came from standard input: name a file that has it";
  if (file.find_first_of("/.") != std::string::npos) return {};
  if (file.find_first_of(" ()<>") != std::string::npos)
    return fmt::format("a formula stands behind --formula: --formula '{}'", file);
  if (file.find('=') != std::string::npos)
    return fmt::format("a parameter stands behind --set: --set {}", file);
  return {};
}

}  // namespace

Reading read_file(const std::string& file, const base::Budget& budget) try {
  auto loaded = base::load(file, &budget);
  if (auto* const trouble = std::get_if<base::Unreadable>(&loaded)) return {{}, trouble->why, {}};
  return {std::get<base::Source>(std::move(loaded)), {}, {}};
} catch (const base::Exhausted& e) {
  return {{}, {}, e.what()};
}

Answer answer_unread(const std::string& file, const Reading& reading) {
  Answer answer;
  answer.file = base::name_of(file);
  answer.unread = reading.exhausted;
  if (!reading.exhausted.empty()) return answer;
  const std::string& why = reading.unreadable;
  const std::string prefix = answer.file + ": ";
  answer.diagnostics
      .add(base::make_source(answer.file, ""), {0, 0}, base::Code::unreadable,
           why.starts_with(prefix) ? why.substr(prefix.size()) : why)
      .hint = explain_file_name(file);
  return answer;
}

}  // namespace ken::apps
