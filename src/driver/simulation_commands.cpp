#include "driver/simulation_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <new>

#include "base/text.hpp"
#include "driver/simulation_words.hpp"

namespace ken::driver {
namespace {

using report::Mistake;
using report::SimulationAnswer;

constexpr std::size_t usual_rows = 20;
constexpr std::size_t most_rows = 10'000;
constexpr std::size_t most_steps = 1'000'000;
constexpr std::string_view blanks = " \t\r\n\v\f";

std::string_view strip(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// A number too large for the machine is larger than whatever it is compared with.
std::uint64_t to_number(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} ? value : ~std::uint64_t{0};
}

// What stands behind a command: names with actions, words, and numbers.
struct Arguments {
  NamedChoices choices;
  std::vector<std::string> words;
  std::vector<std::uint64_t> numbers;
};

// "A=go", "A: go, B[1]: stay" and "A = go" are the same; a name may have an index in brackets.
std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    const bool outside = depth <= 0;
    const bool blank = blanks.find(c) != std::string_view::npos;
    if (outside && (c == '=' || c == ':')) {
      words.insert(words.end(), {"=", ""});
    } else if (outside && (blank || c == ',')) {
      words.emplace_back();
    } else if (!blank) {
      words.back() += c;
    }
  }
  std::erase_if(words, [](const std::string& word) { return word.empty(); });
  return words;
}

Arguments read_arguments(std::string_view text) {
  const std::vector<std::string> words = split_words(text);
  Arguments result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + 2 < words.size() && words[i + 1] == "=") {
      result.choices.emplace_back(words[i], words[i + 2]);
      i += 2;
    } else if (is_number(words[i])) {
      result.numbers.push_back(to_number(words[i]));
    } else {
      result.words.push_back(words[i]);
    }
  }
  return result;
}

// So many numbers at most, and nothing else of what is not wanted.
enum class Takes : std::uint8_t { numbers, names, choices };
std::optional<Mistake> find_surplus(const Arguments& given, Takes takes, std::size_t numbers) {
  std::string surplus;
  if (!given.choices.empty() && takes != Takes::choices)
    surplus = given.choices.front().first + "=" + given.choices.front().second;
  if (!given.words.empty() && takes != Takes::names) surplus = given.words.back();
  if (given.numbers.size() > numbers) surplus = std::to_string(given.numbers.back());
  if (surplus.empty()) return {};
  constexpr std::size_t widest = 60;
  return Mistake{fmt::format("'{}' is not understood here",
                             base::shorten(base::make_printable(surplus), widest)),
                 "'help COMMAND' says what is written behind a command"};
}

std::size_t first_number(const Arguments& given, std::size_t otherwise) {
  return given.numbers.empty() ? otherwise : given.numbers.front();
}

std::size_t rows_wanted(const Arguments& given) {
  return std::clamp<std::size_t>(first_number(given, usual_rows), 1, most_rows);
}

// ---- the commands ----

SimulationAnswer run_state(Simulation& s, std::string_view text) {
  const std::string name(text);
  return name.empty() ? s.show_state() : s.show_agent(name);
}

SimulationAnswer run_actions(Simulation& s, std::string_view text) {
  if (auto wrong = find_surplus(read_arguments(text), Takes::numbers, 0)) return *wrong;
  return s.list_actions();
}

SimulationAnswer run_next(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::choices, 1)) return *wrong;
  return s.list_ways(given.choices, rows_wanted(given));
}

SimulationAnswer run_step(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::choices, 1)) return *wrong;
  if (given.numbers.empty()) return s.step(given.choices, {});
  if (given.numbers.front() == 0) return Mistake{"steps are numbered from 1", "'next' lists them"};
  return s.step(given.choices, given.numbers.front());
}

SimulationAnswer run_back(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::numbers, 1)) return *wrong;
  return s.go_back(first_number(given, 1));
}

SimulationAnswer run_restart(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::numbers, 1)) return *wrong;
  return s.restart(first_number(given, 1));
}

SimulationAnswer run_initial(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::numbers, 1)) return *wrong;
  return s.list_initial(rows_wanted(given));
}

SimulationAnswer run_random(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::numbers, 2)) return *wrong;
  const std::size_t steps = first_number(given, 1);
  if (steps == 0 || steps > most_steps)
    return Mistake{fmt::format("give a number of steps from 1 to {}", most_steps)};
  if (given.numbers.size() < 2) return s.walk(steps, {});
  return s.walk(steps, given.numbers[1]);
}

