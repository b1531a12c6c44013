// The interaction graph of a model.
//
// Its edges come from the places where a diagram will join bits: each assignment joins its target
// with what the value and the condition of its line mention, each protocol line joins what it tests
// with the agent's actions, and each conjunct of InitStates joins what it mentions.  A condition
// over many agents ("all have spoken") says nothing about who should stand beside whom, so an edge
// of k vertices weighs 1/(k-1)^2, and none if k is large; the narrow subconditions of a wide one
// become edges of their own.
// What an expression mentions is found for all of them in one pass, as far as it is narrow
// (narrow_supports.hpp); whole supports are needed only of protocols, together for each agent, and
// of counts.
//
// Two weaker hints complete it.  Formulas speak of things that belong together: the narrow
// propositional parts of properties are edges too.  And things of one index belong together,
// said[3] with mud[3] and the agent Child[3], even where no line joins them because the agent sees
// everything but its own: variables and actions whose names end in the same index share a light
// edge.
//
// Numbers that are compared with each other or assigned to each other are another matter.  "x = y"
// has about as many nodes as x has values if the bits of one stand above those of the other, and
// three for each bit if they alternate.  So do sets that a search makes of such a condition, "x and
// y are at most k apart".  Such numbers are braided.

#include "symbolic/interaction.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "model/mentions.hpp"
#include "model/tally.hpp"
#include "symbolic/narrow_supports.hpp"

namespace ken::symbolic {
namespace {

using model::AgentId;
using model::ExprId;
using model::ExprOp;
using model::VarId;

constexpr std::size_t narrow = 4;
constexpr std::size_t widest = NarrowSupports::widest;  // of an edge that says something

class Builder {
 public:
  Builder(const model::Model& model, Braiding braiding, base::Budget& budget)
      : model_(model),
        braiding_(braiding),
        budget_(budget),
        supports_(model, budget),
        mentions_(model.exprs),
        visited_(model.exprs.size()) {
    graph_.variables = model.variables.size();
    graph_.agents = model.agents.size();
    graph_.chosen_by.resize(graph_.agents);
  }

  Interaction build() {
    for (std::size_t i = 0; i < model_.agents.size(); ++i) add_agent(i);
    if (model_.initial) add_parts(model_.initial->expr);
    add_formulas();
    add_indices();
    if (braiding_ != Braiding::never) add_braids();
    for (const auto& [vertices, weight] : edges_) graph_.edges.push_back({vertices, weight});
    return std::move(graph_);
  }

 private:
  using Vertices = std::vector<std::size_t>;

  // An agent with so many actions, whose protocol reads so many vertices, selects among them.  With
  // fewer of either few sets of actions are allowed, and an action stands best beside what it does.
  static constexpr std::size_t selection = 8;

  void add_agent(std::size_t i) {
    const model::Agent& agent = model_.agents[i];
    const bool acts = agent.actions.size() > 1;
    mentions_.clear();
    for (const model::ProtocolRule& rule : agent.protocol) mentions_.add(rule.condition.expr);
    Vertices read = list_mentioned();
    if (std::min(read.size(), agent.actions.size()) >= selection) graph_.chosen_by[i] = read;
    for (const model::ProtocolRule& rule : agent.protocol) {
      add_parts(rule.condition.expr);
      Vertices joined;
      if (acts) joined.push_back(graph_.action(i));
      add_edge({rule.condition.expr}, std::move(joined));
    }
    for (const model::EvolutionRule& rule : agent.evolution) {
      add_parts(rule.condition.expr);
      for (const model::Assignment& assignment : rule.assignments)
        add_edge({assignment.value.expr, rule.condition.expr},
                 {static_cast<std::size_t>(assignment.target)});
    }
  }

