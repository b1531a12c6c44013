// Operators with arguments in parentheses, and the agents and groups among them.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/formula_resolver.hpp"
#include "syntax/foreign_words.hpp"

namespace ken::model {

using base::Code;
using logic::Notation;
using Param = logic::Parameter;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;

// ---- calls ----

void FormulaResolver::step_call(Frame& frame) {
  const Node& node = text().nodes[frame.node];
  if (!frame.modality) {
    const std::string word(text().text(node.mark));
    frame.modality =
        scope_.logics.find_call(scope_, word, bindings_ != nullptr ? bindings_->logic : nullptr);
    if (!frame.modality && (scope_.logics.is_given_up(word) || report_missing_semicolon(node)))
      return leave(frame, std::nullopt);
    if (!frame.modality) {
      auto& d =
          scope_.diagnostics.add(text().source, node.mark, Code::unknown_name, "operator", word);
      suggest_operator(d, frame.node, word);
      return leave(frame, std::nullopt);
    }
    if (!check_arguments(frame.node, scope_.model.modalities[*frame.modality]))
      return leave(frame, std::nullopt);
  }
  const auto& signature = scope_.model.modalities[*frame.modality].signature;
  while (frame.next < signature.size()) {
    const Param parameter = signature[frame.next++];
    if (parameter == Param::formula || parameter == Param::operation)
      return stack_.enter(text().nodes.child(frame.node, frame.next - 1));
  }
  leave(frame, build_call(frame));
}

// 'AF p', and on the next line '(q -> r)': the second formula reads as arguments of p.
bool FormulaResolver::report_missing_semicolon(const Node& call) {
  const auto& tokens = text().tokens.tokens;
  const auto word = std::ranges::lower_bound(tokens, call.mark.begin, {},
                                             [](const auto& token) { return token.range.begin; });
  const auto& source = *text().source;
  const auto line = [&](const auto& token) { return source.line_number(token->range.begin); };
  if (line(word) == line(word + 1) || scope_.diagnostics.saturated()) return false;
  int open = 0;
  for (auto at = word; at != tokens.begin() && at->kind != syntax::TokenKind::semicolon; --at) {
    if (at->kind == syntax::TokenKind::lparen) ++open;
    if (at->kind == syntax::TokenKind::rparen) --open;
  }
  if (open > 0) return false;
  scope_.diagnostics.add(text().source, {call.mark.end, call.mark.end}, Code::missing, "';'").hint =
      "put a ';' at the end of the line";
  return true;
}

// AU(p, q).
std::string FormulaResolver::write_until(NodeId call, const std::string& word) const {
  const bool quantified = word.size() == 2 && (word[0] == 'A' || word[0] == 'E');
  const bool until = quantified && (word[1] == 'U' || word[1] == 'R' || word[1] == 'W');
  if (!until || text().nodes[call].child_count != 2) return {};
  return fmt::format("write '{}({} {} {})'", word[0], show_arguments(call, 0, 1), word[1],
                     show_arguments(call, 1, 2));
}

void FormulaResolver::suggest_operator(base::Diagnostic& d, NodeId call, const std::string& word) {
  const std::string own = syntax::find_own_operator(word);
  const std::string stem = word.substr(0, word.find('_'));
  const auto& modalities = scope_.model.modalities;
  const std::string_view temporal = syntax::find_temporal_prefix(word);
  const bool coloured = word == "RedStates" || word == "GreenStates";
  const auto family = scope_.propositions.family(word);
  if (family && family->first != word)
    d.hint = fmt::format("indices stand in brackets: '{}[{}]'", word,
                         show_arguments(call, 0, text().nodes[call].child_count));
  else if (coloured && text().nodes[call].child_count == 1)
    d.hint = fmt::format("write '{}.{}'", show_arguments(call, 0, 1), word);
  else if (const auto until = write_until(call, word); !until.empty())
    d.hint = until;
  else if (!temporal.empty())
    d.hint = fmt::format("write '{}' for '{}'", temporal, word);
  else if (!own.empty())
    d.hint = fmt::format("write '{}' for '{}'", own, word);
  else if (stem != word && modalities.find(Notation::call, stem))
    d.hint = fmt::format("write '{}({}, f)'", stem, word.substr(stem.size() + 1));
  else
    Scope::suggest(d, word, modalities.keywords(Notation::call));
  if (d.hint.empty())
    d.hint = "operators of a logic file are known where 'Logic \"FILE\";' or --logic names it";
}

// The texts of some arguments of a call.
std::string FormulaResolver::show_arguments(NodeId call, std::size_t first,
                                            std::size_t last) const {
  const auto arguments = text().nodes.children(call).subspan(first, last - first);
  const base::Range range =
      base::span(text().nodes[arguments.front()].range, text().nodes[arguments.back()].range);
  return base::shorten(one_line(text(), range), 40);
}

// GK(P, Q, f), K(P, Q, f), C(g, f).
std::string FormulaResolver::suggest_arguments(NodeId call, const logic::Modality& row) const {
  const std::size_t count = text().nodes[call].child_count;
  const bool knowledge = row.family == logic::Family::epistemic;
  if (knowledge && row.signature.size() == 2 && count > 2) {
    const std::string group = show_arguments(call, 0, count - 1);
    const std::string formula = show_arguments(call, count - 1, count);
    const bool one = row.signature.front() == Param::agent;
    return fmt::format("{}: '{}({{{}}}, {})'",
                       one ? "that everybody knows is" : "the agents stand in braces",
                       one ? "GK" : row.keyword, group, formula);
  }
  if (row.keyword != "C" || count != 2) return {};
  return fmt::format("common knowledge is 'GCK({})'", show_arguments(call, 0, 2));
}

bool FormulaResolver::check_arguments(NodeId id, const logic::Modality& row) {
  const Node& node = text().nodes[id];
  if (node.child_count != row.signature.size()) {
    auto& d = scope_.diagnostics.add(text().source, node.range, Code::wrong_arguments, row.keyword,
                                     logic::in_words(row.signature),
                                     base::count_in_words(node.child_count, "argument"));
    d.hint = suggest_arguments(id, row);
    return false;
  }
  for (std::size_t i = 0; i < row.signature.size(); ++i) {
    if (row.signature[i] != Param::operation) continue;
    const Node& arg = text().nodes[text().nodes.inner(text().nodes.child(id, i))];
    if (arg.kind == NodeKind::call) continue;
    complain(arg.range, Code::wrong_argument, row.keyword, logic::in_words(Param::operation));
    return false;
  }
  return true;
}

FormulaResolver::Result FormulaResolver::build_call(const Frame& frame) {
  const logic::Modality& row = scope_.model.modalities[*frame.modality];
  logic::Modal modal{*frame.modality, {}, {}, {}, {}};
  bool sound = true;
  std::size_t done = 0;
  for (std::size_t i = 0; i < row.signature.size(); ++i) {
    const NodeId child = text().nodes.child(frame.node, i);
    switch (row.signature[i]) {
      case Param::agent:
      case Param::group: {
        auto group = find_subject(child, row.signature[i], row);
        sound = sound && group.has_value();
        if (group) modal.subjects.push_back(std::move(*group));
        break;
      }
      case Param::formula:
      case Param::operation: {
        const Result arg = require_state(result(frame, done++), text().nodes[child].range);
        sound = sound && arg.has_value();
        if (arg) modal.args.push_back(*arg);
        break;
      }
      case Param::bound:
        break;
    }
  }
  if (!sound) return std::nullopt;
  if (const OperatorDefinition* const definition = scope_.logics.find(*frame.modality))
    return apply_definition(*definition, std::move(modal), frame.node);
  return store().add(modal);
}

// ---- agents and groups ----

std::optional<AgentId> FormulaResolver::find_agent(NodeId node) {
  const Node& n = text().nodes[node];
  if (n.kind != NodeKind::name || n.child_count != 1) {
    complain(n.range, Code::expected, "an agent",
             fmt::format("'{}'", base::shorten(one_line(text(), n.range), 40)));
    return std::nullopt;
  }
  const NodeId part = text().nodes.child(node, 0);
  const auto name = scope_.constants.spell_name(text(), part, Constants::Spelling::instance);
  if (!name) return std::nullopt;
  if (const auto id = scope_.agents.find(name->shown)) {
    scope_.use(text(), part, scope_.model[*id].place);
    return id;
  }
  auto* const d =
      scope_.unknown(text(), n.range, "agent", *name, scope_.agents, Scope::Use::element);
  if (d != nullptr) scope_.suggest_member(*d, *name);
  return std::nullopt;
}

std::optional<logic::Group> FormulaResolver::find_members(const syntax::System& system,
                                                          NodeId set) {
  read(system);
  logic::Group group;
  bool sound = true;
  for (const NodeId element : text().nodes.children(set)) {
    const auto add = [&] {
      const auto id = find_agent(element);
      sound = sound && id.has_value();
      if (id) group.push_back(*id);
    };
    const Node& n = text().nodes[element];
    const bool name = n.kind == NodeKind::name && n.child_count == 1;
    const auto binders =
        name ? text().nodes.children(text().nodes.child(element, 0)) : std::span<const NodeId>{};
    sound = scope_.constants.for_each(text(), binders, add) && sound;
  }
  if (!sound) return std::nullopt;
  std::sort(group.begin(), group.end());
  group.erase(std::unique(group.begin(), group.end()), group.end());
  return group;
}

// K(g, f) where g is a group.
void FormulaResolver::complain_of_group(base::Range range, const std::string& group,
                                        const logic::Modality& row) {
  auto& d = scope_.diagnostics.add(text().source, range, Code::wrong_argument, row.keyword,
                                   logic::in_words(Param::agent));
  d.hint = row.family == logic::Family::epistemic
               ? fmt::format(
                     "'{0}' is a group: GK({0}, f) is that everybody knows, GCK common "
                     "knowledge, DK distributed knowledge",
                     group)
               : fmt::format("'{}' is a group", group);
}

// A name that is no agent, nor a group where one may stand.
void FormulaResolver::complain_of_unknown(NodeId node, const Name& name, Param parameter) {
  const std::string base(text().text(text().nodes[text().nodes.child(node, 0)].mark));
  const base::Range range = text().nodes[node].range;
  const bool group = parameter == Param::group;
  auto* const d = group && !scope_.agents.family(base)
                      ? scope_.unknown(text(), range, "group", name, scope_.groups)
                      : scope_.unknown(text(), range, "agent", name, scope_.agents,
                                       group ? Scope::Use::group : Scope::Use::single);
  if (d == nullptr) return;
  if (d->hint.empty() && group) Scope::suggest(*d, base, scope_.agents.names());
  if (d->hint.empty() && scope_.propositions.family(base))
    d->hint = "who comes first, then what: 'K(agent, formula)'";
  scope_.suggest_member(*d, name);
}

std::optional<logic::Group> FormulaResolver::find_subject(NodeId node, Param parameter,
                                                          const logic::Modality& row) {
  if (bindings_ != nullptr) return find_bound_subject(node, parameter);
  const Node& n = text().nodes[node];
  const bool strategic = row.family == logic::Family::strategic;
  if (n.kind == NodeKind::set && parameter == Param::group) {
    const syntax::System* const here = text_;
    auto group = find_members(*here, node);
    if (group && group->empty() && !strategic) {
      complain(n.range, Code::empty_group);
      return std::nullopt;
    }
    return group;
  }
  if (n.kind != NodeKind::name || n.child_count != 1) {
    auto& d = scope_.diagnostics.add(text().source, n.range, Code::wrong_argument, row.keyword,
                                     logic::in_words(parameter));
    if (n.kind == NodeKind::set && row.family == logic::Family::epistemic)
      d.hint = fmt::format(
          "GK({0}, f) is that everybody in it knows, GCK common knowledge, DK distributed "
          "knowledge",
          base::shorten(one_line(text(), n.range), 40));
    return std::nullopt;
  }
  const NodeId part = text().nodes.child(node, 0);
  const auto name = scope_.constants.spell_name(text(), part);
  if (!name) return std::nullopt;
  const auto as_agent = scope_.agents.find(name->shown);
  const auto as_group = scope_.groups.find(name->shown);
  const bool named_group = parameter == Param::group && as_group;
  if (named_group) scope_.use(text(), part, scope_.model.groups[*as_group].place);
  if (as_agent && !named_group) scope_.use(text(), part, scope_.model[*as_agent].place);
  if (parameter == Param::agent) {
    if (as_agent) return logic::Group{*as_agent};
    if (as_group)
      complain_of_group(n.range, name->shown, row);
    else
      complain_of_unknown(node, *name, parameter);
    return std::nullopt;
  }
  if (as_group) {
    scope_.group_used[*as_group] = true;
    if (as_agent)
      scope_.diagnostics.add(text().source, n.range, Code::group_over_agent, name->shown);
    return scope_.model.groups[*as_group].members;
  }
  if (as_agent) return logic::Group{*as_agent};
  complain_of_unknown(node, *name, parameter);
  return std::nullopt;
}

}  // namespace ken::model
