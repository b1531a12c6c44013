#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ken::syntax {

// Models made from a list of choices: each decision takes the next number, and when they run out
// every decision is the first alternative, which is the simplest.  So rapidcheck shrinks a failing
// model by shrinking the list.  Covers the whole grammar: templates, every operator, comments and
// white space in odd places.
class RandomText {
 public:
  explicit RandomText(std::vector<std::uint8_t> choices) : choices_(std::move(choices)) {}

  std::string system() {
    if (chance()) words({"Semantics", "=", pick({"MA", "SingleAssignment"}), ";"});
    if (chance()) words({"Logic", "\"social.logic\"", ";"});
    if (chance()) parameter();
    if (chance()) words({"Define", "low", "="}), condition(3), word(";");
    do agent();
    while (chance());
    if (chance()) evaluation();
    if (chance()) words({"InitStates"}), condition(4), words({";", "end", "InitStates"});
    if (chance()) groups();
    if (chance()) formulas("Fairness");
    if (chance()) formulas("Formulae");
    return std::move(out_);
  }
  std::string formulae() {
    formula_lines();
    return std::move(out_);
  }

 private:
  // ---- choices and white space ----

  std::uint32_t choose(std::uint32_t count) {
    return next_ < choices_.size() ? choices_[next_++] % count : 0;
  }
  bool chance() { return choose(2) == 1; }
  std::string_view pick(std::initializer_list<std::string_view> words) {
    return words.begin()[choose(static_cast<std::uint32_t>(words.size()))];
  }
  void word(std::string_view text) {
    out_ += separator(text);
    out_ += text;
  }
  std::string_view separator(std::string_view next) {
    constexpr std::string_view loose = "(){},;";
    const bool may_touch = out_.empty() || loose.find(out_.back()) != loose.npos ||
                           loose.find(next.front()) != loose.npos;
    switch (choose(16)) {
      case 9:
        return may_touch ? "" : " ";
      case 10:
        return "\n";
      case 11:
        return "\r\n\r\n\n";
      case 12:
        return "\t";
      case 13:
        return "  -- a remark, for (all); \t\n ";
      case 14:
        return "\n  --\xE9t\xE9\n\n";
      default:
        return " ";
    }
  }
  void words(std::initializer_list<std::string_view> list) {
    for (const std::string_view text : list) word(text);
  }
  // One, or several with the separator between them.
  template <class Element>
  void several(std::string_view separator, Element&& element) {
    element();
    for (int i = 0; i < 4 && chance(); ++i) word(separator), element();
  }

  // ---- names, sets, index ranges ----

  void name(int depth) {
    several(".", [&] { part(depth); });
  }
  void part(int depth) {
    word(pick({"x", "y", "count1", "Sender", "state_2", "Environment", "endless"}));
    if (depth > 0 && choose(4) == 1) {
      word("[");
      several(",", [&] { arithmetic(depth - 1); });
      word("]");
    }
  }
  void declared(int depth) {
    word(pick({"x", "y", "longer_name"}));
    if (choose(4) == 1) word("["), ranges(depth), word("]");
  }
  void ranges(int depth) {
    several(",", [&] {
      words({pick({"i", "j"}), ":"});
      arithmetic(depth - 1);
      word("..");
      arithmetic(depth - 1);
    });
    if (choose(3) == 1) word("if"), condition(depth - 1);
  }
  void set(int depth) {
    word("{");
    several(",", [&] { chance() ? declared(depth) : name(depth); });
    word("}");
  }
  void header(std::string_view keyword, int depth) {
    words({keyword, "("});
    ranges(depth);
    word(")");
  }

  // ---- conditions ----

