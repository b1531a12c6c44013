// The transition relation as conjuncts.
//
// A step is a joint action that every protocol allows, followed by all evolutions at once; so the
// relation is a conjunction of one conjunct for each protocol and some for each evolution.  The
// finer the better: what is small can be joined later, what was built large stays large.
//
// Under SingleAssignment every variable evolves on its own, and has its own conjunct: some line
// that holds gives its next value, or no line holds and it keeps its value.
//
// Under MultiAssignment exactly one of the agent's lines that hold is applied to all variables.  If
// the conditions of its lines exclude each other that is no choice, and again each variable has its
// own conjunct.  In general, lines that can hold together choose between the variables of either,
// so the variables of any two such lines must stay in one conjunct.  The classes of variables that
// arise so are independent of each other: in a given state and action all lines that hold overlap,
// hence all they write lies in one class, and the other classes keep their values.  The conjunct of
// a class:
//     some line with a variable in it holds, gives its variables their values, the others keep
//     theirs; or no such line holds, and all keep theirs.
// A line with a value that does not fit offers nothing: its disjunct is left out where that is so.
//
// An agent whose protocol allows one action at most in every state does what the state says, so
// whoever tests its action tests the state: its protocol, which stays a conjunct, stands for the
// test.  Joined later, the same would be a product for each agent and each conjunct that mentions
// it: "some other child knows", of 44 children, 11 s instead of 0.3.

#include "symbolic/conjuncts.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace ken::symbolic {
namespace {

using model::EvolutionRule;

// Which variables of an agent must stay together.
class Classes {
 public:
  explicit Classes(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::size_t> parent_;
};

class AgentConjuncts {
 public:
  AgentConjuncts(bdd::Manager& manager, const Encoding& encoding, const model::Model& model,
                 Conditions& conditions, AgentId id, Conjuncts& conjuncts)
      : manager_(manager),
        encoding_(encoding),
        model_(model),
        conditions_(conditions),
        agent_(model[id]),
        conjuncts_(conjuncts) {}

  void build() {
    for (const EvolutionRule& rule : agent_.evolution) add_line(rule);
    for (const VariableClass& one : find_classes())
      conjuncts_.evolutions.push_back(
          {build_relation(one), encoding_.pairs(one.variables), one.variables});
  }

 private:
  struct Line {
    const EvolutionRule* rule = nullptr;
    Bdd condition;
    Bdd fits;  // within the condition: every value fits
  };
  // What a line does to the variables of one class.
  struct Writing {
    const Line* line = nullptr;
    std::map<VarId, const model::Assignment*> given;
  };
  // Variables that stay together, and the lines that write some of them.
  struct VariableClass {
    std::vector<VarId> variables;
    std::vector<Writing> writings;
  };

  void add_line(const EvolutionRule& rule) {
    const Bdd condition = conditions_.holds(rule.condition.expr);
    if (condition.is_false()) return;
    Bdd fits = condition;
    for (const model::Assignment& assignment : rule.assignments) {
      const model::Type& type = model_[assignment.target].type;
      const Bdd good = fits & conditions_.arithmetic().within(
                                  conditions_.value(assignment.value.expr), type.low, type.high);
      if (!(good == fits)) conjuncts_.lost.push_back({&assignment, fits - good});
      fits = good;
    }
    lines_.push_back({&rule, condition, fits});
  }

  // The variables of an agent are numbered one behind the other.
  [[nodiscard]] std::size_t place_of(VarId v) const {
    return static_cast<std::size_t>(v) - static_cast<std::size_t>(agent_.variables.front());
  }

  // The variables of the agent that change, in classes that are independent of each other.
  [[nodiscard]] std::vector<VariableClass> find_classes() {
    Classes joined(agent_.variables.size());
    if (model_.assignment == syntax::AssignmentSemantics::multi) join_overlapping(joined);
    std::map<std::size_t, VariableClass> found;
    for (const VarId v : agent_.variables)
      if (encoding_.changes(v)) found[joined.root(place_of(v))].variables.push_back(v);
    for (const Line& line : lines_)
      for (const model::Assignment& assignment : line.rule->assignments) {
        std::vector<Writing>& writings =
            found.at(joined.root(place_of(assignment.target))).writings;
        if (writings.empty() || writings.back().line != &line) writings.push_back({&line, {}});
        writings.back().given[assignment.target] = &assignment;
      }
    std::vector<VariableClass> result;
    result.reserve(found.size());
    for (auto& [root, one] : found) result.push_back(std::move(one));
    return result;
  }

  // Lines that overlap, one leading to the other, and where some of them holds.
  struct Pile {
    std::size_t line;  // one of them
    Bdd condition;
  };

  void join_overlapping(Classes& joined) {
    Bdd covered = manager_.constant(false);
    std::vector<Pile> piles;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      Pile own{i, lines_[i].condition};
      if (!disjoint(own.condition, covered))
        std::erase_if(piles, [&](const Pile& pile) {
          if (disjoint(lines_[i].condition, pile.condition)) return false;
          join(joined, i, pile.line);
          own.condition |= pile.condition;
          return true;
        });
      piles.push_back(std::move(own));
      covered |= lines_[i].condition;
    }
  }
  void join(Classes& joined, std::size_t a, std::size_t b) const {
    const std::size_t first = place_of(lines_[a].rule->assignments.front().target);
    for (const std::size_t line : {a, b})
      for (const model::Assignment& assignment : lines_[line].rule->assignments)
        joined.join(place_of(assignment.target), first);
  }

