// A model as SMV.
//
// One module.  A variable for each variable of the model, an input for the action of each agent
// that has a choice, and 'label', the kind of the transition that led to a state (smv_formulas.cpp
// says what for).  Every condition on steps is guarded by the kinds that make one; the other kinds
// have conditions of their own.  Where some kind goes against the direction of steps, a step leads
// from from_x to to_x, which are the values before and after whichever way the transition goes, so
// that the relation is written once.
//
// Without initial states every formula is true, in NuSMV as in ken.  An initial state without a
// fair path is excepted in each formula, as ken excepts it.

#include "translate/smv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "translate/smv_formulas.hpp"
#include "translate/smv_steps.hpp"

namespace ken::translate {
namespace {

constexpr std::size_t longest_text = 50'000'000;

class SmvExporter {
 public:
  explicit SmvExporter(const model::Model& model)
      : model_(model),
        names_(model),
        terms_(model),
        labels_(model, names_, terms_),
        state_(model, names_, terms_,
               [this](VarId id, SmvMoment moment) { return spell_in_state(id, moment); }),
        step_(model, names_, terms_,
              [this](VarId id, SmvMoment moment) { return spell_in_step(id, moment); }),
        start_(names_.make_fresh("start")),
        formulas_(model, names_, terms_, labels_, state_, start_) {}

  base::Result<SmvModel> run(std::optional<FormulaId> only) {
    check_ranges();
    const std::string start = write_initial();
    const std::string justice = write_fairness();
    write_formulas(only);
    const std::string steps = write_steps();
    const std::string kinds = write_kinds();
    if (diagnostics_.has_errors()) return base::Result<SmvModel>(std::move(diagnostics_));
    SmvModel result;
    result.text = head() + "MODULE main\n" + write_variables() + "\nDEFINE\n" +
                  state_.definitions() + fmt::format("  {} := {};\n", start_, start) +
                  formulas_.propositions() + write_moments() + step_.definitions() + "\n" +
                  write_init() + "\n" + steps + "\n" + kinds + justice + "\n" + ctl_ + ltl_;
    result.specifications = std::move(ctl_order_);
    result.specifications.insert(result.specifications.end(), ltl_order_.begin(), ltl_order_.end());
    if (result.text.size() > longest_text)
      diagnostics_.add(model_.source, {0, 0}, base::Code::not_expressible, "SMV",
                       fmt::format("this model without blowing up: it would need {} characters",
                                   result.text.size()));
    if (diagnostics_.has_errors()) return base::Result<SmvModel>(std::move(diagnostics_));
    return {std::move(result), std::move(diagnostics_)};
  }

  std::string why_not(const model::Property& property) {
    for (const model::Property& line : model_.fairness)
      if (const SmvFormula fair = formulas_.translate_fairness(line); !fair.refusal.empty())
        return fair.refusal;
    return formulas_.translate(property).refusal;
  }

 private:
  // ---- names ----

  [[nodiscard]] bool turns_back() const {
    return std::any_of(labels_.all().begin(), labels_.all().end(), [](const SmvLabel& label) {
      return label.movement == SmvMovement::backwards;
    });
  }
  [[nodiscard]] std::string spell_in_state(VarId id, SmvMoment moment) const {
    const std::string& name = names_.variable(id);
    return moment == SmvMoment::remembered ? SmvFormulas::spell_remembered(name) : name;
  }
  [[nodiscard]] std::string spell_in_step(VarId id, SmvMoment moment) const {
    const std::string& name = names_.variable(id);
    if (turns_back()) return (moment == SmvMoment::after ? "to_" : "from_") + name;
    return moment == SmvMoment::after ? "next(" + name + ")" : name;
  }
  // The label of the transition is one of those.
  [[nodiscard]] std::string next_label(const std::vector<std::string>& names) const {
    if (names.size() == 1) return fmt::format("next({}) = {}", labels_.variable(), names[0]);
    return fmt::format("next({}) in {{{}}}", labels_.variable(), fmt::join(names, ", "));
  }
  template <class Predicate>
  [[nodiscard]] std::vector<std::string> list_labels(const Predicate& wanted) const {
    std::vector<std::string> result;
    for (const SmvLabel& label : labels_.all())
      if (wanted(label)) result.push_back(label.name);
    return result;
  }