  // What each narrow boolean combination of atoms mentions.
  void add_formulas() {
    std::vector<Vertices> mentions(model_.formulas.size());
    std::vector<bool> wide(model_.formulas.size(), false);
    for (std::size_t i = 0; i < model_.formulas.size(); ++i) {
      const logic::Formula& formula = model_.formulas[static_cast<logic::FormulaId>(i)];
      Vertices& here = mentions[i];
      bool too_wide = false;
      if (const auto* const atom = std::get_if<logic::Atom>(&formula))
        too_wide = !append_narrow(here, model_[atom->id].condition.expr) || here.size() > narrow;
      logic::for_each_part(formula, [&](logic::FormulaId part) {
        const auto p = static_cast<std::size_t>(part);
        too_wide = too_wide || wide[p] || here.size() > narrow;
        if (!too_wide) here.insert(here.end(), mentions[p].begin(), mentions[p].end());
        std::sort(here.begin(), here.end());
        here.erase(std::unique(here.begin(), here.end()), here.end());
      });
      wide[i] = too_wide || here.size() > narrow;
      if (wide[i])
        here.clear();
      else
        add(here);
    }
  }

  void add_indices() {
    constexpr double light = 0.5;
    std::map<std::string, Vertices> alike;
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const model::Variable& variable = model_.variables[i];
      std::string index = index_of(variable.name.shown);
      if (index.empty()) index = index_of(model_[variable.owner].name.shown);
      if (!index.empty()) alike[index].push_back(i);
    }
    for (std::size_t i = 0; i < model_.agents.size(); ++i)
      if (const std::string index = index_of(model_.agents[i].name.shown); !index.empty())
        if (model_.agents[i].actions.size() > 1) alike[index].push_back(graph_.action(i));
    graph_.index_leader.resize(graph_.size());
    std::iota(graph_.index_leader.begin(), graph_.index_leader.end(), std::size_t{0});
    for (auto& [index, vertices] : alike) {
      for (const std::size_t v : vertices) graph_.index_leader[v] = vertices.front();
      add(std::move(vertices), light);
    }
  }

  // "3" of said[3] and of said3; empty if there is none.
  [[nodiscard]] static std::string index_of(const std::string& name) {
    const std::size_t open = name.rfind('[');
    if (open != std::string::npos && name.back() == ']')
      return name.substr(open + 1, name.size() - open - 2);
    const std::size_t last = name.find_last_not_of("0123456789");
    return last == std::string::npos ? std::string() : name.substr(last + 1);
  }

  // What has been added to the mentions.
  [[nodiscard]] Vertices list_mentioned() const {
    Vertices result;
    for (const VarId v : mentions_.variables()) result.push_back(static_cast<std::size_t>(v));
    for (const AgentId a : mentions_.actors())
      if (model_[a].actions.size() > 1)
        result.push_back(graph_.action(static_cast<std::size_t>(a)));
    return result;
  }
  [[nodiscard]] Vertices list_mentioned(ExprId expr) {
    budget_.check_limits_now();
    mentions_.clear();
    mentions_.add(expr);
    return list_mentioned();
  }

  // Adds what the expression mentions; false if that is too much for an edge.
  bool append_narrow(Vertices& to, ExprId expr) const {
    const auto support = supports_[expr];
    to.insert(to.end(), support.begin(), support.end());
    return !supports_.is_wide(expr);
  }
  // Joins what the expressions mention with some more.
  void add_edge(std::initializer_list<ExprId> exprs, Vertices joined) {
    for (const ExprId expr : exprs)
      if (!append_narrow(joined, expr)) return;
    add(std::move(joined));
  }

  // The narrow parts of a condition: going down from it, the first subconditions that mention few
  // vertices.
  void add_parts(ExprId root) {
    std::vector<ExprId> open{root};
    while (!open.empty()) {
      budget_.check_limits();
      const ExprId expr = open.back();
      open.pop_back();
      if (visited_[static_cast<std::size_t>(expr)]) continue;
      visited_[static_cast<std::size_t>(expr)] = true;
      note_tally(expr);
      add_edge({expr}, {});
      if (!supports_.is_wide(expr) && supports_[expr].size() <= narrow) continue;
      for (const ExprId arg : model_.exprs.args(expr)) open.push_back(arg);
    }
  }

