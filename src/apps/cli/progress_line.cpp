#include "apps/cli/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "apps/cli/output.hpp"

namespace ken::apps {
namespace {

constexpr std::chrono::milliseconds first_report{1000};
constexpr std::chrono::milliseconds between_reports{500};

}  // namespace

ProgressLine::ProgressLine(driver::ShowProgress choice) : terminal_(::isatty(STDERR_FILENO) == 1) {
  if (choice == driver::ShowProgress::always ||
      (choice == driver::ShowProgress::on_terminals && terminal_)) {
    try {
      thread_ = std::jthread([this](const std::stop_token& stop) { show_regularly(stop); });
    } catch (const std::system_error&) {
      // No thread can start: the check goes on without the line.
    }
  }
}

void ProgressLine::apply(const driver::Event& event) {
  const std::lock_guard lock(mutex_);
  if (std::holds_alternative<driver::Started>(event)) {
    running_ = true;
    start_ = Clock::now();
    stage_ = "reading";
    figures_ = {};
    wake_.notify_all();
  } else if (const auto* const entered = std::get_if<driver::StageEntered>(&event)) {
    stage_ = entered->name;
  } else if (const auto* const figures = std::get_if<driver::Figures>(&event)) {
    figures_ = *figures;
  } else if (std::holds_alternative<driver::Finished>(event)) {
    running_ = false;
    clear_line();
  }
}

void ProgressLine::step_aside(const std::function<void()>& print) {
  const std::lock_guard lock(mutex_);
  clear_line();
  print();
}

void ProgressLine::show_regularly(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  Clock::time_point next;
  Clock::time_point of;  // the start of the check that 'next' belongs to
  while (wake_.wait(lock, stop, [&] { return running_; })) {
    if (of != start_) next = start_ + first_report;
    of = start_;
    if (wake_.wait_until(lock, stop, next, [&] { return !running_ || of != start_; })) continue;
    if (stop.stop_requested()) return;
    show();
    next = Clock::now() + between_reports;
  }
}

void ProgressLine::show() {
  const std::string text =
      to_text(stage_, figures_, std::chrono::duration<double>(Clock::now() - start_).count());
  say(terminal_ ? "\r\033[K" + text : text + "\n");
  shown_ = true;
}

void ProgressLine::clear_line() {
  if (shown_ && terminal_) say("\r\033[K");
  shown_ = false;
}

std::string to_text(std::string_view stage, const driver::Figures& figures, double seconds) {
  std::string text = fmt::format("ken: {}", stage);
  const char* separator = ": ";
  const auto add = [&](const std::string& part) {
    text += separator + part;
    separator = ", ";
  };
  if (figures.formulas > 0)
    add(fmt::format("formula {} of {}", std::min(figures.formulas_done + 1, figures.formulas),
                    figures.formulas));
  if (figures.operators > 0) add(fmt::format("operator {}", figures.operators));
  if (figures.candidates > 1)
    add(fmt::format("{} strategies tried, {} clauses", figures.candidates, figures.clauses));
  if (figures.depth > 0) add(fmt::format("depth {}", figures.depth));
  if (figures.states > 0) add(fmt::format("{:.3g} states", figures.states));
  if (figures.nodes > 0) add(fmt::format("{} nodes", figures.nodes));
  if (figures.bytes > 0)
    add(fmt::format("{:.1f} MB", static_cast<double>(figures.bytes) / (1 << 20)));
  add(fmt::format("{:.1f} s", seconds));
  return text;
}

}  // namespace ken::apps
