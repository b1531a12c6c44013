// What each token does.
//
// Words are contextual, '<' compares or opens a coalition, ';' ends a statement or joins programs:
// the tokens alone do not say, the tree does.  So every node marks the token of its operator, and
// what is left over is found by elimination: a '<' that no comparison owns opens a coalition or a
// program, a '*' that is neither a product nor a repetition belongs to CTL*.  One pass over the
// nodes and one over the tokens, with a stack for the brackets.

#include "syntax/spacing.hpp"

#include <algorithm>

#include "syntax/operators.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;

class Marker {
 public:
  explicit Marker(const System& system)
      : system_(system), tokens_(system.tokens.tokens), roles_(tokens_.size()) {}

  std::vector<TokenRole> run() {
    for (std::size_t i = 0; i < system_.nodes.size(); ++i) mark(static_cast<NodeId>(i));
    for (const ParameterSyntax& parameter : system_.parameters)
      set(parameter.name.begin, Role::operand);
    for (std::size_t i = 0; i < tokens_.size(); ++i) bracket(i);
    return std::move(roles_);
  }

 private:
  // The first token that begins there or behind.
  [[nodiscard]] std::vector<Token>::const_iterator find(std::uint32_t offset) const {
    return std::lower_bound(tokens_.begin(), tokens_.end(), offset,
                            [](const Token& t, std::uint32_t o) { return t.range.begin < o; });
  }
  void set(std::uint32_t offset, Role role, int strength = 0) {
    const auto at = find(offset);
    if (at == tokens_.end()) return;
    roles_[static_cast<std::size_t>(at - tokens_.begin())] = {role,
                                                              static_cast<std::uint8_t>(strength)};
  }

  void mark(NodeId id) {
    const Node& node = system_.nodes[id];
    const std::uint32_t at = node.mark.begin;
    switch (node.kind) {
      case NodeKind::integer:
      case NodeKind::truth:
        return set(at, Role::operand);
      case NodeKind::segment:
        set(at, Role::operand);
        return named_segment(node);
      case NodeKind::binder:
        return set(at, Role::index_name);
      case NodeKind::unary: {
        const bool postfix = node.op == Op::star || node.op == Op::test;
        const bool word = find(at)->kind == identifier;
        return set(at, postfix ? Role::postfix : word ? Role::prefix_word : Role::prefix_symbol);
      }
      case NodeKind::binary:
        return set(at, Role::infix, strength(id));
      case NodeKind::conditional:
        return conditional(id, at);
      case NodeKind::prefix:
        return set(at, Role::prefix_word);
      case NodeKind::scoped:
        set(at, Role::operand);
        return scope(node, id);
      case NodeKind::call:
        return set(at, Role::call);
      case NodeKind::bound:
        return set(node.range.begin, Role::open_bound);
      case NodeKind::comprehension:
        return set(at, comprehension(system_.text(node.mark)));
      case NodeKind::hole:
      case NodeKind::name:
      case NodeKind::filter:
      case NodeKind::group:
      case NodeKind::set:
      case NodeKind::member:
      case NodeKind::coalition:
        return;
    }
  }

  // The words or symbols between the parts stand behind the part before and the parentheses around
  // it.
  void conditional(NodeId id, std::uint32_t at) {
    const bool words = system_.text(system_.nodes[id].mark) == "if";
    set(at, words ? Role::operand : Role::infix, binding::conditional);
    for (std::size_t part = words ? 0 : 1; part < 2; ++part)
      set_behind(system_.nodes[system_.nodes.child(id, part)].range.end, Role::infix);
  }
  void set_behind(std::uint32_t offset, Role role) {
    auto token = find(offset);
    while (token != tokens_.end() && token->kind == rparen) ++token;
    if (token != tokens_.end()) set(token->range.begin, role, binding::conditional);
  }

  // The brackets of v_<j>.
  void named_segment(const Node& node) {
    const auto open = find(node.mark.end);
    if (open == tokens_.end() || open->kind != less || open->range.begin >= node.range.end) return;
    set(open->range.begin, Role::glued);
    set(node.range.end - 1, Role::glued);
  }
  // The ':' between what a word is about and its body.
  void scope(const Node& node, NodeId id) {
    if (node.child_count == 0) return;
    const NodeId body = system_.nodes.child(id, node.child_count - 1);
    const auto at = find(system_.nodes[body].range.begin);
    if (at != tokens_.begin() && (at - 1)->kind == colon) set((at - 1)->range.begin, Role::glued);
  }

