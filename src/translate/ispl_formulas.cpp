// Formulas.
//
// Every formula is rebuilt from its parts in a store of its own, with nothing but the operators of
// the dialect; ispl_modalities.cpp says what each modality becomes.  Constants and conditions
// become propositions.  All operands are parenthesised: in CTL* the existing tool reads
// 'G p and q' as 'G (p and q)', in LTL '!p U q' as '!(p U q)'.
//
// Under Fairness a proposition that stands in a Fairness line keeps a cached value there that is
// wrong elsewhere, so these lines get propositions of their own.

#include "translate/ispl_formulas.hpp"

#include <fmt/format.h>

#include "base/post_order.hpp"
#include "translate/counting.hpp"

namespace ken::translate {

using logic::Connective;
using logic::overloaded;

namespace {

// How an operator is called in a message.
std::string spell(const logic::Modality& row) {
  switch (row.notation) {
    case logic::Notation::prefix:
    case logic::Notation::call:
      return row.keyword;
    case logic::Notation::until:
      return fmt::format("{}(f {} g)", row.keyword, row.connective);
    case logic::Notation::coalition:
    case logic::Notation::coalition_until:
      return fmt::format("{}g{}{}", row.keyword, logic::brackets_of(row).close, row.connective);
  }
  return row.keyword;
}

}  // namespace

IsplFormulas::IsplFormulas(IsplJob& job, IsplConditions& conditions)
    : job_(job), model_(job.model), conditions_(conditions), store_(job.model.modalities) {
  for (const model::NamedGroup& declared : model_.groups) {
    bool agent = false;
    for (const model::Agent& a : model_.agents)
      agent = agent || a.name.shown == declared.name.shown;
    const std::string name = agent ? job_.names.make_fresh(job_.names[declared.name] + "_group")
                                   : job_.names[declared.name];
    if (agent) notes_.insert(fmt::format("the group {} is {}", declared.name.shown, name));
    groups_.emplace(declared.members, name);
    declare_group(name, declared.members);
  }
}

void IsplFormulas::declare_group(const std::string& name, const logic::Group& members) {
  std::string names;
  for (const AgentId member : members)
    names += (names.empty() ? "" : ", ") + job_.names.agent(model_[member]);
  group_lines_.push_back(fmt::format("{} = {{{}}};", name, names));
}

// ---- lines ----

std::string IsplFormulas::formula(const model::Property& property) {
  const logic::Traits& traits = model_.formulas.traits(property.formula);
  if (traits.dynamic) job_.limits.refuse("LDL");
  if (traits.strategic_paths) job_.limits.refuse("ATL*");
  return line(property, traits.quantified_paths ? Fragment::path : Fragment::state);
}

std::string IsplFormulas::fairness(const model::Property& property) {
  const logic::Traits& traits = model_.formulas.traits(property.formula);
  if (traits.dynamic || traits.quantified_paths)
    job_.limits.refuse("path formulas in a Fairness line");
  return line(property, Fragment::fairness);
}

bool IsplFormulas::report(const model::Property& property, Fragment fragment) {
  const bool fatal = fragment == Fragment::fairness || condition_refused_;
  return job_.report(property.source, property.place,
                     fatal ? base::Code::not_expressible : base::Code::formula_left_out);
}

std::string IsplFormulas::line(const model::Property& property, Fragment fragment) {
  if (report(property, fragment)) return {};
  FormulaId id = lower(property.formula, fragment);
  if (report(property, fragment)) return {};
  std::string text;
  const auto* quantified = std::get_if<logic::Quantified>(&store_[id]);
  if (quantified != nullptr && property.prefix == syntax::PrefixWord::ltl &&
      !store_.traits(quantified->path).quantified_paths) {
    text = "LTL ";
    id = quantified->path;
  } else if (fragment == Fragment::path) {
    text = "CTL* ";
  }
  if (constants_)
    for (const FormulaId part : logic::closure(store_, id))
      if (std::holds_alternative<logic::Constant>(store_[part])) always_proposition();
  const auto layout = [&](FormulaId part) { return pieces(part); };
  const auto measure = sizes_.of(id, layout);
  if (measure.length > job_.limits.condition())
    job_.limits.refuse_size("this formula", measure.length);
  else if (measure.depth > IsplLimits::depth)
    job_.limits.refuse(fmt::format("a formula of {} operators inside each other", measure.depth));
  if (report(property, fragment)) return {};
  write(text, id, layout);
  return text;
}

FormulaId IsplFormulas::refuse(std::string what) {
  job_.limits.refuse(std::move(what));
  return truth(true);
}

FormulaId IsplFormulas::refuse_operator(const logic::Modality& row) {
  return refuse(fmt::format("the operator {}", spell(row)));
}

// ---- the machine ----

FormulaId IsplFormulas::lower(FormulaId root, Fragment fragment) {
  auto& known = lowered_[static_cast<std::size_t>(fragment)];
  base::visit_post_order(
      root,
      [&](FormulaId id, const auto& part) { logic::for_each_part(model_.formulas[id], part); },
      [&](FormulaId id) { return job_.limits.refused() || known.contains(id); },
      [&](FormulaId id) {
        const FormulaId result = lower_node(id, fragment);
        if (!job_.limits.refused()) known.emplace(id, result);
      });
  return job_.limits.refused() ? truth(true) : known.at(root);
}

FormulaId IsplFormulas::lower_node(FormulaId id, Fragment fragment) {
  const auto& known = lowered_[static_cast<std::size_t>(fragment)];
  const auto all = [&](const std::vector<FormulaId>& args) {
    std::vector<FormulaId> result;
    result.reserve(args.size());
    for (const FormulaId arg : args) result.push_back(known.at(arg));
    return result;
  };
  const auto program = [&](const auto&) { return refuse("LDL"); };
  return std::visit(
      overloaded{
          [&](const logic::Constant& f) { return truth(f.value); },
          [&](const logic::Atom& f) { return atom(f.id, fragment); },
          [&](const logic::Not& f) { return negation(known.at(f.arg)); },
          [&](const logic::Binary& f) { return binary(f, known.at(f.lhs), known.at(f.rhs)); },
          [&](const logic::Many& f) {
            const std::vector<FormulaId> args = all(f.args);
            if (f.quantity == logic::Quantity::all) return conjunction(args);
            if (f.quantity == logic::Quantity::some) return disjunction(args);
            return Counting(*this, std::span<const FormulaId>(args)).odd();
          },
          [&](const logic::Count& f) { return count(f, all(f.args)); },
          [&](const logic::Modal& f) {
            return f.body ? known.at(*f.body) : modal(f, all(f.args), fragment);
          },
          [&](const logic::Related&) { return refuse("relations of a logic file"); },
          [&](const logic::Fixpoint&) { return refuse("fixpoints of a logic file"); },
          [&](const logic::Variable&) { return refuse("fixpoints of a logic file"); },
          [&](const logic::Temporal& f) { return path(f.op, f.bound, all(f.args)); },
          [&](const logic::Quantified& f) { return quantify(f.quantifier, known.at(f.path)); },
          [&](const logic::Coalition&) { return refuse("ATL*"); },
          [&](const logic::Dynamic& f) { return program(f); },
          [&](const logic::Step& f) { return program(f); },
          [&](const logic::Test& f) { return program(f); },
          [&](const logic::Combined& f) { return program(f); },
          [&](const logic::Star& f) { return program(f); },
      },
      model_.formulas[id]);
}

// ---- booleans ----

FormulaId IsplFormulas::truth(bool value) {
  constants_ = true;
  return store_.add(logic::Constant{value});
}

FormulaId IsplFormulas::negation(FormulaId f) {
  if (const auto* constant = std::get_if<logic::Constant>(&store_[f]))
    return truth(!constant->value);
  if (const auto* inner = std::get_if<logic::Not>(&store_[f])) return inner->arg;
  return store_.add(logic::Not{f});
}

FormulaId IsplFormulas::conjunction(const std::vector<FormulaId>& args) {
  return join(Connective::conjunction, args);
}
FormulaId IsplFormulas::disjunction(const std::vector<FormulaId>& args) {
  return join(Connective::disjunction, args);
}

// As a balanced tree: the existing tool walks formulas recursively.
FormulaId IsplFormulas::join(Connective op, const std::vector<FormulaId>& args) {
  const bool neutral = op == Connective::conjunction;
  std::vector<FormulaId> level;
  for (const FormulaId arg : args) {
    const auto* constant = std::get_if<logic::Constant>(&store_[arg]);
    if (constant == nullptr)
      level.push_back(arg);
    else if (constant->value != neutral)
      return truth(!neutral);
  }
  if (level.empty()) return truth(neutral);
  while (level.size() > 1) {
    std::vector<FormulaId> shorter;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      shorter.push_back(store_.add(logic::Binary{op, level[i], level[i + 1]}));
    if (level.size() % 2 == 1) shorter.push_back(level.back());
    level = std::move(shorter);
  }
  return level.front();
}

FormulaId IsplFormulas::binary(const logic::Binary& f, FormulaId lhs, FormulaId rhs) {
  const auto constant = [&](FormulaId id) {
    return std::holds_alternative<logic::Constant>(store_[id]);
  };
  switch (f.op) {
    case Connective::conjunction:
      return conjunction({lhs, rhs});
    case Connective::disjunction:
      return disjunction({lhs, rhs});
    case Connective::implication:
      if (constant(lhs) || constant(rhs)) return disjunction({negation(lhs), rhs});
      return store_.add(logic::Binary{Connective::implication, lhs, rhs});
    case Connective::equivalence:
      return disjunction({conjunction({lhs, rhs}), conjunction({negation(lhs), negation(rhs)})});
  }
  return lhs;
}

FormulaId IsplFormulas::count(const logic::Count& f, const std::vector<FormulaId>& args) {
  if (!Counting<IsplFormulas>::feasible(args.size(), f.least) ||
      !Counting<IsplFormulas>::feasible(args.size(), f.most + 1))
    return refuse(
        fmt::format("a count of {} formulas without blowing up: it would need more than {} "
                    "characters",
                    args.size(), job_.limits.condition()));
  return Counting(*this, std::span<const FormulaId>(args)).between(f.least, f.most);
}

// ---- atoms ----

void IsplFormulas::declare_proposition(const std::string& name, ExprId condition) {
  propositions_.push_back(fmt::format("{} if {};", name, conditions_.text(condition)));
  condition_refused_ = condition_refused_ || job_.limits.refused();
}

FormulaId IsplFormulas::atom(logic::AtomId id, Fragment fragment) {
  const model::Atom& atom = model_[id];
  std::string text;
  const bool colour =
      atom.kind == model::AtomKind::red_states || atom.kind == model::AtomKind::green_states;
  if (atom.kind == model::AtomKind::declared && fragment != Fragment::fairness) {
    text = job_.names[atom.name];
  } else if (colour && fragment == Fragment::state) {
    text = job_.names.agent(model_[atom.agent]) +
           (atom.kind == model::AtomKind::red_states ? ".RedStates" : ".GreenStates");
  } else {
    std::string& name = fresh_[{id, fragment == Fragment::fairness}];
    if (name.empty()) {
      name = job_.names.make_numbered("ken");
      declare_proposition(name, atom.condition.expr);
    }
    text = name;
  }
  const auto [at, fresh] = atom_ids_.try_emplace(text, static_cast<logic::AtomId>(atoms_.size()));
  if (fresh) atoms_.push_back(text);
  return store_.add(logic::Atom{at->second});
}

const std::string& IsplFormulas::always_proposition() {
  if (always_.empty()) {
    always_ = job_.names.make_fresh("ken_true");
    propositions_.push_back(fmt::format("{} if {};", always_, conditions_.store().scope().always));
  }
  return always_;
}

}  // namespace ken::translate
