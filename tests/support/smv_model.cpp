// From names to gates.
//
// Definitions may refer to each other in any order, so they are first sorted: a definition comes
// after those it uses, and a cycle is refused.  Then each expression is walked upwards for its
// types, downwards for what stands below next(...), and upwards again to build gates: a variable
// below next is its next slot, and a definition below next is its body with all variables moved.
// Hence a definition is built once for now and once for next and never copied.
//
// next(...) and input variables belong to steps, so to TRANS and to the definitions used there;
// a definition that has one of them is refused everywhere else, and below another next.

#include "smv_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "smv_judge.hpp"
#include "smv_types.hpp"

namespace ken::tests::smv {
namespace {

constexpr std::int64_t largest_domain = 65'536;

enum class Context : std::uint8_t { state, step, definition, ctl, ltl };

struct Meaning {
  enum class Kind : std::uint8_t { variable, definition, symbol } kind = Kind::variable;
  std::size_t index = 0;
};

struct Usage {
  bool next = false, input = false;
};

class Elaborator {
 public:
  explicit Elaborator(Module module) : module_(std::move(module)) {
    const std::size_t size = module_.nodes.size();
    shapes_.resize(size);
    below_next_.resize(size);
    model_.gates.resize(size, no_gate);
    model_.place = module_.place;
  }

  Model elaborate() {
    for (const Declaration& declaration : module_.declarations) declare(declaration);
    for (std::size_t i = 0; i < module_.definitions.size(); ++i)
      declare(module_.definitions[i].name, module_.definitions[i].place,
              {Meaning::Kind::definition, i});
    declare_symbols();
    elaborate_definitions();
    for (const Expression& e : module_.init) model_.init.push_back(build(e, Context::state));
    for (const Expression& e : module_.invar) {
      model_.invar.push_back(build(e, Context::state));
      model_.invar_next.push_back(lower(e, true));
    }
    for (const Expression& e : module_.trans) model_.trans.push_back(build(e, Context::step));
    for (const Expression& e : module_.justice) model_.justice.push_back(build(e, Context::state));
    for (const Specification& s : module_.specifications) elaborate_formula(s);
    model_.nodes = std::move(module_.nodes);
    return std::move(model_);
  }

 private:
  // ---- names ----

  void declare(std::string_view name, Place place, Meaning meaning) {
    if (!names_.try_emplace(name, meaning).second)
      refuse(place, fmt::format("'{}' is defined twice", name));
  }

  void declare(const Declaration& declaration) {
    declare(declaration.name, declaration.place,
            {Meaning::Kind::variable, model_.variables.size()});
    model_.variables.push_back({declaration.kind, std::string(declaration.name), {}});
    std::vector<Value>& domain = model_.variables.back().domain;
    if (declaration.type == Declaration::Type::boolean) domain = {0, 1};
    if (declaration.type == Declaration::Type::range) {
      if (declaration.high - declaration.low >= largest_domain)
        throw TooLarge(fmt::format("the range of '{}' is too large", declaration.name));
      for (Value value = declaration.low; value <= declaration.high; ++value)
        domain.push_back(value);
    }
    types_.push_back(declaration.type == Declaration::Type::boolean ? Type::boolean
                                                                    : Type::integer);
  }

  // After the variables and definitions, so that the one who is told of a clash is the symbol.
  void declare_symbols() {
    for (std::size_t i = 0; i < module_.declarations.size(); ++i) {
      const Declaration& declaration = module_.declarations[i];
      if (declaration.type != Declaration::Type::enumeration) continue;
      std::vector<Value>& domain = model_.variables[i].domain;
      for (const Declaration::Item& item : declaration.items) {
        const Value value = item.symbol.empty() ? item.number : symbol(item);
        if (std::ranges::find(domain, value) != domain.end())
          refuse(item.place, "an enumeration has a value twice");
        domain.push_back(value);
      }
      const auto symbols = std::ranges::count_if(domain, [](Value v) { return v >= first_symbol; });
      const bool all = symbols == std::ssize(domain);
      types_[i] = symbols == 0 ? Type::integer : all ? Type::symbol : Type::mixed;
    }
  }

