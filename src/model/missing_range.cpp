// An index without a range.
//
// Where a range is written depends on what the index repeats: in the name that is declared,
// 'Agent P[i: 1..N]' and 'crit[i: 1..N] if ...'; before the line of a Protocol or an Evolution,
// 'for (i: 1..N)'; before a condition or a formula, 'and(i: 1..N) (...)'.

#include "model/missing_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.hpp"

namespace ken::model {
namespace {

using base::Range;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::System;

bool contains(Range outer, Range inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

class RangeSuggestion {
 public:
  RangeSuggestion(const System& text, Range word, bool variable)
      : text_(text), word_(word), variable_(variable) {
    find_binders();
  }

  [[nodiscard]] std::string write() const {
    const std::string_view word = text_.text(word_);
    if (std::string name = in_declared_name(); !name.empty())
      return is_size()
                 ? fmt::format("an index has a range: '{}', with 'Parameter {} = ...;' before",
                               name, word)
                 : fmt::format("an index has a range: '{}'", name);
    const bool letter = word.size() == 1 && word[0] >= 'a' && word[0] <= 'z';
    if (range_.empty() && (variable_ || !letter)) return {};
    if (bound_before_)
      return "an index is known only in its comprehension, which ends before 'and' and 'or' unless "
             "its body stands in parentheses";
    const std::string range = fmt::format("{}: {}", word, range_.empty() ? "1..N" : range_);
    if (in_line())
      return fmt::format("an index has a range: 'for ({0})' before the line, or 'and({0}) ...'",
                         range);
    return fmt::format("an index has a range: 'and({0}) (...)' for all, 'or({0}) (...)' for some",
                       range);
  }

 private:
  // The range that the index has elsewhere, and whether that is in the same statement.
  void find_binders() {
    for (std::size_t i = 0; i < text_.nodes.size(); ++i) {
      const Node& node = text_.nodes[static_cast<NodeId>(i)];
      if (node.kind != NodeKind::binder || text_.text(node.mark) != text_.text(word_)) continue;
      const Range bounds{text_.nodes[text_.nodes.child(static_cast<NodeId>(i), 0)].range.begin,
                         node.range.end};
      if (range_.empty()) range_ = base::shorten(base::collapse_blanks(text_.text(bounds)), 40);
      bound_before_ = bound_before_ || reaches(node.range.end);
    }
  }
  // Whether the statement at that place goes on to the word.
  [[nodiscard]] bool reaches(std::uint32_t place) const {
    constexpr std::uint32_t longest = 1000;
    if (place > word_.begin || word_.begin - place > longest) return false;
    return text_.text({place, word_.begin}).find(';') == std::string_view::npos;
  }

  // The declared name with the range in it.
  [[nodiscard]] std::string in_declared_name() const {
    for (const syntax::AgentSyntax& agent : text_.agents) {
      if (is_in(agent.name)) return "Agent " + write_name(agent.name);
      for (const auto* const section : {&agent.observable, &agent.variables})
        for (const syntax::VariableSyntax& variable : section->content)
          if (is_in(variable.name)) return write_name(variable.name) + " : ...";
      for (const NodeId action : agent.actions.content)
        if (is_in(action)) return write_name(action);
    }
    for (const syntax::PropositionSyntax& proposition : text_.evaluation.content)
      if (is_in(proposition.name)) return write_name(proposition.name) + " if ...";
    return {};
  }
  // P[N]: the word says how many, not which one.
  [[nodiscard]] bool is_size() const {
    const char first = text_.text(word_).front();
    return range_.empty() && first >= 'A' && first <= 'Z';
  }
  // Whether the word is one of the indices of the name.
  [[nodiscard]] bool is_in(NodeId node) const {
    if (node == syntax::no_node || text_.nodes[node].kind != NodeKind::name) return false;
    const auto indices = text_.nodes.children(text_.nodes.child(node, 0));
    return std::ranges::any_of(indices, [&](NodeId i) { return text_.nodes[i].range == word_; });
  }
  [[nodiscard]] std::string write_name(NodeId node) const {
    const Range range = text_.nodes[node].range;
    const std::string_view word = text_.text(word_);
    return fmt::format("{}{}: {}{}", base::shorten(text_.text({range.begin, word_.begin}), 40),
                       is_size() ? "i" : word,
                       is_size()        ? fmt::format("1..{}", word)
                       : range_.empty() ? "1..N"
                                        : range_,
                       base::shorten(text_.text({word_.end, range.end}), 40));
  }

  // Whether the word stands in a line of a Protocol or an Evolution.
  [[nodiscard]] bool in_line() const {
    const auto around = [&](const auto& line) { return contains(line.range, word_); };
    return std::ranges::any_of(text_.agents, [&](const syntax::AgentSyntax& agent) {
      return std::ranges::any_of(agent.protocol.content, around) ||
             std::ranges::any_of(agent.evolution.content, around);
    });
  }

  const System& text_;
  Range word_;
  bool variable_;
  std::string range_;
  bool bound_before_ = false;
};

}  // namespace

std::string suggest_range(const System& text, Range word, bool variable) {
  return RangeSuggestion(text, word, variable).write();
}

}  // namespace ken::model
