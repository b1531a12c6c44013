// The parts of formulas that need names: atoms, agents, groups, the arguments of operators.

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/text.hpp"
#include "model/formulas.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using logic::Notation;
using Param = logic::Parameter;
using logic::PathQuantifier;
using logic::Semantics;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;
using syntax::PrefixWord;

// ---- atoms ----

FormulaResolver::Result FormulaResolver::leaf(NodeId node) {
  const Node& n = text().nodes[node];
  const std::string_view words = text().text(n.mark);
  switch (n.kind) {
    case NodeKind::hole:
      return std::nullopt;
    case NodeKind::truth:
      return store().add(logic::Constant{words == "true" || words == "tt"});
    case NodeKind::name:
      return named(node);
    case NodeKind::set:
      return complain(n.range, Code::not_a_formula, "a set");
    default:
      return inline_condition(node);
  }
}

FormulaResolver::Result FormulaResolver::named(NodeId node) {
  const Node& n = text().nodes[node];
  const NodeId last = text().nodes.children(node).back();
  const std::string_view word = text().text(text().nodes[last].mark);
  if (n.child_count == 2 && (word == "GreenStates" || word == "RedStates"))
    return coloured_states(node);
  if (n.child_count == 1) {
    const bool constant = text().nodes[last].child_count == 0 &&
                          scope_.constants.lookup(text(), text().nodes[last].mark);
    const auto name = constant ? std::nullopt : scope_.constants.spell_name(text(), last);
    if (!constant && !name) return std::nullopt;
    if (const auto atom = name ? scope_.propositions.find(name->shown) : std::nullopt) {
      scope_.proposition_used[static_cast<std::size_t>(*atom)] = true;
      scope_.use(text(), last, scope_.model[*atom].place);
      return store().add(logic::Atom{*atom});
    }
  }
  return inline_condition(node);
}

FormulaResolver::Result FormulaResolver::coloured_states(NodeId node) {
  const NodeId first = text().nodes.child(node, 0);
  const auto name = scope_.constants.spell_name(text(), first);
  if (!name) return std::nullopt;
  const auto id = scope_.agents.find(name->shown);
  if (!id) {
    scope_.unknown(text(), text().nodes[first].range, "agent", *name, scope_.agents);
    return std::nullopt;
  }
  Model& model = scope_.model;
  scope_.use(text(), first, model[*id].place);
  const NodeId last = text().nodes.child(node, 1);
  const bool red = text().text(text().nodes[last].mark) == "RedStates";
  const AtomKind kind = red ? AtomKind::red_states : AtomKind::green_states;
  const auto [at, fresh] =
      coloured_.try_emplace({*id, kind}, static_cast<AtomId>(model.atoms.size()));
  if (fresh) {
    const ExprId is_red = model[*id].red ? model[*id].red->expr : model.exprs.truth(false);
    const ExprId expr = red ? is_red : model.exprs.negation(is_red);
    const std::string shown(text().text(text().nodes[node].range));
    model.atoms.push_back({kind,
                           {shown, shown},
                           {expr, Program(model.exprs, expr)},
                           *id,
                           text().nodes[node].range,
                           true});
    scope_.proposition_used.push_back(true);
  }
  return store().add(logic::Atom{at->second});
}

FormulaResolver::Result FormulaResolver::inline_condition(NodeId node) {
  ConditionResolver conditions(scope_, text(), {Position::formula});
  const auto expr = conditions.condition(node);
  if (!expr) return std::nullopt;
  Model& model = scope_.model;
  if (model.exprs.is_constant(*expr))
    return store().add(logic::Constant{model.exprs[*expr].value != 0});
  const auto [at, fresh] =
      inline_atoms_.try_emplace(*expr, static_cast<AtomId>(model.atoms.size()));
  if (fresh) {
    std::string shown = one_line(text(), text().nodes[node].range);
    if (scope_.constants.binding_count() > 0)
      shown += fmt::format(" [{}]", scope_.constants.indices());
    model.atoms.push_back({AtomKind::condition,
                           {shown, {}},
                           {*expr, Program(model.exprs, *expr)},
                           {},
                           text().nodes[node].range,
                           true});
    scope_.proposition_used.push_back(true);
  }
  return store().add(logic::Atom{at->second});
}

// ---- counting formulas ----

