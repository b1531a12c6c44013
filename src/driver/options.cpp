#include "driver/options.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace ken::driver {
namespace {

std::string set_parameter(Settings& s, const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0) return "write it as NAME=VALUE";
  s.parameters.emplace_back(text.substr(0, at), text.substr(at + 1));
  return {};
}

std::string add_formula(Settings& s, const std::string& text) {
  s.formulae.push_back(text);
  return {};
}

std::string choose_formulae(Settings& s, const std::string& text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    std::size_t index = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + comma, index);
    if (error != std::errc{} || stop != text.data() + comma || index == 0)
      return "give the numbers of formulae, such as 2,3";
    s.only.push_back(index);
    at = comma + 1;
  }
  return {};
}

std::string one_of(std::string& field, const std::string& text,
                   std::initializer_list<std::string_view> choices) {
  std::string list;
  for (const std::string_view choice : choices) {
    if (text == choice) {
      field = text;
      return {};
    }
    list += (list.empty() ? "" : ", ") + std::string(choice);
  }
  return "choose one of " + list;
}

std::string choose_engine(Settings& s, const std::string& text) {
  if (text == "symbolic") return "the symbolic engine is not built yet; choose explicit";
  return one_of(s.engine, text, {"explicit"});
}

std::string choose_semantics(Settings& s, const std::string& text) {
  return one_of(s.semantics, text, {"full", "deterministic", "uniform", "ir", "ir-objective"});
}

std::string seconds(std::optional<double>& field, const std::string& text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && stop == text.data() + text.size();
  if (!whole || !std::isfinite(value) || value < 0) return "give a number of seconds, such as 2.5";
  field = value;
  return {};
}

std::string whole_timeout(Settings& s, const std::string& t) { return seconds(s.timeout, t); }
std::string each_timeout(Settings& s, const std::string& t) {
  return seconds(s.formula_timeout, t);
}

std::string memory_limit(Settings& s, const std::string& text) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit(stop, text.data() + text.size());
  const unsigned shift = unit == "K" ? 10U : unit == "M" ? 20U : unit == "G" ? 30U : 0U;
  const bool fits = value <= (~std::uint64_t{0} >> shift);
  if (error != std::errc{} || !fits || (shift == 0 && !unit.empty()))
    return "give bytes, such as 500M or 2G";
  s.memory = value << shift;
  return {};
}

std::string as_json(Settings& s, const std::string&) {
  s.json = true;
  return {};
}
std::string only_look(Settings& s, const std::string&) {
  s.fmt_check = true;
  return {};
}
std::string to_stdout(Settings& s, const std::string&) {
  s.fmt_stdout = true;
  return {};
}
std::string export_target(Settings& s, const std::string& text) {
  return one_of(s.target, text, {"ispl"});
}
std::string stop_after(Settings& s, const std::string& text) {
  return one_of(s.stop_after, text, {"tokens", "ast", "model", "reachable"});
}

constexpr unsigned checking = bit(Command::check);
constexpr unsigned looking = checking | bit(Command::lint);
constexpr unsigned reporting = looking | bit(Command::info);
constexpr unsigned on_models = reporting | bit(Command::translate);
constexpr unsigned formatting = bit(Command::format);

constexpr auto table = std::to_array<Option>({
    {"--set", "NAME=VALUE", on_models, true, "set a parameter of a template", set_parameter},
    {"--formula", "FORMULA", checking, true, "check this formula too", add_formula},
    {"--only", "NUMBERS", checking, false,
     "check only the formulae with these numbers, such as 2,3", choose_formulae},
    {"--engine", "NAME", checking, false, "how states are represented: explicit", choose_engine},
    {"--semantics", "NAME", checking, false,
     "strategies of coalitions: full, deterministic, uniform, ir, ir-objective", choose_semantics},
    {"--timeout", "SECONDS", reporting, false, "stop after so many seconds and say what is known",
     whole_timeout},
    {"--formula-timeout", "SECONDS", checking, false, "the same for each formula", each_timeout},
    {"--memory", "BYTES", reporting, false, "use at most so many bytes; K, M, G are understood",
     memory_limit},
    {"--stop-after", "STAGE", checking, false,
     "show a stage instead of verdicts: tokens, ast, model, reachable", stop_after},
    {"--json", "", reporting, false, "print one JSON object", as_json},
    {"--check", "", formatting, false, "change nothing; exit 1 if a file is not formatted",
     only_look},
    {"--stdout", "", formatting, false, "print the formatted text instead of changing the file",
     to_stdout},
    {"--to", "LANGUAGE", bit(Command::translate), false, "the language to export to: ispl",
     export_target},
});

constexpr auto command_table = std::to_array<CommandRow>({
    {Command::check, "check", "FILE...", "verdict for every formula"},
    {Command::lint, "lint", "FILE...", "what is wrong or suspicious in a model"},
    {Command::info, "info", "FILE...", "what a model consists of"},
    {Command::format, "fmt", "FILE...", "format models in place"},
    {Command::translate, "export", "FILE", "print a model in another language"},
    {Command::create, "new", "NAME", "write a commented model to start from"},
});

}  // namespace

std::span<const Option> options() { return table; }
std::span<const CommandRow> commands() { return command_table; }

std::string options_page() {
  std::string page = "# Options\n\nMade from the option table; the test suite compares the two.\n";
  for (const CommandRow& row : command_table) {
    page += fmt::format("\n## ken {} {}\n\n{}.\n", row.name, row.files, row.help);
    bool any = false;
    for (const Option& option : table) {
      if (!takes(row.command, option)) continue;
      if (!any) page += "\n| option | meaning |\n|---|---|\n";
      any = true;
      page += fmt::format("| `{}{}{}` | {}{} |\n", option.flag, option.value.empty() ? "" : " ",
                          option.value, option.help, option.repeatable ? " (may be repeated)" : "");
    }
  }
  return page;
}

}  // namespace ken::driver
