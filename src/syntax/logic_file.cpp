#include "syntax/logic_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "syntax/section_reader.hpp"

namespace ken::syntax {
namespace {

using base::Range;
using enum TokenKind;

class LogicReader : SectionReader {
 public:
  LogicReader(Cursor& cursor, LogicFile& file) : SectionReader(cursor, file.text), file_(file) {}

  void read() {
    cursor_.set_section("Logic");
    while (!cursor_.at_end()) {
      const std::size_t before = cursor_.index();
      read_statement();
      if (cursor_.index() == before) cursor_.advance();
    }
  }

 private:
  void read_statement() {
    if (cursor_.word("Logic")) return read_title();
    if (cursor_.word("Relation")) return read_definition(LogicDefinition::Kind::relation);
    if (cursor_.word("Operator")) return read_definition(LogicDefinition::Kind::operation);
    refuse_statement();
  }

  // Up to the next definition, so that a file of another kind gets one message.
  void refuse_statement() {
    if (!cursor_.is(bad)) {
      auto& d = cursor_.expected("Relation, Operator, or Logic and its title");
      const auto near = base::find_nearest(
          cursor_.text(), std::vector<std::string>{"Relation", "Operator", "Logic"});
      if (near) d.hint = fmt::format("did you mean '{}'?", *near);
      if (file_section_starts()) d.hint = "this looks like a model: 'ken check' reads those";
    }
    do cursor_.advance();
    while (!cursor_.at_end() && !definition_starts());
  }
  [[nodiscard]] bool definition_starts() const {
    if (cursor_.word("Logic")) return cursor_.is(string, 1);
    return (cursor_.word("Relation") || cursor_.word("Operator")) && cursor_.is(identifier, 1);
  }

  void read_title() {
    cursor_.advance();
    const bool sound = cursor_.is(string);
    if (!sound) cursor_.expected("the title of the logic in quotes");
    if (sound) file_.title = cursor_.advance();
    end_statement(sound);
  }

  void read_definition(LogicDefinition::Kind kind) {
    LogicDefinition definition;
    definition.kind = kind;
    const Range start = cursor_.advance();
    bool sound = cursor_.is(identifier);
    if (!sound) cursor_.expected("the name of what is defined");
    if (sound) definition.name = cursor_.advance();
    if (sound) sound = read_parameters(definition);
    if (sound && cursor_.is(string)) definition.meaning = cursor_.advance();
    if (sound) sound = expect_equal("'=' and the definition");
    if (sound) definition.body = condition(Place::definition, sound);
    end_statement(sound);
    definition.range = base::span(start, cursor_.previous());
    if (sound) file_.definitions.push_back(std::move(definition));
  }

  // A relation without parameters may leave out the parentheses.
  bool read_parameters(LogicDefinition& definition) {
    if (!cursor_.is(lparen)) {
      if (definition.kind == LogicDefinition::Kind::relation) return true;
      cursor_.expected("'(' and the parameters");
      return false;
    }
    do {
      cursor_.advance();
      if (!cursor_.is(identifier)) {
        cursor_.expected("a parameter");
        return false;
      }
      if (!read_parameter(definition)) return false;
    } while (cursor_.is(comma));
    if (cursor_.accept(rparen)) return true;
    cursor_.expected("',' or ')'");
    return false;
  }
  bool read_parameter(LogicDefinition& definition) {
    LogicParameter parameter;
    parameter.name = cursor_.advance();
    parameter.application = cursor_.is(lparen);
    if (parameter.application && definition.kind == LogicDefinition::Kind::relation) {
      cursor_.expected("',' or ')'").hint =
          "a relation is between agents: its parameters are names";
      return false;
    }
    if (parameter.application) {
      do {
        cursor_.advance();
        if (!cursor_.is(identifier)) {
          cursor_.expected("a name");
          return false;
        }
        parameter.names.push_back(cursor_.advance());
      } while (cursor_.is(comma));
      if (!cursor_.accept(rparen)) {
        cursor_.expected("',' or ')'");
        return false;
      }
    }
    parameter.range = base::span(parameter.name, cursor_.previous());
    definition.parameters.push_back(std::move(parameter));
    return true;
  }

  LogicFile& file_;
};

}  // namespace

LogicFile parse_logic(const base::Source& source, base::Diagnostics& diagnostics) {
  LogicFile file;
  file.text.source = source;
  file.text.tokens = lex(source, diagnostics);
  Cursor cursor(file.text.source, file.text.tokens, diagnostics);
  LogicReader(cursor, file).read();
  return file;
}

std::string_view unquote(std::string_view string) {
  return string.size() < 2 ? string : string.substr(1, string.size() - 2);
}

}  // namespace ken::syntax
