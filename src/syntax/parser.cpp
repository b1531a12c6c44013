#include "syntax/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "syntax/agent_reader.hpp"
#include "syntax/expectation.hpp"
#include "syntax/lookahead.hpp"

namespace ken::syntax {
namespace {

using base::Code;
using base::Range;
using enum TokenKind;

class SystemReader : private SectionReader {
 public:
  using SectionReader::SectionReader;

  void read() {
    while (!cursor_.at_end()) {
      const std::size_t before = cursor_.index();
      if (!cursor_.is(identifier) || !section(cursor_.text())) unknown();
      if (cursor_.index() == before) cursor_.advance();
    }
    report_lost_expectations(cursor_.index());
    if (system_.agents.empty() && !cursor_.has_errors()) no_agent();
  }

  void read_formulae() {
    cursor_.set_section("Formulae");
    while (!cursor_.at_end()) {
      const std::size_t before = cursor_.index();
      formula(system_.formulae.content, Terminator::optional);
      if (cursor_.index() == before) cursor_.advance();
    }
  }

 private:
  enum class Terminator : std::uint8_t { required, optional };

  bool section(std::string_view word) {
    if (word == "Agent")
      return system_.agents.push_back(AgentReader(cursor_, system_).read()), true;
    if (word == "Semantics") return semantics(), true;
    if (word == "Parameter") return parameter(), true;
    if (word == "Define") return definition(), true;
    if (word == "Logic") return logic(), true;
    if (word == "Evaluation") return evaluation(), true;
    if (word == "InitStates") return initial(), true;
    if (word == "Groups") return groups(), true;
    if (word == "Fairness") return formula_section(system_.fairness, word), true;
    if (word == "Formulae") return formula_section(system_.formulae, word), true;
    return false;
  }

  void no_agent() {
    const auto end = static_cast<std::uint32_t>(system_.source->text().size());
    cursor_.complain({end, end}, Code::no_agent).hint =
        "'ken new NAME' writes a model to start from";
  }

  void unknown() {
    if (end_word_ahead()) {
      cursor_.complain(base::span(cursor_.range(), cursor_.peek(1).range), Code::unknown_section,
                       fmt::format("{} {}", cursor_.text(), cursor_.text(1)), "of the file");
      cursor_.advance();
      cursor_.advance();
      return;
    }
    if (!cursor_.is(identifier)) {
      if (!cursor_.is(bad)) cursor_.expected("a section of the file, such as 'Agent'");
      return skip_section();
    }
    const std::string_view word = cursor_.text();
    const bool misplaced =
        std::find(agent_sections.begin(), agent_sections.end(), word) != agent_sections.end();
    if (misplaced) {
      cursor_.complain(cursor_.range(), Code::misplaced_section, word, "inside an agent");
      return skip_section();
    }
    auto& d = cursor_.complain(cursor_.range(), Code::unknown_section, word, "of the file");
    if (contains(agent_sections, cursor_.text(1)) &&
        (cursor_.is(colon, 2) || cursor_.is(equal, 2))) {
      d.hint = fmt::format("write 'Agent {}'", word);
      system_.agents.push_back(AgentReader(cursor_, system_).read_behind_keyword());
      return;
    }
    if (word == "Operator" || word == "Relation")
      d.hint = "this looks like a logic file: 'ken logic' reads those";
    if (word == "for") d.hint = "several agents alike are declared by 'Agent P[i: 1..N]'";
    if (const auto near = find_nearest_section(word, file_sections)) {
      d.hint = fmt::format("did you mean '{}'?", *near);
      misspelt_ = word;
      section(*near);
      misspelt_ = {};
      return;
    }
    skip_section();
  }

  // To behind the next 'end WORD' or to the next section of the file.
  void skip_section() {
    cursor_.advance();
    while (!cursor_.at_end() && !file_section_starts()) {
      const bool over = cursor_.word("end") && cursor_.is(identifier, 1);
      cursor_.advance();
      if (!over) continue;
      cursor_.advance();
      return;
    }
  }

  void semantics() {
    begin(system_.semantics, "Semantics");
    bool sound = expect_equal("'='");
    if (sound) {
      const std::string_view word = cursor_.text();
      if (word == "SingleAssignment" || word == "SA")
        system_.semantics.content = AssignmentSemantics::single;
      else if (word != "MultiAssignment" && word != "MA")
        sound = false;
      if (sound)
        cursor_.advance();
      else
        cursor_.expected("MultiAssignment or SingleAssignment");
    }
    end_statement(sound);
  }