  void condition(int depth) {
    several(pick({"and", "or", "->", "<->"}), [&] { condition_unit(depth - 1); });
  }
  void condition_unit(int depth) {
    if (depth <= 0) return comparison(0);
    switch (choose(8)) {
      case 1:
        return word("!"), condition_unit(depth - 1);
      case 2:
        return word("("), condition(depth - 1), word(")");
      case 3:
        return word(pick({"true", "false"}));
      case 4:
        return name(depth), word("in"), set(depth - 1);
      case 5:
        return header(pick({"and", "or", "xor"}), depth - 1), condition_unit(depth - 1);
      case 6:
        return words({pick({"A", "AG", "K", "U", "Other", "Vars"}), "=", "1"});
      default:
        return comparison(depth - 1);
    }
  }
  void comparison(int depth) {
    arithmetic(depth);
    if (choose(3) == 2) return;
    word(pick({"=", "<>", "!=", "<", "<=", ">", ">="}));
    arithmetic(depth);
  }
  void arithmetic(int depth) {
    term(depth);
    for (int i = 0; i < 3 && choose(3) == 1; ++i) {
      word(pick({"+", "-", "*", "/", "div", "mod", "&", "|", "^"}));
      term(depth);
    }
  }
  void term(int depth) {
    if (depth <= 0) return chance() ? name(0) : word(pick({"0", "1", "42"}));
    switch (choose(12)) {
      case 1:
        return word("-"), term(depth - 1);
      case 2:
        return word("~"), term(depth - 1);
      case 3:
        return word("!"), term(depth - 1);
      case 4:
        return word("("), condition(depth - 1), word(")");
      case 5:
        return header("sum", depth - 1), term(depth - 1);
      case 6:
        return header("count", depth - 1), word("("), condition(depth - 1), word(")");
      case 7:
        words({pick({"min", "max", "abs"}), "("});
        several(",", [&] { condition(depth - 1); });
        return word(")");
      case 8:
        return conditional(depth - 1);
      case 9:
        word("("), condition(depth - 1), word("?"), condition(depth - 1), word(":");
        return condition(depth - 1), word(")");
      default:
        return name(depth);
    }
  }

  // In parentheses: its end is open.
  void conditional(int depth) {
    words({"(", "if"}), condition(depth), word("then"), condition(depth), word("else");
    chance() ? conditional(depth - 1) : condition(depth);
    word(")");
  }

  // ---- formulas ----

  void formula(int depth) {
    formula_unit(depth - 1);
    for (int i = 0; i < 3 && chance(); ++i) {
      const bool until = choose(3) == 1;
      word(until ? pick({"U", "R", "W"}) : pick({"and", "or", "->", "<->"}));
      if (until && choose(4) == 1) bound();
      formula_unit(depth - 1);
    }
  }
  void bound() {
    words({"[", pick({"0", "N"}), pick({"+", "-", "mod"}), "1", ","});
    arithmetic(1);
    word("]");
  }
  void formula_unit(int depth) {
    if (depth <= 0) return name(0);
    switch (choose(12)) {
      case 1:
        return word("!"), formula_unit(depth - 1);
      case 2:
        return word(pick({"AG", "EG", "AX", "EX", "AF", "EF", "X", "F", "G", "A", "E"})),
               formula_unit(depth - 1);
      case 3:
        return word(pick({"AG", "EF", "F", "G"})), bound(), formula_unit(depth - 1);
      case 4:
        return word(pick({"A", "E"})), word("("), formula(depth - 1), word(")");
      case 5:
        return coalition(), formula_unit(depth - 1);
      case 6:
        return coalition(), word("("), formula(depth - 1), word(")");
      case 7:
        return word("("), formula(depth - 1), word(")");
      case 8:
        return call(depth - 1);
      case 9:
        return comparison(1);
      case 10:
        return header(pick({"and", "or", "xor"}), 1), formula_unit(depth - 1);
      case 11:
        header("count", 1), word("("), formula(depth - 1), word(")");
        return words({pick({">=", "=", "<"}), "2"});
      default:
        return name(1);
    }
  }
  void coalition() {
    const bool diamond = chance();
    word(diamond ? "<" : "[");
    chance() ? set(1) : part(1);
    if (choose(4) == 1) words({"|", pick({"full", "ir", "ir-objective"})});
    word(diamond ? ">" : "]");
  }
  void call(int depth) {
    if (choose(4) == 1) {
      words({"Fu", "("});
      social(depth);
      return word(")");
    }
    if (chance()) return social(depth);
    words({pick({"K", "GK", "GCK", "DK", "O"}), "("});
    chance() ? set(1) : part(1);
    word(","), formula(depth), word(")");
  }
  void social(int depth) {
    words({pick({"C", "WCC", "SCC", "Tp", "Tc"}), "(", "Sender", ",", "Receiver", ","});
    several(",", [&] { formula(depth); });
    word(")");
  }

  // ---- LDL ----