  void report(SmvText& text, base::Range place) {
    if (const auto refusal = text.take_refusal())
      diagnostics_.add(model_.source, place, base::Code::not_expressible, "SMV", *refusal);
  }

  // ---- variables ----

  void check_ranges() {
    for (const model::Variable& variable : model_.variables)
      if (variable.type.low < -widest_smv_number || variable.type.high > widest_smv_number)
        diagnostics_.add(
            model_.source, variable.declared, base::Code::not_expressible, "SMV",
            fmt::format("the range {}: numbers have 32 bits there", model::to_text(variable.type)));
  }

  [[nodiscard]] std::string type_text(const model::Type& type) const {
    if (type.kind == model::TypeKind::boolean) return "boolean";
    if (type.kind == model::TypeKind::range) return fmt::format("{}..{}", type.low, type.high);
    std::vector<std::string> values;
    for (const std::string& value : type.names) values.push_back(names_.symbol(value));
    return fmt::format("{{{}}}", fmt::join(values, ", "));
  }

  [[nodiscard]] std::string write_variables() const {
    std::string text = "VAR\n";
    for (const VarId id : list_variables(model_))
      text += fmt::format("  {} : {};\n", names_.variable(id), type_text(model_[id].type));
    for (const VarId id : formulas_.remembered())
      text += fmt::format("  {} : {};\n", spell_in_state(id, SmvMoment::remembered),
                          type_text(model_[id].type));
    text += fmt::format("  {} : {{{}}};\n", labels_.variable(),
                        fmt::join(list_labels([](const SmvLabel&) { return true; }), ", "));
    std::string inputs;
    for (std::size_t i = 0; i < model_.agents.size(); ++i) {
      const std::string& action = names_.action_of(static_cast<model::AgentId>(i));
      if (action.empty()) continue;
      std::vector<std::string> values;
      for (const model::Action& a : model_.agents[i].actions)
        values.push_back(names_.symbol(a.name.shown));
      inputs += fmt::format("  {} : {{{}}};\n", action, fmt::join(values, ", "));
    }
    return inputs.empty() ? text : text + "\nIVAR\n" + inputs;
  }

  [[nodiscard]] std::string write_moments() const {
    if (!turns_back()) return {};
    const std::string against = next_label(list_labels(
        [](const SmvLabel& label) { return label.movement == SmvMovement::backwards; }));
    std::string text;
    for (const VarId id : list_variables(model_)) {
      const std::string& name = names_.variable(id);
      text += fmt::format("  from_{0} := ({1} ? next({0}) : {0});\n", name, against);
      text += fmt::format("  to_{0} := ({1} ? {0} : next({0}));\n", name, against);
    }
    return text;
  }

  // ---- states and steps ----

  std::string write_initial() {
    if (!model_.initial) return "TRUE";
    std::string text = state_.condition(terms_.condition(model_.initial->expr));
    report(state_, model_.initial_place);
    return text;
  }

  [[nodiscard]] std::string write_init() const {
    std::string text = fmt::format("INIT {} & {}", start_, labels_.is(labels_.stop()));
    for (const VarId id : formulas_.remembered())
      text +=
          fmt::format(" & {} = {}", spell_in_state(id, SmvMoment::remembered), names_.variable(id));
    return text + ";\n";
  }

  std::string write_steps() {
    const std::string moves = next_label(
        list_labels([](const SmvLabel& label) { return label.movement != SmvMovement::none; }));
    std::string text;
    for (const model::Agent& agent : model_.agents) {
      const SmvAgentSteps steps = build_steps(model_, terms_, agent);
      for (const ExprId condition : {steps.protocol, steps.evolution}) {
        if (terms_.exprs().is_constant(condition) && terms_.exprs()[condition].value != 0) continue;
        text += fmt::format("TRANS {} -> {};\n", moves, step_.condition(condition));
        report(step_, agent.place);
      }
    }
    return text;
  }

