// How formulas are written: every operand that is more than a name or a call stands in
// parentheses, so that all readings of all grammars agree.

#include <fmt/format.h>

#include "base/check.hpp"
#include "translate/ispl_formulas.hpp"

namespace ken::translate {

using logic::Notation;
using logic::overloaded;

void IsplFormulas::operand(Pieces<FormulaId>& out, const std::string& before, FormulaId id) const {
  const auto* modal = std::get_if<logic::Modal>(&store_[id]);
  const auto* constant = std::get_if<logic::Constant>(&store_[id]);
  const bool bare =
      std::holds_alternative<logic::Atom>(store_[id]) || (constant != nullptr && constant->value) ||
      (modal != nullptr && model_.modalities[modal->modality].notation == Notation::call);
  out.push_back({before + (bare ? "" : "("), id});
  if (!bare) out.push_back({")", {}});
}

Pieces<FormulaId> IsplFormulas::infix(FormulaId lhs, const std::string& word, FormulaId rhs) const {
  Pieces<FormulaId> result;
  operand(result, "", lhs);
  operand(result, " " + word + " ", rhs);
  return result;
}

Pieces<FormulaId> IsplFormulas::modal_pieces(const logic::Modal& f) const {
  const logic::Modality& row = model_.modalities[f.modality];
  Pieces<FormulaId> result;
  const auto whose = [&] {
    const logic::Group& subject = f.subjects[0];
    return row.signature[0] == logic::Parameter::agent ? job_.names.agent(model_[subject[0]])
                                                       : groups_.at(subject);
  };
  const auto coalition = [&] {
    const logic::Brackets brackets = logic::brackets_of(row);
    return fmt::format("{}{}{}", brackets.open, whose(), brackets.close);
  };
  switch (row.notation) {
    case Notation::prefix:
      operand(result, row.keyword + " ", f.args[0]);
      break;
    case Notation::call:
      return {{fmt::format("{}({}, ", row.keyword, whose()), f.args[0]}, {")", {}}};
    case Notation::coalition:
      operand(result, fmt::format("{}{} ", coalition(), row.connective), f.args[0]);
      break;
    case Notation::until:
    case Notation::coalition_until:
      result = infix(f.args[0], row.connective, f.args[1]);
      result.front().words.insert(
          0, row.notation == Notation::until ? row.keyword + "(" : coalition() + "(");
      result.push_back({")", {}});
      break;
  }
  return result;
}

Pieces<FormulaId> IsplFormulas::pieces(FormulaId id) const {
  const auto rewritten = [](const auto&) -> Pieces<FormulaId> {
    CHECK(false, "a shape that is rewritten is never written");
    return {};
  };
  return std::visit(overloaded{
                        [&](const logic::Constant& f) -> Pieces<FormulaId> {
                          return {{(f.value ? "" : "!") + always_, {}}};
                        },
                        [&](const logic::Atom& f) -> Pieces<FormulaId> {
                          return {{atoms_[static_cast<std::size_t>(f.id)], {}}};
                        },
                        [&](const logic::Not& f) {
                          Pieces<FormulaId> result;
                          operand(result, "!", f.arg);
                          return result;
                        },
                        [&](const logic::Binary& f) {
                          return infix(f.lhs,
                                       f.op == logic::Connective::conjunction   ? "and"
                                       : f.op == logic::Connective::disjunction ? "or"
                                                                                : "->",
                                       f.rhs);
                        },
                        [&](const logic::Modal& f) { return modal_pieces(f); },
                        [&](const logic::Temporal& f) {
                          const std::string word(logic::row_of(f.op).word);
                          if (f.args.size() == 2) return infix(f.args[0], word, f.args[1]);
                          Pieces<FormulaId> result;
                          operand(result, word + " ", f.args[0]);
                          return result;
                        },
                        [&](const logic::Quantified& f) {
                          Pieces<FormulaId> result;
                          operand(result, fmt::format("{} ", logic::row_of(f.quantifier).word),
                                  f.path);
                          return result;
                        },
                        [&](const logic::Many& f) { return rewritten(f); },
                        [&](const logic::Count& f) { return rewritten(f); },
                        [&](const logic::Related& f) { return rewritten(f); },
                        [&](const logic::Fixpoint& f) { return rewritten(f); },
                        [&](const logic::Variable& f) { return rewritten(f); },
                        [&](const logic::Coalition& f) { return rewritten(f); },
                        [&](const logic::Dynamic& f) { return rewritten(f); },
                        [&](const logic::Step& f) { return rewritten(f); },
                        [&](const logic::Test& f) { return rewritten(f); },
                        [&](const logic::Combined& f) { return rewritten(f); },
                        [&](const logic::Star& f) { return rewritten(f); },
                    },
                    store_[id]);
}

}  // namespace ken::translate
