// Where one text has several readings.
//
// ken reads formulas in the standard order of operators, with the loose until of CTL (see
// reduce.cpp).  MCMAS reads some texts otherwise: behind CTL* the operand of X, F, G and the right
// side of U swallow the rest of the boolean expression; behind LTL '!' is weaker than U, and U
// associates to the left.  And '&', '|' bind tighter than the prefixes, 'and' and 'or' do not.  A
// verdict that differs for such a reason is hard to find, so
// every place where the readings part is noted.  Each rule looks at one node and, at most, down one
// edge of the tree below it; no place costs more than the length of that edge.

#include "syntax/readings.hpp"

#include <fmt/format.h>

#include "base/post_order.hpp"
#include "base/text.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {
namespace {

class ReadingNotes {
 public:
  ReadingNotes(const System& system, base::Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics) {}

  void formula(const FormulaSyntax& formula) {
    const auto for_each_child = [&](NodeId id, const auto& part) {
      for (const NodeId child : system_.nodes.children(id)) part(child);
    };
    for (const NodeId id : base::collect_parts(formula.formula, for_each_child)) {
      if (formula.prefix == PrefixWord::none) loose_until(id);
      tight_bit_operator(id);
      short_prefix(id);
      idle_quantifier(id);
      if (formula.prefix == PrefixWord::ctl_star) swallowed_rest(id);
      if (formula.prefix == PrefixWord::ltl) weak_negation(id), left_until(id);
    }
  }

 private:
  [[nodiscard]] const Node& node(NodeId id) const { return system_.nodes[id]; }
  [[nodiscard]] std::string text(NodeId id) const {
    constexpr std::size_t longest = 40;
    const std::string_view whole = system_.text(node(id).range);
    return base::shorten(base::make_printable(base::collapse_blanks(whole.substr(0, 400))),
                         longest);
  }
  [[nodiscard]] bool is_until_node(NodeId id) const {
    return node(id).kind == NodeKind::binary && is_until(node(id).op);
  }
  [[nodiscard]] bool is_connective_node(NodeId id) const {
    return node(id).kind == NodeKind::binary && is_connective(node(id).op);
  }
  [[nodiscard]] bool is_modal_node(NodeId id) const {
    return node(id).kind == NodeKind::prefix || node(id).kind == NodeKind::coalition;
  }
  // Begins with no operator of a logic.
  [[nodiscard]] bool is_plain(NodeId id) const {
    while (node(id).kind == NodeKind::unary || node(id).kind == NodeKind::group)
      id = system_.nodes.child(id, 0);
    return node(id).kind == NodeKind::name || node(id).kind == NodeKind::truth ||
           (node(id).kind == NodeKind::binary && is_comparison(node(id).op));
  }
  void note(base::Range range, const std::string& words) {
    diagnostics_.add(system_.source, range, base::Code::reading_differs, words);
  }

  // A(p and q U r): the until reaches to the parentheses.
  void loose_until(NodeId id) {
    const bool quantifier =
        node(id).kind == NodeKind::prefix || node(id).kind == NodeKind::coalition;
    if (!quantifier) return;
    const NodeId operand = system_.nodes.child(id, node(id).kind == NodeKind::coalition ? 1 : 0);
    if (node(operand).kind != NodeKind::group) return;
    const NodeId inside = system_.nodes.child(operand, 0);
    if (!is_until_node(inside)) return;
    const NodeId left = system_.nodes.child(inside, 0);
    const NodeId right = system_.nodes.child(inside, 1);
    if (!is_connective_node(left) && !is_connective_node(right)) return;
    const std::string_view word = infix(node(inside).op).text;
    note(node(inside).mark,
         fmt::format("read as ({}) {} ({}); in the standard order '{}' binds tighter than 'and' "
                     "and 'or'",
                     text(left), word, text(right), word));
  }

  // AG p & q is AG (p & q), but AG p and q is (AG p) and q.
  void tight_bit_operator(NodeId id) {
    if (node(id).kind != NodeKind::prefix) return;
    const NodeId operand = system_.nodes.child(id, 0);
    const Op op = node(operand).op;
    if (node(operand).kind != NodeKind::binary || !is_bit_operator(op)) return;
    note(node(operand).mark,
         fmt::format("read as {} ({}): '{}' binds tighter than '{}', unlike 'and' and 'or'",
                     system_.text(node(id).mark), text(operand), infix(op).text,
                     system_.text(node(id).mark)));
  }