  void parameter() {
    const Range start = cursor_.advance();
    ParameterSyntax parameter;
    bool sound = cursor_.is(identifier);
    if (!sound) cursor_.expected("the parameter's name");
    if (sound) parameter.name = cursor_.advance();
    if (sound && cursor_.is(colon) && !cursor_.is(equal, 1)) parameter_range(parameter, sound);
    if (sound) sound = expect_default(parameter);
    if (sound) parameter.value = condition(Place::condition, sound);
    if (sound && cursor_.accept_word("where"))
      parameter.condition = condition(Place::condition, sound);
    end_statement(sound);
    parameter.range = base::span(start, cursor_.previous());
    if (sound) system_.parameters.push_back(parameter);
  }
  bool expect_default(const ParameterSyntax& parameter) {
    if (cursor_.is(equal) || cursor_.is(equal, 1)) return expect_equal("'='");
    cursor_.expected("'=' and the default value").hint =
        fmt::format("give the value it has without --set: 'Parameter {} = 3;'",
                    system_.text(base::span(parameter.name, cursor_.previous())));
    return false;
  }
  // : low..high
  void parameter_range(ParameterSyntax& parameter, bool& sound) {
    cursor_.advance();
    parameter.low = condition(Place::limit, sound);
    if (sound && !cursor_.accept(dotdot)) {
      cursor_.expected("'..' and the end of the range").hint =
          "write for example 'Parameter N : 1..10 = 3;'";
      sound = false;
    }
    if (sound) parameter.high = condition(Place::limit, sound);
  }

  void definition() {
    const Range start = cursor_.advance();
    DefinitionSyntax definition;
    bool sound = cursor_.is(identifier);
    if (!sound) cursor_.expected("the name of the definition");
    if (sound) definition.name = cursor_.advance();
    if (sound) sound = expect_equal("'=' and what the name stands for");
    if (sound) definition.value = condition(Place::condition, sound);
    end_statement(sound);
    definition.range = base::span(start, cursor_.previous());
    if (sound) system_.definitions.push_back(definition);
  }

  void logic() {
    cursor_.advance();
    const bool sound = cursor_.is(string);
    if (sound)
      system_.logics.push_back(cursor_.advance());
    else
      cursor_.expected("the file's name in quotes");
    end_statement(sound);
  }

  void evaluation() {
    begin(system_.evaluation, "Evaluation");
    refuse_colon("Evaluation");
    body("Evaluation", [&] {
      PropositionSyntax proposition;
      const Range start = cursor_.range();
      bool sound = true;
      proposition.name = declared_name(sound);
      if (sound && !cursor_.accept_word("if")) {
        cursor_.expected("'if' and a condition");
        sound = false;
      }
      if (sound) proposition.condition = condition(Place::condition, sound);
      end_statement(sound);
      proposition.range = base::span(start, cursor_.previous());
      if (sound) system_.evaluation.content.push_back(proposition);
    });
  }

  void initial() {
    begin(system_.initial, "InitStates");
    refuse_colon("InitStates");
    body("InitStates", [&] {
      bool sound = true;
      const NodeId node = condition(Place::condition, sound);
      if (system_.initial.content == no_node) system_.initial.content = node;
      const bool ends = sound && cursor_.is(semicolon);
      end_statement(sound);
      if (ends && !end_word_ahead() && !cursor_.at_end()) refuse_second_condition("InitStates");
    });
  }

  void groups() {
    begin(system_.groups, "Groups");
    refuse_colon("Groups");
    body("Groups", [&] {
      GroupSyntax group;
      const Range start = cursor_.range();
      bool sound = true;
      group.name = declared_name(sound);
      if (sound) sound = expect_equal("'=' and the members");
      if (sound && !cursor_.is(lbrace)) {
        cursor_.expected("'{'");
        sound = false;
      }
      if (sound) {
        const Expression set = parse_set(cursor_, system_.nodes);
        group.members = set.node;
        sound = set.sound;
      }
      end_statement(sound);
      group.range = base::span(start, cursor_.previous());
      if (sound) system_.groups.content.push_back(group);
    });
  }

  void formula_section(Section<std::vector<FormulaSyntax>>& section, std::string_view name) {
    begin(section, name);
    refuse_colon(name);
    body(name, [&] { formula(section.content, Terminator::required); });
  }

  void formula(std::vector<FormulaSyntax>& formulae, Terminator terminator) {
    FormulaSyntax formula;
    bool sound = true;
    formula.range = cursor_.range();
    const std::size_t first_token = cursor_.index();
    formula.repeat = optional_repeat(sound);
    const Range start = cursor_.range();
    formula.prefix = prefix();
    if (sound) formula.formula = condition(place_behind(formula.prefix), sound);
    formula.range = base::span(start, cursor_.previous());
    const bool optional = terminator == Terminator::optional;
    if (optional && sound && cursor_.at_end())
      refuse_comment();
    else
      end_statement(sound, optional ? "an operator or the end of the formula" : "';'");
    formula.expected = expectation(first_token);
    if (sound) formulae.push_back(formula);
  }

