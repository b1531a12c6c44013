#include "driver/mcmas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "driver/options.hpp"

namespace ken::driver {
namespace {

// An option of MCMAS, for one of its values or for all: the option of ken that does it, or none,
// and what there is to say.
struct McmasOption {
  std::string_view flag;
  bool takes_value;
  std::string_view value;  // empty: any
  std::string_view own;    // one or more; '#' stands for the value; empty: nothing to write
  std::string_view remark;
  std::string_view command = "check";
};

constexpr auto mcmas_options = std::to_array<McmasOption>({
    {"-c", true, "", "--evidence", "counterexamples and witnesses"},
    {"-p", true, "", "--evidence-dir #", "a file and a picture for each"},
    {"-atlk", true, "0", "--semantics full", "the default"},
    {"-atlk", true, "1", "--semantics full", "the default; Fairness is obeyed by itself"},
    {"-atlk", true, "2", "--semantics ir", "each member acts on what it sees alone"},
    {"-atlk", true, "", "", "0, 1 or 2"},
    {"-uniform", false, "", "--semantics uniform", "the opponents stay free"},
    {"-ufgroup", true, "", "--semantics uniform --uniform-agents #",
     "an agent or a group; the coalitions of each formula if left out"},
    {"-uc", true, "", "--progress on", ""},
    {"-f", true, "", "--strategies", ""},
    {"-l", true, "", "--strategies", "strategies, and why there are none"},
    {"-w", false, "", "--strategies", ""},
    {"-k", false, "", "", "not needed: deadlocks are always reported, with a trace"},
    {"-a", false, "", "", "not needed: values out of range are always reported, with a trace"},
    {"-q", false, "", "--quiet", ""},
    {"-v", true, "", "--stats", ""},
    {"-u", false, "", "--stats", ""},
    {"-e", true, "1", "--reach #", "usually best left out"},
    {"-e", true, "2", "--reach #", "usually best left out"},
    {"-e", true, "3", "--reach #", "usually best left out"},
    {"-e", true, "", "", "1, 2 or 3; usually best left out"},
    {"-o", true, "1", "--order #", "usually best left out"},
    {"-o", true, "2", "--order #", "usually best left out"},
    {"-o", true, "3", "--order #", "usually best left out"},
    {"-o", true, "4", "--order #", "usually best left out"},
    {"-o", true, "", "", "1 to 4; usually best left out"},
    {"-g", true, "1", "--group pair", "usually best left out"},
    {"-g", true, "", "--group variable", "the default"},
    {"-d", true, "0", "--reorder on", "usually best left out"},
    {"-d", true, "1", "--reorder off", "usually best left out"},
    {"-d", true, "", "--reorder auto", "the default"},
    {"-nobddcache", false, "", "", "not needed: the cache grows as it pays"},
    {"-n", false, "", "", "not supported: an enumeration may be compared with a part of itself"},
    {"-s", false, "", "", "step by step", "simulate"},
    {"-exportmodel", false, "", "", "a graph in DOT", "export --to dot"},
});

const Option* find_option(std::string_view flag) {
  for (const Option& option : options())
    if (option.flag == flag) return &option;
  return nullptr;
}

// The row of the flag for the value, else its first row, else none.
const McmasOption* find_row(std::string_view flag, std::string_view value) {
  const McmasOption* first = nullptr;
  for (const McmasOption& row : mcmas_options) {
    if (row.flag != flag) continue;
    if (row.value.empty() || row.value == value) return &row;
    if (first == nullptr) first = &row;
  }
  return first;
}

bool is_command(std::string_view word) {
  return std::any_of(commands().begin(), commands().end(),
                     [&](const CommandRow& row) { return row.name == word; });
}

// The call in pieces.
struct Call {
  std::vector<std::string> own;     // for the command line that does it
  std::vector<std::string> others;  // files, and options of ken
  std::string explanations;         // a line for each option of MCMAS
  std::string command = "check";
};

// Each with its value.
std::vector<std::string> split_options(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(" --", at), text.size());
    result.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

// Each option once: of two values the later one counts, as with MCMAS.
void replace_option(const std::string& option, std::vector<std::string>& options) {
  const std::string flag = option.substr(0, option.find(' '));
  std::erase_if(options,
                [&](const std::string& other) { return other.substr(0, other.find(' ')) == flag; });
  options.push_back(option);
}

void translate(const McmasOption& row, const std::string& value, Call& call) {
  std::string own(row.own);
  if (const std::size_t at = own.find('#'); at != std::string::npos) own.replace(at, 1, value);
  std::string remark(row.remark);
  const bool exists = own.empty() || find_option(own.substr(0, own.find(' '))) != nullptr;
  if (!exists) remark = "not supported yet";
  if (exists && !own.empty()) {
    for (const std::string& option : split_options(own)) replace_option(option, call.own);
    remark = own + (remark.empty() ? "" : ": " + remark);
  }
  if (row.command != "check") call.command = row.command;
  const std::string written = std::string(row.flag) + (row.takes_value ? " " + value : "");
  call.explanations += fmt::format("  {:<12} {}\n", written, remark);
}

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

bool looks_like_a_model(const std::string& word) {
  std::error_code ignored;
  return word.ends_with(".ispl") || word == "-" || std::filesystem::is_regular_file(word, ignored);
}

// The arguments behind 'ken' or 'ken check', taken apart as MCMAS does.
Call take_apart(std::span<const std::string> arguments) {
  Call call;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const McmasOption* const some = find_row(word, "");
    if (some == nullptr) {
      call.others.push_back(word);
      continue;
    }
    const bool takes_name = word == "-p" || word == "-ufgroup";
    const bool there = some->takes_value && i + 1 < arguments.size();
    if (there && word == "-f" && !is_number(arguments[i + 1]) &&
        !looks_like_a_model(arguments[i + 1])) {
      call.own.push_back(fmt::format("--formula '{}'", arguments[++i]));
      call.explanations +=
          "  -f           of MCMAS is about strategies; a formula is '--formula'\n";
      continue;
    }
    const bool has_value = there && (takes_name || !looks_like_a_model(arguments[i + 1]));
    const std::string value = has_value ? arguments[++i] : takes_name ? "NAME" : "N";
    translate(*find_row(word, value), value, call);
  }
  return call;
}

// Files and options of ken, and nothing that could be a misspelt command.
bool are_files(const std::vector<std::string>& words) {
  const bool only = std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("--") || looks_like_a_model(word);
  });
  return only && std::any_of(words.begin(), words.end(), looks_like_a_model);
}

}  // namespace

std::string answer_mcmas_call(std::span<const std::string> arguments) {
  if (arguments.empty()) return {};
  const bool commanded = is_command(arguments.front());
  if (commanded && arguments.front() != "check") return {};
  const Call call = take_apart(commanded ? arguments.subspan(1) : arguments);
  const bool foreign = !call.explanations.empty();
  const bool understood =
      commanded ? foreign : are_files(call.others) || (foreign && call.others.size() <= 1);
  if (!understood) return {};
  std::string line = "ken " + call.command;
  for (const std::string& own : call.own) line += " " + own;
  for (const std::string& other : call.others) line += " " + other;
  if (call.others.empty()) line += " FILE";
  if (!foreign)
    return fmt::format("ken: the command comes first; to check a model write\n  {}\n", line);
  return fmt::format("ken: these are options of MCMAS; the command here is\n  {}\nwhere\n{}", line,
                     call.explanations);
}

}  // namespace ken::driver