// The comprehension of count(i: 1..N) f >= 2, where f is more than a condition; else no_node.
NodeId FormulaResolver::counting(NodeId comparison) const {
  for (const NodeId side : text().nodes.children(comparison)) {
    const NodeId inside = text().nodes.inner(side);
    const Node& n = text().nodes[inside];
    if (n.kind == NodeKind::comprehension && text().text(n.mark) == "count" &&
        modal_[static_cast<std::size_t>(inside)])
      return inside;
  }
  return syntax::no_node;
}

// At least and at most so many of the arguments, as the comparison with a constant says.
FormulaResolver::Result FormulaResolver::counted(const Frame& frame,
                                                 const std::vector<FormulaId>& args) {
  const Node& n = text().nodes[frame.node];
  const bool count_first = text().nodes.inner(text().nodes.child(frame.node, 0)) == frame.loop;
  const auto limit =
      scope_.constants.number(text(), text().nodes.child(frame.node, count_first ? 1 : 0));
  if (!limit) return std::nullopt;
  const auto size = static_cast<std::int64_t>(args.size());
  const std::int64_t k = std::clamp<std::int64_t>(*limit, -1, size + 1);
  const auto between = [&](std::int64_t least, std::int64_t most) {
    return store().add(logic::Count{std::max<std::int64_t>(least, 0), std::min(most, size), args});
  };
  switch (n.op) {
    case Op::equal:
      return between(k, k);
    case Op::not_equal:
      return store().add(logic::Not{between(k, k)});
    case Op::less:
      return count_first ? between(0, k - 1) : between(k + 1, size);
    case Op::less_equal:
      return count_first ? between(0, k) : between(k, size);
    case Op::greater:
      return count_first ? between(k + 1, size) : between(0, k - 1);
    default:
      return count_first ? between(k, size) : between(0, k);
  }
}

// ---- calls ----

