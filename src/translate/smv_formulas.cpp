// Formulas as CTL over labelled transitions.
//
// The SMV model has the states of the model, each with a label: the kind of the transition that led
// to it.  Steps of the model are one kind; views that are alike, relations of logic files, and
// steps against their direction are others.  A formula about the model is one of CTL that looks at
// the labels of the states it goes to, and never at the label of the state it is about:
//
//   EX f          EX (label = step & f)
//   E (f U g)     EX (label = here & E [on & f U on & g])     on: label is here or step
//   EG f          EX (label = here & EG (on & f))
//   A (f U g)     AX (label = here -> A [f U g | !on])        a path that leaves the steps is of
//                                                             no concern
//   K (i, f)      AX (label = alike_i & S -> f)               S: see below
//
// 'here' stays where it is, so that the first state of a path has a label of the path, too.  It
// must not come again on that path, which could wait for ever then, count steps that are none, or
// forget what it has to remember; but a formula inside begins a path of its own anywhere.  So there
// are two sets of labels, and formulas inside each other take turns.  In this way every argument is
// written once, and nothing doubles (but under bounds).  The relation is total because every state
// may 'stop'; deadlocks stay deadlocks, since no path of steps goes on there.
//
// S are the reachable states where a fair path starts.  A state is reachable if steps against their
// direction lead from it to an initial one.  JUSTICE makes every EG fair; so 'live', EX EG label =
// step, holds where a fair path of steps starts, and it guards every state that an operator goes
// to.
//
// What CTL cannot say is refused, and the formula left out: coalitions, path formulas that are no
// CTL pairs (but for one A before a formula of LTL, an LTLSPEC), and fixpoints that do not search.

#include "translate/smv_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/post_order.hpp"
#include "translate/counting.hpp"

