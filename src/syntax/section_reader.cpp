#include "syntax/section_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

using base::Code;
using enum TokenKind;

// 'end' behind which a word stands that is no operator: 'end Vars', also the misspelt 'end Var'.
bool SectionReader::end_word_ahead() const {
  if (!cursor_.word("end")) return false;
  if (!cursor_.is(identifier, 1)) return cursor_.is(TokenKind::end, 1);
  const std::string_view next = cursor_.text(1);
  return is_section_word(next) || (!infix_word(next) && next != "if");
}

bool SectionReader::file_section_starts() const {
  if (!cursor_.is(identifier)) return false;
  const std::string_view word = cursor_.text();
  const bool word_follows =
      cursor_.is(identifier, 1) && !infix_word(cursor_.text(1)) && cursor_.text(1) != "if";
  if (word == "Agent") return word_follows;
  if (word == "Parameter")
    return cursor_.is(identifier, 1) && (cursor_.is(equal, 2) || cursor_.is(colon, 2));
  if (word == "Define") return cursor_.is(identifier, 1) && cursor_.is(equal, 2);
  if (word == "Logic") return cursor_.is(string, 1);
  if (word == "Semantics")
    return cursor_.is(equal, 1) && cursor_.is(identifier, 2) && cursor_.is(semicolon, 3);
  if (word == "Evaluation" || word == "InitStates" || word == "Groups" || word == "Fairness" ||
      word == "Formulae") {
    return word_follows || cursor_.is(bang, 1) || cursor_.is(lparen, 1) || cursor_.is(less, 1);
  }
  return false;
}

bool SectionReader::section_starts() const {
  if (file_section_starts()) return true;
  if (!cursor_.is(identifier) || !contains(agent_sections, cursor_.text())) return false;
  const std::string_view word = cursor_.text();
  if (word == "Lobsvars" || word == "Actions") return cursor_.is(equal, 1) && cursor_.is(lbrace, 2);
  if (!cursor_.is(colon, 1)) return false;
  // 'Vars : {', 'Vars : boolean', 'Vars : 0' declare a variable of that name.
  return !cursor_.is(lbrace, 2) && !cursor_.is(integer, 2) && !cursor_.is(minus, 2) &&
         !(cursor_.word("boolean", 2) && cursor_.is(semicolon, 3));
}

// 'End Vars', 'END', 'endVars'.
bool SectionReader::odd_end_ahead(std::string_view section) const {
  const std::string_view word = cursor_.text();
  if (!cursor_.is(identifier)) return false;
  if (word.size() == section.size() + 3 && word.starts_with("end") && word.ends_with(section))
    return !cursor_.is(colon, 1) && !cursor_.is(equal, 1) && !cursor_.word("if", 1);
  return (word == "End" || word == "END") &&
         (is_section_word(cursor_.text(1)) || cursor_.is(TokenKind::end, 1));
}

bool SectionReader::section_over(std::string_view section) {
  if (odd_end_ahead(section)) {
    const bool named = cursor_.word(section, 1);
    const base::Range range =
        named ? base::span(cursor_.range(), cursor_.peek(1).range) : cursor_.range();
    cursor_.complain(range, Code::wrong_end, fmt::format("end {}", section),
                     cursor_.source()->text(range));
    cursor_.advance();
    if (named) cursor_.advance();
    return true;
  }
  if (cursor_.at_end()) {
    cursor_.missing(fmt::format("'end {}'", section)).hint =
        fmt::format("add 'end {}' here", section);
    return true;
  }
  if (end_word_ahead()) return wrong_end(section);
  const bool within_agent = contains(agent_sections, section);
  if (!(within_agent ? section_starts() : file_section_starts())) return false;
  cursor_.missing(fmt::format("'end {}'", section)).hint =
      fmt::format("'{}' starts the next section", cursor_.text());
  return true;
}

// At 'end': whether the word of its section was left out, so that what follows begins something
// new.
bool SectionReader::bare_end_ahead(std::string_view section) const {
  if (!cursor_.is(identifier, 1) || cursor_.word("end", 1)) return true;
  const base::SourceFile& source = *cursor_.source();
  const auto line = [&](std::size_t ahead) {
    return source.line_number(cursor_.peek(ahead).range.begin);
  };
  if (line(1) == line(0)) return false;
  if (!cursor_.word(section, 1)) return is_section_word(cursor_.text(1));
  // 'end', and on the next line 'Agent Q'.
  return section == "Agent" && cursor_.is(identifier, 2) && !is_section_word(cursor_.text(2)) &&
         line(2) == line(1);
}

