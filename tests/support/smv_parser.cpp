// Sections of a module: who declares what.  The sections may come in any order and repeat; a
// declaration or definition ends with ';', a constraint or specification may.

#include <fmt/format.h>

#include <utility>

#include "smv_syntax.hpp"

namespace ken::tests::smv {
namespace {

std::string describe(const Token& token) {
  return token.kind == TokenKind::end ? "the end" : fmt::format("'{}'", token.text);
}

class Parser {
 public:
  explicit Parser(std::span<const Token> tokens) : cursor_(tokens) {}

  Module parse() {
    module_.place = cursor_.expect("MODULE").place;
    const Token name = cursor_.expect_name();
    if (name.text != "main") refuse(name.place, "the only module is main");
    while (cursor_.peek().kind != TokenKind::end) parse_section();
    return std::move(module_);
  }

 private:
  void parse_section() {
    const Token word = cursor_.take();
    if (word.is("VAR")) return parse_declarations(VariableKind::state);
    if (word.is("FROZENVAR")) return parse_declarations(VariableKind::frozen);
    if (word.is("IVAR")) return parse_declarations(VariableKind::input);
    if (word.is("DEFINE")) return parse_definitions();
    if (word.is("INIT")) return parse_constraint(module_.init);
    if (word.is("INVAR")) return parse_constraint(module_.invar);
    if (word.is("TRANS")) return parse_constraint(module_.trans);
    if (word.is("JUSTICE") || word.is("FAIRNESS")) return parse_constraint(module_.justice);
    if (word.is("CTLSPEC") || word.is("SPEC")) return parse_specification(Logic::ctl, word.place);
    if (word.is("LTLSPEC")) return parse_specification(Logic::ltl, word.place);
    refuse(word.place, fmt::format("expected a section, not {}", describe(word)));
  }

  void parse_declarations(VariableKind kind) {
    while (cursor_.peek().kind == TokenKind::name) {
      const Token name = cursor_.take();
      Declaration result{.kind = kind, .name = name.text, .place = name.place, .items = {}};
      cursor_.expect(":");
      parse_type(result);
      cursor_.expect(";");
      module_.declarations.push_back(std::move(result));
    }
    refuse_reserved_name(":");
  }

  void parse_type(Declaration& declaration) {
    if (cursor_.take_if("boolean")) return;
    if (!cursor_.peek().is("{")) {
      declaration.type = Declaration::Type::range;
      return cursor_.expect_range(declaration.low, declaration.high);
    }
    cursor_.take();
    declaration.type = Declaration::Type::enumeration;
    do {
      const Token& token = cursor_.peek();
      Declaration::Item item{.place = token.place, .symbol = {}};
      if (token.kind == TokenKind::name) {
        item.symbol = cursor_.take().text;
      } else {
        item.number = cursor_.expect_integer();
      }
      declaration.items.push_back(item);
    } while (cursor_.take_if(","));
    cursor_.expect("}");
  }

  void parse_definitions() {
    while (cursor_.peek().kind == TokenKind::name) {
      const Token name = cursor_.take();
      cursor_.expect(":=");
      const Expression body = parse_expression(cursor_, module_.nodes);
      cursor_.expect(";");
      module_.definitions.push_back({name.text, name.place, body});
    }
    refuse_reserved_name(":=");
  }

  // "VAR A : boolean" would otherwise be told that A is no section.
  void refuse_reserved_name(std::string_view follower) {
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::reserved && cursor_.peek(1).is(follower))
      refuse(token.place, fmt::format("{} is reserved and cannot be a name", describe(token)));
  }

  void parse_constraint(std::vector<Expression>& constraints) {
    constraints.push_back(parse_expression(cursor_, module_.nodes));
    cursor_.take_if(";");
  }

  void parse_specification(Logic logic, Place place) {
    Specification result{.logic = logic, .name = {}, .place = place, .formula = {}};
    if (cursor_.take_if("NAME")) {
      result.name = cursor_.expect_name().text;
      cursor_.expect(":=");
    }
    result.formula = parse_expression(cursor_, module_.nodes);
    cursor_.take_if(";");
    module_.specifications.push_back(result);
  }

  Cursor cursor_;
  Module module_;
};

}  // namespace

Token Cursor::expect(std::string_view what) {
  if (!peek().is(what))
    refuse(peek().place, fmt::format("expected '{}', not {}", what, describe(peek())));
  return take();
}

Token Cursor::expect_name() {
  if (peek().kind == TokenKind::reserved)
    refuse(peek().place, fmt::format("{} is reserved and cannot be a name", describe(peek())));
  if (peek().kind != TokenKind::name)
    refuse(peek().place, fmt::format("expected a name, not {}", describe(peek())));
  return take();
}

std::int64_t Cursor::expect_integer() {
  const bool negative = take_if("-");
  if (!negative) take_if("+");
  if (peek().kind != TokenKind::number)
    refuse(peek().place, fmt::format("expected a number, not {}", describe(peek())));
  const std::int64_t number = take().number;
  return negative ? -number : number;
}

void Cursor::expect_range(std::int64_t& low, std::int64_t& high) {
  const Place place = peek().place;
  low = expect_integer();
  expect("..");
  high = expect_integer();
  if (low > high) refuse(place, fmt::format("the range {}..{} is empty", low, high));
}

Module parse(std::string_view text) { return Parser(lex(text)).parse(); }

}  // namespace ken::tests::smv
