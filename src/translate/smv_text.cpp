#include "translate/smv_text.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/post_order.hpp"

namespace ken::translate {

using model::Expr;
using model::TypeKind;

namespace {

std::string join(const std::vector<std::string>& args, std::string_view sign) {
  return fmt::format("({})", fmt::join(args, sign));
}

}  // namespace

// ---- what constants mean ----

// Constants tell nothing; a choice is what one of its branches is.
SmvText::Reading SmvText::read(ExprId id) const {
  const model::ExprStore& exprs = terms_.exprs();
  std::vector<ExprId> open{id};
  while (!open.empty()) {
    const ExprId at = open.back();
    open.pop_back();
    const Expr& e = exprs[at];
    if (e.op == ExprOp::constant) continue;
    if (e.op == ExprOp::conditional) {
      open.push_back(exprs.args(at)[2]);
      open.push_back(exprs.args(at)[1]);
      continue;
    }
    if (e.op == ExprOp::variable) {
      const model::Type& type = model_[terms_.variable_of(at)].type;
      if (type.kind == TypeKind::boolean) return {Kind::truth};
      return type.kind == TypeKind::enumeration ? Reading{Kind::symbol, &type} : Reading{};
    }
    const model::OpKind kind = model::kind_of(e.op);
    const bool number = kind == model::OpKind::arithmetic || kind == model::OpKind::count;
    return number ? Reading{} : Reading{Kind::truth};
  }
  return {};
}

SmvText::Reading SmvText::read_sides(ExprId comparison) const {
  const auto args = terms_.exprs().args(comparison);
  const Reading left = read(args[0]);
  return left == Reading{} ? read(args[1]) : left;
}

SmvText::Reading SmvText::reading_of_part(const Key& whole, std::size_t part) const {
  switch (model::kind_of(terms_.exprs()[whole.first].op)) {
    case model::OpKind::comparison:
      return read_sides(whole.first);
    case model::OpKind::arithmetic:
      return {};
    case model::OpKind::choice:
      return part == 0 ? Reading{Kind::truth} : whole.second;
    case model::OpKind::leaf:
    case model::OpKind::connective:
    case model::OpKind::count:
      break;
  }
  return {Kind::truth};
}

// ---- text ----

std::string SmvText::condition(ExprId id) {
  const Key root{id, {Kind::truth}};
  base::visit_post_order(
      root,
      [this](const Key& key, const auto& part) {
        const auto args = terms_.exprs().args(key.first);
        for (std::size_t i = 0; i < args.size(); ++i) part(Key{args[i], reading_of_part(key, i)});
      },
      [this](const Key& key) { return known_.contains(key); },
      [this](const Key& key) {
        std::string text = write(key);
        if (text.size() > longest) {
          const std::string name = names_.make_fresh("part");
          definitions_ += fmt::format("  {} := {};\n", name, text);
          text = name;
        }
        known_.emplace(key, std::move(text));
      });
  return known_.at(root);
}

std::string SmvText::write(const Key& key) {
  const auto& [id, reading] = key;
  const Expr& e = terms_.exprs()[id];
  std::vector<std::string> args;
  for (std::size_t i = 0; i < e.count; ++i)
    args.push_back(known_.at({terms_.exprs().args(id)[i], reading_of_part(key, i)}));
  const bool number = reading.kind == Kind::number;
  if (number && (e.bounds.low < -widest_smv_number || e.bounds.high > widest_smv_number))
    refuse("numbers of more than 32 bits");
  switch (e.op) {
    case ExprOp::constant:
      return write_constant(e.value, reading);
    case ExprOp::variable:
      return spell_(terms_.variable_of(id), terms_.moment_of(id));
    case ExprOp::action: {
      const auto agent = static_cast<model::AgentId>(e.value);
      const std::string& action = model_[agent].actions[e.action].name.shown;
      return fmt::format("({} = {})", names_.action_of(agent), names_.symbol(action));
    }
    case ExprOp::negation:
      return "!" + args[0];
    case ExprOp::conjunction:
      return join(args, " & ");
    case ExprOp::disjunction:
      return join(args, " | ");
    case ExprOp::exclusive:
      return join(args, " xor ");
    case ExprOp::equal:
    case ExprOp::not_equal:
    case ExprOp::less:
    case ExprOp::less_equal:
      return write_comparison(e.op, read_sides(id), args);
    case ExprOp::sum:
      return join(args, " + ");
    case ExprOp::product:
      return join(args, " * ");
    case ExprOp::subtract:
      return join(args, " - ");
    case ExprOp::floor_divide:
      return write_floor(id, args);
    case ExprOp::modulo:
      return write_rest(id, args);
    case ExprOp::count: {
      for (std::string& arg : args) arg = fmt::format("({} ? 1 : 0)", arg);
      return join(args, " + ");
    }
    case ExprOp::conditional:
      return fmt::format("({} ? {} : {})", args[0], args[1], args[2]);
    case ExprOp::divide:
      break;
  }
  CHECK(e.op != ExprOp::divide, "terms have no exact quotients");
  return {};
}

std::string SmvText::write_constant(model::Value value, const Reading& reading) {
  switch (reading.kind) {
    case Kind::truth:
      return value != 0 ? "TRUE" : "FALSE";
    case Kind::symbol: {
      // A value that the type does not have is one of another type, and never equal.
      const auto& names = reading.type->names;
      CHECK(value >= 0 && value < static_cast<model::Value>(names.size()), "a value of the type");
      return names_.symbol(names[static_cast<std::size_t>(value)]);
    }
    case Kind::number:
      break;
  }
  return value < 0 ? fmt::format("({})", value) : std::to_string(value);
}

std::string SmvText::write_comparison(ExprOp op, const Reading& sides,
                                      const std::vector<std::string>& args) {
  const bool truths = sides.kind == Kind::truth;
  if (op == ExprOp::equal) {
    if (truths && args[1] == "TRUE") return args[0];
    if (truths && args[1] == "FALSE") return "!" + args[0];
    return join(args, truths ? " <-> " : " = ");
  }
  if (op == ExprOp::not_equal) return join(args, truths ? " xor " : " != ");
  return join(args, op == ExprOp::less ? " < " : " <= ");
}

// With a positive divisor d the rest n - d * floor(n / d) is ((n mod d) + d) mod d, whichever way
// SMV rounds, and n less the rest is a multiple of d.
std::string SmvText::write_rest(ExprId id, const std::vector<std::string>& args) {
  const auto parts = terms_.exprs().args(id);
  if (terms_.exprs()[parts[0]].bounds.low >= 0) return join(args, " mod ");
  if (terms_.exprs()[parts[1]].bounds.high > widest_smv_number / 2)
    refuse("numbers of more than 32 bits");
  return fmt::format("((({0} mod {1}) + {1}) mod {1})", args[0], args[1]);
}

std::string SmvText::write_floor(ExprId id, const std::vector<std::string>& args) {
  const auto parts = terms_.exprs().args(id);
  if (terms_.exprs()[parts[0]].bounds.low >= 0) return join(args, " / ");
  if (terms_.exprs()[parts[0]].bounds.low < -widest_smv_number / 2)
    refuse("numbers of more than 32 bits");
  return fmt::format("(({} - {}) / {})", args[0], write_rest(id, args), args[1]);
}

}  // namespace ken::translate