  Value symbol(const Declaration::Item& item) {
    const Meaning meaning{Meaning::Kind::symbol, model_.symbols.size()};
    const auto [entry, fresh] = names_.try_emplace(item.symbol, meaning);
    if (entry->second.kind != Meaning::Kind::symbol)
      refuse(item.place, fmt::format("'{}' is defined twice", item.symbol));
    if (fresh) model_.symbols.emplace_back(item.symbol);
    return first_symbol + static_cast<Value>(entry->second.index);
  }

  [[nodiscard]] Meaning lookup(const Node& node) const {
    const auto found = names_.find(node.name);
    if (found == names_.end()) refuse(node.place, fmt::format("'{}' is unknown", node.name));
    return found->second;
  }

  [[nodiscard]] const Node& node(NodeId id) const { return module_.nodes[id]; }

  // ---- definitions ----

  struct Defined {
    enum class Progress : std::uint8_t { untouched, open, done } progress = Progress::untouched;
    Shape shape;
    Usage usage;
    GateId now = no_gate, next = no_gate;
  };

  void elaborate_definitions() {
    definitions_.resize(module_.definitions.size());
    std::vector<std::size_t> open;
    for (std::size_t start = 0; start < definitions_.size(); ++start) {
      open.push_back(start);
      while (!open.empty()) {
        const std::size_t top = open.back();
        Defined::Progress& progress = definitions_[top].progress;
        if (progress == Defined::Progress::untouched) {
          progress = Defined::Progress::open;
          open_used(top, open);
        } else {
          if (progress == Defined::Progress::open) elaborate_definition(top);
          progress = Defined::Progress::done;
          open.pop_back();
        }
      }
    }
  }

  void open_used(std::size_t index, std::vector<std::size_t>& open) const {
    const Expression body = module_.definitions[index].body;
    for (NodeId id = body.first; id <= body.root; ++id) {
      if (node(id).op != Op::name) continue;
      const Meaning meaning = lookup(node(id));
      if (meaning.kind != Meaning::Kind::definition) continue;
      if (definitions_[meaning.index].progress == Defined::Progress::open)
        refuse(node(id).place, fmt::format("'{}' is defined by itself", node(id).name));
      if (definitions_[meaning.index].progress == Defined::Progress::untouched)
        open.push_back(meaning.index);
    }
  }

  void elaborate_definition(std::size_t index) {
    const Expression body = module_.definitions[index].body;
    Defined& defined = definitions_[index];
    infer_shapes(body);
    defined.shape = shapes_[body.root];
    if (defined.shape.set) refuse(node(body.root).place, "a definition of a set is not supported");
    defined.usage = check_usage(body, Context::definition);
    defined.now = lower(body, false);
    if (!defined.usage.next && !defined.usage.input) defined.next = lower(body, true);
  }

  // ---- expressions ----

  GateId build(Expression expression, Context context) {
    infer_shapes(expression);
    const Shape shape = shapes_[expression.root];
    if (shape.set || shape.type != Type::boolean)
      refuse(node(expression.root).place, "this is no truth value");
    check_usage(expression, context);
    return lower(expression, false);
  }

  void elaborate_formula(const Specification& specification) {
    if (!specification.name.empty()) {
      const bool taken = names_.contains(specification.name) ||
                         std::ranges::any_of(model_.formulas, [&](const Formula& f) {
                           return f.name == specification.name;
                         });
      if (taken)
        refuse(specification.place, fmt::format("'{}' is defined twice", specification.name));
    }
    const bool ctl = specification.logic == Logic::ctl;
    build(specification.formula, ctl ? Context::ctl : Context::ltl);
    model_.formulas.push_back(
        {specification.logic, std::string(specification.name), specification.formula});
  }

  void infer_shapes(Expression expression) {
    for (NodeId id = expression.first; id <= expression.root; ++id) {
      if (node(id).op == Op::name) {
        const Meaning meaning = lookup(node(id));
        shapes_[id] = meaning.kind == Meaning::Kind::variable ? Shape{.type = types_[meaning.index]}
                      : meaning.kind == Meaning::Kind::symbol ? Shape{.type = Type::symbol}
                                                              : definitions_[meaning.index].shape;
        continue;
      }
      std::vector<Shape> arguments;
      for (const NodeId argument : node(id).args()) arguments.push_back(shapes_[argument]);
      shapes_[id] = infer(node(id), arguments);
    }
  }

