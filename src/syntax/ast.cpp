#include "syntax/ast.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace ken::syntax {

NodeId Nodes::add(NodeKind kind, Op op, base::Range range, base::Range mark,
                  std::span<const NodeId> children) {
  CHECK(nodes_.size() < static_cast<std::size_t>(no_node), "node indices are 32 bits wide");
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({kind, op, range, mark, static_cast<std::uint32_t>(children_.size()),
                    static_cast<std::uint32_t>(children.size())});
  children_.insert(children_.end(), children.begin(), children.end());
  return id;
}

// A name and its only segment are two nodes of one token; no token has more.
void Nodes::reserve_for(std::size_t tokens) {
  nodes_.reserve(2 * tokens);
  children_.reserve(2 * tokens);
}

NodeId Nodes::inner(NodeId id) const {
  while ((*this)[id].kind == NodeKind::group) id = child(id, 0);
  return id;
}

namespace {

class Comparison {
 public:
  Comparison(const System& a, const System& b) : a_(a), b_(b) {}

  bool same(NodeId in_a, NodeId in_b) {
    std::vector<std::pair<NodeId, NodeId>> todo{{in_a, in_b}};
    while (!todo.empty()) {
      auto [x, y] = todo.back();
      todo.pop_back();
      if (x == no_node || y == no_node) {
        if (x != y) return false;
        continue;
      }
      x = a_.nodes.inner(x), y = b_.nodes.inner(y);
      const Node& m = a_.nodes[x];
      const Node& n = b_.nodes[y];
      if (m.kind != n.kind || m.op != n.op || m.child_count != n.child_count) return false;
      if (m.op == Op::none && a_.text(m.mark) != b_.text(n.mark)) return false;
      if (m.kind == NodeKind::coalition && a_.text(m.mark) != b_.text(n.mark)) return false;
      for (std::size_t i = 0; i < m.child_count; ++i)
        todo.emplace_back(a_.nodes.child(x, i), b_.nodes.child(y, i));
    }
    return true;
  }

  template <class T, class Same>
  bool all(const std::vector<T>& x, const std::vector<T>& y, Same&& same_item) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_item);
  }
  bool names(const std::vector<NodeId>& x, const std::vector<NodeId>& y) {
    return all(x, y, [&](NodeId m, NodeId n) { return same(m, n); });
  }

  bool variables(const Section<std::vector<VariableSyntax>>& x,
                 const Section<std::vector<VariableSyntax>>& y) {
    return all(x.content, y.content, [&](const VariableSyntax& v, const VariableSyntax& w) {
      return same(v.name, w.name) && v.type.kind == w.type.kind && same(v.type.low, w.type.low) &&
             same(v.type.high, w.type.high) && names(v.type.values, w.type.values);
    });
  }
  bool protocols(const AgentSyntax& x, const AgentSyntax& y) {
    return all(x.protocol.content, y.protocol.content,
               [&](const ProtocolLine& v, const ProtocolLine& w) {
                 return same(v.repeat, w.repeat) && same(v.condition, w.condition) &&
                        names(v.actions, w.actions);
               });
  }
  bool evolutions(const AgentSyntax& x, const AgentSyntax& y) {
    const auto assignment = [&](const AssignmentSyntax& v, const AssignmentSyntax& w) {
      return same(v.target, w.target) && same(v.value, w.value);
    };
    return all(x.evolution.content, y.evolution.content,
               [&](const EvolutionLine& v, const EvolutionLine& w) {
                 return same(v.repeat, w.repeat) && same(v.condition, w.condition) &&
                        all(v.assignments, w.assignments, assignment);
               });
  }
  bool agents(const AgentSyntax& x, const AgentSyntax& y) {
    return same(x.name, y.name) && variables(x.observable, y.observable) &&
           names(x.locally_observable.content, y.locally_observable.content) &&
           variables(x.variables, y.variables) &&
           same(x.red_states.content, y.red_states.content) &&
           names(x.actions.content, y.actions.content) && protocols(x, y) && evolutions(x, y);
  }
  bool formulas(const Section<std::vector<FormulaSyntax>>& x,
                const Section<std::vector<FormulaSyntax>>& y) {
    return all(x.content, y.content, [&](const FormulaSyntax& v, const FormulaSyntax& w) {
      return v.prefix == w.prefix && v.expected == w.expected && same(v.repeat, w.repeat) &&
             same(v.formula, w.formula);
    });
  }
  bool headers() {
    return a_.semantics.content == b_.semantics.content &&
           all(a_.logics, b_.logics,
               [&](base::Range v, base::Range w) { return a_.text(v) == b_.text(w); }) &&
           all(a_.parameters, b_.parameters,
               [&](const ParameterSyntax& v, const ParameterSyntax& w) {
                 return a_.text(v.name) == b_.text(w.name) && same(v.low, w.low) &&
                        same(v.high, w.high) && same(v.value, w.value) &&
                        same(v.condition, w.condition);
               }) &&
           all(a_.definitions, b_.definitions,
               [&](const DefinitionSyntax& v, const DefinitionSyntax& w) {
                 return a_.text(v.name) == b_.text(w.name) && same(v.value, w.value);
               });
  }
  bool systems() {
    return headers() &&
           all(a_.agents, b_.agents,
               [&](const AgentSyntax& v, const AgentSyntax& w) { return agents(v, w); }) &&
           all(a_.evaluation.content, b_.evaluation.content,
               [&](const PropositionSyntax& v, const PropositionSyntax& w) {
                 return same(v.name, w.name) && same(v.condition, w.condition);
               }) &&
           same(a_.initial.content, b_.initial.content) &&
           all(a_.groups.content, b_.groups.content,
               [&](const GroupSyntax& v, const GroupSyntax& w) {
                 return same(v.name, w.name) && same(v.members, w.members);
               }) &&
           formulas(a_.fairness, b_.fairness) && formulas(a_.formulae, b_.formulae);
  }

 private:
  const System& a_;
  const System& b_;
};

}  // namespace

bool same_tree(const System& a, NodeId in_a, const System& b, NodeId in_b) {
  return Comparison(a, b).same(in_a, in_b);
}

bool same_tree(const System& a, const System& b) { return Comparison(a, b).systems(); }

}  // namespace ken::syntax