// At 'end WORD'.  Consumes it unless it plainly belongs to what is around this section.
bool SectionReader::wrong_end(std::string_view section) {
  if (bare_end_ahead(section)) {
    const base::Range range = cursor_.advance();
    cursor_.complain(range, Code::wrong_end, fmt::format("end {}", section), "end").hint =
        fmt::format("write 'end {}'", section);
    return true;
  }
  const bool consistently_misspelt = !misspelt_.empty() && cursor_.word(misspelt_, 1);
  if (cursor_.word(section, 1) || consistently_misspelt) {
    misspelt_ = {};
    cursor_.advance();
    cursor_.advance();
    return true;
  }
  const std::string wanted = fmt::format("end {}", section);
  if (cursor_.word("Agent", 1) && contains(agent_sections, section)) {
    cursor_.missing(fmt::format("'{}'", wanted)).hint = "the agent ends before this section does";
    return true;
  }
  const base::Range range = base::span(cursor_.peek().range, cursor_.peek(1).range);
  cursor_.complain(range, Code::wrong_end, wanted, fmt::format("end {}", cursor_.text(1)));
  cursor_.advance();
  cursor_.advance();
  return true;
}

std::optional<std::string_view> find_nearest_section(std::string_view word,
                                                     std::span<const std::string_view> names) {
  const auto near = base::find_nearest(word, std::vector<std::string>(names.begin(), names.end()));
  if (!near) return {};
  return *std::find(names.begin(), names.end(), *near);
}

void SectionReader::expect_colon(std::string_view section) {
  if (cursor_.accept(colon)) return;
  cursor_.missing("':'").hint = fmt::format("write '{}:'", section);
}

void SectionReader::refuse_colon(std::string_view section) {
  if (!cursor_.is(colon)) return;
  cursor_.expected("the first line of the section").hint =
      fmt::format("write '{}' without ':'", section);
  cursor_.advance();
}

bool SectionReader::expect_equal(std::string_view what) {
  const TokenKind kind = cursor_.kind();
  if ((kind != equal && kind != colon) || !cursor_.is(equal, 1)) {
    if (cursor_.accept(equal)) return true;
    cursor_.expected(what);
    return false;
  }
  cursor_.advance();
  if (!cursor_.foreign_operator()) cursor_.expected(what);
  cursor_.advance();
  return true;
}

void SectionReader::skip_statement() {
  while (!cursor_.at_end()) {
    if (cursor_.accept(semicolon)) return;
    if (end_word_ahead() || section_starts()) return;
    cursor_.advance();
  }
}

void SectionReader::end_statement(bool sound, std::string_view wanted) {
  if (!sound) return skip_statement();
  if (cursor_.accept(semicolon)) return;
  if (cursor_.is(bad)) return skip_statement();
  if (cursor_.hidden_arrow()) return;
  if (cursor_.at_end() || starts_line(cursor_) || end_word_ahead()) {
    cursor_.missing("';'").hint = "put a ';' at the end of the line";
    return;
  }
  const bool assigns = cursor_.is(colon) && cursor_.is(equal, 1);
  if (assigns) cursor_.advance();
  if (!cursor_.foreign_operator()) cursor_.expected(wanted);
  skip_statement();
}

void SectionReader::refuse_second_condition(std::string_view section) {
  cursor_.expected(fmt::format("'end {}': the section is one condition", section)).hint =
      "join its parts with 'and', and put one ';' behind the last";
  while (!cursor_.at_end() && !end_word_ahead() && !section_starts()) cursor_.advance();
}

NodeId SectionReader::condition(Place place, bool& sound) {
  const Expression e = parse_expression(cursor_, system_.nodes, place);
  sound = sound && e.sound;
  return e.node;
}

NodeId SectionReader::declared_name(bool& sound) {
  const Expression e = parse_name(cursor_, system_.nodes);
  sound = sound && e.sound;
  if (e.sound && system_.nodes[e.node].child_count > 1) {
    cursor_.complain(system_.nodes[e.node].range, Code::expected, "a name without '.'",
                     fmt::format("'{}'", system_.text(system_.nodes[e.node].range)));
    sound = false;
  }
  return e.node;
}

std::vector<NodeId> SectionReader::elements(bool& sound) {
  if (!cursor_.is(lbrace)) {
    if (!cursor_.foreign_operator()) cursor_.expected("'{'");
    sound = false;
    return {};
  }
  const Expression set = parse_set(cursor_, system_.nodes);
  sound = sound && set.sound;
  if (!set.sound) return {};
  const auto children = system_.nodes.children(set.node);
  return {children.begin(), children.end()};
}

NodeId SectionReader::optional_repeat(bool& sound) {
  if (!repeat_ahead(cursor_)) return no_node;
  const Expression e = parse_repeat(cursor_, system_.nodes);
  sound = sound && e.sound;
  return e.node;
}

}  // namespace ken::syntax
