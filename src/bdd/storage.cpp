// Diagrams as text.
//
//     ken diagrams 1
//     3 nodes of 8 variables
//     7 0 1
//     5 0 2
//     2 2 5
//     2 functions
//     6
//     1
//
// A line for a node holds its variable and what the function is if that is false and if it is true:
// 0 and 1 are the constants, 2n is the nth node and 2n+1 its negation.  Nodes come before those
// that refer to them, so every text that can be read stands for functions: a line is if-then-else
// of its variable and two functions that are known already, whatever the order of variables is or
// was. In the order it was saved in each line takes one step; in another one it may take long, like
// any operation, and the budget ends it.

#include "bdd/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "bdd/backend.hpp"
#include "bdd/reachable.hpp"

namespace ken::bdd {
namespace {

constexpr std::string_view title = "ken diagrams 1";

// A mistake in a text, thrown within this file only.
struct Mistake {
  std::string what;
};

// Lines of numbers and fixed words.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  void next() {
    ++number_;
    if (text_.empty()) fail("the text ends here");
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) fail("the last line has no end");
    line_ = text_.substr(0, end);
    text_.remove_prefix(end + 1);
  }
  // The number that comes next, which is at most so large.
  std::uint64_t number(std::uint64_t most) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(line_.data(), line_.data() + line_.size(), value);
    if (error == std::errc::result_out_of_range || (error == std::errc() && value > most))
      fail(fmt::format("a number up to {} is expected", most));
    if (error != std::errc()) fail("a number is expected");
    line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
    return value;
  }
  std::uint64_t variable(std::uint64_t variables) {
    if (variables == 0) fail("there are no variables");
    return number(variables - 1);
  }
  void word(std::string_view word) {
    if (!line_.starts_with(word)) fail(fmt::format("\"{}\" is expected", word));
    line_.remove_prefix(word.size());
  }
  void end_of_line() const {
    if (!line_.empty()) fail("the line should end earlier");
  }
  void end_of_text() {
    ++number_;
    if (!text_.empty()) fail("the text should end here");
  }
  [[nodiscard]] std::size_t bytes_left() const { return text_.size(); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Mistake{fmt::format("line {}: {}", number_, what)};
  }

  std::string_view text_;
  std::string_view line_;
  std::size_t number_ = 0;
};

std::vector<Bdd> read(Lines& lines, Manager& manager) {
  lines.next();
  lines.word(title);
  lines.end_of_line();
  lines.next();
  const std::uint64_t count = lines.number(~std::uint32_t{0} >> 2U);
  lines.word(" nodes of ");
  const std::uint64_t variables = lines.number(manager.variables());
  lines.word(" variables");
  lines.end_of_line();
  std::vector<Bdd> known = {manager.constant(false)};
  known.reserve(std::min<std::uint64_t>(count, lines.bytes_left()) + 1);
  const auto function = [&] {
    const std::uint64_t reference = lines.number(2 * known.size() - 1);
    const Bdd& f = known[reference / 2];
    return reference % 2 == 0 ? f : !f;
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    lines.next();
    const std::uint64_t variable = lines.variable(variables);
    lines.word(" ");
    const Bdd low = function();
    lines.word(" ");
    const Bdd high = function();
    lines.end_of_line();
    known.push_back(if_then_else(manager.variable(static_cast<Variable>(variable)), high, low));
  }
  lines.next();
  const std::uint64_t wanted = lines.number(~std::uint32_t{0});
  lines.word(" functions");
  lines.end_of_line();
  std::vector<Bdd> result;
  for (std::uint64_t i = 0; i < wanted; ++i) {
    lines.next();
    result.push_back(function());
    lines.end_of_line();
  }
  lines.end_of_text();
  return result;
}

}  // namespace

std::string save(std::span<const Bdd> functions) {
  std::string text(title);
  if (functions.empty()) return text + "\n0 nodes of 0 variables\n0 functions\n";
  const Backend& backend = Access::backend(functions[0]);
  std::vector<Edge> nodes = reachable_nodes(functions);
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](Edge f, Edge g) { return backend.level(f) > backend.level(g); });
  std::unordered_map<std::uint32_t, std::uint64_t> numbers;
  const auto reference = [&](Edge f) -> std::uint64_t {
    if (f <= 1) return f;
    return 2 * numbers.at(Backend::node(f)) + (Backend::is_negation(f) ? 1 : 0);
  };
  const auto out = std::back_inserter(text);
  std::size_t variables = 0;
  for (const Edge f : nodes)
    variables =
        std::max(variables, static_cast<std::size_t>(backend.variable_at(backend.level(f))) + 1);
  fmt::format_to(out, "\n{} nodes of {} variables\n", nodes.size(), variables);
  for (Edge f : nodes) {
    if (Backend::is_negation(f)) f = Backend::negation(f);
    fmt::format_to(out, "{} {} {}\n",
                   static_cast<std::size_t>(backend.variable_at(backend.level(f))),
                   reference(backend.low(f)), reference(backend.high(f)));
    numbers.emplace(Backend::node(f), numbers.size() + 1);
  }
  fmt::format_to(out, "{} functions\n", functions.size());
  for (const Bdd& f : functions) fmt::format_to(out, "{}\n", reference(Access::edge(f)));
  return text;
}

Loaded load(std::string_view text, Manager& manager) {
  Lines lines(text);
  try {
    return {read(lines, manager), ""};
  } catch (const Mistake& mistake) {
    return {{}, mistake.what};
  }
}

}  // namespace ken::bdd