  // What the kinds of transitions are besides steps.  'here' and its twin keep what is remembered.
  std::string write_kinds() {
    std::string text;
    for (const SmvLabel& label : labels_.all()) {
      if (terms_.exprs().is_constant(label.condition) && terms_.exprs()[label.condition].value != 0)
        continue;
      text += fmt::format("TRANS {} -> {};\n", next_label({label.name}),
                          step_.condition(label.condition));
      report(step_, {0, 0});
    }
    for (const SmvTurn turn : {SmvTurn::even, SmvTurn::odd})
      text += fmt::format("TRANS {0} in {{{1}}} -> next({0}) != {2};\n", labels_.variable(),
                          fmt::join(labels_.list_path_labels(turn), ", "), labels_.here(turn));
    const std::string stays = next_label({labels_.here(SmvTurn::even), labels_.here(SmvTurn::odd)});
    for (const VarId id : formulas_.remembered())
      text += fmt::format("TRANS next({0}) = ({1} ? {2} : {0});\n",
                          spell_in_state(id, SmvMoment::remembered), stays, names_.variable(id));
    return text;
  }

  // ---- formulas ----

  std::string write_fairness() {
    std::string text;
    for (const model::Property& line : model_.fairness) {
      const SmvFormula fair = formulas_.translate_fairness(line);
      if (fair_refusal_.empty()) fair_refusal_ = fair.refusal;
      if (fair.refusal.empty()) text += fmt::format("JUSTICE {};\n", fair.text);
      report(state_, line.place);
    }
    return text;
  }

  void write_formulas(std::optional<FormulaId> only) {
    for (std::size_t i = 0; i < model_.properties.size(); ++i) {
      const model::Property& property = model_.properties[i];
      if (only && property.formula != *only) continue;
      SmvFormula formula = formulas_.translate(property);
      if (!fair_refusal_.empty()) formula.refusal = fair_refusal_;
      report(state_, property.place);
      std::string& out = formula.linear ? ltl_ : ctl_;
      out += fmt::format("-- {}: {}\n", i + 1,
                         base::make_printable(base::shorten(property.text, 200)));
      if (!formula.refusal.empty()) {
        out += fmt::format("--    left out: SMV cannot say {}\n", formula.refusal);
        diagnostics_.add(property.source, property.place, base::Code::formula_left_out, "SMV",
                         formula.refusal);
        continue;
      }
      if (property.expected)
        out += fmt::format("--    expect: {}\n", *property.expected ? "true" : "false");
      out += fmt::format("{} NAME {} := {};\n", formula.linear ? "LTLSPEC" : "CTLSPEC",
                         names_.make_fresh(fmt::format("formula_{}", i + 1)), formula.text);
      (formula.linear ? ltl_order_ : ctl_order_).push_back({i, formula.linear});
    }
  }

  [[nodiscard]] std::string head() const {
    std::string text = fmt::format("-- SMV, written by ken from {}.\n",
                                   base::make_printable(model_.source->name()));
    for (const model::Parameter& p : model_.parameters)
      text += fmt::format("-- {} = {}\n", p.name,
                          p.boolean ? (p.value != 0 ? "true" : "false") : std::to_string(p.value));
    return text;
  }

  const model::Model& model_;
  SmvNames names_;
  SmvTerms terms_;
  SmvLabels labels_;
  SmvText state_;
  SmvText step_;
  std::string start_;
  SmvFormulas formulas_;
  base::Diagnostics diagnostics_;
  std::string fair_refusal_;
  std::string ctl_, ltl_;
  std::vector<SmvSpecification> ctl_order_, ltl_order_;
};

}  // namespace

base::Result<SmvModel> to_smv(const model::Model& model, std::optional<logic::FormulaId> only) {
  return SmvExporter(model).run(only);
}

std::string why_not_smv(const model::Model& model, const model::Property& property) {
  return SmvExporter(model).why_not(property);
}

}  // namespace ken::translate
