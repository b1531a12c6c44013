// Elaboration: from the tree of a text to a model.
//
// Names become known in this order, and what needs a name comes after it:
//
//   1. parameters, each with the earlier ones and the values of --set (parameters.cpp);
//      then definitions, which are resolved where they are used (definitions.cpp);
//   2. agents, then their variables, actions, what each sees, and their rules (agent_builder.cpp):
//      a rule may name every agent, variable and action of the file, before or behind it;
//   3. propositions in the order of the text, each with the earlier ones;
//   4. the initial states, groups, fairness and formulas, and the formulas of the command line;
//   5. definitions that nobody used, which should make sense somewhere.
//
// Every mistake is reported where it stands and elaboration goes on without what was wrong.  A name
// whose declaration was wrong is given up: its uses are no mistakes of their own.  A mistake that
// makes nonsense of all the rest, an empty index range or an expansion beyond the limits, closes
// the diagnostics, and the stages behind it are left out.
//
// The parser keeps a statement only if it could read all of it, or leaves a hole in its place; a
// hole resolves to nothing, silently.  So a text with syntax errors elaborates like one from which
// those statements are missing, and its index (index.hpp) holds all that was resolved.
//
// Cost: linear in the expanded model, which ExpansionLimits bounds.

#include "model/elaborate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "model/agent_builder.hpp"
#include "model/formula_resolver.hpp"
#include "model/parameters.hpp"
#include "syntax/parser.hpp"

namespace ken::model {
namespace {

using base::Code;
using syntax::NodeId;
using syntax::System;

// A text may be larger than what templates may become; two visits of a node are enough for what is
// said once.
ExpansionLimits fit_to_text(ExpansionLimits limits, const System& text) {
  limits.expressions = std::max<std::uint64_t>(limits.expressions, 2 * text.nodes.size());
  return limits;
}

class Elaborator {
 public:
  Elaborator(const System& system, const ElaborationSettings& settings)
      : system_(system),
        settings_(settings),
        index_(settings.index ? system.source : nullptr),
        scope_(model_, diagnostics_, index_, fit_to_text(settings.limits, system)),
        formulas_(scope_) {
    if (settings.limits.budget == nullptr) return;
    model_.exprs.set_reads(settings.limits.budget->reads());
    model_.formulas.set_reads(settings.limits.budget->reads());
  }

  Elaboration run() {
    model_.source = system_.source;
    load_logics();
    model_.assignment = system_.semantics.content;
    define_parameters(scope_, system_, settings_.parameters);
    if (!diagnostics_.closed()) scope_.definitions.read(scope_, system_);
    AgentBuilder agents(scope_, system_);
    if (!diagnostics_.closed()) agents.run();
    if (!diagnostics_.closed()) build_sections();
    if (!diagnostics_.closed()) check_unused_definitions(agents);
    note_usage();
    Elaboration result{{}, std::move(diagnostics_), std::move(index_).finish()};
    if (!result.diagnostics.has_errors()) result.model = std::move(model_);
    return result;
  }

 private:
  // Those that the model names, then those of the command line.
  void load_logics() {
    for (const base::Range file : system_.logics) {
      const std::string name(syntax::unquote(system_.text(file)));
      load_logic(name, Whence::model, {system_.source, file});
    }
    for (const std::string& name : settings_.logics)
      load_logic(name, Whence::command_line, {base::make_source("--logic", name), {0, 0}});
  }
  void load_logic(const std::string& name, Whence whence,
                  const std::pair<base::Source, base::Range>& place) {
    std::string why = "logic files cannot be read here";
    const base::Source source =
        settings_.read_logic ? settings_.read_logic(name, whence, why) : nullptr;
    if (source) {
      model_.logics.push_back(source);
      return scope_.logics.load(scope_, source, false);
    }
    diagnostics_.add(place.first, place.second, Code::unreadable,
                     fmt::format("cannot read '{}': {}", base::shorten(name, 80), why));
  }

  // ---- the sections behind the agents ----

