#include "syntax/agent_reader.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace ken::syntax {

using base::Code;
using enum TokenKind;

namespace {

constexpr auto first_value_hint = "a first value is a condition of InitStates";

}  // namespace

AgentSyntax AgentReader::read() {
  cursor_.advance();
  return read_behind_keyword();
}

AgentSyntax AgentReader::read_behind_keyword() {
  AgentSyntax agent;
  const base::Range keyword = cursor_.previous();
  bool sound = true;
  const bool nameless = (cursor_.word("end") && cursor_.word("Agent", 1)) ||
                        (section_starts() && !file_section_starts());
  if (nameless)
    cursor_.missing("the agent's name");
  else
    agent.name = declared_name(sound);
  agent.environment = sound && agent.name != no_node &&
                      system_.text(system_.nodes[agent.name].range) == "Environment";
  if (!sound) skip_statement();
  body("Agent", [&] { section(agent); });
  agent.range = base::span(keyword, cursor_.previous());
  return agent;
}

void AgentReader::section(AgentSyntax& agent) {
  if (cursor_.is(identifier) && known_section(agent, cursor_.text())) return;
  unknown_section(agent);
}

bool AgentReader::known_section(AgentSyntax& agent, std::string_view word) {
  if (word == "Obsvars") return variables(agent.observable, word), true;
  if (word == "Vars") return variables(agent.variables, word), true;
  if (word == "Lobsvars") return name_list(agent.locally_observable, word), true;
  if (word == "Actions") return name_list(agent.actions, word), true;
  if (word == "RedStates") return red_states(agent), true;
  if (word == "Protocol") return protocol(agent), true;
  if (word == "Evolution") return evolution(agent), true;
  return false;
}

void AgentReader::unknown_section(AgentSyntax& agent) {
  if (!cursor_.is(identifier)) {
    if (!cursor_.is(bad)) cursor_.expected("a section of the agent or 'end Agent'");
    return skip_statement();
  }
  auto& d = cursor_.complain(cursor_.range(), Code::unknown_section, cursor_.text(), "of an agent");
  const bool shaped = cursor_.is(colon, 1) || cursor_.is(equal, 1);
  const auto near = find_nearest_section(cursor_.text(), agent_sections);
  if (near && shaped) {
    d.hint = fmt::format("did you mean '{}'?", *near);
    misspelt_ = cursor_.text();
    known_section(agent, *near);
    misspelt_ = {};
    return;
  }
  skip_to_end_of(cursor_.text());
}

// Behind 'end WORD', or where something known begins.
void AgentReader::skip_to_end_of(std::string_view word) {
  while (!cursor_.at_end()) {
    cursor_.advance();
    if (cursor_.word("end") && cursor_.word(word, 1)) {
      cursor_.advance();
      cursor_.advance();
      return;
    }
    if (section_starts() || (cursor_.word("end") && cursor_.word("Agent", 1))) return;
  }
}

void AgentReader::variables(Section<std::vector<VariableSyntax>>& section, std::string_view name) {
  begin(section, name);
  expect_colon(name);
  body(name, [&] { variable(section.content); });
}

void AgentReader::variable(std::vector<VariableSyntax>& variables) {
  VariableSyntax variable;
  const base::Range start = cursor_.range();
  bool sound = true;
  variable.name = declared_name(sound);
  if (sound && !cursor_.accept(colon)) {
    cursor_.expected("':' and a type");
    sound = false;
  }
  if (sound) variable.type = type(sound);
  if (sound && cursor_.is(equal)) {
    cursor_.expected("';'").hint = first_value_hint;
    sound = false;
  }
  end_statement(sound);
  variable.range = base::span(start, cursor_.previous());
  if (sound) variables.push_back(std::move(variable));
}

TypeSyntax AgentReader::type(bool& sound) {
  TypeSyntax type;
  const base::Range start = cursor_.range();
  if (cursor_.word("boolean") && !cursor_.is(dotdot, 1)) {
    cursor_.advance();
  } else if (cursor_.is(lbrace)) {
    type.kind = TypeKind::enumeration;
    type.values = elements(sound);
  } else {
    type.kind = TypeKind::range;
    if (!cursor_.is(integer) && !cursor_.is(minus) && !cursor_.is(lparen) &&
        !cursor_.is(identifier)) {
      cursor_.expected("a type: boolean, a range such as 0..3, or {a, b}");
      sound = false;
      return type;
    }
    type.low = condition(Place::condition, sound);
    if (sound && !cursor_.accept(dotdot)) {
      cursor_.expected("'..' and the end of the range");
      sound = false;
    }
    if (sound) type.high = condition(Place::condition, sound);
    if (sound) sound = refuse_initial_value(type.high);
  }
  type.range = base::span(start, cursor_.previous());
  return type;
}

// x : 0..5 = 3.
bool AgentReader::refuse_initial_value(NodeId high) {
  const Node& node = system_.nodes[high];
  if (node.kind != NodeKind::binary || node.op != Op::equal) return true;
  cursor_.complain(node.mark, Code::expected, "';'", "'='").hint = first_value_hint;
  return false;
}

