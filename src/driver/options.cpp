#include "driver/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace ken::driver {
namespace {

// The text as a number, if it is one and nothing else.
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return {};
  return value;
}

std::string trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::string set_parameter(Settings& s, const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0) return "write it as NAME=VALUE or NAME=FIRST..LAST";
  const std::string name = trim(text.substr(0, at));
  const std::string value = trim(text.substr(at + 1));
  if (name.empty()) return "write it as NAME=VALUE or NAME=FIRST..LAST";
  const bool set = std::any_of(s.parameters.begin(), s.parameters.end(),
                               [&](const auto& parameter) { return parameter.first == name; });
  const bool swept = std::any_of(s.sweeps.begin(), s.sweeps.end(),
                                 [&](const Sweep& sweep) { return sweep.parameter == name; });
  if (set || swept)
    return fmt::format("{0} is set twice; give it one value, or a range such as {0}=2..5", name);
  const std::size_t dots = value.find("..");
  if (dots == std::string::npos) {
    s.parameters.emplace_back(name, value);
    return {};
  }
  const auto first = read_number<std::int64_t>(value.substr(0, dots));
  const auto last = read_number<std::int64_t>(value.substr(dots + 2));
  if (!first || !last) return "a range is two numbers, such as N=2..5";
  if (*first > *last)
    return fmt::format("the range is reversed, so it has no value; write {}={}..{}", name, *last,
                       *first);
  s.sweeps.push_back({name, *first, *last});
  return {};
}

std::string add_logic(Settings& settings, const std::string& value) {
  if (value.empty()) return "a file is missing";
  settings.logics.push_back(value);
  return {};
}

std::string add_formula(Settings& s, const std::string& text) {
  s.formulae.push_back(text);
  return {};
}

std::string add_goal(Settings& s, const std::string& text) {
  s.goals.push_back(text);
  return {};
}

constexpr std::size_t longest_range = 1'000'000;  // of formulae that somebody may choose

std::string choose_formulae(Settings& s, const std::string& text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view part = std::string_view(text).substr(at, comma - at);
    const std::size_t dash = std::min(part.find('-'), part.size());
    const auto first = read_number<std::size_t>(part.substr(0, dash));
    const auto last = dash < part.size() ? read_number<std::size_t>(part.substr(dash + 1)) : first;
    if (!first || !last || *first == 0 || *first > *last || *last - *first >= longest_range)
      return "give the numbers of formulae, such as 2,5-7";
    for (std::size_t index = *first; index <= *last; ++index) s.only.push_back(index);
    at = comma + 1;
  }
  return {};
}

std::string choose_text(std::string& field, const std::string& text,
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

// The value with this name.
template <class T>
std::string choose(T& field, const std::string& text,
                   std::initializer_list<std::pair<std::string_view, T>> choices) {
  std::string list;
  for (const auto& [name, value] : choices) {
    if (text == name) {
      field = value;
      return {};
    }
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  return "choose one of " + list;
}

std::string choose_engine(Settings& s, const std::string& text) {
  return choose(s.engine, text,
                {{"auto", EngineKind::automatic},
                 {"states", EngineKind::states},
                 {"symbolic", EngineKind::symbolic},
                 {"explicit", EngineKind::explicit_states},
                 {"nusmv", EngineKind::nusmv}});
}

std::string choose_order(Settings& s, const std::string& text) {
  s.prefers_diagrams = true;
  using symbolic::Order;
  return choose(s.symbolic.order, text,
                {{"auto", Order::computed},
                 {"1", Order::all_then_actions},
                 {"2", Order::agents},
                 {"3", Order::actions_between},
                 {"4", Order::actions_after_both}});
}

std::string choose_reordering(Settings& s, const std::string& text) {
  s.prefers_diagrams = true;
  using bdd::Reordering;
  return choose(
      s.symbolic.diagrams.reordering, text,
      {{"auto", Reordering::automatic}, {"on", Reordering::on}, {"off", Reordering::off}});
}

std::string choose_grouping(Settings& s, const std::string& text) {
  s.prefers_diagrams = true;
  using symbolic::Grouping;
  return choose(
      s.symbolic.grouping, text,
      {{"variable", Grouping::variables}, {"pair", Grouping::pairs}, {"none", Grouping::none}});
}

std::string choose_reach(Settings& s, const std::string& text) {
  s.prefers_diagrams = true;
  using symbolic::Reach;
  return choose(s.symbolic.reach, text,
                {{"auto", Reach::computed},
                 {"1", Reach::whole},
                 {"2", Reach::images},
                 {"3", Reach::new_states},
                 {"chain", Reach::chained}});
}

std::string choose_cluster_size(Settings& s, const std::string& text) {
  s.prefers_diagrams = true;
  const auto nodes = read_number<std::size_t>(text);
  if (!nodes || *nodes == 0) return "give a number of nodes, such as 2000";
  s.symbolic.cluster_nodes = *nodes;
  return {};
}

std::string choose_partition(Settings& s, const std::string& text) {
  s.prefers_diagrams = true;
  using symbolic::Partitioning;
  return choose(s.symbolic.partitioning, text,
                {{"auto", Partitioning::computed},
                 {"clusters", Partitioning::clusters},
                 {"actions", Partitioning::disjuncts}});
}

std::string choose_semantics(Settings& s, const std::string& text) {
  using logic::Semantics;
  return choose(s.semantics, text,
                {{"full", Semantics::full},
                 {"deterministic", Semantics::deterministic},
                 {"uniform", Semantics::uniform},
                 {"ir", Semantics::ir},
                 {"ir-objective", Semantics::ir_objective}});
}

// The parts between commas outside brackets, without blanks.
std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      names.emplace_back();
    else if (c != ' ')
      names.back() += c;
  }
  return names;
}