SimulationAnswer run_trace(Simulation& s, std::string_view text) {
  const Arguments given = read_arguments(text);
  if (auto wrong = find_surplus(given, Takes::numbers, 1)) return *wrong;
  return s.show_trace(rows_wanted(given));
}

// A file of evidence, perhaps with a number behind it.
bool names_evidence(std::string_view text) {
  return text.substr(0, text.find_last_not_of("0123456789 \t") + 1).ends_with(".json");
}
SimulationAnswer run_goto_evidence(Simulation& s, std::string_view text) {
  const std::size_t end = text.find(".json") + std::string_view(".json").size();
  const std::string_view number = strip(text.substr(end));
  if (number.empty()) return s.go_to_evidence(std::string(text.substr(0, end)), {});
  return s.go_to_evidence(std::string(text.substr(0, end)), to_number(number));
}

SimulationAnswer run_goto(Simulation& s, std::string_view text) {
  if (text.empty())
    return Mistake{"goto needs a state of the run or a formula", "such as 'goto 2' or 'goto p'"};
  if (is_number(text)) return s.go_to_position(to_number(text));
  if (names_evidence(text)) return run_goto_evidence(s, text);
  return s.go_to(std::string(text));
}

SimulationAnswer run_save(Simulation& s, std::string_view text) {
  if (text.empty()) return Mistake{"save needs a file", "such as 'save run.evidence.json'"};
  return s.save(std::string(text));
}

// 'A', 'g' and '{A, B}', with or without the braces.
SimulationAnswer run_possible(Simulation& s, std::string_view text) {
  std::string names(text);
  std::ranges::replace_if(
      names, [](char c) { return c == '{' || c == '}'; }, ' ');
  const Arguments given = read_arguments(names);
  if (auto wrong = find_surplus(given, Takes::names, 1)) return *wrong;
  if (given.words.empty() && !given.numbers.empty())
    return Mistake{"possible needs an agent or a group before the number"};
  if (given.words.empty()) return s.count_possible();
  return s.list_possible(given.words, rows_wanted(given));
}

SimulationAnswer run_eval(Simulation& s, std::string_view text) {
  if (text.empty())
    return Mistake{"eval needs a formula", "such as 'eval AF p', or its number in the file"};
  if (is_number(text)) return s.evaluate_formula(to_number(text));
  return s.evaluate(std::string(text));
}

SimulationAnswer run_props(Simulation& s, std::string_view text) {
  if (auto wrong = find_surplus(read_arguments(text), Takes::numbers, 0)) return *wrong;
  return s.list_propositions();
}

SimulationAnswer run_formulas(Simulation& s, std::string_view text) {
  if (auto wrong = find_surplus(read_arguments(text), Takes::numbers, 0)) return *wrong;
  return s.list_formulas();
}

SimulationAnswer run_count(Simulation& s, std::string_view text) {
  if (auto wrong = find_surplus(read_arguments(text), Takes::numbers, 0)) return *wrong;
  return s.count_reachable();
}

SimulationAnswer run_help(Simulation& s, std::string_view text);

SimulationAnswer run_quit(Simulation&, std::string_view) { return report::Farewell{}; }

