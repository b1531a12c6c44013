#include "logic/binding.hpp"

namespace ken::logic {

Word word_of(Connective op) {
  switch (op) {
    case Connective::conjunction:
      return {"and", Strength::conjunction};
    case Connective::disjunction:
      return {"or", Strength::disjunction};
    case Connective::implication:
      return {"->", Strength::implication};
    case Connective::equivalence:
      return {"<->", Strength::equivalence};
  }
  return {};
}

bool associates_left(Connective op) {
  return op == Connective::conjunction || op == Connective::disjunction;
}

Shorthand shorten(const Count& f) {
  const auto size = static_cast<std::int64_t>(f.args.size());
  if (f.least > f.most || f.least > size || f.most < 0) return Shorthand::never;
  if (f.least <= 0 && f.most >= size) return Shorthand::always;
  if (f.least == size) return Shorthand::all;
  if (f.most == 0) return Shorthand::none;
  if (f.least == 1 && f.most >= size) return Shorthand::some;
  if (f.least <= 0 && f.most == size - 1) return Shorthand::all_but_all;
  return Shorthand::counted;
}

namespace {

// A chain of one is its only part, and that may be a chain of one again: closed by parentheses.
Strength strength_of(const Many& f) {
  if (f.args.size() <= 1) return Strength::closed;
  switch (f.quantity) {
    case Quantity::all:
      return Strength::conjunction;
    case Quantity::some:
      return Strength::disjunction;
    case Quantity::odd:
      return f.args.size() % 2 == 1 ? Strength::equivalence : Strength::prefix;
  }
  return Strength::closed;
}

Strength strength_of(const Count& f) {
  switch (shorten(f)) {
    case Shorthand::always:
    case Shorthand::never:
    case Shorthand::counted:
      return Strength::closed;
    case Shorthand::all:
      return f.args.size() > 1 ? Strength::conjunction : Strength::closed;
    case Shorthand::some:
      return f.args.size() > 1 ? Strength::disjunction : Strength::closed;
    case Shorthand::none:
    case Shorthand::all_but_all:
      return Strength::prefix;
  }
  return Strength::closed;
}

}  // namespace

// Of a step that of its condition, which is no step: one call deep.
Strength Binding::strength(FormulaId id) const {
  return std::visit(
      overloaded{
          [](const Constant&) { return Strength::closed; },
          [](const Atom&) { return Strength::closed; },
          [](const Not&) { return Strength::prefix; },
          [](const Binary& f) { return word_of(f.op).strength; },
          [](const Many& f) { return strength_of(f); },
          [](const Count& f) { return strength_of(f); },
          [this](const Modal& f) {
            const Notation notation = table_[f.modality].notation;
            const bool closed = notation == Notation::call || notation == Notation::until;
            return closed ? Strength::closed : Strength::prefix;
          },
          [](const Related&) { return Strength::prefix; },
          [](const Fixpoint&) { return Strength::prefix; },
          [](const Variable&) { return Strength::closed; },
          [](const Temporal& f) { return f.args.size() == 2 ? Strength::until : Strength::prefix; },
          [](const Quantified&) { return Strength::closed; },
          [](const Coalition&) { return Strength::prefix; },
          [](const Dynamic&) { return Strength::prefix; },
          [this](const Step& f) { return strength(f.condition); },
          [](const Test&) { return Strength::closed; },
          [](const Combined& f) {
            return f.op == ProgramOperator::sequence ? Strength::sequence : Strength::choice;
          },
          [](const Star&) { return Strength::closed; },
      },
      store_[id]);
}

bool Binding::is_coalition(FormulaId id) const {
  if (std::holds_alternative<Coalition>(store_[id])) return true;
  const auto* modal = std::get_if<Modal>(&store_[id]);
  if (modal == nullptr) return false;
  const Notation notation = table_[modal->modality].notation;
  return notation == Notation::coalition || notation == Notation::coalition_until;
}

bool Binding::is_single(FormulaId id) const {
  if (const auto* step = std::get_if<Step>(&store_[id])) {
    id = step->condition;
    if (std::holds_alternative<Dynamic>(store_[id])) return true;  // has its parentheses
  }
  if (is_always_parenthesised(id)) return true;  // likewise
  const auto* modal = std::get_if<Modal>(&store_[id]);
  if (modal != nullptr) return table_[modal->modality].notation == Notation::call;
  const Formula& f = store_[id];
  return std::holds_alternative<Constant>(f) || std::holds_alternative<Atom>(f) ||
         std::holds_alternative<Test>(f) || std::holds_alternative<Star>(f);
}

bool Binding::begins_with_box(FormulaId id) const {
  if (const auto* dynamic = std::get_if<Dynamic>(&store_[id]))
    return dynamic->modality == PathQuantifier::all;
  if (const auto* coalition = std::get_if<Coalition>(&store_[id]))
    return coalition->modality == PathQuantifier::all;
  return is_coalition(id) &&
         brackets_of(table_[std::get<Modal>(store_[id]).modality]).open == box.open;
}

}  // namespace ken::logic