  void build_sections() {
    define_propositions();
    resolve_initial_states();
    define_groups();
    resolve_properties(system_, system_.fairness.content, model_.fairness);
    resolve_properties(system_, system_.formulae.content, model_.properties);
    for (std::size_t i = 0; i < settings_.formulae.size(); ++i) resolve_extra_formula(i);
  }

  void check_unused_definitions(AgentBuilder& agents) {
    scope_.definitions.try_unused(scope_, {Position::evaluation});
    agents.try_definitions();
    scope_.definitions.report_unusable(scope_);
  }

  void define_propositions() {
    for (const syntax::PropositionSyntax& syntax : system_.evaluation.content) {
      const NodeId part = system_.nodes.child(syntax.name, 0);
      scope_.define(system_, SymbolKind::proposition, {}, syntax.name);
      const bool sound = scope_.constants.for_each(system_, system_.nodes.children(part), [&] {
        const auto name = scope_.constants.spell_name(system_, part, Constants::Spelling::instance);
        if (name)
          define_proposition(syntax, *name);
        else
          scope_.give_up_on(system_, syntax.name);
      });
      if (!sound) scope_.give_up_on(system_, syntax.name);
    }
  }
  void define_proposition(const syntax::PropositionSyntax& syntax, const Name& name) {
    if (!scope_.check_name(system_, system_.nodes[syntax.name].range, name.shown, "a proposition"))
      return;
    // Its own name is not known in its condition; earlier propositions are.
    ConditionResolver conditions(scope_, system_, {Position::evaluation});
    const auto expr = conditions.condition(syntax.condition);
    const auto id = static_cast<AtomId>(model_.atoms.size());
    const auto earlier = scope_.propositions.add(name, id, syntax.range);
    if (earlier) return declared_twice("proposition", name, syntax.range, earlier->place);
    check_clash(scope_.propositions, name, syntax.range);
    const ExprId condition = expr.value_or(model_.exprs.truth(false));
    model_.atoms.push_back(
        {AtomKind::declared, name, Compiled(condition), {}, syntax.range, false});
    scope_.proposition_used.push_back(false);
  }

  void resolve_initial_states() {
    if (system_.initial.content == syntax::no_node) {
      if (system_.agents.empty()) return;  // a syntax error, and there is nothing to point at
      const base::Range last = system_.agents.back().range;
      const base::Range behind_agents{last.end - 1, last.end};
      diagnostics_.add(system_.source, system_.initial.keyword.value_or(behind_agents),
                       Code::every_state_initial);
      return;
    }
    model_.initial_place = system_.nodes[system_.initial.content].range;
    ConditionResolver conditions(scope_, system_, {Position::initial});
    const auto expr = conditions.condition(system_.initial.content);
    if (expr) model_.initial = Compiled(*expr);
  }

  void define_groups() {
    for (const syntax::GroupSyntax& syntax : system_.groups.content) {
      const NodeId part = system_.nodes.child(syntax.name, 0);
      scope_.define(system_, SymbolKind::group, {}, syntax.name);
      const bool sound = scope_.constants.for_each(system_, system_.nodes.children(part), [&] {
        const auto name = scope_.constants.spell_name(system_, part, Constants::Spelling::instance);
        if (name)
          define_group(syntax, *name);
        else
          scope_.give_up_on(system_, syntax.name);
      });
      if (!sound) scope_.give_up_on(system_, syntax.name);
    }
  }
  void define_group(const syntax::GroupSyntax& syntax, const Name& name) {
    if (!scope_.check_name(system_, system_.nodes[syntax.name].range, name.shown, "a group"))
      return;
    auto members = formulas_.find_members(system_, syntax.members);
    if (!members || members->empty()) scope_.constants.give_up_on(base_name(name.shown));
    if (!members) return;
    if (members->empty()) {
      diagnostics_.add(system_.source, system_.nodes[syntax.members].range, Code::empty_group);
      return;
    }
    const auto earlier = scope_.groups.add(name, model_.groups.size(), syntax.range);
    if (earlier) return declared_twice("group", name, syntax.range, earlier->place);
    check_clash(scope_.groups, name, syntax.range);
    model_.groups.push_back({name, std::move(*members), syntax.range, false});
    scope_.group_used.push_back(false);
  }

