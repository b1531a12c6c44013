#include "apps/cli/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "apps/cli/output.hpp"

namespace ken::apps {

ProgressLine::ProgressLine(driver::ShowProgress choice)
    : terminal_(::isatty(STDERR_FILENO) == 1),
      wanted_(choice == driver::ShowProgress::always ||
              (choice == driver::ShowProgress::on_terminals && terminal_)) {}

void ProgressLine::show(const base::Progress& progress, double seconds) {
  const std::string text = to_text(progress, seconds);
  say(terminal_ ? "\r\033[K" + text : text + "\n");
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_ && terminal_) say("\r\033[K");
  shown_ = false;
}

std::string to_text(const base::Progress& progress, double seconds) {
  std::string text = fmt::format("ken: {}", progress.stage.load());
  const char* separator = ": ";
  const auto add = [&](const std::string& part) {
    text += separator + part;
    separator = ", ";
  };
  if (progress.formulae > 0)
    add(fmt::format("formula {} of {}",
                    std::min(progress.formulae_done.load() + 1, progress.formulae.load()),
                    progress.formulae.load()));
  if (progress.depth > 0) add(fmt::format("depth {}", progress.depth.load()));
  if (progress.states > 0) add(fmt::format("{:.3g} states", progress.states.load()));
  if (progress.nodes > 0) add(fmt::format("{} nodes", progress.nodes.load()));
  add(fmt::format("{:.1f} s", seconds));
  return text;
}

}  // namespace ken::apps