void FormulaResolver::step_call(Frame& frame) {
  const Node& node = text().nodes[frame.node];
  if (!frame.modality) {
    const std::string word(text().text(node.mark));
    frame.modality = scope_.model.modalities.find(Notation::call, word);
    if (!frame.modality) {
      auto& d =
          scope_.diagnostics.add(text().source, node.mark, Code::unknown_name, "operator", word);
      Scope::suggest(d, word, scope_.model.modalities.keywords(Notation::call));
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
  leave(frame, call(frame));
}

bool FormulaResolver::check_arguments(NodeId id, const logic::Modality& row) {
  const Node& node = text().nodes[id];
  if (node.child_count != row.signature.size()) {
    complain(node.range, Code::wrong_arguments, row.keyword, logic::in_words(row.signature),
             base::counted(node.child_count, "argument"));
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

FormulaResolver::Result FormulaResolver::call(const Frame& frame) {
  const logic::Modality& row = scope_.model.modalities[*frame.modality];
  logic::Modal modal{*frame.modality, {}, {}, {}, {}};
  bool sound = true;
  std::size_t done = 0;
  for (std::size_t i = 0; i < row.signature.size(); ++i) {
    const NodeId child = text().nodes.child(frame.node, i);
    switch (row.signature[i]) {
      case Param::agent:
      case Param::group: {
        auto group = subject(child, row.signature[i], row);
        sound = sound && group.has_value();
        if (group) modal.subjects.push_back(std::move(*group));
        break;
      }
      case Param::formula:
      case Param::operation: {
        const Result arg = state(result(frame, done++), text().nodes[child].range);
        sound = sound && arg.has_value();
        if (arg) modal.args.push_back(*arg);
        break;
      }
      case Param::bound:
        break;
    }
  }
  if (!sound) return std::nullopt;
  return store().add(modal);
}

// ---- agents and groups ----

std::optional<AgentId> FormulaResolver::agent(NodeId node) {
  const Node& n = text().nodes[node];
  if (n.kind != NodeKind::name || n.child_count != 1) {
    complain(n.range, Code::expected, "an agent",
             fmt::format("'{}'", base::shortened(one_line(text(), n.range), 40)));
    return std::nullopt;
  }
  const NodeId part = text().nodes.child(node, 0);
  const auto name = scope_.constants.spell_name(text(), part, Constants::Spelling::instance);
  if (!name) return std::nullopt;
  if (const auto id = scope_.agents.find(name->shown)) {
    scope_.use(text(), part, scope_.model[*id].place);
    return id;
  }
  scope_.unknown(text(), n.range, "agent", *name, scope_.agents);
  return std::nullopt;
}

std::optional<logic::Group> FormulaResolver::members(const syntax::System& system, NodeId set) {
  read(system);
  logic::Group group;
  bool sound = true;
  for (const NodeId element : text().nodes.children(set)) {
    const auto add = [&] {
      const auto id = agent(element);
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

std::optional<logic::Group> FormulaResolver::subject(NodeId node, Param parameter,
                                                     const logic::Modality& row) {
  const Node& n = text().nodes[node];
  const bool strategic = row.family == logic::Family::strategic;
  if (n.kind == NodeKind::set && parameter == Param::group) {
    const syntax::System* const here = text_;
    auto group = members(*here, node);
    if (group && group->empty() && !strategic) {
      complain(n.range, Code::empty_group);
      return std::nullopt;
    }
    return group;
  }
  if (n.kind != NodeKind::name || n.child_count != 1) {
    complain(n.range, Code::wrong_argument, row.keyword, logic::in_words(parameter));
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
    scope_.unknown(text(), n.range, "agent", *name, scope_.agents);
    return std::nullopt;
  }
  if (as_group) {
    scope_.group_used[*as_group] = true;
    if (as_agent)
      scope_.diagnostics.add(text().source, n.range, Code::group_over_agent, name->shown);
    return scope_.model.groups[*as_group].members;
  }
  if (as_agent) return logic::Group{*as_agent};
  const std::string base(text().text(text().nodes[text().nodes.child(node, 0)].mark));
  if (scope_.agents.family(base))
    scope_.unknown(text(), n.range, "agent", *name, scope_.agents);
  else
    scope_.unknown(text(), n.range, "group", *name, scope_.groups);
  return std::nullopt;
}

// ---- coalitions and LDL ----

// In LDL the brackets hold a program, unless they stand in parentheses with a declared group.
bool FormulaResolver::is_coalition(const Frame& frame) {
  if (prefix_ != PrefixWord::ldl) return true;
  const NodeId in_brackets = text().nodes.child(frame.node, 0);
  const Node& n = text().nodes[in_brackets];
  if (frame.bare || n.kind != NodeKind::name || n.child_count != 1) return false;
  const std::string word(text().text(n.range));
  return scope_.groups.find(word).has_value();
}

void FormulaResolver::step_coalition(Frame& frame) {
  const bool players = is_coalition(frame);
  if (players && frame.next == 0) frame.next = 1;
  if (frame.next < 2) {
    const bool program = frame.next == 0;
    return stack_.enter(text().nodes.child(frame.node, frame.next++), {.program = program});
  }
  leave(frame, players ? coalition(frame) : dynamic(frame));
}

FormulaResolver::Result FormulaResolver::dynamic(const Frame& frame) {
  const Result program = result(frame, 0);
  const Result arg = result(frame, 1);
  if (!program || !arg) return std::nullopt;
  const auto modality =
      text().nodes[frame.node].op == Op::diamond ? PathQuantifier::some : PathQuantifier::all;
  return store().add(logic::Dynamic{modality, *program, *arg});
}

std::optional<Semantics> FormulaResolver::semantics(const Node& node) {
  const std::string_view word = text().text(node.mark);
  if (word.empty()) return Semantics::of_the_run;
  const auto named = logic::find_semantics(word);
  if (named && logic::is_per_operator(*named)) return named;
  complain(node.mark, Code::unknown_name, "strategic semantics", word);
  return std::nullopt;
}

FormulaResolver::Result FormulaResolver::coalition(const Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const Result path = result(frame, 0);
  const auto chosen = semantics(node);
  if (!path || !chosen) return std::nullopt;
  const auto* temporal = std::get_if<logic::Temporal>(&store()[*path]);
  const NodeId operand = text().nodes.child(frame.node, 1);
  if (temporal == nullptr) return complain(text().nodes[operand].range, Code::needs_path_operator);
  if (temporal->bound)
    return complain(text().nodes[operand].range, Code::no_bound_here, "a coalition operator");
  const auto id = scope_.model.modalities.find_coalition(syntax::brackets(node.op), temporal->op);
  CHECK(id, "every path operator makes a modality with a coalition");
  std::vector<FormulaId> args = temporal->args;
  for (FormulaId& arg : args) arg = *state(arg, text().nodes[operand].range);
  auto group =
      subject(text().nodes.child(frame.node, 0), Param::group, scope_.model.modalities[*id]);
  if (!group) return std::nullopt;
  return store().add(logic::Modal{*id, *chosen, {std::move(*group)}, {}, std::move(args)});
}

}  // namespace ken::model
