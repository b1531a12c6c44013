// Printing a tree with an explicit stack of what is still to be written: pieces of text and nodes.
// Expanding a node puts its parts on the stack, the first on top, so depth costs memory only.
// Where parentheses stand is decided beforehand (parentheses.cpp).

#include "syntax/print.hpp"

#include <algorithm>
#include <variant>

#include "base/post_order.hpp"
#include "syntax/operators.hpp"
#include "syntax/parentheses.hpp"

namespace ken::syntax {
namespace {

class Printer {
 public:
  // For the nodes first, ..., end - 1.
  Printer(const System& system, std::size_t first, std::size_t end)
      : system_(system),
        nodes_(system.nodes),
        first_(first),
        pairs_(parentheses(system, first, end)) {}

  void text(std::string_view text) {
    if (!out_.empty() && out_.back() == '-' && text.starts_with('-')) out_ += ' ';
    out_ += text;
  }
  void node(NodeId id) {
    put(id);
    flush();
    while (!todo_.empty()) {
      const Piece piece = todo_.back();
      todo_.pop_back();
      if (const auto* words = std::get_if<std::string_view>(&piece)) {
        text(*words);
      } else {
        expand(std::get<NodeId>(piece));
        flush();
      }
    }
  }
  void list(const std::vector<NodeId>& elements) {
    text("{");
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i > 0) text(", ");
      node(elements[i]);
    }
    text("}");
  }
  std::string result() { return std::move(out_); }

 private:
  using Piece = std::variant<std::string_view, NodeId>;

  void put(Piece piece) { parts_.push_back(piece); }
  void put_mark(const Node& node) { put(system_.text(node.mark)); }
  void flush() {
    todo_.insert(todo_.end(), parts_.rbegin(), parts_.rend());
    parts_.clear();
  }

  void expand(NodeId id) {
    const std::uint8_t pairs = pairs_[static_cast<std::size_t>(id) - first_];
    for (int i = 0; i < pairs; ++i) put("(");
    expand_inside(id, nodes_[id]);
    for (int i = 0; i < pairs; ++i) put(")");
  }

  void expand_inside(NodeId id, const Node& node) {
    const auto children = nodes_.children(id);
    switch (node.kind) {
      case NodeKind::hole:
        return put("_");
      case NodeKind::integer:
      case NodeKind::truth:
        return put_mark(node);
      case NodeKind::name:
        return elements(children, ".");
      case NodeKind::segment:
        put_mark(node);
        return children.empty() ? void() : put_bracketed("[", children, "]");
      case NodeKind::binder:
        put_mark(node);
        put(": ");
        return elements(children, "..");
      case NodeKind::filter:
      case NodeKind::group:
        return put(children[0]);
      case NodeKind::unary:
        return unary(node, children[0]);
      case NodeKind::binary:
        return binary(node, children);
      case NodeKind::bound:
        put("[");
        elements(children, ",");
        return put("]");
      case NodeKind::prefix:
        put_mark(node);
        if (children.size() > 1) put(children[1]);
        if (!has_parentheses(children[0])) put(" ");
        return put(children[0]);
      case NodeKind::call:
        put_mark(node);
        return put_bracketed("(", children, ")");
      case NodeKind::set:
        return put_bracketed("{", children, "}");
      case NodeKind::member:
        return elements(children, " in ");
      case NodeKind::coalition:
        return coalition(node, children);
      case NodeKind::conditional:
        for (std::size_t i = 0; i < 3; ++i) {
          put(i == 0 ? "if " : (i == 1 ? " then " : " else "));
          put(children[i]);
        }
        return;
      case NodeKind::comprehension:
        return comprehension(node, children);
      case NodeKind::scoped:
        put_mark(node);
        put(" ");
        elements(children.first(children.size() - 1), " in ");
        put(": ");
        return put(children.back());
    }
  }