namespace ken::translate {

using logic::overloaded;

std::string join_conditions(std::initializer_list<std::string> parts) {
  std::string result;
  for (const std::string& part : parts)
    if (!part.empty() && part != "TRUE") result += (result.empty() ? "" : " & ") + part;
  return result.empty() ? "TRUE" : "(" + result + ")";
}

SmvFormulas::SmvFormulas(const model::Model& model, SmvNames& names, SmvTerms& terms,
                         SmvLabels& labels, SmvText& state, std::string start)
    : model_(model),
      names_(names),
      terms_(terms),
      labels_(labels),
      state_(state),
      start_(std::move(start)),
      store_(model.formulas) {
  declare_propositions();
}

void SmvFormulas::declare_propositions() {
  for (const model::Atom& atom : model_.atoms) {
    const std::string text = state_.condition(terms_.condition(atom.condition.expr));
    if (atom.kind == model::AtomKind::declared) {
      atoms_.push_back(names_.make_fresh(atom.name.plain));
      propositions_ += fmt::format("  {} := {};\n", atoms_.back(), text);
    } else {
      atoms_.push_back(text);
    }
  }
}

// ---- whole formulas ----

SmvFormula SmvFormulas::translate(const model::Property& property) {
  const auto* quantified = std::get_if<logic::Quantified>(&store_[property.formula]);
  if (quantified != nullptr && quantified->quantifier == logic::PathQuantifier::all &&
      is_linear(quantified->path))
    return write_linear(quantified->path);
  write_all(property.formula);
  const Written& written = written_.at({property.formula, Turn::even});
  if (model_.fairness.empty() || !written.refusal.empty())
    return {written.text, written.refusal, false};
  return {fmt::format("({} -> {})", live(), written.text), {}, false};
}

SmvFormula SmvFormulas::translate_fairness(const model::Property& property) {
  for (const FormulaId part : logic::closure(store_, property.formula))
    if (!logic::is_boolean(store_[part])) return {{}, "a Fairness line that is no condition"};
  write_all(property.formula);
  const Written& written = written_.at({property.formula, Turn::even});
  return {written.text, written.refusal};
}

// ---- parts ----

const std::string& SmvFormulas::text(FormulaId id, Turn turn) const {
  return written_.at({id, turn}).text;
}

void SmvFormulas::write_all(FormulaId root) {
  base::visit_post_order(
      root,
      [this](FormulaId id, const auto& part) {
        for (const FormulaId operand : list_operands(id)) part(operand);
      },
      [this](FormulaId id) {
        return written_.contains({id, Turn::even});
      },
      [this](FormulaId id) {
        for (const Turn turn : {Turn::even, Turn::odd}) {
          Written written;
          for (const FormulaId operand : list_operands(id))
            if (written.refusal.empty()) written.refusal = written_.at({operand, turn}).refusal;
          if (written.refusal.empty()) written = write({id, turn});
          if (written.text.size() > longest_smv_formula)
            written = {{}, "this formula without blowing up"};
          written_.emplace(Key{id, turn}, std::move(written));
        }
      });
}

// What the text of a formula is made of.
std::vector<FormulaId> SmvFormulas::list_operands(FormulaId id) {
  std::vector<FormulaId> result;
  const logic::Formula formula = store_[id];
  if (const auto* count = std::get_if<logic::Count>(&formula)) {
    const auto known = expanded_.find(id);
    return {known != expanded_.end() ? known->second
                                     : expanded_.emplace(id, expand(*count)).first->second};
  }
  if (const auto* quantified = std::get_if<logic::Quantified>(&formula)) {
    if (const auto* path = std::get_if<logic::Temporal>(&store_[quantified->path]))
      for (const FormulaId arg : path->args)
        if (store_.traits(arg).sort == logic::Sort::state) result.push_back(arg);
    if (store_.traits(quantified->path).sort == logic::Sort::state)
      result.push_back(quantified->path);
    return result;
  }
  if (const auto* fixpoint = std::get_if<logic::Fixpoint>(&formula))
    return find_search(*fixpoint).ends;
  if (store_.traits(id).sort == logic::Sort::state)
    logic::for_each_part(formula, [&](FormulaId part) {
      if (store_.traits(part).sort == logic::Sort::state && store_.traits(part).free == 0)
        result.push_back(part);
    });
  return result;
}

FormulaId SmvFormulas::expand(const logic::Count& f) {
  const std::vector<FormulaId> args = f.args;
  return Counting(*this, std::span<const FormulaId>(args)).between(f.least, f.most);
}

FormulaId SmvFormulas::conjunction(const std::vector<FormulaId>& args) {
  return store_.add(logic::Many{logic::Quantity::all, args});
}
FormulaId SmvFormulas::disjunction(const std::vector<FormulaId>& args) {
  return store_.add(logic::Many{logic::Quantity::some, args});
}

std::string SmvFormulas::junction(std::span<const FormulaId> args, Turn turn,
                                  std::string_view sign) const {
  std::string result;
  for (const FormulaId arg : args) {
    if (!result.empty()) result += sign;
    result += text(arg, turn);
    if (result.size() > longest_smv_formula) break;
  }
  return "(" + result + ")";
}

SmvFormulas::Written SmvFormulas::write(Key key) {
  const Turn turn = key.turn;
  const auto refuse = [](std::string what) { return Written{{}, std::move(what)}; };
  const logic::Formula formula = store_[key.formula];
  return std::visit(
      overloaded{
          [](const logic::Constant& f) {
            return Written{f.value ? "TRUE" : "FALSE", {}};
          },
          [&](const logic::Atom& f) {
            return Written{atoms_[static_cast<std::size_t>(f.id)], {}};
          },
          [&](const logic::Not& f) {
            return Written{"!" + text(f.arg, turn), {}};
          },
          [&](const logic::Binary& f) {
            constexpr std::string_view signs[] = {" & ", " | ", " -> ", " <-> "};
            const FormulaId both[] = {f.lhs, f.rhs};
            return Written{junction(both, turn, signs[static_cast<std::size_t>(f.op)]), {}};
          },
          [&](const logic::Many& f) {
            constexpr std::string_view signs[] = {" & ", " | ", " xor "};
            if (f.args.empty())
              return Written{f.quantity == logic::Quantity::all ? "TRUE" : "FALSE", {}};
            return Written{junction(f.args, turn, signs[static_cast<std::size_t>(f.quantity)]), {}};
          },
          [&](const logic::Count&) {
            return Written{text(expanded_.at(key.formula), turn), {}};
          },
          [&](const logic::Modal& f) { return write_modal(f, turn); },
          [&](const logic::Related& f) { return write_related(f, turn); },
          [&](const logic::Fixpoint& f) { return write_fixpoint(f, turn); },
          [&](const logic::Variable&) { return refuse("a fixpoint that does not search"); },
          [&](const logic::Quantified& f) { return write_quantified(f, turn); },
          [&](const logic::Temporal&) { return refuse("a path formula"); },
          [&](const logic::Coalition&) { return refuse("a coalition"); },
          [&](const logic::Dynamic&) { return refuse("LDL"); },
          [&](const logic::Step&) { return refuse("LDL"); },
          [&](const logic::Test&) { return refuse("LDL"); },
          [&](const logic::Combined&) { return refuse("LDL"); },
          [&](const logic::Star&) { return refuse("LDL"); },
      },
      formula);
}

SmvFormulas::Written SmvFormulas::write_modal(const logic::Modal& f, Turn turn) {
  if (f.body) return {text(*f.body, turn), {}};
  const logic::Modality& row = model_.modalities[f.modality];
  switch (row.family) {
    case logic::Family::temporal:
      return {write_pair({*row.quantifier, *row.path_operator, f.bound, f.args, Paths::all}, turn),
              {}};
    case logic::Family::epistemic:
    case logic::Family::deontic:
      return {write_epistemic(f, *row.builtin, turn), {}};
    case logic::Family::strategic:
      return {{}, "a coalition"};
    case logic::Family::social:
      break;
  }
  return {{}, "the operator " + row.keyword};
}

SmvFormulas::Written SmvFormulas::write_quantified(const logic::Quantified& f, Turn turn) {
  if (store_.traits(f.path).sort == logic::Sort::state) return {text(f.path, turn), {}};
  const auto* path = std::get_if<logic::Temporal>(&store_[f.path]);
  const bool pair = path != nullptr && std::ranges::all_of(path->args, [&](FormulaId arg) {
                      return store_.traits(arg).sort == logic::Sort::state;
                    });
  if (!pair) return {{}, "path formulas but for one A before LTL over conditions"};
  return {write_pair({f.quantifier, path->op, path->bound, path->args, Paths::infinite}, turn), {}};
}

// ---- where a state lies ----

std::string SmvFormulas::live() const {
  return fmt::format("(EX (EG ({})))", labels_.is(labels_.step(Turn::even)));
}

std::string SmvFormulas::guard(Paths paths) const {
  return paths == Paths::infinite || !model_.fairness.empty() ? live() : std::string();
}

std::string SmvFormulas::in_domain() {
  const std::string back = labels_.is(labels_.back(Turn::even));
  const std::string reachable = fmt::format("({0} | EX (E [({1}) U ({1} & {0})]))", start_, back);
  return model_.fairness.empty() ? reachable : reachable + " & " + live();
}

std::string SmvFormulas::along(Turn turn) const {
  return fmt::format("{} in {{{}, {}}}", labels_.variable(), labels_.here(turn),
                     labels_.step(turn));
}

}  // namespace ken::translate