  // "count(..) = round", "a + b + c < limit": two sides, one of them a tally.
  void note_tally(ExprId expr) {
    const ExprOp op = model_.exprs[expr].op;
    if (op != ExprOp::equal && op != ExprOp::not_equal && op != ExprOp::less &&
        op != ExprOp::less_equal)
      return;
    const auto args = model_.exprs.args(expr);
    for (const std::size_t side : {0U, 1U}) {
      if (!model::is_tally(model_.exprs, args[side])) continue;
      const Vertices compared = list_mentioned(args[1 - side]);
      if (compared.empty()) continue;
      const auto [at, fresh] = tallies_.try_emplace(args[side], graph_.tallies.size());
      if (fresh) graph_.tallies.push_back({{}, list_mentioned(args[side])});
      Vertices& all = graph_.tallies[at->second].compared;
      all.insert(all.end(), compared.begin(), compared.end());
    }
  }

  // Comparisons and assignments that mention few variables relate the wide ones among them.
  void add_braids() {
    std::vector<std::size_t> leader(graph_.variables);
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto relate = [&](ExprId expr, std::optional<std::size_t> target) {
      budget_.check_limits();
      for (const std::uint32_t v : supports_[expr]) {
        if (v >= graph_.variables || !is_wide_number(v)) continue;
        if (target) join(leader, *target, v);
        target = v;
      }
    };
    for (std::size_t i = 0; i < model_.exprs.size(); ++i)
      if (const auto expr = static_cast<ExprId>(i);
          model::kind_of(model_.exprs[expr].op) == model::OpKind::comparison)
        relate(expr, {});
    for (const model::Agent& agent : model_.agents)
      for (const model::EvolutionRule& rule : agent.evolution)
        for (const model::Assignment& assignment : rule.assignments)
          if (const auto target = static_cast<std::size_t>(assignment.target);
              is_wide_number(target))
            relate(assignment.value.expr, target);
    keep_narrow_braids(leader);
  }
  // Bits that alternate cost comparisons nothing, but as many diagrams of one number each cost up
  // to the product of their widths: two to the power of how many they are, at least.  Bits apart
  // cost a comparison as much as there are values.
  void keep_narrow_braids(std::vector<std::size_t>& leader) {
    std::map<std::size_t, Vertices> found;
    for (std::size_t v = 0; v < leader.size(); ++v) found[find_leader(leader, v)].push_back(v);
    for (auto& [first, members] : found) {
      unsigned bits = width(members.front());
      for (const std::size_t v : members) bits = std::min(bits, width(v));
      const bool pays = braiding_ == Braiding::always || 2 * members.size() <= bits;
      if (members.size() > 1 && pays) graph_.braids.push_back(std::move(members));
    }
  }
  [[nodiscard]] unsigned width(std::size_t variable) const {
    return model_.variables[variable].type.bits();
  }
  [[nodiscard]] bool is_wide_number(std::size_t variable) const {
    const unsigned wide = braiding_ == Braiding::always ? 2 : 5;
    return width(variable) >= wide;
  }
  static std::size_t find_leader(std::vector<std::size_t>& leader, std::size_t v) {
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  }
  static void join(std::vector<std::size_t>& leader, std::size_t a, std::size_t b) {
    leader[find_leader(leader, a)] = find_leader(leader, b);
  }

  void add(Vertices vertices, double factor = 1) {
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    if (vertices.size() < 2 || vertices.size() > widest) return;
    const auto others = static_cast<double>(vertices.size() - 1);
    const double weight = factor / (others * others);
    edges_[std::move(vertices)] += weight;
  }

  const model::Model& model_;
  Braiding braiding_;
  base::Budget& budget_;
  Interaction graph_;
  std::map<Vertices, double> edges_;
  NarrowSupports supports_;
  model::Mentions mentions_;
  std::vector<bool> visited_;              // by ExprId
  std::map<ExprId, std::size_t> tallies_;  // the tally of each count
};

}  // namespace

Interaction find_interactions(const model::Model& model, Braiding braiding, base::Budget& budget) {
  return Builder(model, braiding, budget).build();
}

}  // namespace ken::symbolic
