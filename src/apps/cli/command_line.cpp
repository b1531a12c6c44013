#include "apps/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "driver/mcmas.hpp"

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

// The subcommand with its options, which act on the request when they are met.
void declare(CLI::App& app, const CommandRow& row, Request& request) {
  CLI::App* const command = app.add_subcommand(std::string(row.name), std::string(row.help));
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
  if (command == nullptr) {
    const auto near = base::find_nearest(word, command_names());
    return fmt::format("ken: there is no command '{}'{}; 'ken --help' lists them", word,
                       near ? fmt::format(" (did you mean '{}'?)", *near) : "");
  }
  const std::vector<std::string> flags = flags_of(*command);
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i];
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

}  // namespace

ParsedLine parse_command_line(int argc, const char* const* argv) {
  ParsedLine parsed;
  CLI::App app{summary, "ken"};
  app.set_version_flag("--version", std::string("ken ") + KEN_VERSION);
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "show this help");
  for (const CommandRow& row : driver::commands()) declare(app, row, parsed.request);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    parsed.instead.text = app.help();
  } catch (const CLI::CallForAllHelp&) {
    parsed.instead.text = app.help("", CLI::AppFormatMode::All);
  } catch (const CLI::CallForVersion& version) {
    parsed.instead.text = std::string(version.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    parsed.instead = {argc < 2 ? app.help() : explain(error, argc, argv), true};
  }
  return parsed;
}

}  // namespace ken::apps
