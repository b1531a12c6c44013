#include "apps/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "driver/mcmas.hpp"
#include "driver/nusmv.hpp"
#include "driver/sweep.hpp"

namespace ken::apps {
namespace {

using driver::CommandRow;
using driver::Option;

constexpr const char* summary =
    "ken, a model checker for multi-agent systems: what will happen, who knows it, who can force "
    "it";

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandRow& row : driver::commands()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> flags_of(const CommandRow& row) {
  std::vector<std::string> flags{"--help"};
  for (const Option& option : driver::options())
    if (takes(row.command, option)) flags.emplace_back(option.flag);
  return flags;
}

constexpr const char* about_files =
    "FILE is a model, a folder (every *.ispl in it and below), or - for standard input.\n";

std::string make_footer(const CommandRow& row) {
  switch (row.command) {
    case driver::Command::check:
      return std::string(about_files) +
             "\nExit status: 0 every formula has its expected verdict (true, if none is written), "
             "1 one has not,\n2 a model or the command line has mistakes, 3 a verdict is unknown; "
             "of several files the worst,\nin the order 2, 1, 3, 0. With --strict also 1 for "
             "warnings and vacuous verdicts.\n";
    case driver::Command::lint:
      return std::string(about_files) +
             "\nExit status: 0 nothing to complain about (notes do not count), 1 warnings, 2 "
             "errors.\n";
    case driver::Command::simulate:
      return "FILE is a model. Commands come from the keyboard, or one a line from standard input: "
             "'help' lists\nthem.\n\nExit status: 0; 2 if the model has mistakes, or a command "
             "of a pipe; 3 if something stays\nunknown there.\n";
    case driver::Command::coalitions:
      return std::string(about_files) +
             "\nExit status: 0, 2 if a model or a goal has mistakes, 3 if something stays "
             "unknown.\n";
    case driver::Command::info:
    case driver::Command::translate:
      return std::string(about_files) + "\nExit status: 0, or 2 if a model has mistakes.\n";
    case driver::Command::format:
      return std::string(about_files) +
             "\nExit status: 0, 1 with --check if a file is not formatted, 2 if a model has "
             "mistakes.\n";
    case driver::Command::replay:
      return "The first FILE is evidence that 'ken check --evidence-dir' wrote, the second its "
             "model; unless given,\nthe file it was found in.\n\nExit status: 0 confirmed, 1 not, "
             "2 if one of them cannot be read, 3 if something runs out.\n";
    case driver::Command::logic:
      return "FILE is a logic file: relations and operators, see docs/logics.md.\n\nExit status: "
             "0, "
             "or 2 if a file has mistakes or cannot be read.\n";
    case driver::Command::create:
      break;
  }
  return "NAME becomes NAME.ispl.\n\nExit status: 0, or 2 if the file exists or cannot be "
         "written.\n";
}

// The subcommand with its options, which act on the request when they are met.
void declare(CLI::App& app, const CommandRow& row, Request& request) {
  CLI::App* const command = app.add_subcommand(std::string(row.name), std::string(row.help));
  command->footer(make_footer(row));
  command->callback([&request, &row] { request.command = row.command; });
  command->add_option("FILE", request.files, std::string(row.files))
      ->required()
      ->type_name("")
      ->take_all();
  for (const Option& option : driver::options()) {
    if (!takes(row.command, option)) continue;
    const std::string flag(option.flag);
    const std::string help(option.help);
    const auto apply = [&request, &option](const std::string& value) {
      const std::string wrong = option.apply(request.settings, value);
      if (!wrong.empty())
        throw CLI::ValidationError(std::string(option.flag),
                                   fmt::format("'{}' does not fit: {}", value, wrong));
    };
    if (option.value.empty()) {
      command->add_flag_callback(
          flag, [apply] { apply(""); }, help);
    } else if (option.repeatable) {
      command
          ->add_option_function<std::vector<std::string>>(
              flag,
              [apply](const std::vector<std::string>& values) {
                for (const std::string& value : values) apply(value);
              },
              help)
          ->type_name(std::string(option.value))
          ->type_size(1)
          ->take_all()
          ->allow_extra_args(false);
    } else {
      command->add_option_function<std::string>(flag, apply, help)
          ->type_name(std::string(option.value))
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
}

// The first word that is no command, or the first option its command does not know.
std::string find_misspelt(int argc, const char* const* argv) {
  if (argc < 2) return {};
  const std::string word = argv[1];
  const CommandRow* command = nullptr;
  for (const CommandRow& row : driver::commands())
    if (row.name == word) command = &row;
  if (command == nullptr && (word == "help" || word == "version"))
    return fmt::format("ken: there is no command '{0}'; write 'ken --{0}'{1}", word,
                       word == "help" ? ", or 'ken check --help' about one command" : "");
  if (command == nullptr) {
    const auto near = base::find_nearest(word, command_names());
    return fmt::format("ken: there is no command '{}'{}; 'ken --help' lists them", word,
                       near ? fmt::format(" (did you mean '{}'?)", *near) : "");
  }
  const std::vector<std::string> flags = flags_of(*command);
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i];
    if (const std::string meant = "-" + argument.substr(0, argument.find('='));
        argument.starts_with('-') && std::find(flags.begin(), flags.end(), meant) != flags.end())
      return fmt::format("ken {}: write '{}' for '{}', with two dashes", word, meant, argument);
    if (!argument.starts_with("--") || argument == "--") continue;
    const std::string flag = argument.substr(0, argument.find('='));
    if (std::find(flags.begin(), flags.end(), flag) != flags.end()) continue;
    const auto near = base::find_nearest(flag, flags);
    return fmt::format("ken {}: there is no option '{}'{}; 'ken {} --help' lists them", word, flag,
                       near ? fmt::format(" (did you mean '{}'?)", *near) : "", word);
  }
  return {};
}

std::string explain(const CLI::ParseError& error, int argc, const char* const* argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (std::string answer = driver::answer_mcmas_call(arguments); !answer.empty()) return answer;
  if (const std::string words = find_misspelt(argc, argv); !words.empty()) return words + "\n";
  if (argc >= 2 && error.get_name() == "RequiredError")
    return fmt::format("ken {}: which file? 'ken {} --help' shows how\n", argv[1], argv[1]);
  return fmt::format("ken: {}\n", error.what());
}

// What is wrong with a range behind --set.
std::string find_wrong_sweep(const Request& request) {
  const driver::Settings& settings = request.settings;
  if (settings.sweeps.empty()) return {};
  const std::string& name = settings.sweeps.front().parameter;
  if (request.command != driver::Command::check || !settings.stop_after.empty())
    return fmt::format("ken: 'check' tries all values of a range; give one here: --set {}={}\n",
                       name, settings.sweeps.front().first);
  if (driver::list_instances(settings.sweeps).empty())
    return fmt::format("ken: the ranges of --set make more than {} instances; narrow them\n",
                       driver::most_instances);
  return {};
}

std::string find_unrestricted_agents(const Request& request) {
  const driver::Settings& settings = request.settings;
  if (settings.uniform_agents.empty() || settings.semantics == logic::Semantics::uniform) return {};
  return "ken: --uniform-agents says whom 'uniform' restricts; add --semantics uniform\n";
}

std::string find_unused_choice_of_agents(const Request& request) {
  const driver::Settings& settings = request.settings;
  const bool shows = settings.evidence || request.command == driver::Command::replay;
  if (settings.shown_agents.empty() || shows) return {};
  return "ken: --agents says whose variables evidence shows; add --evidence\n";
}

std::string find_what_nobody_keeps(const Request& request) {
  const driver::Settings& settings = request.settings;
  if (settings.engine == driver::EngineKind::symbolic ||
      settings.engine == driver::EngineKind::automatic)
    return {};
  const bool outside = settings.engine == driver::EngineKind::nusmv;
  if (outside && settings.strategies)
    return "ken: NuSMV has no coalitions, so there are no strategies; leave out --engine\n";
  if (outside && !driver::find_nusmv())
    return "ken: --engine nusmv needs NuSMV or nuXmv: put it on the PATH, or name the program in "
           "KEN_NUSMV\n";
  if (outside) return {};
  if (settings.strategies)
    return fmt::format("ken: the {} engine decides but keeps no strategies; leave out --engine\n",
                       name(settings.engine));
  if (settings.evidence)
    return fmt::format("ken: the {} engine decides but shows no evidence; leave out --engine\n",
                       name(settings.engine));
  return {};
}

std::string find_second_input(const Request& request) {
  if (request.command == driver::Command::simulate &&
      std::count(request.files.begin(), request.files.end(), "-") > 0)
    return "ken simulate: commands come from standard input, so the model must be a file\n";
  if (std::count(request.files.begin(), request.files.end(), "-") < 2) return {};
  return "ken: '-' is standard input, which can be read only once\n";
}

std::string to_text(const Version& version) {
  return "ken " + version.number + (version.commit.empty() ? "" : " (" + version.commit + ")");
}

}  // namespace

ParsedLine parse_command_line(int argc, const char* const* argv, const Version& version) {
  ParsedLine parsed;
  parsed.request.version = version;
  CLI::App app{summary, "ken"};
  app.set_version_flag("--version", to_text(version), "show the version and end");
  app.footer("'ken COMMAND --help' says more about a command.\n");
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "show this help");
  for (const CommandRow& row : driver::commands()) declare(app, row, parsed.request);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    parsed.instead.text = app.help();
  } catch (const CLI::CallForAllHelp&) {
    parsed.instead.text = app.help("", CLI::AppFormatMode::All);
  } catch (const CLI::CallForVersion& asked) {
    parsed.instead.text = std::string(asked.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    parsed.instead = {argc < 2 ? app.help() : explain(error, argc, argv), true};
  }
  if (parsed.instead.text.empty()) {
    std::string wrong = find_wrong_sweep(parsed.request);
    if (wrong.empty()) wrong = find_unrestricted_agents(parsed.request);
    if (wrong.empty()) wrong = find_unused_choice_of_agents(parsed.request);
    if (wrong.empty()) wrong = find_what_nobody_keeps(parsed.request);
    if (wrong.empty()) wrong = find_second_input(parsed.request);
    if (!wrong.empty()) parsed.instead = {wrong, true};
  }
  return parsed;
}

}  // namespace ken::apps