  Usage check_usage(Expression expression, Context context) {
    Usage result;
    for (NodeId id = expression.root + 1; id-- > expression.first;) {
      const Node& here = node(id);
      if (id == expression.root) below_next_[id] = false;
      if (is_ctl(here.op) && context != Context::ctl)
        refuse(here.place, "operators of CTL may stand only in a CTLSPEC");
      if (is_ltl(here.op) && context != Context::ltl)
        refuse(here.place, "operators of LTL may stand only in an LTLSPEC");
      const Usage usage = use(here);
      const bool step = context == Context::step || context == Context::definition;
      if (usage.next && !step) refuse(here.place, "next(...) may stand only in TRANS");
      if (usage.input && !step) refuse(here.place, "an input variable may stand only in TRANS");
      if (usage.next && below_next_[id]) refuse(here.place, "a next(...) stands in another");
      if (usage.input && below_next_[id]) refuse(here.place, "an input variable has no next value");
      result = {result.next || usage.next, result.input || usage.input};
      for (const NodeId argument : here.args())
        below_next_[argument] = below_next_[id] || here.op == Op::next;
    }
    return result;
  }

  [[nodiscard]] Usage use(const Node& here) const {
    if (here.op == Op::next) return {.next = true};
    if (here.op != Op::name) return {};
    const Meaning meaning = lookup(here);
    if (meaning.kind == Meaning::Kind::definition) return definitions_[meaning.index].usage;
    const bool variable = meaning.kind == Meaning::Kind::variable;
    return {.input = variable && model_.variables[meaning.index].kind == VariableKind::input};
  }

  // ---- gates ----

  // 'moved': everything is meant at the next state.  No gate if the root is temporal.
  GateId lower(Expression expression, bool moved) {
    for (NodeId id = expression.first; id <= expression.root; ++id) {
      const bool none = shapes_[id].temporal || shapes_[id].set;
      model_.gates[id] = none ? no_gate : lower_node(node(id), moved || below_next_[id]);
    }
    return model_.gates[expression.root];
  }

  [[nodiscard]] GateId argument(const Node& here, std::size_t i) const {
    return model_.gates[here.arguments.at(i)];
  }
  GateId add(const Node& here, GateOp op, std::initializer_list<GateId> arguments) {
    return model_.circuit.add(op, arguments, here.place);
  }
  GateId add_binary(const Node& here, GateOp op) {
    return add(here, op, {argument(here, 0), argument(here, 1)});
  }
  GateId invert(const Node& here, GateId gate) { return add(here, GateOp::negation, {gate}); }

  GateId lower_node(const Node& here, bool moved) {
    switch (here.op) {
      case Op::truth:
      case Op::number:
        return model_.circuit.constant(here.low, here.place);
      case Op::name:
        return lower_name(here, moved);
      case Op::minus:
      case Op::plus:
      case Op::subtract:
      case Op::times:
      case Op::divide:
      case Op::modulo:
        return lower_arithmetic(here);
      case Op::choice:
      case Op::failure:
        return lower_case(here);
      case Op::next:
        return argument(here, 0);
      case Op::in:
      case Op::equal:
      case Op::unequal:
      case Op::less:
      case Op::greater:
      case Op::at_most:
      case Op::at_least:
        return lower_comparison(here);
      case Op::negation:
      case Op::conjunction:
      case Op::disjunction:
      case Op::exclusive_or:
      case Op::equivalence:
      case Op::implication:
        return lower_connective(here);
      case Op::range:
      case Op::set:
      case Op::unite:
      case Op::EX:
      case Op::AX:
      case Op::EF:
      case Op::AF:
      case Op::EG:
      case Op::AG:
      case Op::EU:
      case Op::AU:
      case Op::EBF:
      case Op::ABF:
      case Op::EBG:
      case Op::ABG:
      case Op::EBU:
      case Op::ABU:
      case Op::X:
      case Op::F:
      case Op::G:
      case Op::U:
      case Op::V:
        break;  // sets and temporal nodes have no gate
    }
    return no_gate;
  }

  GateId lower_name(const Node& here, bool moved) {
    const Meaning meaning = lookup(here);
    switch (meaning.kind) {
      case Meaning::Kind::definition:
        return moved ? definitions_[meaning.index].next : definitions_[meaning.index].now;
      case Meaning::Kind::symbol:
        return model_.circuit.constant(first_symbol + static_cast<Value>(meaning.index),
                                       here.place);
      case Meaning::Kind::variable:
        break;
    }
    return model_.circuit.variable(moved ? slot_next(meaning.index) : slot_now(meaning.index),
                                   here.place);
  }