  // Behind a formula that stands alone: of what a comment hides there, something was meant.
  void refuse_comment() {
    if (cursor_.hidden_arrow()) return;
    const Comment* const comment = cursor_.comment_before();
    if (comment == nullptr || read_expectation(system_.text(comment->range))) return;
    cursor_
        .complain(comment->range, Code::expected, "an operator or the end of the formula",
                  cursor_.quoted(comment->range))
        .hint = "'--' starts a comment, to the end of the line: leave it out";
  }

  // LTL, CTL* or LDL before a formula.
  PrefixWord prefix() {
    if (cursor_.word("CTL") && cursor_.is(star, 1)) {
      cursor_.advance();
      cursor_.advance();
      return PrefixWord::ctl_star;
    }
    if (!cursor_.word("LTL") && !cursor_.word("LDL")) return PrefixWord::none;
    const PrefixWord word = cursor_.word("LDL") ? PrefixWord::ldl : PrefixWord::ltl;
    if (!operand_follows(cursor_, 1, place_behind(word)) || is_indexed(cursor_, 0))
      return PrefixWord::none;
    cursor_.advance();
    return word;
  }
  static Place place_behind(PrefixWord word) {
    switch (word) {
      case PrefixWord::none:
        return Place::formula;
      case PrefixWord::ltl:
      case PrefixWord::ctl_star:
        return Place::path_formula;
      case PrefixWord::ldl:
        return Place::dynamic;
    }
    return Place::formula;
  }

  // "-- expect: true" in the comments inside the formula just read and up to the next token.
  std::optional<bool> expectation(std::size_t first_token) {
    report_lost_expectations(first_token);
    std::optional<bool> verdict;
    const std::vector<Comment>& comments = system_.tokens.comments;
    for (; next_comment_ < comments.size(); ++next_comment_) {
      const Comment& comment = comments[next_comment_];
      if (comment.before_token > cursor_.index()) break;
      const auto read = read_expectation(system_.text(comment.range));
      if (!read) continue;
      if (!read->well_formed)
        report_misspelt(comment, read->verdict);
      else if (verdict)
        report_misplaced(comment, "the formula has one already");
      else
        verdict = read->verdict;
    }
    return verdict;
  }

  // Expectations among the comments up to a token that no formula has claimed.
  void report_lost_expectations(std::size_t token) {
    const std::vector<Comment>& comments = system_.tokens.comments;
    for (; next_comment_ < comments.size(); ++next_comment_) {
      const Comment& comment = comments[next_comment_];
      if (comment.before_token > token) break;
      const auto read = read_expectation(system_.text(comment.range));
      if (read) report_misplaced(comment, "it stands behind no formula");
    }
  }

  void report_misspelt(const Comment& comment, std::optional<bool> meant) {
    auto& d = cursor_.complain(comment.range, Code::bad_expectation,
                               "'expect:' is followed by true or false");
    d.hint = meant ? fmt::format("write '-- expect: {}'", *meant)
                   : "write '-- expect: true' or '-- expect: false'";
  }

  void report_misplaced(const Comment& comment, std::string_view why) {
    cursor_.complain(comment.range, Code::bad_expectation, why).hint =
        "an expectation stands behind the ';' of its formula";
  }

  std::size_t next_comment_ = 0;  // the first that has not been looked at
};

System prepare(const base::Source& source, base::Diagnostics& diagnostics,
               base::Budget* budget = nullptr) {
  System system;
  system.source = source;
  system.tokens = lex(source, diagnostics, budget);
  if (budget != nullptr) system.nodes.set_reads(budget->reads());
  system.nodes.reserve_for(system.tokens.tokens.size());
  return system;
}

}  // namespace

System parse(const base::Source& source, base::Diagnostics& diagnostics, base::Budget* budget) {
  System system = prepare(source, diagnostics, budget);
  Cursor cursor(system.source, system.tokens, diagnostics, budget);
  SystemReader(cursor, system).read();
  return system;
}

System parse_formulae(const base::Source& source, base::Diagnostics& diagnostics) {
  System system = prepare(source, diagnostics);
  Cursor cursor(system.source, system.tokens, diagnostics);
  SystemReader(cursor, system).read_formulae();
  return system;
}

}  // namespace ken::syntax