  [[nodiscard]] Bdd build_relation(const VariableClass& one) {
    std::vector<Bdd> written;
    std::vector<Bdd> matched;
    for (const auto& [line, given] : one.writings) {
      matched.push_back(line->condition);
      std::vector<Bdd> conjuncts{line->fits};
      for (const VarId v : one.variables) {
        const auto at = given.find(v);
        if (at == given.end())
          add_kept(v, conjuncts);
        else
          add_assigned(*at->second, conjuncts);
      }
      written.push_back(conditions_.all(std::move(conjuncts)));
    }
    std::vector<Bdd> otherwise{!conditions_.some(std::move(matched))};
    for (const VarId v : one.variables) add_kept(v, otherwise);
    written.push_back(conditions_.all(std::move(otherwise)));
    return conditions_.some(std::move(written));
  }

  void add_kept(VarId v, std::vector<Bdd>& conjuncts) {
    for (const BitPair& bit : encoding_.pairs({&v, 1}))
      conjuncts.push_back(keep(manager_, {&bit, 1}));
  }

  void add_assigned(const model::Assignment& assignment, std::vector<Bdd>& conjuncts) {
    const Bits& next = encoding_.next(assignment.target);
    const std::vector<Bdd> value = conditions_.arithmetic().distance(
        conditions_.value(assignment.value.expr), model_[assignment.target].type.low, next.size());
    for (std::size_t i = 0; i < next.size(); ++i)
      conjuncts.push_back(equivalent(manager_.variable(next[i]), value[i]));
  }

  bdd::Manager& manager_;
  const Encoding& encoding_;
  const model::Model& model_;
  Conditions& conditions_;
  const model::Agent& agent_;
  Conjuncts& conjuncts_;
  std::vector<Line> lines_;
};

}  // namespace

// Every line whose condition holds contributes its actions; Other covers exactly the rest.
Bdd build_protocol(bdd::Manager& manager, const Encoding& encoding, const model::Model& model,
                   Conditions& conditions, AgentId id) {
  const model::Agent& agent = model[id];
  const Bits& bits = encoding.action(id);
  if (agent.unrestricted) return below(manager, bits, agent.actions.size());
  std::map<model::ActionIndex, std::vector<Bdd>> allowed;
  std::vector<Bdd> matched;
  for (const model::ProtocolRule& rule : agent.protocol) {
    const Bdd condition = conditions.holds(rule.condition.expr);
    matched.push_back(condition);
    for (const model::ActionIndex a : rule.actions) allowed[a].push_back(condition);
  }
  if (agent.other) {
    const Bdd rest = !conditions.some(std::move(matched));
    for (const model::ActionIndex a : agent.other->actions) allowed[a].push_back(rest);
  }
  Bdd result = manager.constant(false);
  for (auto& [action, where] : allowed)
    result |= equals(manager, bits, action) & conditions.some(std::move(where));
  return result;
}

Bdd find_both_values(bdd::Manager& manager, const Bdd& relation, const Bits& bits) {
  const bdd::VariableSet all = manager.set(bits);
  Bdd result = manager.constant(false);
  for (const Variable bit : bits)
    result |= and_exists(relation, manager.literal(bit, true), all) &
              and_exists(relation, manager.literal(bit, false), all);
  return result;
}

namespace {

constexpr std::size_t largest_function = 20'000;  // nodes of a protocol

bool determines_action(bdd::Manager& manager, const Bits& action, const Bdd& protocol) {
  return !action.empty() && find_both_values(manager, protocol, action).is_false();
}

}  // namespace

Conjuncts build_conjuncts(bdd::Manager& manager, const Encoding& encoding,
                          const model::Model& model, Conditions& conditions) {
  Conjuncts result;
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    const auto agent = static_cast<AgentId>(i);
    const Bdd protocol = build_protocol(manager, encoding, model, conditions, agent);
    if (determines_action(manager, encoding.action(agent), protocol) &&
        !bdd::has_more_nodes(protocol, largest_function))
      conditions.determine_action(agent, protocol);
    result.protocols.push_back(protocol);
  }
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    AgentConjuncts(manager, encoding, model, conditions, static_cast<AgentId>(i), result).build();
  return result;
}

bool mentions_any(const Bdd& relation, const Bits& bits) {
  const Bits support = bdd::support(relation);
  return std::any_of(bits.begin(), bits.end(), [&](Variable bit) {
    return std::binary_search(support.begin(), support.end(), bit);
  });
}

Bdd keep(bdd::Manager& manager, std::span<const BitPair> bits) {
  Bdd result = manager.constant(true);
  for (const BitPair& bit : bits)
    result &= equivalent(manager.variable(bit.now), manager.variable(bit.next));
  return result;
}

std::vector<BitPair> written_bits(const Conjuncts& conjuncts) {
  std::vector<BitPair> result;
  for (const Conjunct& conjunct : conjuncts.evolutions)
    result.insert(result.end(), conjunct.writes.begin(), conjunct.writes.end());
  return result;
}

}  // namespace ken::symbolic
