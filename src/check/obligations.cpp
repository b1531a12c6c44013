// Obligations.
//
// A formula must hold in the initial states, and often less than its label will do: AG f holds in
// all initial states just if f holds in the whole domain, because the domain is what can be reached
// from them (under fairness too: a state where a fair path starts makes all states on the way to it
// such states).  In the whole domain K(i, f) holds just if f does, and a conjunction if its parts
// do.  So a formula is taken apart into obligations first, and only those are labelled.

#include "check/obligations.hpp"

namespace ken::check {

using logic::Builtin;

std::vector<Obligation> take_apart(const model::Model& model, logic::FormulaId formula) {
  std::vector<Obligation> result;
  std::vector<Obligation> open{{formula, false}};
  while (!open.empty()) {
    const Obligation o = open.back();
    open.pop_back();
    const logic::Formula& f = model.formulas[o.formula];
    const auto* const both = std::get_if<logic::Binary>(&f);
    const auto* const many = std::get_if<logic::Many>(&f);
    const auto* const modal = std::get_if<logic::Modal>(&f);
    const auto builtin =
        modal != nullptr ? model.modalities[modal->modality].builtin : std::optional<Builtin>{};
    if (both != nullptr && both->op == logic::Connective::conjunction) {
      open.push_back({both->rhs, o.everywhere});
      open.push_back({both->lhs, o.everywhere});
    } else if (many != nullptr && many->quantity == logic::Quantity::all) {
      for (std::size_t i = many->args.size(); i-- > 0;)
        open.push_back({many->args[i], o.everywhere});
    } else if ((builtin == Builtin::AG && !modal->bound) ||
               (builtin == Builtin::K && o.everywhere)) {
      open.push_back({modal->args[0], true});
    } else {
      result.push_back(o);
    }
  }
  return result;
}

}  // namespace ken::check