  void resolve_properties(const System& text, const std::vector<syntax::FormulaSyntax>& lines,
                          std::vector<Property>& result) {
    for (const syntax::FormulaSyntax& line : lines) {
      const auto binders = line.repeat == syntax::no_node ? std::span<const NodeId>{}
                                                          : text.nodes.children(line.repeat);
      scope_.constants.for_each(text, binders, [&] { resolve_property(text, line, result); });
    }
  }
  void resolve_property(const System& text, const syntax::FormulaSyntax& line,
                        std::vector<Property>& result) {
    const auto& only = settings_.only;
    const bool given_apart = &text != &system_;
    const bool matters = given_apart || &result != &model_.properties || only.empty() ||
                         std::find(only.begin(), only.end(), result.size() + 1) != only.end();
    const auto id = matters ? formulas_.resolve(text, line.formula, line.prefix)
                            : model_.formulas.add(logic::Constant{true});
    if (!id) return;
    const std::string instance = scope_.constants.binding_count() > 0
                                     ? fmt::format(" [{}]", scope_.constants.indices())
                                     : "";
    std::string reading = matters ? formulas_.write_reading(line.range) : "";
    if (&result == &model_.fairness) warn_of_paths(text, line, *id, reading);
    if (!reading.empty()) reading += instance;
    result.push_back({*id, one_line(text, line.range) + instance, std::move(reading),
                      family(model_.formulas, *id, line.prefix), line.prefix, line.expected,
                      text.source, line.range});
  }
  // "Infinitely often" is what a line means already, and strong fairness is not said so.
  void warn_of_paths(const System& text, const syntax::FormulaSyntax& line, logic::FormulaId id,
                     const std::string& reading) {
    const bool prefixed = line.prefix != syntax::PrefixWord::none &&
                          std::holds_alternative<logic::Quantified>(model_.formulas[id]);
    if (reading.empty() && !prefixed) return;
    const std::string read = reading.empty() ? one_line(text, line.range) : reading;
    auto& d =
        diagnostics_.add(text.source, line.range, Code::path_as_fairness, base::shorten(read, 60));
    d.hint =
        "a line holds infinitely often as it is: write p for G F p; strong fairness is "
        "G F p -> G F q before each formula that needs it";
  }
  void resolve_extra_formula(std::size_t index) {
    const auto source = base::make_source(fmt::format("{} {}", settings_.origin, index + 1),
                                          settings_.formulae[index]);
    const std::size_t before = diagnostics_.errors();
    extra_.push_back(std::make_unique<System>(syntax::parse_formulae(source, diagnostics_)));
    const System& text = *extra_.back();
    if (diagnostics_.errors() > before) return;
    resolve_properties(text, text.formulae.content, model_.properties);
    if (!text.formulae.content.empty()) return;
    diagnostics_.add(source, {0, 0}, Code::expected, "a formula", "nothing");
  }

  // ---- shared ----

  void declared_twice(std::string_view what, const Name& name, base::Range range,
                      base::Range earlier) {
    scope_.declared_twice(system_, what, name, range, earlier);
  }
  template <class Id>
  void check_clash(Registry<Id>& registry, const Name& name, base::Range range) {
    scope_.check_clash(system_, registry, name, range);
  }

  void note_usage() {
    model_.definitions = scope_.definitions.list(scope_);
    for (std::size_t i = 0; i < model_.atoms.size(); ++i)
      model_.atoms[i].used = scope_.proposition_used[i];
    for (std::size_t i = 0; i < model_.groups.size(); ++i)
      model_.groups[i].used = scope_.group_used[i];
    for (Parameter& parameter : model_.parameters)
      parameter.used = scope_.constants.is_used(parameter.name);
  }

  const System& system_;
  const ElaborationSettings& settings_;
  Model model_;
  base::Diagnostics diagnostics_;
  IndexBuilder index_;
  Scope scope_;
  FormulaResolver formulas_;
  std::vector<std::unique_ptr<System>> extra_;
};

}  // namespace

Elaboration elaborate(const System& system, const ElaborationSettings& settings) {
  return Elaborator(system, settings).run();
}

}  // namespace ken::model
