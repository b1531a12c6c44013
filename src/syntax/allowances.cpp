#include "syntax/allowances.hpp"

#include <algorithm>

namespace ken::syntax {
namespace {

using base::Range;

// A letter and digits: what a code looks like, though there may be none like it.
bool looks_like_code(std::string_view word) {
  constexpr std::string_view digits = "0123456789";
  return word.size() >= 2 && word[0] >= 'A' && word[0] <= 'Z' &&
         word.find_first_not_of(digits, 1) == std::string_view::npos;
}

// The comment from here on, word by word.
class Words {
 public:
  Words(const System& system, Range comment) : text_(system.text(comment)), begin_(comment.begin) {
    skip("- \t");
  }
  bool accept(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    skip(" \t");
    return true;
  }
  // Up to a blank or a sign of punctuation; empty at the end.
  [[nodiscard]] std::string_view peek() const {
    const std::size_t end = std::min(text_.find_first_of(" \t,;:.()", at_), text_.size());
    return text_.substr(at_, end - at_);
  }
  Range take() {
    const auto begin = static_cast<std::uint32_t>(begin_ + at_);
    at_ += peek().size();
    const auto end = static_cast<std::uint32_t>(begin_ + at_);
    skip(" \t,;");
    return {begin, end};
  }

 private:
  void skip(std::string_view letters) {
    at_ = std::min(text_.find_first_not_of(letters, at_), text_.size());
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_ = 0;
};

// Where the lines, sections and agents of a text stand.
class Places {
 public:
  explicit Places(const System& system) : system_(system) {
    for (const AgentSyntax& agent : system.agents) {
      agents_.push_back(agent.range);
      add_lines(agent.observable.content);
      add_lines(agent.variables.content);
      add_lines(agent.protocol.content);
      add_lines(agent.evolution.content);
    }
    add_lines(system.parameters);
    add_lines(system.definitions);
    add_lines(system.evaluation.content);
    add_lines(system.groups.content);
    add_lines(system.fairness.content);
    add_lines(system.formulae.content);
    std::sort(lines_.begin(), lines_.end(), begins_before);
    for (std::size_t i = 0; i < system.tokens.tokens.size(); ++i)
      if (text_of(i) == "end") ends_.push_back(i);
  }

  [[nodiscard]] std::vector<Range> find(const Comment& comment) const {
    const std::uint32_t number = system_.source->line_number(comment.range.begin);
    if (comment.before_token > 0) {
      const Range before = system_.tokens.tokens[comment.before_token - 1].range;
      if (system_.source->line_number(before.begin) == number) return around(before, number);
    }
    return from(comment.before_token);
  }

 private:
  static bool begins_before(Range a, Range b) { return a.begin < b.begin; }

  template <class Line>
  void add_lines(const std::vector<Line>& lines) {
    for (const Line& line : lines) lines_.push_back(line.range);
  }
  [[nodiscard]] std::string_view text_of(std::size_t token) const {
    return system_.text(system_.tokens.tokens[token].range);
  }

  // The line of the model that a token belongs to, and what else stands in its line of the text.
  [[nodiscard]] std::vector<Range> around(Range token, std::uint32_t number) const {
    std::vector<Range> result{line_of_text(number)};
    const auto behind = std::upper_bound(lines_.begin(), lines_.end(), token, begins_before);
    if (behind != lines_.begin() && token.end <= std::prev(behind)->end)
      result.push_back(*std::prev(behind));
    return result;
  }

  // What begins with this token.
  [[nodiscard]] std::vector<Range> from(std::size_t index) const {
    const Token& token = system_.tokens.tokens[index];
    if (token.kind == TokenKind::end) return {};
    std::vector<Range> result{line_of_text(system_.source->line_number(token.range.begin))};
    for (const std::vector<Range>* const all : {&lines_, &agents_}) {
      const auto at = std::lower_bound(all->begin(), all->end(), token.range, begins_before);
      if (at != all->end() && at->begin == token.range.begin) result.push_back(*at);
    }
    // A section ends with 'end' and the word it began with.
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), index);
    if (end != ends_.end() && text_of(*end + 1) == text_of(index))
      result.push_back(span(token.range, system_.tokens.tokens[*end + 1].range));
    return result;
  }

  [[nodiscard]] Range line_of_text(std::uint32_t number) const {
    const std::string_view line = system_.source->line(number);
    const auto begin = static_cast<std::uint32_t>(line.data() - system_.source->text().data());
    return {begin, static_cast<std::uint32_t>(begin + line.size())};
  }

  const System& system_;
  std::vector<Range> agents_;
  std::vector<Range> lines_;       // ascending, apart from each other
  std::vector<std::size_t> ends_;  // the tokens 'end'
};

}  // namespace

std::vector<Allowance> read_allowances(const System& system) {
  std::vector<Allowance> result;
  std::optional<Places> places;  // most texts have no use for it
  for (const Comment& comment : system.tokens.comments) {
    Words words(system, comment.range);
    if (!words.accept("lint:")) continue;
    if (!places) places.emplace(system);
    std::vector<Range> codes;
    if (words.accept("allow"))
      while (looks_like_code(words.peek())) codes.push_back(words.take());
    if (codes.empty()) codes.emplace_back();
    for (const Range code : codes) result.push_back({comment.range, code, places->find(comment)});
  }
  return result;
}

bool covers(const Allowance& allowance, Range place) {
  return std::any_of(allowance.places.begin(), allowance.places.end(), [&](Range within) {
    return within.begin <= place.begin && place.begin < within.end;
  });
}

}  // namespace ken::syntax