constexpr auto command_rows = std::to_array<SimulationCommand>({
    {"state", "s", "[AGENT]", "the state: the variables of every agent",
     "With an agent: what it owns, and what it sees of others.", run_state},
    {"actions", "a", "", "what each agent may do here", "And how many joint actions that makes.",
     run_actions},
    {"next", "n successors", "[AGENT=ACTION]... [N]",
     "the steps out of this state: who does what, and what changes",
     "A step is a joint action with one of its successors. Only those where the named agents do "
     "that; N of them at most, 20 unless given. What is shown behind - leads nowhere.",
     run_next},
    {"step", "t", "[AGENT=ACTION]... [N]", "take a step",
     "Step N as 'next' numbers it, with the same agents named. Without a number there must be one "
     "step alone; if there are several they are listed.",
     run_step},
    {"random", "r", "[STEPS] [SEED]", "take steps by chance",
     "One unless given, a million at most. Every joint action is as likely as the others. The same "
     "seed gives the same steps; without one it goes on from the last, at first from --seed.",
     run_random},
    {"back", "b", "[STEPS]", "take steps back", "One unless given.", run_back},
    {"restart", "", "[N]", "start again, in initial state N", "The first unless given.",
     run_restart},
    {"initial", "i", "[N]", "the initial states, with what differs from this state",
     "N of them at most, 20 unless given; how many there are is exact.", run_initial},
    {"trace", "run", "[N]", "the run so far", "Its last N steps, 20 unless given.", run_trace},
    {"goto", "g", "N | FORMULA | FILE.json [N]",
     "back to state N of the run, or to where a formula holds",
     "To the nearest reachable state where it holds, whatever formula 'eval' takes: the run "
     "becomes "
     "a shortest one from an initial state. With a file of evidence: along the run that it shows, "
     "to its end or to its state N.",
     run_goto},
    {"save", "", "FILE", "write the run down as evidence",
     "That its last state can be reached: 'ken replay FILE' confirms it.", run_save},
    {"possible", "p knows", "[AGENT | GROUP]... [N]", "the states that an agent considers possible",
     "Those reachable states that look the same to it, counted exactly, with N examples at most, "
     "20 unless given. To several, as in 'possible A, B', or a group: what they see together. "
     "Without a name: how many, for every agent.",
     run_possible},
    {"eval", "e", "FORMULA | N", "whether a formula holds in this state",
     "Any formula that 'check' decides, or formula N of the file.", run_eval},
    {"props", "", "", "the propositions that hold here", "And those that do not.", run_props},
    {"formulas", "f", "", "the formulas of the file, with their numbers", "", run_formulas},
    {"count", "", "", "how many states are reachable", "And how far the farthest is.", run_count},
    {"help", "h ?", "[COMMAND]", "this list, or more about a command", "", run_help},
    {"quit", "q exit", "", "end", "So does the end of the input.", run_quit},
});

bool is_name_of(const SimulationCommand& command, std::string_view word) {
  if (command.name == word) return true;
  std::string_view rest = command.other_names;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == word) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

const SimulationCommand* find_command(std::string_view word) {
  for (const SimulationCommand& command : command_rows)
    if (is_name_of(command, word)) return &command;
  return nullptr;
}

Mistake complain_of_command(std::string_view word) {
  std::vector<std::string> names;
  names.reserve(command_rows.size());
  for (const SimulationCommand& command : command_rows) names.emplace_back(command.name);
  Mistake result = complain_of_name("command", std::string(word), names);
  result.hint = "'help' lists them";
  return result;
}

report::HelpAnswer::Row describe_command(const SimulationCommand& command) {
  std::string usage(command.name);
  if (!command.arguments.empty()) usage += " " + std::string(command.arguments);
  return {std::move(usage), std::string(command.help)};
}

SimulationAnswer run_help(Simulation&, std::string_view text) {
  report::HelpAnswer answer;
  if (text.empty()) {
    for (const SimulationCommand& command : command_rows)
      answer.commands.push_back(describe_command(command));
    return answer;
  }
  const SimulationCommand* const command = find_command(text);
  if (command == nullptr) return complain_of_command(text);
  answer.commands.push_back(describe_command(*command));
  answer.more = command->more;
  if (!command->other_names.empty()) {
    std::string others(command->other_names);
    for (std::size_t at = others.find(' '); at != std::string::npos; at = others.find(' ', at + 2))
      others.replace(at, 1, ", ");
    answer.more += fmt::format("{}Also: {}.", answer.more.empty() ? "" : " ", others);
  }
  return answer;
}

}  // namespace

std::span<const SimulationCommand> simulation_commands() { return command_rows; }

bool is_idle(std::string_view line) {
  const std::string_view text = strip(line);
  return text.empty() || text.starts_with("#") || text.starts_with("--");
}

CommandAnswer run_command(Simulation& simulation, std::string_view line, std::stop_token stop) {
  const std::string_view text = strip(line);
  const std::size_t end = std::min(text.find_first_of(blanks), text.size());
  const SimulationCommand* const command = find_command(text.substr(0, end));
  if (command == nullptr) return {{}, complain_of_command(text.substr(0, end))};
  CommandAnswer result{std::string(command->name), {}};
  simulation.begin(std::move(stop));
  try {
    result.answer = command->run(simulation, strip(text.substr(end)));
  } catch (const base::Exhausted& e) {
    result.answer = report::Unknown{e.what()};
  } catch (const std::bad_alloc&) {
    result.answer = report::Unknown{"memory: the machine has no more"};
  }
  return result;
}

}  // namespace ken::driver
