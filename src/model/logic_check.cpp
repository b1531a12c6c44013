// Whether the body of a definition makes sense, whatever it is applied to.
//
// Agents and formulas stand for all: the body is resolved with a number for each agent and an atom
// for each formula, into stores of their own that are thrown away.  A variable of a fixpoint must
// occur positively, so that the fixpoint exists (Tarski): under an even number of negations on
// every way from the fixpoint to the variable, through the bodies of defined operators too.  All
// operators of ken but negation, '->' on its left, '<->' and counting are monotone in all their
// arguments.

#include <algorithm>

#include "model/formula_resolver.hpp"
#include "model/relation_resolver.hpp"

namespace ken::model {
namespace {

using base::Code;
using logic::overloaded;

// How a part occurs in a formula: each way that leads to it is of one kind.
constexpr unsigned positively = 1;
constexpr unsigned negatively = 2;
constexpr unsigned both = positively | negatively;

unsigned turn(unsigned ways) {
  return ((ways & positively) != 0 ? negatively : 0) | ((ways & negatively) != 0 ? positively : 0);
}

// Users have greater numbers than what they use, so one pass downwards meets each part after all
// that lead to it.  A fixpoint inside may have a variable of the same number, which is another.
bool occurs_negatively(const logic::FormulaStore& store, const logic::Fixpoint& fixpoint) {
  const std::uint64_t bit = std::uint64_t{1} << fixpoint.variable;
  std::map<FormulaId, unsigned, std::greater<>> open{{fixpoint.body, positively}};
  while (!open.empty()) {
    const FormulaId id = open.begin()->first;
    const unsigned ways = open.begin()->second;
    open.erase(open.begin());
    const auto pass = [&](FormulaId part, unsigned how) {
      if ((store.traits(part).free & bit) != 0) open[part] |= how;
    };
    const auto pass_all = [&](const auto&, unsigned how) {
      logic::for_each_part(store[id], [&](FormulaId part) { pass(part, how); });
    };
    bool found = false;
    std::visit(overloaded{
                   [&](const logic::Not& f) { pass(f.arg, turn(ways)); },
                   [&](const logic::Binary& f) {
                     const bool equivalence = f.op == logic::Connective::equivalence;
                     const bool implication = f.op == logic::Connective::implication;
                     pass(f.lhs, equivalence ? both : implication ? turn(ways) : ways);
                     pass(f.rhs, equivalence ? both : ways);
                   },
                   [&](const logic::Many& f) {
                     pass_all(f, f.quantity == logic::Quantity::odd ? both : ways);
                   },
                   [&](const logic::Count& f) { pass_all(f, both); },
                   [&](const logic::Dynamic& f) { pass(f.program, both), pass(f.arg, ways); },
                   [&](const logic::Variable& f) {
                     found = f.number == fixpoint.variable && (ways & negatively) != 0;
                   },
                   [&](const auto& f) { pass_all(f, ways); },
               },
               store[id]);
    if (found) return true;
  }
  return false;
}

// Stores for what stands for all, while it lives.
class StandIns {
 public:
  explicit StandIns(Scope& scope)
      : scope_(scope),
        formulas_(std::exchange(scope.model.formulas, logic::FormulaStore(scope.model.modalities))),
        relations_(std::exchange(scope.model.relations, {})),
        bodies_(std::exchange(scope.logics.bodies, {})) {}
  ~StandIns() {
    scope_.model.formulas = std::move(formulas_);
    scope_.model.formulas.learn(scope_.model.modalities);
    scope_.model.relations = std::move(relations_);
    scope_.logics.bodies = std::move(bodies_);
  }
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  [[nodiscard]] Bindings bind(const LoadedLogic& logic, const syntax::LogicDefinition& definition,
                              const OperatorDefinition* operation) {
    Bindings bindings{&logic, operation, {}, {}};
    std::uint32_t number = 0;
    if (operation == nullptr)
      for (const syntax::LogicParameter& parameter : definition.parameters)
        bindings.meanings.emplace(logic.text(parameter.name),
                                  logic::Group{logic::AgentId{number++}});
    if (operation != nullptr)
      for (const auto& [name, type] : operation->types) {
        ++number;
        if (type == logic::Parameter::formula)
          bindings.meanings.emplace(name, scope_.model.formulas.add(logic::Atom{AtomId{number}}));
        else
          bindings.meanings.emplace(name, logic::Group{logic::AgentId{number}});
      }
    return bindings;
  }

 private:
  Scope& scope_;
  logic::FormulaStore formulas_;
  RelationStore relations_;
  std::map<std::vector<std::uint64_t>, FormulaId> bodies_;
};

}  // namespace

std::optional<std::size_t> check_body(Scope& scope, const LoadedLogic& logic,
                                      const syntax::LogicDefinition& definition,
                                      const OperatorDefinition* operation) {
  const std::size_t before = scope.diagnostics.errors();
  StandIns stand_ins(scope);
  const Bindings bindings = stand_ins.bind(logic, definition, operation);
  if (operation == nullptr) {
    if (!RelationResolver(scope, bindings).resolve(definition.body)) return std::nullopt;
    return 0;
  }
  FormulaResolver resolver(scope, &bindings);
  if (!resolver.resolve(logic.file.text, definition.body, syntax::PrefixWord::none))
    return std::nullopt;
  for (const auto& [id, head] : resolver.fixpoints()) {
    const auto& fixpoint = std::get<logic::Fixpoint>(scope.model.formulas[id]);
    const base::Range range = logic.file.text.nodes[head].range;
    if (occurs_negatively(scope.model.formulas, fixpoint))
      scope.diagnostics.add(logic.file.text.source, range, Code::not_monotone, logic.text(range));
  }
  if (scope.diagnostics.errors() > before) return std::nullopt;
  return resolver.deepest_definition();
}

}  // namespace ken::model
