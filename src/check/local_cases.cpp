// What the lines of one agent do, case by case: a case is what its conditions and values read and
// the actions they test.  All cases are looked at together, as diagrams.
//
// Line i applies in the set A_i: its condition holds and the protocol allows the agent's own
// action.  It fits in the part where every value lies in the range of its target.  Then
//   - a line with an empty A_i never applies;
//   - an assignment may overflow where A_i holds and its value does not fit;
//   - lines k < i overlap in A_k & A_i where they offer different things: both fit and some
//     variable has different values after the step, or only one of the two fits.  Equal offers are
//     no choice.  A case belongs to the first line that applies in it, F_k = A_k - (A_1 | .. |
//     A_(k-1)), and line i is compared with that one only: where three lines apply at least one of
//     the later ones differs from the first if any two differ.
// Most lines exclude each other.  The union of the earlier A_k says so at once, so only a line that
// meets it is compared with each of them: n steps if nothing overlaps, n^2 at most.
//
// A protocol has a gap where none of its lines holds.
//
// Where only reachable cases count, a set of cases is cut to the reachable states and to what the
// protocols of all agents allow, before anybody asks whether it is empty.
//
// The case that is shown is the least one: the values of its variables, the last variable first,
// then the actions.  Only variables that make a difference are shown.

#include "check/local_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "model/mentions.hpp"

