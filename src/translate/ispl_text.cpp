// How conditions and arithmetic are written: always in the same form, with the parentheses that
// leave no doubt, and nothing that the existing tool would not read.

#include <fmt/format.h>

#include "translate/ispl_store.hpp"

namespace ken::translate {
namespace {

using model::Expr;
using model::TypeKind;

// How tightly arithmetic binds: sums 1, products 2, names and numbers 3; negative numbers need
// parentheses everywhere, because -- begins a comment.
int level(const Expr& e) {
  switch (e.op) {
    case ExprOp::sum:
    case ExprOp::subtract:
      return 1;
    case ExprOp::product:
    case ExprOp::divide:
      return 2;
    case ExprOp::constant:
      return e.value < 0 ? 0 : 3;
    case ExprOp::variable:
    case ExprOp::action:
    case ExprOp::negation:
    case ExprOp::conjunction:
    case ExprOp::disjunction:
    case ExprOp::exclusive:
    case ExprOp::equal:
    case ExprOp::not_equal:
    case ExprOp::less:
    case ExprOp::less_equal:
    case ExprOp::floor_divide:
    case ExprOp::modulo:
    case ExprOp::count:
    case ExprOp::conditional:
      break;
  }
  return 3;
}

}  // namespace

std::string IsplStore::name(VarId id) const {
  const model::Variable& variable = model_[id];
  if (scope_.viewer == variable.owner) return names_[variable.name];
  return names_.agent(model_[variable.owner]) + "." + names_[variable.name];
}

std::uint64_t IsplStore::size(ExprId id) {
  return sizes_.of(id, [&](ExprId part) { return pieces(part); }).length;
}

std::string IsplStore::condition_text(ExprId condition) {
  if (limits_.refused()) return {};
  if (exprs_.is_constant(condition))
    return exprs_[condition].value != 0 ? scope_.always : "!(" + scope_.always + ")";
  const std::uint64_t length = size(condition);
  if (length > limits_.condition()) {
    limits_.refuse_size("this condition", length);
    return {};
  }
  std::string text;
  write(text, condition, [&](ExprId id) { return pieces(id); });
  return text;
}

std::string IsplStore::value_text(VarId target, ExprId value) {
  const Expr& e = exprs_[value];
  if (e.op == ExprOp::constant) return names_.value(model_[target].type, e.value);
  if (e.op == ExprOp::variable) return name(static_cast<VarId>(e.value));
  std::string text;
  write(text, value, [&](ExprId id) { return pieces(id); });
  return text;
}

Pieces<ExprId> IsplStore::pieces(ExprId id) const {
  const Expr& e = exprs_[id];
  switch (e.op) {
    case ExprOp::constant:
      return {{std::to_string(e.value), {}}};
    case ExprOp::variable: {
      const auto variable = static_cast<VarId>(e.value);
      const bool boolean = model_[variable].type.kind == TypeKind::boolean;
      return {{name(variable) + (boolean ? "=true" : ""), {}}};
    }
    case ExprOp::action: {
      const auto actor = static_cast<AgentId>(e.value);
      const model::Agent& agent = model_[actor];
      const std::string whose = scope_.viewer == actor ? "" : names_.agent(agent) + ".";
      return {{whose + "Action=" + names_[agent.actions[e.action].name], {}}};
    }
    case ExprOp::negation:
      return {{"!(", exprs_.args(id)[0]}, {")", {}}};
    case ExprOp::conjunction:
      return junction_pieces(id, " and ");
    case ExprOp::disjunction:
      return junction_pieces(id, " or ");
    case ExprOp::equal:
    case ExprOp::not_equal:
    case ExprOp::less:
    case ExprOp::less_equal:
      return comparison_pieces(id);
    case ExprOp::sum:
      return sum_pieces(id);
    case ExprOp::subtract:
      return arithmetic_pieces(id, "-");
    case ExprOp::product:
      return arithmetic_pieces(id, "*");
    case ExprOp::divide:
      return arithmetic_pieces(id, "/");
    case ExprOp::exclusive:
    case ExprOp::floor_divide:
    case ExprOp::modulo:
    case ExprOp::count:
    case ExprOp::conditional:
      break;  // on the way to a condition only; measured, never written
  }
  return {{"?", {}}};
}

Pieces<ExprId> IsplStore::junction_pieces(ExprId id, const std::string& word) const {
  Pieces<ExprId> result;
  for (const ExprId arg : exprs_.args(id)) {
    const Expr& e = exprs_[arg];
    const bool same = e.op == exprs_[id].op && e.count < longest_chain;
    const bool nested = (e.op == ExprOp::conjunction || e.op == ExprOp::disjunction) && !same;
    const std::string before = result.empty() ? "" : word;
    result.push_back({before + (nested ? "(" : ""), arg});
    if (nested) result.push_back({")", {}});
  }
  return result;
}

// One side of a comparison; booleans and the values of enumerations by name.
Piece<ExprId> IsplStore::side(ExprId id, ExprId other) const {
  const Expr& e = exprs_[id];
  if (e.op == ExprOp::variable) return {name(static_cast<VarId>(e.value)), {}};
  const Expr& beside = exprs_[other];
  if (e.op == ExprOp::constant && beside.op == ExprOp::variable)
    return {names_.value(model_[static_cast<VarId>(beside.value)].type, e.value), {}};
  return {{}, id};
}

Pieces<ExprId> IsplStore::comparison_pieces(ExprId id) const {
  const ExprOp op = exprs_[id].op;
  ExprId left = exprs_.args(id)[0];
  ExprId right = exprs_.args(id)[1];
  const bool turned = exprs_.is_constant(left);
  if (turned) std::swap(left, right);
  std::string sign = "=";
  if (op == ExprOp::not_equal) sign = "<>";
  if (op == ExprOp::less) sign = turned ? ">" : "<";
  if (op == ExprOp::less_equal) sign = turned ? ">=" : "<=";
  return {side(left, right), {sign, {}}, side(right, left)};
}

void IsplStore::operand(Pieces<ExprId>& out, ExprId id, int least) const {
  const bool bare = level(exprs_[id]) >= least;
  out.push_back({bare ? "" : "(", id});
  if (!bare) out.push_back({")", {}});
}

// Numbers last, and x-1 for x+(-1).
Pieces<ExprId> IsplStore::sum_pieces(ExprId id) const {
  Pieces<ExprId> result;
  const auto add = [&](bool constants) {
    for (const ExprId arg : exprs_.args(id)) {
      const Expr& e = exprs_[arg];
      if ((e.op == ExprOp::constant) != constants) continue;
      if (constants && e.value < 0 && !result.empty()) {
        result.push_back({std::to_string(e.value), {}});
        continue;
      }
      if (!result.empty()) result.push_back({"+", {}});
      operand(result, arg, result.empty() ? 1 : 2);
    }
  };
  add(false);
  add(true);
  return result;
}

Pieces<ExprId> IsplStore::arithmetic_pieces(ExprId id, const std::string& sign) const {
  Pieces<ExprId> result;
  const int own = level(exprs_[id]);
  for (const ExprId arg : exprs_.args(id)) {
    const bool first = result.empty();
    if (!first) result.push_back({sign, {}});
    operand(result, arg, first ? own : own + 1);
  }
  return result;
}

}  // namespace ken::translate