  void elements(std::span<const NodeId> children, std::string_view separator) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      const bool filter = nodes_[children[i]].kind == NodeKind::filter;
      if (i > 0) put(filter ? " if " : separator);
      put(children[i]);
    }
  }
  void put_bracketed(std::string_view open, std::span<const NodeId> children,
                     std::string_view close) {
    put(open);
    elements(children, ", ");
    put(close);
  }
  void unary(const Node& node, NodeId operand) {
    const bool postfix = node.op == Op::star || node.op == Op::test;
    if (postfix) put(operand);
    put_mark(node);
    if (!postfix) put(operand);
  }
  void binary(const Node& node, std::span<const NodeId> children) {
    put(children[0]);
    if (node.op != Op::sequence) put(" ");
    put(infix(node.op).text);
    if (children.size() > 2) put(children[2]);
    put(" ");
    put(children[1]);
  }
  void coalition(const Node& node, std::span<const NodeId> children) {
    put(brackets(node.op).open);
    put(children[0]);
    if (node.mark.begin != node.mark.end) {
      put(" | ");
      put_mark(node);
    }
    put(brackets(node.op).close);
    put(children[1]);
  }
  void comprehension(const Node& node, std::span<const NodeId> children) {
    const NodeKind last = nodes_[children.back()].kind;
    const bool body = last != NodeKind::binder && last != NodeKind::filter;
    put_mark(node);
    const std::string_view word = system_.text(node.mark);
    put_bracketed(word == "for" ? " (" : "(", children.first(children.size() - (body ? 1 : 0)),
                  ")");
    if (!body) return;
    if (word != "count" || !has_parentheses(children.back())) put(" ");
    put(children.back());
  }
  [[nodiscard]] bool has_parentheses(NodeId id) const {
    return pairs_[static_cast<std::size_t>(id) - first_] > 0;
  }

  const System& system_;
  const Nodes& nodes_;
  std::size_t first_;
  std::vector<std::uint8_t> pairs_;
  std::string out_;
  std::vector<Piece> todo_;   // the next one last
  std::vector<Piece> parts_;  // of the node being expanded, in order
};

// The sections, in the order of the language.
class SystemPrinter {
 public:
  explicit SystemPrinter(const System& system)
      : system_(system), printer_(system, 0, system.nodes.size()) {}

  std::string run() {
    head();
    for (const AgentSyntax& agent : system_.agents) print(agent);
    section("", "Evaluation", "", system_.evaluation, [&](const PropositionSyntax& proposition) {
      line("  ", proposition.name, " if ", proposition.condition, ";\n");
    });
    section("", "InitStates", "", system_.initial, [&](NodeId condition) {
      if (condition != no_node) line("  ", condition, ";\n");
    });
    section("", "Groups", "", system_.groups,
            [&](const GroupSyntax& group) { line("  ", group.name, " = ", group.members, ";\n"); });
    section("", "Fairness", "", system_.fairness, [&](const FormulaSyntax& f) { formula(f); });
    section("", "Formulae", "", system_.formulae, [&](const FormulaSyntax& f) { formula(f); });
    return printer_.result();
  }

 private:
  template <class... Parts>
  void line(const Parts&... parts) {
    (put(parts), ...);
  }
  void put(std::string_view text) { printer_.text(text); }
  void put(NodeId node) { printer_.node(node); }
  void put(const std::vector<NodeId>& elements) { printer_.list(elements); }

  // Calls print for each line, or for what there is in a section of one condition.
  template <class Content, class Print>
  void section(std::string_view indent, std::string_view name, std::string_view colon,
               const Section<Content>& section, Print&& print) {
    if (!section.keyword) return;
    line(indent, name, colon, "\n");
    if constexpr (std::is_same_v<Content, NodeId>)
      print(section.content);
    else
      for (const auto& item : section.content) print(item);
    line(indent, "end ", name, "\n");
  }