  static Role comprehension(std::string_view word) {
    if (word == "for") return Role::repeat;
    return word == "count" ? Role::count : Role::comprehension;
  }

  // An until is loose when one of its sides is something that binds less than an until does.
  [[nodiscard]] int strength(NodeId id) const {
    const Op op = system_.nodes[id].op;
    const int usual = infix(op).strength;
    if (!is_until(op)) return usual;
    for (std::size_t side = 0; side < 2; ++side) {
      const Node& operand = system_.nodes[system_.nodes.child(id, side)];
      if (operand.kind == NodeKind::binary && is_connective(operand.op))
        return binding::loose_until;
    }
    return usual;
  }

  void bracket(std::size_t i) {
    Role& role = roles_[i].role;
    const Role before = i == 0 ? Role::plain : roles_[i - 1].role;
    switch (tokens_[i].kind) {
      case lparen:
        open_.push_back(before == Role::call || before == Role::count || before == Role::repeat
                            ? before
                            : Role::plain);
        break;
      case lbrace:
        open_.push_back(Role::plain);
        break;
      case lbracket:
        if (role != Role::open_bound && before != Role::operand) role = Role::open_coalition;
        open_.push_back(role == Role::open_bound && before == Role::infix ? Role::infix : role);
        break;
      case less:
        if (role == Role::infix || role == Role::glued) break;
        role = Role::open_coalition;
        open_.push_back(role);
        break;
      case greater:
        if (role == Role::infix || role == Role::glued) break;
        [[fallthrough]];
      case rparen:
      case rbrace:
      case rbracket:
        close(role);
        break;
      case comma:
        role = comma_role();
        break;
      case minus:
      case star:
        if (role == Role::plain) role = Role::glued;
        break;
      default:
        break;
    }
  }

  void close(Role& role) {
    if (open_.empty()) return;
    const Role opened = open_.back();
    open_.pop_back();
    if (opened == Role::open_coalition) role = Role::close_coalition;
    if (opened == Role::open_bound) role = Role::close_bound;
    if (opened == Role::count) role = Role::close_count;
    if (opened == Role::repeat) role = Role::close_repeat;
  }
  [[nodiscard]] Role comma_role() const {
    if (open_.empty()) return Role::plain;
    if (open_.back() == Role::call) return Role::call_comma;
    const bool bound = open_.back() == Role::open_bound || open_.back() == Role::infix;
    return bound ? Role::bound_comma : Role::list_comma;
  }

  const System& system_;
  const TokenList& tokens_;
  std::vector<TokenRole> roles_;
  std::vector<Role> open_;  // for each open bracket: its own role or that of the word before it
};

bool tight_behind(TokenKind kind, Role role) {
  if (kind == lparen || kind == lbracket || kind == lbrace || kind == dot || kind == dotdot)
    return true;
  return role == Role::open_coalition || role == Role::close_coalition ||
         role == Role::prefix_symbol || role == Role::bound_comma ||
         (role == Role::glued && (kind == minus || kind == less));
}

bool tight_before(TokenKind kind, Role role) {
  if (kind == rparen || kind == rbracket || kind == rbrace || kind == comma || kind == semicolon ||
      kind == dot || kind == dotdot)
    return true;
  return role == Role::close_coalition || role == Role::postfix || role == Role::glued ||
         role == Role::open_bound;
}

}  // namespace

std::vector<TokenRole> token_roles(const System& system) { return Marker(system).run(); }

bool blank_before(const System& system, const std::vector<TokenRole>& roles, std::size_t token) {
  const TokenList& tokens = system.tokens.tokens;
  const TokenKind left = tokens[token - 1].kind;
  const TokenKind right = tokens[token].kind;
  const Role before = roles[token - 1].role;
  if (left == minus && right == minus) return true;  // two of them would be a comment
  if (tight_behind(left, before) || tight_before(right, roles[token].role)) return false;
  if (right == colon) {
    if (roles[token].role == Role::infix) return true;
    if (before == Role::index_name) return false;
    return before != Role::plain || left != identifier ||
           system.text(tokens[token - 1].range) == "Other";
  }
  if (right == lbracket) return before != Role::operand;
  if (right == lparen)
    return before != Role::call && before != Role::prefix_word && before != Role::comprehension &&
           before != Role::count && before != Role::close_bound && before != Role::close_count;
  return true;
}

}  // namespace ken::syntax