std::string choose_names(std::vector<std::string>& field, const std::string& text) {
  field = split_names(text);
  const bool complete = std::none_of(field.begin(), field.end(),
                                     [](const std::string& name) { return name.empty(); });
  return complete ? "" : "give names of agents or groups with commas between them, such as A,P[2]";
}
std::string choose_uniform_agents(Settings& s, const std::string& text) {
  return choose_names(s.uniform_agents, text);
}

std::string parse_seconds(std::optional<double>& field, const std::string& text) {
  const auto value = read_number<double>(text);
  if (!value || !std::isfinite(*value) || *value <= 0)
    return "give a number of seconds above 0, such as 2.5";
  field = value;
  return {};
}

std::string limit_run(Settings& s, const std::string& t) { return parse_seconds(s.timeout, t); }
std::string limit_formula(Settings& s, const std::string& t) {
  return parse_seconds(s.formula_timeout, t);
}

std::string limit_memory(Settings& s, const std::string& text) {
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

std::string print_json(Settings& s, const std::string&) {
  s.json = true;
  return {};
}
std::string want_first_answer(Settings& s, const std::string&) {
  s.first_answer = true;
  return {};
}
std::string be_strict(Settings& s, const std::string&) {
  s.strict = true;
  return {};
}
std::string be_quiet(Settings& s, const std::string&) {
  s.quiet = true;
  return {};
}
std::string choose_colours(Settings& s, const std::string& text) {
  return choose(s.colours, text,
                {{"auto", ShowColours::on_terminals},
                 {"always", ShowColours::always},
                 {"never", ShowColours::never}});
}
std::string choose_jobs(Settings& s, const std::string& text) {
  constexpr std::size_t most_jobs = 1024;
  const auto count = read_number<std::size_t>(text);
  if (!count || *count == 0 || *count > most_jobs)
    return fmt::format("give a whole number from 1 to {}", most_jobs);
  s.jobs = *count;
  return {};
}
std::string show_evidence(Settings& s, const std::string&) {
  s.evidence = true;
  return {};
}

std::string limit_evidence(Settings& s, const std::string& text) {
  constexpr std::uint64_t most = 1'000'000;
  const auto count = read_number<std::uint64_t>(text);
  if (!count || *count == 0 || *count > most)
    return fmt::format("give a whole number from 1 to {}", most);
  s.evidence = true;
  s.evidence_limit = *count;
  return {};
}

std::string choose_evidence_folder(Settings& s, const std::string& text) {
  if (text.empty()) return "give the name of a folder";
  s.evidence = true;
  s.evidence_dir = text;
  return {};
}

std::string choose_shown_agents(Settings& s, const std::string& text) {
  return choose_names(s.shown_agents, text);
}

std::string show_strategies(Settings& s, const std::string&) {
  s.strategies = true;
  return {};
}

std::string show_minimal_strategies(Settings& s, const std::string&) {
  s.strategies = true;
  s.minimal = true;
  return {};
}

std::string write_strategies(Settings& s, const std::string& text) {
  if (text.empty()) return "give a folder, such as out";
  s.strategies = true;
  s.strategy_dir = text;
  return {};
}

std::string choose_seed(Settings& s, const std::string& text) {
  const auto seed = read_number<std::uint64_t>(text);
  if (!seed) return "give a whole number, such as 7";
  s.seed = *seed;
  return {};
}

std::string print_statistics(Settings& s, const std::string&) {
  s.stats = true;
  return {};
}
std::string choose_progress(Settings& s, const std::string& text) {
  return choose(s.progress, text,
                {{"auto", ShowProgress::on_terminals},
                 {"on", ShowProgress::always},
                 {"off", ShowProgress::never}});
}
std::string check_format(Settings& s, const std::string&) {
  s.fmt_check = true;
  return {};
}
std::string print_formatted(Settings& s, const std::string&) {
  s.fmt_stdout = true;
  return {};
}
std::string choose_target(Settings& s, const std::string& text) {
  return choose_text(s.target, text, {"ispl", "smv", "dot"});
}
std::string choose_stage(Settings& s, const std::string& text) {
  return choose_text(s.stop_after, text,
                     {"tokens", "ast", "model", "encoding", "relations", "reachable"});
}

constexpr unsigned checking = bit(Command::check);
constexpr unsigned reading = checking | bit(Command::lint);
constexpr unsigned reporting = reading | bit(Command::info);
constexpr unsigned elaborating = reporting | bit(Command::translate);
constexpr unsigned formatting = bit(Command::format);
constexpr unsigned asking = bit(Command::coalitions);
constexpr unsigned replaying = bit(Command::replay);
constexpr unsigned simulating = bit(Command::simulate);

constexpr auto table = std::to_array<Option>({
    {"--set", "NAME=VALUE", elaborating | asking | simulating, true,
     "set a parameter of a template; with check, NAME=2..5 tries every value and prints a table, "
     "and "
     "several ranges every combination",
     set_parameter},
    {"--logic", "FILE", elaborating | asking | simulating | replaying, true,
     "use the operators that this logic file defines, as if the model named it", add_logic},
    {"--formula", "FORMULA", checking, true, "check this formula too", add_formula},
    {"--goal", "PATH", asking, true,
     "what is to be forced, as it stands behind a coalition: 'F win', 'G !lost', '(p U q)'",
     add_goal},
    {"--only", "NUMBERS", checking, true,
     "check only the formulae of the file with these numbers, such as 2,5-7, whatever the others "
     "say, and what --formula gives; all unless given; in a sweep "
     "the numbers of its first instance, and the same formulae in the others",
     choose_formulae},
    {"--engine", "NAME", checking | asking, false,
     "how formulas are decided: auto (states, and symbolic where the state space is large or "
     "states cannot decide; the default), states (state by state, fast), symbolic (BDDs), explicit "
     "(state by state, plainly: the judge of the others), nusmv (BDDs, and NuSMV or nuXmv as a "
     "second opinion)",
     choose_engine},
    {"--semantics", "NAME", checking | asking, false,
     "strategies of coalitions: full (the default), deterministic, uniform, ir, ir-objective",
     choose_semantics},
    {"--uniform-agents", "NAMES", checking, false,
     "with --semantics uniform, restrict these agents in every formula, such as A,P[2] or a group; "
     "those of its own coalitions unless given",
     choose_uniform_agents},
    {"--first-answer", "", checking, false,
     "stop exploring when all verdicts are known, where a reached state decides, as of EF p and AG "
     "p: states are not counted then, and deadlocks and lost steps not looked for; with BDDs, and "
     "without Fairness, --evidence, --strategies and --strict",
     want_first_answer},
    {"--strict", "", checking, false,
     "warnings and verdicts that hold only vacuously are failures: exit status 1", be_strict},
    {"--timeout", "SECONDS", elaborating | asking | replaying | simulating, false,
     "stop after so many seconds for each file, with simulate for each command, and say what is "
     "known; no limit unless given (lint and info: 10)",
     limit_run},
    {"--formula-timeout", "SECONDS", checking, false,
     "the same for each formula; unless given, each has an equal share of --timeout",
     limit_formula},
    {"--memory", "BYTES", elaborating | asking | replaying | simulating, false,
     "use at most so many bytes; K, M, G are understood; half of the machine's unless given, at "
     "most 4G",
     limit_memory},
    {"--stop-after", "STAGE", checking, false,
     "show a stage instead of verdicts: tokens, ast, model, encoding, relations, reachable",
     choose_stage},
    {"--order", "CHOICE", checking, false,
     "BDD variable order: auto (computed from the model; the default), or the classical orders 1, "
     "2, 3, 4",
     choose_order},
    {"--reorder", "CHOICE", checking, false,
     "dynamic reordering of BDD variables: auto (when BDDs explode; the default), on, off",
     choose_reordering},
    {"--group", "CHOICE", checking, false,
     "variable groups for reordering: variable (all bits of a variable; the default), pair (a bit "
     "and its next-state bit), none",
     choose_grouping},
    {"--reach", "CHOICE", checking, false,
     "which states an image starts from: auto (saturation if a scheduler picks who moves, "
     "else frontier or all, by the smaller BDD; the default), "
     "1 (all), 2 (frontier), 3 (new), chain (chaining: action by action of a scheduler)",
     choose_reach},
    {"--cluster", "NODES", checking, false,
     "conjoin parts of the transition relation into clusters of up to so many nodes, to begin "
     "with; 500 unless given",
     choose_cluster_size},
    {"--partition", "CHOICE", checking, false,
     "what steps are taken with: auto (once clusters have taken some time, whatever costs least; "
     "the default), clusters (as --cluster says), actions (one joint action after the other, if "
     "they are no more than 512)",
     choose_partition},
    {"--jobs", "N", checking | asking, false,
     "search for strategies with so many threads, each with BDDs of its own; as many as there are "
     "cores unless given",
     choose_jobs},
    {"--evidence", "", checking, false,
     "show why a formula fails or holds where a path or a state can: each piece is replayed on the "
     "model before",
     show_evidence},
    {"--evidence-limit", "N", checking, false,
     "as --evidence, and explain so many claims at most; what is left is assumed (100 unless "
     "given)",
     limit_evidence},
    {"--evidence-dir", "DIR", checking, false,
     "as --evidence, and write each piece to files in this folder: one that 'ken replay' confirms "
     "again (.json), and a picture (.dot, and .svg if Graphviz is installed)",
     choose_evidence_folder},
    {"--agents", "NAMES", checking | replaying, false,
     "in evidence for people, show the variables of these agents alone", choose_shown_agents},
    {"--strategies", "", checking, false,
     "show the strategies that make coalition operators true in the initial states, each confirmed "
     "in the model restricted to it",
     show_strategies},
    {"--minimal", "", checking, false, "as --strategies, without choices that do not matter",
     show_minimal_strategies},
    {"--strategy-dir", "DIR", checking, false,
     "as --strategies, and write each to files in this folder: a picture for Graphviz (.dot), and "
     "unless it is one of full a model whose protocols are restricted to it (.ispl)",
     write_strategies},
    {"--stats", "", checking, false,
     "print statistics: time, CPU time in all and by phase, memory, BDD nodes", print_statistics},
    {"--quiet", "", checking, false,
     "say nothing about what passes: only formulae that do not or only vacuously, and errors",
     be_quiet},
    {"--progress", "CHOICE", checking, false,
     "show how far it is on standard error: auto (on terminals; the default), on, off",
     choose_progress},
    {"--color", "CHOICE", reading | simulating, false,
     "colours: auto (on terminals, unless NO_COLOR is set; the default), always, never",
     choose_colours},
    {"--seed", "N", simulating, false,
     "where steps by chance begin: the same number gives the same steps; 0 unless given",
     choose_seed},
    {"--json", "", reporting | asking | replaying | simulating | bit(Command::logic), false,
     "print one JSON object; with simulate one for each command, on one line", print_json},
    {"--check", "", formatting, false, "change nothing; exit 1 if a file is not formatted",
     check_format},
    {"--stdout", "", formatting, false, "print the formatted text instead of changing the file",
     print_formatted},
    {"--to", "LANGUAGE", bit(Command::translate), false,
     "the language to export to: ispl (plain; the default), smv (for NuSMV and nuXmv), dot (the "
     "state "
     "graph of a small model, for Graphviz)",
     choose_target},
});

constexpr auto command_table = std::to_array<CommandRow>({
    {Command::check, "check", "FILE...", "verdict for every formula"},
    {Command::lint, "lint", "FILE...", "what is wrong or suspicious in a model"},
    {Command::info, "info", "FILE...", "what a model consists of"},
    {Command::simulate, "simulate", "FILE", "step through a model, from the keyboard or a pipe"},
    {Command::coalitions, "coalitions", "FILE", "the minimal coalitions that can force a goal"},
    {Command::replay, "replay", "FILE...",
     "confirm evidence that was kept (EVIDENCE.json [MODEL]), on the model alone"},
    {Command::format, "fmt", "FILE...", "format models and logic files in place"},
    {Command::translate, "export", "FILE", "print one model in another language"},
    {Command::create, "new", "NAME", "write a commented model to start from"},
    {Command::logic, "logic", "FILE...", "check logic files and say what they define"},
});

}  // namespace

std::span<const Option> options() { return table; }
std::span<const CommandRow> commands() { return command_table; }

std::string print_options_page() {
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