  GateId lower_arithmetic(const Node& here) {
    if (here.op == Op::minus) return add(here, GateOp::minus, {argument(here, 0)});
    if (here.op == Op::plus) return add_binary(here, GateOp::plus);
    if (here.op == Op::subtract) return add_binary(here, GateOp::subtract);
    if (here.op == Op::times) return add_binary(here, GateOp::times);
    if (here.op == Op::divide) return add_binary(here, GateOp::divide);
    return add_binary(here, GateOp::modulo);
  }

  // A choice or the failure at the end of a chain of them.  Failures of different cases are
  // different gates: the message names the case.
  GateId lower_case(const Node& here) {
    if (here.op == Op::choice)
      return add(here, GateOp::choice, {argument(here, 0), argument(here, 1), argument(here, 2)});
    const GateId line = model_.circuit.constant(static_cast<Value>(here.place.line), here.place);
    const GateId column =
        model_.circuit.constant(static_cast<Value>(here.place.column), here.place);
    return add(here, GateOp::failure, {line, column});
  }

  GateId lower_comparison(const Node& here) {
    if (here.op == Op::in) return lower_membership(here);
    if (here.op == Op::equal) return add_binary(here, GateOp::equal);
    if (here.op == Op::unequal) return invert(here, add_binary(here, GateOp::equal));
    if (here.op == Op::less) return add_binary(here, GateOp::less);
    if (here.op == Op::at_most) return add_binary(here, GateOp::at_most);
    return add(here, here.op == Op::greater ? GateOp::less : GateOp::at_most,
               {argument(here, 1), argument(here, 0)});
  }

  GateId lower_connective(const Node& here) {
    if (here.op == Op::negation) return invert(here, argument(here, 0));
    if (here.op == Op::conjunction) return add_binary(here, GateOp::conjunction);
    if (here.op == Op::disjunction) return add_binary(here, GateOp::disjunction);
    if (here.op == Op::equivalence) return add_binary(here, GateOp::equal);
    if (here.op == Op::exclusive_or) return invert(here, add_binary(here, GateOp::equal));
    return add(here, GateOp::disjunction, {invert(here, argument(here, 0)), argument(here, 1)});
  }

  // It equals an element or lies in a range.
  GateId lower_membership(const Node& here) {
    Circuit& circuit = model_.circuit;
    const GateId value = model_.gates[here.arguments[0]];
    GateId result = circuit.constant(0, here.place);
    std::vector<NodeId> open = {here.arguments[1]};
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      GateId matches = no_gate;
      if (!shapes_[id].set) {
        matches = circuit.add(GateOp::equal, {value, model_.gates[id]}, here.place);
      } else if (node(id).op == Op::range) {
        const GateId low = circuit.constant(node(id).low, here.place);
        const GateId high = circuit.constant(node(id).high, here.place);
        matches = circuit.add(GateOp::conjunction,
                              {circuit.add(GateOp::at_most, {low, value}, here.place),
                               circuit.add(GateOp::at_most, {value, high}, here.place)},
                              here.place);
      } else {
        open.insert(open.end(), node(id).args().begin(), node(id).args().end());
        continue;
      }
      result = circuit.add(GateOp::disjunction, {result, matches}, here.place);
    }
    return result;
  }

  Module module_;
  Model model_;
  std::unordered_map<std::string_view, Meaning> names_;
  std::vector<Type> types_;  // by variable
  std::vector<Defined> definitions_;
  std::vector<Shape> shapes_;     // by node
  std::vector<bool> below_next_;  // by node
};

}  // namespace

std::vector<NodeId> list_subformulas(const Model& model, const Formula& formula) {
  const auto [first, root] = formula.nodes;
  std::vector<bool> listed(root - first + 1);
  listed.back() = true;
  for (NodeId id = root + 1; id-- > first;)
    if (listed[id - first] && model.gates[id] == no_gate)
      for (const NodeId argument : model.nodes[id].args()) listed[argument - first] = true;
  std::vector<NodeId> result;
  for (NodeId id = first; id <= root; ++id)
    if (listed[id - first]) result.push_back(id);
  return result;
}

Model elaborate(Module module) { return Elaborator(std::move(module)).elaborate(); }

}  // namespace ken::tests::smv