void AgentReader::name_list(Section<std::vector<NodeId>>& section, std::string_view name) {
  begin(section, name);
  bool sound = true;
  if (cursor_.is(equal) || cursor_.is(equal, 1)) {
    sound = expect_equal("'='");
  } else {
    hint_at_list(cursor_.expected("'='"), name);
    sound = cursor_.accept(colon) && cursor_.is(lbrace);
  }
  if (sound && !cursor_.is(lbrace)) {
    hint_at_list(cursor_.expected("'{'"), name);
    sound = false;
  }
  if (sound) {
    std::vector<NodeId> names = elements(sound);
    section.content.insert(section.content.end(), names.begin(), names.end());
  }
  end_statement(sound);
  if (sound || !cursor_.word("end") || !cursor_.word(name, 1)) return;
  cursor_.advance();
  cursor_.advance();
}

// What the list should look like, with the names that stand there.
void AgentReader::hint_at_list(base::Diagnostic& diagnostic, std::string_view name) {
  constexpr std::size_t most_tokens = 16;
  std::size_t first = 0;
  while (cursor_.is(colon, first) || cursor_.is(lbrace, first)) ++first;
  std::size_t last = first;
  while (last < most_tokens && (cursor_.is(identifier, last) || cursor_.is(comma, last))) ++last;
  const bool whole = last > first && (cursor_.is(semicolon, last) || cursor_.is(rbrace, last));
  const std::string names = whole ? base::collapse_blanks(cursor_.source()->text(base::span(
                                        cursor_.peek(first).range, cursor_.peek(last - 1).range)))
                                  : "...";
  diagnostic.hint = fmt::format("write '{} = {{{}}};'", name, names);
}

void AgentReader::red_states(AgentSyntax& agent) {
  begin(agent.red_states, "RedStates");
  expect_colon("RedStates");
  body("RedStates", [&] {
    bool sound = true;
    const NodeId node = condition(Place::condition, sound);
    if (agent.red_states.content == no_node) agent.red_states.content = node;
    const bool ends = sound && cursor_.is(semicolon);
    end_statement(sound);
    if (ends && !end_word_ahead()) refuse_second_condition("RedStates");
  });
}

void AgentReader::protocol(AgentSyntax& agent) {
  begin(agent.protocol, "Protocol");
  expect_colon("Protocol");
  body("Protocol", [&] { protocol_line(agent.protocol.content); });
}

void AgentReader::protocol_line(std::vector<ProtocolLine>& lines) {
  ProtocolLine line;
  const base::Range start = cursor_.range();
  const bool behind_other = !lines.empty() && lines.back().condition == no_node;
  bool sound = true;
  line.repeat = optional_repeat(sound);
  if (sound && cursor_.word("Other") && cursor_.is(colon, 1)) {
    cursor_.advance();
  } else if (sound) {
    line.condition = condition(Place::protocol, sound);
  }
  if (sound && !cursor_.accept(colon)) {
    if (!cursor_.hidden_arrow()) cursor_.expected("':' and the allowed actions");
    sound = false;
  }
  if (sound) line.actions = elements(sound);
  end_statement(sound);
  line.range = base::span(start, cursor_.previous());
  if (behind_other) cursor_.complain(lines.back().range, Code::other_not_last);
  if (sound && !behind_other) lines.push_back(std::move(line));
}

void AgentReader::evolution(AgentSyntax& agent) {
  begin(agent.evolution, "Evolution");
  expect_colon("Evolution");
  body("Evolution", [&] { evolution_line(agent.evolution.content); });
}

void AgentReader::evolution_line(std::vector<EvolutionLine>& lines) {
  EvolutionLine line;
  const base::Range start = cursor_.range();
  bool sound = true;
  line.repeat = optional_repeat(sound);
  if (sound) assignments(line, sound);
  if (sound && !cursor_.accept_word("if")) {
    auto& d = cursor_.expected("'if' and a condition");
    if (cursor_.is(semicolon))
      d.hint =
          "assignments of one line are joined with 'and'; one that always applies ends in 'if "
          "true'";
    sound = false;
  }
  if (sound) line.condition = condition(Place::condition, sound);
  end_statement(sound);
  line.range = base::span(start, cursor_.previous());
  if (sound) lines.push_back(std::move(line));
}

// x = e and (y = f and z = g): the parentheses only group, so counting them is enough.
void AgentReader::assignments(EvolutionLine& line, bool& sound) {
  std::vector<base::Range> open;
  do {
    while (cursor_.is(lparen)) open.push_back(cursor_.advance());
    AssignmentSyntax assignment;
    const Expression target = parse_name(cursor_, system_.nodes);
    assignment.target = target.node;
    sound = target.sound;
    if (sound) sound = expect_equal("'=' and the new value");
    if (sound) assignment.value = condition(Place::value, sound);
    if (!sound) return;
    line.assignments.push_back(assignment);
    while (cursor_.is(rparen) && !open.empty()) {
      cursor_.advance();
      open.pop_back();
    }
  } while (cursor_.accept_word("and"));
  if (open.empty()) return;
  cursor_.complain(open.back(), Code::unclosed, "(");
  sound = false;
}

}  // namespace ken::syntax
