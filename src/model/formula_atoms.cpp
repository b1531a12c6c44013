// Atoms: propositions, the red and green states of agents, conditions written in the formula, and
// counts of formulas compared with a number.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/formula_resolver.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;

bool names_coloured_states(const syntax::System& text, NodeId name) {
  if (text.nodes[name].child_count != 2) return false;
  const std::string_view word = text.text(text.nodes[text.nodes.child(name, 1)].mark);
  return word == "GreenStates" || word == "RedStates";
}

// ---- atoms ----

FormulaResolver::Result FormulaResolver::resolve_leaf(NodeId node) {
  const Node& n = text().nodes[node];
  const std::string_view words = text().text(n.mark);
  if (n.kind == NodeKind::hole) return std::nullopt;
  if (n.kind == NodeKind::truth)
    return store().add(logic::Constant{words == "true" || words == "tt"});
  if (n.kind == NodeKind::name)
    return bindings_ != nullptr ? resolve_bound_name(node) : resolve_name(node);
  if (n.kind == NodeKind::set) return complain(n.range, Code::not_a_formula, "a set");
  if (bindings_ != nullptr) return complain(n.range, Code::not_a_formula, "this");
  return add_condition(node);
}

FormulaResolver::Result FormulaResolver::resolve_name(NodeId node) {
  const Node& n = text().nodes[node];
  const NodeId last = text().nodes.children(node).back();
  if (names_coloured_states(text(), node)) return resolve_coloured_states(node);
  if (n.child_count == 1) {
    const bool constant = text().nodes[last].child_count == 0 &&
                          scope_.constants.lookup(text(), text().nodes[last].mark);
    const auto indices = text().nodes.children(last);
    const bool varies = std::any_of(indices.begin(), indices.end(), [&](NodeId index) {
      return scope_.varies(text(), index, {Position::formula});
    });
    if (varies) return add_condition(node);
    const auto name = constant ? std::nullopt : scope_.constants.spell_name(text(), last);
    if (!constant && !name) return std::nullopt;
    if (const auto atom = name ? scope_.propositions.find(name->shown) : std::nullopt) {
      scope_.proposition_used[static_cast<std::size_t>(*atom)] = true;
      scope_.use(text(), last, scope_.model[*atom].place);
      return store().add(logic::Atom{*atom});
    }
  }
  return add_condition(node);
}

FormulaResolver::Result FormulaResolver::resolve_coloured_states(NodeId node) {
  const NodeId first = text().nodes.child(node, 0);
  const auto name = scope_.constants.spell_name(text(), first);
  if (!name) return std::nullopt;
  const auto id = scope_.agents.find(name->shown);
  if (!id) {
    scope_.unknown(text(), text().nodes[first].range, "agent", *name, scope_.agents);
    return std::nullopt;
  }
  scope_.use(text(), first, scope_.model[*id].place);
  return add_coloured_states(node, *id);
}

FormulaResolver::Result FormulaResolver::add_coloured_states(NodeId node, AgentId agent) {
  Model& model = scope_.model;
  const std::string word(text().text(text().nodes[text().nodes.child(node, 1)].mark));
  const bool red = word == "RedStates";
  const AtomKind kind = red ? AtomKind::red_states : AtomKind::green_states;
  const auto [at, fresh] =
      scope_.coloured.try_emplace({agent, kind}, static_cast<AtomId>(model.atoms.size()));
  if (fresh) {
    const ExprId is_red = model[agent].red ? model[agent].red->expr : model.exprs.truth(false);
    const ExprId expr = red ? is_red : model.exprs.negation(is_red);
    const std::string shown = model[agent].name.shown + "." + word;
    model.atoms.push_back(
        {kind, {shown, shown}, Compiled(expr), agent, text().nodes[node].range, true});
    scope_.proposition_used.push_back(true);
  }
  return store().add(logic::Atom{at->second});
}

FormulaResolver::Result FormulaResolver::add_condition(NodeId node) {
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
    model.atoms.push_back(
        {AtomKind::condition, {shown, {}}, Compiled(*expr), {}, text().nodes[node].range, true});
    scope_.proposition_used.push_back(true);
  }
  return store().add(logic::Atom{at->second});
}

// ---- counting formulas ----

// The comprehension of count(i: 1..N) f >= 2, where f is more than a condition; else no_node.
NodeId FormulaResolver::find_count(NodeId comparison) const {
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
FormulaResolver::Result FormulaResolver::build_count(const Frame& frame,
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
  if (n.op == Op::equal) return between(k, k);
  if (n.op == Op::not_equal) return store().add(logic::Not{between(k, k)});
  const bool strict = n.op == Op::less || n.op == Op::greater;
  const bool at_most = count_first == (n.op == Op::less || n.op == Op::less_equal);
  if (at_most) return between(0, strict ? k - 1 : k);
  return between(strict ? k + 1 : k, size);
}

// count(i: 1..3) <P[i]>G q = 1, where the comparison belongs to q.
FormulaResolver::Result FormulaResolver::complain_of_count(NodeId count) {
  const Node& n = text().nodes[count];
  auto& d = scope_.diagnostics.add(text().source, n.range, Code::not_a_formula, "a number");
  const NodeId body = text().nodes.children(count).back();
  NodeId at = body;
  for (NodeKind kind = text().nodes[at].kind;
       kind == NodeKind::prefix || kind == NodeKind::unary || kind == NodeKind::coalition;
       kind = text().nodes[at].kind)
    at = text().nodes.child(at, kind == NodeKind::coalition ? 1 : 0);
  const auto show = [&](std::uint32_t begin, std::uint32_t end) {
    return base::shorten(one_line(text(), {begin, end}), 40);
  };
  const base::Range whole = text().nodes[body].range;
  const std::string head = show(n.range.begin, whole.begin);
  if (at == body || !syntax::is_comparison(text().nodes[at].op)) {
    d.hint = fmt::format("compare it with a number: '{} (f) >= 2'", head);
    return std::nullopt;
  }
  const std::uint32_t end = text().nodes[text().nodes.child(at, 0)].range.end;
  d.hint = fmt::format("put what is counted in parentheses: '{} ({}) {}'", head,
                       show(whole.begin, end), show(text().nodes[at].mark.begin, whole.end));
  return std::nullopt;
}

// G p & F q.
FormulaResolver::Result FormulaResolver::complain_of_bits(const Node& node) {
  const std::string_view mark = text().text(node.mark);
  const bool exclusive = node.op == Op::bit_xor;
  const std::string own = exclusive                ? "an operator between formulas"
                          : node.op == Op::bit_and ? "'and'"
                                                   : "'or'";
  auto& d = scope_.diagnostics.add(text().source, node.mark, Code::expected, own,
                                   fmt::format("'{}'", mark));
  d.hint = exclusive ? "that exactly one of p and q holds is written '!(p <-> q)'"
                     : fmt::format("'{}' joins conditions, {} joins formulas", mark, own);
  return std::nullopt;
}

}  // namespace ken::model
