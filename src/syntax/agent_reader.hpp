#pragma once
#include "syntax/section_reader.hpp"

namespace ken::syntax {

// Reads one 'Agent ... end Agent'.
class AgentReader : private SectionReader {
 public:
  using SectionReader::SectionReader;
  AgentSyntax read();
  AgentSyntax read_behind_keyword();  // at the name

 private:
  void section(AgentSyntax& agent);
  void unknown_section(AgentSyntax& agent);
  void skip_to_end_of(std::string_view word);
  bool known_section(AgentSyntax& agent, std::string_view word);
  void variables(Section<std::vector<VariableSyntax>>& section, std::string_view name);
  void variable(std::vector<VariableSyntax>& variables);
  TypeSyntax type(bool& sound);
  bool refuse_initial_value(NodeId high);
  void name_list(Section<std::vector<NodeId>>& section, std::string_view name);
  void hint_at_list(base::Diagnostic& diagnostic, std::string_view name);
  void red_states(AgentSyntax& agent);
  void protocol(AgentSyntax& agent);
  void protocol_line(std::vector<ProtocolLine>& lines);
  void evolution(AgentSyntax& agent);
  void evolution_line(std::vector<EvolutionLine>& lines);
  void assignments(EvolutionLine& line, bool& sound);
};

}  // namespace ken::syntax