namespace ken::check {
namespace {

using base::Code;
using bdd::Bdd;
using model::AgentId;
using model::EvolutionRule;
using model::VarId;

template <class T>
void add_sorted(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

// What some expressions look at.
struct Inputs {
  std::vector<VarId> variables;
  std::vector<AgentId> actors;

  static Inputs of(const model::Mentions& mentions) {
    return {mentions.variables(), mentions.actors()};
  }

  void add(const Inputs& more) {
    add_sorted(variables, more.variables);
    add_sorted(actors, more.actors);
  }
};

// Everything that gaps and lines have in common.
class Cases {
 public:
  Cases(const Diagrams& diagrams, const Scope& scope) : d_(diagrams), scope_(scope) {}

  // The codes of these variables and actions stand for something.
  [[nodiscard]] Bdd meaningful(const Inputs& inputs) const {
    std::vector<Bdd> conjuncts;
    for (const VarId v : inputs.variables)
      if (const std::uint64_t size = d_.model[v].type.size(); size != 0)
        conjuncts.push_back(symbolic::below(d_.manager, d_.encoding.now(v), size));
    for (const AgentId a : inputs.actors)
      conjuncts.push_back(
          symbolic::below(d_.manager, d_.encoding.action(a), d_.model[a].actions.size()));
    return d_.conditions.all(std::move(conjuncts));
  }

  // The states that count.
  [[nodiscard]] Bdd cut_to_states(const Bdd& cases) const {
    return scope_.reached ? cases & scope_.reached->states : cases;
  }
  // The states that count with the actions that count; actions of others than these are forgotten.
  [[nodiscard]] Bdd cut(const Bdd& cases, const std::vector<AgentId>& actors) const {
    if (!scope_.reached || cases.is_false()) return cases;
    Bdd result = cut_to_states(cases);
    for (std::size_t i = 0; i < scope_.reached->protocols.size() && !result.is_false(); ++i) {
      const auto a = static_cast<AgentId>(i);
      const Bdd& protocol = scope_.reached->protocols[i];
      result = std::binary_search(actors.begin(), actors.end(), a)
                   ? result & protocol
                   : and_exists(result, protocol, d_.manager.set(d_.encoding.action(a)));
    }
    return result;
  }

  // Those inputs that a set of cases depends on.
  [[nodiscard]] Inputs select(const Inputs& inputs, const Bdd& cases) const {
    const std::vector<symbolic::Variable> bits = bdd::support(cases);
    const auto matters = [&](const symbolic::Bits& own) {
      return std::any_of(own.begin(), own.end(), [&](symbolic::Variable bit) {
        return std::binary_search(bits.begin(), bits.end(), bit);
      });
    };
    Inputs result;
    for (const VarId v : inputs.variables)
      if (matters(d_.encoding.now(v))) result.variables.push_back(v);
    for (const AgentId a : inputs.actors)
      if (matters(d_.encoding.action(a))) result.actors.push_back(a);
    return result;
  }

  // One case: a value for every variable, the least if the inputs do not tell, and the actions of
  // those that act.
  struct Case {
    model::State state;
    std::vector<model::ActionIndex> actions;
  };

  // The least case of a set that is not empty, as far as these inputs tell.
  [[nodiscard]] Case find_least(Bdd cases, const Inputs& inputs) const {
    Case least;
    for (const model::Variable& variable : d_.model.variables)
      least.state.push_back(variable.type.low);
    for (auto v = inputs.variables.rbegin(); v != inputs.variables.rend(); ++v) {
      model::Value& value = least.state[static_cast<std::size_t>(*v)];
      value = static_cast<model::Value>(static_cast<std::uint64_t>(value) +
                                        take_least(cases, d_.encoding.now(*v)));
    }
    for (auto a = inputs.actors.rbegin(); a != inputs.actors.rend(); ++a)
      least.actions.insert(least.actions.begin(), static_cast<model::ActionIndex>(
                                                      take_least(cases, d_.encoding.action(*a))));
    return least;
  }
  [[nodiscard]] std::string in_words(const Bdd& cases, const Inputs& inputs) const {
    return in_words(find_least(cases, inputs), inputs);
  }
  [[nodiscard]] std::string in_words(const Case& one, const Inputs& inputs) const {
    std::vector<std::string> words;
    for (const VarId v : inputs.variables)
      words.push_back(fmt::format("{}={}", qualified(d_.model, v),
                                  d_.model[v].type.text(one.state[static_cast<std::size_t>(v)])));
    for (std::size_t i = 0; i < one.actions.size(); ++i) {
      const model::Agent& agent = d_.model[inputs.actors[i]];
      words.push_back(
          fmt::format("{}.Action={}", agent.name.shown, agent.actions[one.actions[i]].name.shown));
    }
    constexpr std::size_t most_shown = 16;
    if (words.size() > most_shown) {
      words.resize(most_shown);
      words.emplace_back("...");
    }
    return words.empty() ? "anything holds" : fmt::format("{}", fmt::join(words, ", "));
  }

 protected:
  // The least number that the bits have in some case; leaves the cases where they have it.
  [[nodiscard]] std::uint64_t take_least(Bdd& cases, const symbolic::Bits& bits) const {
    std::uint64_t code = 0;
    for (std::size_t i = bits.size(); i-- > 0;) {
      const Bdd clear = cases & d_.manager.literal(bits[i], false);
      if (clear.is_false()) code |= std::uint64_t{1} << i;
      cases = clear.is_false() ? cases & d_.manager.literal(bits[i], true) : clear;
    }
    return code;
  }

  // One operation may take long, and so may very many short ones.
  void check_limits() const { d_.manager.budget().check_limits(); }

  const Diagrams& d_;
  const Scope& scope_;
};

class LineCases : Cases {
 public:
  LineCases(const Diagrams& diagrams, AgentId id, const Scope& scope)
      : Cases(diagrams, scope), id_(id), agent_(diagrams.model[id]) {}

  std::vector<LocalCase> find() {
    if (agent_.evolution.empty()) return {};
    build_protocol();
    for (const EvolutionRule& rule : agent_.evolution) {
      check_limits();
      lines_.push_back(build_line(rule));
      find_overflows(lines_.back());
    }
    if (!scope_.reached) find_idle_lines();
    if (d_.model.assignment == syntax::AssignmentSemantics::multi) find_overlaps();
    return std::move(found_);
  }

 private:
  struct Line {
    const EvolutionRule* rule = nullptr;
    Inputs inputs;
    Bdd condition;
    Bdd applies;
    Bdd fits;
    std::map<VarId, std::vector<Bdd>> next;  // bits after the step, of what it assigns
  };

  void build_protocol() {
    mentions_.clear();
    for (const model::ProtocolRule& rule : agent_.protocol) mentions_.add(rule.condition.expr);
    protocol_ = symbolic::build_protocol(d_.manager, d_.encoding, d_.model, d_.conditions, id_) &
                meaningful(Inputs::of(mentions_));
    may_act_ = exists(protocol_, d_.manager.set(d_.encoding.action(id_)));
  }

  [[nodiscard]] Line build_line(const EvolutionRule& rule) {
    Line line;
    line.rule = &rule;
    mentions_.clear();
    mentions_.add(rule.condition.expr);
    line.condition = d_.conditions.holds(rule.condition.expr);
    line.fits = d_.manager.constant(true);
    for (const model::Assignment& assignment : rule.assignments) {
      mentions_.add(assignment.value.expr);
      line.fits &= fits(assignment);
    }
    line.inputs = Inputs::of(mentions_);
    std::vector<VarId> targets;
    for (const model::Assignment& assignment : rule.assignments)
      targets.push_back(assignment.target);
    add_sorted(line.inputs.variables, targets);
    const bool own = std::binary_search(line.inputs.actors.begin(), line.inputs.actors.end(), id_);
    line.applies = line.condition & (own ? protocol_ : may_act_) & meaningful(line.inputs);
    return line;
  }

  [[nodiscard]] Bdd fits(const model::Assignment& assignment) const {
    const model::Type& type = d_.model[assignment.target].type;
    return d_.conditions.arithmetic().within(d_.conditions.value(assignment.value.expr), type.low,
                                             type.high);
  }

  void find_overflows(const Line& line) {
    for (const model::Assignment& assignment : line.rule->assignments) {
      if (is_reported(Code::possible_overflow, assignment.place)) continue;
      const Bdd lost = line.condition - fits(assignment);
      if (lost.is_false()) continue;
      mentions_.clear();
      mentions_.add(line.rule->condition.expr);
      mentions_.add(assignment.value.expr);
      const Inputs shown = select(Inputs::of(mentions_), lost);
      const Bdd cases = cut(line.applies & lost, shown.actors);
      if (cases.is_false()) continue;
      Case one = find_least(cases, shown);
      report({Code::possible_overflow, id_, assignment.place, in_words(one, shown), nullptr,
              line.rule, &assignment, std::move(one.state)});
    }
  }

  // A line of the text may have become several of which some never apply, and with other parameters
  // a constant condition may be another one.
  void find_idle_lines() {
    std::set<std::uint32_t> alive;
    for (const Line& line : lines_)
      if (!line.applies.is_false()) alive.insert(line.rule->place.begin);
    for (const Line& line : lines_)
      if (!alive.contains(line.rule->place.begin) &&
          (d_.model.parameters.empty() || !d_.model.exprs.is_constant(line.rule->condition.expr)))
        found_.push_back(
            {Code::unreachable_line, id_, line.rule->place, {}, nullptr, line.rule, nullptr});
  }

  void find_overlaps() {
    Bdd covered = d_.manager.constant(false);
    std::vector<Bdd> first;  // where each line is the first one that applies
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      check_limits();
      Line& line = lines_[i];
      const bool meets = !is_reported(Code::overlapping_lines, line.rule->place) &&
                         !disjoint(line.applies, covered);
      for (std::size_t k = 0; meets && k < i; ++k)
        if (report_overlap(lines_[k], line, first[k] & line.applies)) break;
      first.push_back(line.applies - covered);
      covered |= line.applies;
    }
  }

  bool report_overlap(Line& earlier, Line& line, const Bdd& both) {
    check_limits();
    if (both.is_false()) return false;
    const Bdd different = differ(earlier, line);
    Inputs inputs = earlier.inputs;
    inputs.add(line.inputs);
    const Inputs shown = select(inputs, earlier.condition & line.condition & different);
    const Bdd cases = cut(both & different, shown.actors);
    if (cases.is_false()) return false;
    report({Code::overlapping_lines, id_, line.rule->place, in_words(cases, shown), earlier.rule,
            line.rule, nullptr});
    return true;
  }

  // Where two lines that apply offer different things.
  [[nodiscard]] Bdd differ(Line& a, Line& b) {
    Bdd values = d_.manager.constant(false);
    for (const auto& [line, other] : {std::pair(&a, &b), std::pair(&b, &a)})
      for (const model::Assignment& assignment : line->rule->assignments) {
        const std::vector<Bdd>& mine = next_bits(*line, assignment.target);
        const std::vector<Bdd>& theirs = next_bits(*other, assignment.target);
        for (std::size_t i = 0; i < mine.size(); ++i) values |= mine[i] ^ theirs[i];
      }
    return (a.fits ^ b.fits) | (a.fits & b.fits & values);
  }

  // What the line makes of a variable; right where it fits.
  const std::vector<Bdd>& next_bits(Line& line, VarId v) {
    const auto [at, fresh] = line.next.try_emplace(v);
    if (!fresh) return at->second;
    const auto& assignments = line.rule->assignments;
    const auto assignment = std::find_if(assignments.begin(), assignments.end(),
                                         [&](const model::Assignment& a) { return a.target == v; });
    const symbolic::Bits& now = d_.encoding.now(v);
    if (assignment != assignments.end())
      at->second = d_.conditions.arithmetic().distance(d_.conditions.value(assignment->value.expr),
                                                       d_.model[v].type.low, now.size());
    else
      for (const symbolic::Variable bit : now) at->second.push_back(d_.manager.variable(bit));
    return at->second;
  }

  // Repetitions of a line share their place, and one message is enough.
  [[nodiscard]] bool is_reported(Code code, base::Range place) const {
    return reported_.contains({code, place.begin, place.end});
  }
  void report(LocalCase one) {
    reported_.insert({one.code, one.place.begin, one.place.end});
    found_.push_back(std::move(one));
  }

  AgentId id_;
  const model::Agent& agent_;
  Bdd protocol_;
  Bdd may_act_;  // it allows some action
  model::Mentions mentions_{d_.model.exprs};
  std::vector<Line> lines_;
  std::vector<LocalCase> found_;
  std::set<std::tuple<Code, std::uint32_t, std::uint32_t>> reported_;  // codes and places
};

}  // namespace

Scope reached_cases(symbolic::System& system, const symbolic::Reachable& reachable) {
  return {Scope::Reached{reachable.states.function(), system.steps().conjuncts().protocols}};
}

std::vector<LocalCase> find_protocol_gaps(const Diagrams& diagrams, AgentId id,
                                          const Scope& scope) {
  const model::Agent& agent = diagrams.model[id];
  if (agent.unrestricted || agent.other) return {};
  const Cases cases(diagrams, scope);
  model::Mentions mentions(diagrams.model.exprs);
  std::vector<Bdd> conditions;
  for (const model::ProtocolRule& rule : agent.protocol) {
    mentions.add(rule.condition.expr);
    if (!rule.actions.empty()) conditions.push_back(diagrams.conditions.holds(rule.condition.expr));
  }
  const Inputs inputs = Inputs::of(mentions);
  const Bdd uncovered = !diagrams.conditions.some(std::move(conditions));
  const Bdd gap = cases.cut_to_states(uncovered & cases.meaningful(inputs));
  if (gap.is_false()) return {};
  return {{Code::protocol_gap, id, agent.place,
           cases.in_words(gap, cases.select(inputs, uncovered)), nullptr, nullptr, nullptr}};
}

std::vector<LocalCase> find_line_cases(const Diagrams& diagrams, AgentId agent,
                                       const Scope& scope) {
  return LineCases(diagrams, agent, scope).find();
}

}  // namespace ken::check
