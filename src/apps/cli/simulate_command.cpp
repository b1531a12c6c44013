#include "apps/cli/simulate_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/console.hpp"
#include "apps/cli/interrupts.hpp"
#include "apps/cli/line_reader.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/reading.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "driver/simulation_commands.hpp"
#include "report/report.hpp"

namespace ken::apps {
namespace {

// Commands, and agents and groups of the model.
std::vector<std::string> list_completions(const driver::Simulation& simulation) {
  std::vector<std::string> words;
  for (const driver::SimulationCommand& command : driver::simulation_commands())
    words.emplace_back(command.name);
  for (const std::string& name : simulation.list_names()) words.push_back(name);
  return words;
}

// One command after the other.  On a terminal a mistake is just said; from a pipe it is remembered
// for the exit status, and so is what stays unknown.
class Session {
 public:
  Session(driver::Simulation& simulation, const driver::Settings& settings)
      : simulation_(simulation),
        json_(settings.json),
        console_(look_at_console(settings.colours)),
        terminal_(::isatty(STDIN_FILENO) == 1 && console_.out_is_terminal && !json_),
        reader_(terminal_, "ken> ", list_completions(simulation)) {}

  int run() {
    if (terminal_) greet();
    while (!output_.closed()) {
      const auto line = reader_.read();
      if (!line) break;
      ++number_;
      if (!driver::is_idle(line->text) && !answer(*line)) return output_.status(status_);
    }
    if (terminal_) output_.print("\n");
    return output_.status(status_);
  }

 private:
  void greet() {
    const model::Model& model = simulation_.model();
    output_.print(fmt::format("{}: {}, {}; 'help' lists the commands\n", model.source->name(),
                              base::count_in_words(model.agents.size(), "agent"),
                              base::count_in_words(model.variables.size(), "variable")));
    const Interrupts interrupts;
    print(driver::run_command(simulation_, "state", interrupts.token()));
  }

  // False at the end: the user quits, or interrupts a script.
  [[nodiscard]] bool answer(const InputLine& line) {
    if (!terminal_ && !json_) output_.print(fmt::format("> {}\n", show(line.text)));
    if (line.too_long) {
      print({{}, report::Mistake{"this line is longer than a million characters"}});
      return true;
    }
    const Interrupts interrupts;
    const auto answer = driver::run_command(simulation_, line.text, interrupts.token());
    print(answer);
    const bool interrupted = interrupts.token().stop_requested();
    return !std::holds_alternative<report::Farewell>(answer.answer) && (terminal_ || !interrupted);
  }

  void print(const driver::CommandAnswer& given) {
    const auto* const mistake = std::get_if<report::Mistake>(&given.answer);
    if (!terminal_ && mistake != nullptr) status_ = worse(status_, 2);
    if (!terminal_ && std::holds_alternative<report::Unknown>(given.answer))
      status_ = worse(status_, 3);
    if (json_) return output_.print(report::to_json(given.answer, {given.command, number_}));
    if (mistake != nullptr)
      return say(report::to_text(*mistake,
                                 terminal_ ? std::string() : fmt::format("ken: line {}: ", number_),
                                 console_.err));
    output_.print(report::to_text(given.answer));
  }

  static std::string show(std::string_view text) {
    constexpr std::size_t widest = 200;
    return base::shorten(base::make_printable(text), widest);
  }

  driver::Simulation& simulation_;
  bool json_;
  Console console_;
  bool terminal_;
  LineReader reader_;
  Output output_;
  std::size_t number_ = 0;  // of the line
  int status_ = 0;
};

// Why there is nothing to simulate.
int refuse(const Request& request, const evidence::Answer& answer) {
  const int status = answer.unread.empty() ? 2 : 3;
  if (request.settings.json)
    return print_answer(report::diagnostics_json(std::vector{answer}, {}), status);
  for (const base::Diagnostic& d : answer.diagnostics.all())
    if (d.severity() == base::Severity::error || !d.hint.empty())
      say(to_text(d, look_at_console(request.settings.colours).err));
  if (!answer.unread.empty())
    say(fmt::format("ken: {}: unknown: {}\n", answer.file, answer.unread));
  return status;
}

}  // namespace

int simulate(const Request& request) {
  if (request.files.size() > 1) {
    say("ken simulate: one model at a time\n");
    return 2;
  }
  const std::string& file = request.files.front();
  driver::Opening opening;
  {
    const Interrupts interrupts;
    const Reading reading = read_file(file, base::Budget(driver::choose_limits(request.settings)));
    if (!reading.source) return refuse(request, answer_unread(file, reading));
    opening = driver::open_simulation(reading.source, request.settings, interrupts.token());
  }
  if (opening.simulation) return Session(*opening.simulation, request.settings).run();
  evidence::Answer answer;
  answer.file = base::name_of(file);
  answer.diagnostics = opening.diagnostics;
  answer.unread = opening.exhausted;
  return refuse(request, answer);
}

}  // namespace ken::apps