  // Says something about the present, or the next state, and not about all that comes: plain, what
  // somebody knows, AX p.
  [[nodiscard]] bool is_close(NodeId id) const {
    while (node(id).kind == NodeKind::unary || node(id).kind == NodeKind::group)
      id = system_.nodes.child(id, 0);
    const std::string_view word = system_.text(node(id).mark);
    const bool next = node(id).kind == NodeKind::prefix && (word == "AX" || word == "EX");
    return is_plain(id) || node(id).kind == NodeKind::call || next;
  }

  // AG p -> q is (AG p) -> q, which a q that says nothing about later makes look like a slip.
  void short_prefix(NodeId id) {
    const bool implies = node(id).op == Op::implication || node(id).op == Op::equivalence;
    if (!is_connective_node(id) || !implies) return;
    const NodeId left = system_.nodes.child(id, 0);
    if (!is_modal_node(left)) return;
    for (NodeId at = system_.nodes.child(id, 1);; at = system_.nodes.child(at, 1)) {
      const bool goes_on = is_connective_node(at);
      if (!is_close(goes_on ? system_.nodes.child(at, 0) : at)) return;
      if (!goes_on) break;
    }
    note(node(id).mark, fmt::format("read as ({}) {} ...; if all of it is meant, it stands in "
                                    "parentheses",
                                    text(left), infix(node(id).op).text));
  }

  // A p U q is (A p) U q.
  void idle_quantifier(NodeId id) {
    if (node(id).kind != NodeKind::prefix) return;
    const std::string_view word = system_.text(node(id).mark);
    if ((word != "A" && word != "E") || !is_plain(system_.nodes.child(id, 0))) return;
    note(node(id).range,
         fmt::format("'{0}' before a formula about one state says nothing; what it quantifies "
                     "stands in parentheses, as in '{0}(p U q)'",
                     word));
  }

  // CTL* A (G p and F q): MCMAS reads A (G (p and F q)).
  void swallowed_rest(NodeId id) {
    if (!is_connective_node(id)) return;
    NodeId at = system_.nodes.child(id, 0);
    for (;;) {
      const Node& n = node(at);
      const bool path_word = n.kind == NodeKind::prefix && is_path_word(system_.text(n.mark));
      if (path_word || is_until_node(at)) break;
      if (n.kind == NodeKind::unary || n.kind == NodeKind::prefix)
        at = system_.nodes.child(at, 0);
      else if (is_connective_node(at))
        at = system_.nodes.child(at, 1);
      else
        return;
    }
    const std::string_view word =
        is_until_node(at) ? infix(node(at).op).text : system_.text(node(at).mark);
    note(node(id).mark, fmt::format("MCMAS reads what follows as part of the operand of '{}'; ken "
                                    "ends it here. Parentheses make both agree",
                                    word));
  }

  // LTL !p U q: MCMAS reads !(p U q).
  void weak_negation(NodeId id) {
    if (!is_until_node(id)) return;
    const NodeId left = system_.nodes.child(id, 0);
    if (node(left).kind != NodeKind::unary || node(left).op != Op::negation) return;
    note(node(left).mark, fmt::format("read as ({}) {} ...; MCMAS negates the whole", text(left),
                                      infix(node(id).op).text));
  }

  // LTL p U q U r: MCMAS reads (p U q) U r.
  void left_until(NodeId id) {
    if (!is_until_node(id)) return;
    const NodeId right = system_.nodes.child(id, 1);
    if (!is_until_node(right)) return;
    note(node(id).mark,
         fmt::format("read as {} {} ({}); MCMAS starts from the left",
                     text(system_.nodes.child(id, 0)), infix(node(id).op).text, text(right)));
  }

  const System& system_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

void compare_readings(const System& system, base::Diagnostics& diagnostics) {
  ReadingNotes comparison(system, diagnostics);
  for (const FormulaSyntax& formula : system.fairness.content) comparison.formula(formula);
  for (const FormulaSyntax& formula : system.formulae.content) comparison.formula(formula);
}

}  // namespace ken::syntax