  void dynamic(int depth) {
    several(pick({"and", "or", "->"}), [&] { dynamic_unit(depth - 1); });
  }
  void dynamic_unit(int depth) {
    if (depth <= 0) return word(pick({"x", "tt", "ff"}));
    switch (choose(5)) {
      case 1:
        return word("<"), program(depth - 1), word(">"), dynamic_unit(depth - 1);
      case 2:
        return word("["), program(depth - 1), word("]"), dynamic_unit(depth - 1);
      case 3:
        return word("("), dynamic(depth - 1), word(")");
      case 4:
        return word("!"), dynamic_unit(depth - 1);
      default:
        return name(0);
    }
  }
  void program(int depth) {
    program_unit(depth);
    for (int i = 0; i < 3 && chance(); ++i) word(pick({";", "+"})), program_unit(depth);
  }
  void program_unit(int depth) {
    switch (choose(7)) {
      case 1:
        return words({"x", "and", "!", "y"});
      case 2:
        return words({"x", "=", "1"});
      case 3:
        return depth <= 0 ? word("tt") : (word("!"), word("("), dynamic(depth - 1), word(")"));
      case 4:
        depth <= 0 ? word("x") : (word("("), program(depth - 1), word(")"));
        break;
      case 5:
        return words({"(", "x", "+", "1", "=", "y", ")", "?"});
      default:
        name(0);
    }
    while (choose(3) == 1) word(pick({"*", "?"}));
  }

  // ---- sections ----

  void formulas(std::string_view section) {
    word(section);
    formula_lines();
    words({"end", section});
  }
  void formula_lines() {
    do {
      if (choose(4) == 1) header("for", 1);
      switch (choose(4)) {
        case 1:
          words({"LTL", pick({"G", "F", "!", "X"})});
          formula(4);
          break;
        case 2:
          words({"CTL", "*"});
          formula(4);
          break;
        case 3:
          words({"LDL", "("}), dynamic(4), word(")");
          break;
        default:
          formula(5);
      }
      out_ += pick({";", " ; -- expect: true\n", ";\n--expect: false, length 3\r\n"});
    } while (chance());
  }
  void evaluation() {
    word("Evaluation");
    do declared(2), word("if"), condition(4), word(";");
    while (chance());
    words({"end", "Evaluation"});
  }
  void groups() {
    word("Groups");
    while (chance()) declared(2), word("="), set(2), word(";");
    words({"end", "Groups"});
  }

  void parameter() {
    words({"Parameter", "N"});
    if (chance()) word(":"), arithmetic(1), word(".."), arithmetic(1);
    word("="), arithmetic(3);
    if (chance()) word("where"), condition(3);
    word(";");
  }
  void agent() {
    word("Agent");
    declared(2);
    if (chance()) variables("Obsvars");
    if (chance()) words({"Lobsvars", "=", "{", "}", ";"});
    if (chance()) variables("Vars");
    if (chance()) words({"RedStates", ":"}), condition(3), words({";", "end", "RedStates"});
    if (chance()) words({"Actions", "="}), set(2), word(";");
    if (chance()) protocol();
    if (chance()) evolution();
    words({"end", "Agent"});
  }
  void variables(std::string_view section) {
    words({section, ":"});
    while (chance()) {
      declared(2);
      word(":");
      switch (choose(3)) {
        case 1:
          set(2);
          break;
        case 2:
          arithmetic(0), word(".."), arithmetic(1);
          break;
        default:
          word("boolean");
      }
      word(";");
    }
    words({"end", section});
  }
  void protocol() {
    words({"Protocol", ":"});
    while (chance()) {
      if (choose(4) == 1) header("for", 1);
      condition(4), word(":"), set(2), word(";");
    }
    if (chance()) words({"Other", ":"}), set(1), word(";");
    words({"end", "Protocol"});
  }
  void evolution() {
    words({"Evolution", ":"});
    while (chance()) {
      if (choose(4) == 1) header("for", 1);
      const bool grouped = choose(4) == 1;
      if (grouped) word("(");
      several("and", [&] { name(1), word("="), value(); });
      if (grouped) word(")");
      word("if"), condition(4), word(";");
    }
    words({"end", "Evolution"});
  }
  void value() {
    if (choose(3) == 1) return word("("), condition(3), word(")");
    comparison(2);
  }

  std::vector<std::uint8_t> choices_;
  std::size_t next_ = 0;
  std::string out_;
};

}  // namespace ken::syntax
