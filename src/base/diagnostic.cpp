#include "base/diagnostic.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace ken::base {
namespace {

constexpr std::size_t most_errors = 100;
constexpr std::size_t most_remarks = 1000;
constexpr std::size_t longest_trace = 60;  // lines shown on a terminal
constexpr std::size_t widest_excerpt = 100;
constexpr std::size_t longest_message = 400;

// The place moved back to the start of the character it lies in.
std::size_t character_start(std::string_view line, std::size_t at) {
  for (std::size_t back = 1; back <= 3 && back <= at; ++back)
    if (character_length(line, at - back) > back) return at - back;
  return at;
}

// The source line around the range and the caret line below it.  A long line is cut to a window.
std::string excerpt(const SourceFile& source, Range range, Style style) {
  const Position at = source.position(range.begin);
  const std::string_view line = source.line(at.line);
  const auto line_begin = static_cast<std::size_t>(line.data() - source.text().data());
  const std::size_t offset =
      std::min<std::size_t>(range.begin > line_begin ? range.begin - line_begin : 0, line.size());
  std::size_t from = 0;
  if (line.size() > widest_excerpt && offset > widest_excerpt / 2)
    from = character_start(line, offset - widest_excerpt / 2);
  const std::size_t to = line.size() > from + widest_excerpt
                             ? character_start(line, from + widest_excerpt)
                             : line.size();
  const std::string_view before = line.substr(from, offset - from);
  const std::size_t marked_end =
      std::clamp<std::size_t>(range.end > line_begin ? range.end - line_begin : 0, offset, to);
  const std::string lead = from > 0 ? "..." : "";
  const std::string tail = to < line.size() ? "..." : "";
  std::string pad(lead.size(), ' ');
  const std::string shown_before = make_printable(before);
  for (std::size_t i = 0; i < shown_before.size(); i += character_length(shown_before, i))
    pad += shown_before[i] == '\t' ? '\t' : ' ';
  const std::string marked = make_printable(line.substr(offset, marked_end - offset));
  const std::size_t width = std::max<std::size_t>(1, count_characters(marked));
  const std::string number = std::to_string(at.line);
  return fmt::format(" {} | {}{}{}\n {} | {}{}\n", number, lead,
                     make_printable(line.substr(from, to - from)), tail,
                     std::string(number.size(), ' '), pad,
                     paint(style, Colour::bold, "^" + std::string(width - 1, '~')));
}

std::string place(const SourceFile& source, Range range) {
  const Position at = source.position(range.begin);
  return fmt::format("{}:{}:{}", source.name(), at.line, at.column);
}

Colour colour_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Colour::red;
    case Severity::warning:
      return Colour::yellow;
    case Severity::note:
      return Colour::cyan;
  }
  return Colour::bold;
}

}  // namespace

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "";
}

Diagnostic& Diagnostics::push(Diagnostic diagnostic) {
  diagnostic.message = shorten(diagnostic.message, longest_message);
  if (closed_) return surplus_ = std::move(diagnostic);
  const bool error = diagnostic.severity() == Severity::error;
  if (error) {
    const bool known = std::any_of(kept_.rbegin(), kept_.rend(), [&](const Diagnostic& d) {
      return d.severity() == Severity::error && d.source == diagnostic.source &&
             d.range.begin == diagnostic.range.begin;
    });
    if (known) return surplus_ = std::move(diagnostic);
  }
  const bool note = diagnostic.severity() == Severity::note;
  std::size_t& count = error ? errors_ : (note ? notes_ : warnings_);
  if (++count > (error ? most_errors : most_remarks)) {
    if (!note) ++dropped_;
    return surplus_ = std::move(diagnostic);
  }
  return kept_.emplace_back(std::move(diagnostic));
}

bool Diagnostics::saturated() const { return closed_ || errors_ >= most_errors; }

bool Diagnostics::has_message(const Source& source, Code code, const std::string& message) const {
  return std::any_of(kept_.begin(), kept_.end(), [&](const Diagnostic& d) {
    return d.code == code && d.source == source && d.message == message;
  });
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& diagnostic : other.kept_) push(diagnostic);
  dropped_ += other.dropped_;
}

void Diagnostics::set_trace(Code code, std::vector<std::string> lines) {
  const auto at =
      std::find_if(kept_.begin(), kept_.end(), [&](const Diagnostic& d) { return d.code == code; });
  if (at != kept_.end()) at->trace = std::move(lines);
}

void Diagnostics::remove_remarks(const std::function<bool(const Diagnostic&)>& unwanted) {
  std::erase_if(kept_, [&](const Diagnostic& d) {
    if (d.severity() == Severity::error || !unwanted(d)) return false;
    --(d.severity() == Severity::warning ? warnings_ : notes_);
    return true;
  });
}

void Diagnostics::sort() {
  std::stable_sort(kept_.begin(), kept_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    if (a.source != b.source) return a.source->name() < b.source->name();
    return a.range.begin < b.range.begin;
  });
}

std::string to_text(const Diagnostic& d, Style style) {
  const std::string kind = fmt::format("{} {}", name(d.severity()), row(d.code).name);
  std::string text =
      fmt::format("{}: {}: {}\n", place(*d.source, d.range),
                  paint(style, colour_of(d.severity()), kind), make_printable(d.message));
  if (!d.source->text().empty()) text += excerpt(*d.source, d.range, style);
  if (!d.hint.empty()) text += fmt::format("   hint: {}\n", make_printable(d.hint));
  for (const Related& related : d.related) {
    text += fmt::format("{}: {}\n", place(*related.source, related.range), related.message);
    text += excerpt(*related.source, related.range, style);
  }
  const std::size_t lines = d.trace.size();
  for (std::size_t i = 0; i < lines; ++i) {
    const bool left_out =
        lines > longest_trace && i >= longest_trace / 2 && i < lines - longest_trace / 2;
    if (!left_out) text += "   " + d.trace[i] + "\n";
    if (lines > longest_trace && i == longest_trace / 2)
      text += fmt::format("   ... {} lines; --json has them all\n", lines - longest_trace);
  }
  return text;
}

}  // namespace ken::base