  void head() {
    if (system_.semantics.keyword) {
      const bool single = system_.semantics.content == AssignmentSemantics::single;
      line("Semantics = ", single ? "SingleAssignment" : "MultiAssignment", ";\n");
    }
    for (const base::Range logic : system_.logics) line("Logic ", system_.text(logic), ";\n");
    for (const ParameterSyntax& parameter : system_.parameters) {
      line("Parameter ", system_.text(parameter.name));
      if (parameter.low != no_node) line(" : ", parameter.low, "..", parameter.high);
      line(" = ", parameter.value);
      if (parameter.condition != no_node) line(" where ", parameter.condition);
      put(";\n");
    }
    for (const DefinitionSyntax& definition : system_.definitions)
      line("Define ", system_.text(definition.name), " = ", definition.value, ";\n");
  }

  void print(const AgentSyntax& agent) {
    line("Agent ", agent.name, "\n");
    section("  ", "Obsvars", ":", agent.observable, [&](const auto& v) { variable(v); });
    names("Lobsvars", agent.locally_observable);
    section("  ", "Vars", ":", agent.variables, [&](const auto& v) { variable(v); });
    section("  ", "RedStates", ":", agent.red_states, [&](NodeId condition) {
      if (condition != no_node) line("    ", condition, ";\n");
    });
    names("Actions", agent.actions);
    section("  ", "Protocol", ":", agent.protocol, [&](const auto& l) { protocol(l); });
    section("  ", "Evolution", ":", agent.evolution, [&](const auto& l) { evolution(l); });
    line("end Agent\n");
  }

  void names(std::string_view name, const Section<std::vector<NodeId>>& section) {
    if (section.keyword) line("  ", name, " = ", section.content, ";\n");
  }
  void variable(const VariableSyntax& variable) {
    line("    ", variable.name, " : ");
    switch (variable.type.kind) {
      case TypeKind::boolean:
        return line("boolean;\n");
      case TypeKind::range:
        return line(variable.type.low, "..", variable.type.high, ";\n");
      case TypeKind::enumeration:
        return line(variable.type.values, ";\n");
    }
  }
  void repeat(NodeId node) {
    if (node != no_node) line(node, " ");
  }
  void protocol(const ProtocolLine& protocol) {
    put("    ");
    repeat(protocol.repeat);
    if (protocol.condition == no_node)
      put("Other");
    else
      put(protocol.condition);
    line(" : ", protocol.actions, ";\n");
  }
  void evolution(const EvolutionLine& evolution) {
    put("    ");
    repeat(evolution.repeat);
    for (std::size_t i = 0; i < evolution.assignments.size(); ++i) {
      const AssignmentSyntax& assignment = evolution.assignments[i];
      line(i > 0 ? " and " : "", assignment.target, " = ", assignment.value);
    }
    line(" if ", evolution.condition, ";\n");
  }
  void formula(const FormulaSyntax& formula) {
    put("  ");
    repeat(formula.repeat);
    switch (formula.prefix) {
      case PrefixWord::none:
        break;
      case PrefixWord::ltl:
        put("LTL ");
        break;
      case PrefixWord::ctl_star:
        put("CTL* ");
        break;
      case PrefixWord::ldl:
        put("LDL ");
        break;
    }
    line(formula.formula, ";");
    if (formula.expected) line("  -- expect: ", *formula.expected ? "true" : "false");
    put("\n");
  }

  const System& system_;
  Printer printer_;
};

// The node of the tree with the smallest index.
NodeId first_node(const Nodes& nodes, NodeId root) {
  return base::collect_parts(root,
                             [&](NodeId id, const auto& part) {
                               for (const NodeId child : nodes.children(id)) part(child);
                             })
      .front();
}

}  // namespace

std::string print(const System& system, NodeId node) {
  const auto first = static_cast<std::size_t>(first_node(system.nodes, node));
  Printer printer(system, first, static_cast<std::size_t>(node) + 1);
  printer.node(node);
  return printer.result();
}

std::string print(const System& system) { return SystemPrinter(system).run(); }

}  // namespace ken::syntax
