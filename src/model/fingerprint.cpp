// The fingerprint of a model is a UUID of version 5: the SHA-1 of what it is made of, in a fixed
// order.  Conditions are described by the digests of their arguments, so that one that occurs often
// is described once; numbers of expressions play no role, since formulas may have added some.

#include "model/fingerprint.hpp"

#include <fmt/format.h>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <map>

#include "base/post_order.hpp"

namespace ken::model {
namespace {

std::string digest(const std::string& text) {
  const boost::uuids::name_generator_sha1 generator{boost::uuids::ns::oid()};
  return boost::uuids::to_string(generator(text));
}

class Fingerprint {
 public:
  explicit Fingerprint(const Model& model) : model_(model) {}

  std::string find() {
    add("semantics", static_cast<int>(model_.assignment));
    for (const Variable& variable : model_.variables)
      add("variable", static_cast<std::uint32_t>(variable.owner), variable.name.shown,
          to_text(variable.type));
    for (const Agent& agent : model_.agents) add_agent(agent);
    if (model_.initial) add("initial", of(*model_.initial));
    for (const Atom& atom : model_.atoms)
      if (atom.kind == AtomKind::declared) add("atom", atom.name.shown, of(atom.condition));
    for (const NamedGroup& group : model_.groups) {
      add("group", group.name.shown);
      for (const AgentId member : group.members) add("member", static_cast<std::uint32_t>(member));
    }
    for (const Property& line : model_.fairness) add("fair", line.text);
    for (const base::Source& logic : model_.logics)
      add("logic", digest(std::string(logic->text())));
    return digest(text_);
  }

 private:
  template <class... Args>
  void add(const Args&... args) {
    ((text_ += fmt::format("{}\x1f", args)), ...);
    text_ += '\n';
  }

  void add_agent(const Agent& agent) {
    add("agent", agent.name.shown, agent.environment, agent.silent, agent.unrestricted);
    for (const VarId v : agent.visible) add("sees", static_cast<std::uint32_t>(v));
    for (const Action& action : agent.actions) add("action", action.name.shown);
    for (const ProtocolRule& rule : agent.protocol) add_rule("line", rule);
    if (agent.other) add_rule("other", *agent.other);
    for (const EvolutionRule& rule : agent.evolution) {
      add("evolution", of(rule.condition));
      for (const Assignment& assignment : rule.assignments)
        add("assigns", static_cast<std::uint32_t>(assignment.target), of(assignment.value),
            assignment.missed);
    }
    if (agent.red) add("red", of(*agent.red));
  }
  void add_rule(std::string_view what, const ProtocolRule& rule) {
    add(what, of(rule.condition));
    for (const ActionIndex action : rule.actions) add("allows", action);
  }

  const std::string& of(const Compiled& condition) {
    base::visit_post_order(
        condition.expr,
        [this](ExprId id, const auto& part) {
          for (const ExprId arg : model_.exprs.args(id)) part(arg);
        },
        [this](ExprId id) { return known_.contains(id); },
        [this](ExprId id) { known_.emplace(id, describe(id)); });
    return known_.at(condition.expr);
  }
  [[nodiscard]] std::string describe(ExprId id) const {
    const Expr& expr = model_.exprs[id];
    std::string text =
        fmt::format("{} {} {}", static_cast<unsigned>(expr.op), expr.value, expr.action);
    for (const ExprId arg : model_.exprs.args(id)) text += known_.at(arg);
    return digest(text);
  }

  const Model& model_;
  std::map<ExprId, std::string> known_;
  std::string text_;
};

}  // namespace

std::string find_fingerprint(const Model& model) { return Fingerprint(model).find(); }

}  // namespace ken::model
