#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "bdd/work_limit.hpp"
#include "check/capabilities.hpp"
#include "check/explain.hpp"
#include "check/exploration.hpp"
#include "check/labeller.hpp"
#include "check/local_cases.hpp"
#include "check/uniform.hpp"
#include "driver/early_watch.hpp"
#include "driver/engine.hpp"
#include "symbolic/count.hpp"
#include "symbolic/partition.hpp"

namespace ken::driver {
namespace {

class SymbolicEngine : public Engine {
 public:
  SymbolicEngine(const model::Model& model, const symbolic::Settings& settings,
                 base::Budget& budget, Journal& journal)
      : model_(model), settings_(settings), budget_(budget), journal_(journal) {}

  std::string name() const override { return "symbolic"; }
  std::string why_unsupported(const model::Property& property,
                              logic::Semantics semantics) const override {
    return check::why_unsupported(model_, property, semantics);
  }

  void prepare(const Questions& questions) override { questions_ = questions; }

  void encode() override {
    const auto note = [this](std::string_view stage, std::size_t nodes) {
      journal_.enter(stage, nodes);
    };
    journal_.enter("ordering variables");
    system_.emplace(model_, budget_, settings_, note, questions_.encoding);
  }

  evidence::Exploration explore() override {
    if (!system_) {
      encode();
      journal_.enter("exploring");
    }
    EarlyWatch watch(*system_, questions_);
    const std::uint64_t start = system_->manager().work();
    symbolic::StateSet looked_at;
    reachable_ = symbolic::explore(*system_, [&](const symbolic::Reachable& so_far) {
      if (questions_.overtaken && questions_.overtaken(system_->manager().work() - start,
                                                       [&] { return count(so_far.states); }))
        return symbolic::GoOn::no;
      if (so_far.states == looked_at) return symbolic::GoOn::yes;
      looked_at = so_far.states;
      journal_.update_figures([&](Figures& figures) {
        figures.depth = so_far.depth().value_or(0);
        figures.nodes = system_->manager().nodes();
        if (is_time_to_count()) figures.states = count(so_far.states);
      });
      return watch.look(so_far);
    });
    evidence::Exploration found;
    if (!reachable_.complete) {
      found.complete = false;
      return found;
    }
    found.reachable_states = symbolic::count_states(*system_, reachable_.states).str();
    found.any_initial = !system_->initial().empty();
    found.depth = reachable_.depth();
    return found;
  }

  evidence::Flaws find_flaws() override {
    system_->steps().care_about(reachable_.states);
    return {check::find_deadlock(*system_, reachable_),
            check::find_lost_step(*system_, reachable_)};
  }

  evidence::Trace trace_to(const model::State& state) override {
    return check::trace_to(*system_, reachable_, state);
  }

  std::optional<evidence::OpenChoice> find_open_choice() override {
    return check::find_open_choice(*system_, reachable_);
  }

  void find_fair_states() override {
    context_.emplace(check::make_context(*system_, reachable_, questions_.semantics));
    context_->teamwork.threads = questions_.threads;
    if (questions_.strategies)
      context_->keep = questions_.minimal ? check::Keep::minimal : check::Keep::as_found;
    labeller_.emplace(*context_, questions_.formulas);
  }

  bool has_fair_start() override { return !context_->initial().empty(); }
  bool holds(std::size_t i) override {
    if (const auto& agents = questions_.restricted[i]) {
      uniform_[i] = check::find_restriction(*context_, questions_.formulas[i], *agents);
      return uniform_[i].holds();
    }
    return labeller_->holds(i);
  }
  std::optional<bool> holds_within(std::size_t i, std::uint64_t& work) override {
    bdd::Manager& manager = system_->manager();
    const std::uint64_t before = manager.work();
    const auto result = bdd::compute_within(manager, work, [&] { return holds(i); });
    work -= std::min(work, manager.work() - before);
    return result;
  }
  bool holds_for_all_outcomes(std::size_t i) override {
    return labeller_->holds_for_all_outcomes(i);
  }

  std::vector<evidence::Strategy> list_strategies(std::size_t i) override {
    return pick_those_of(i, context_->strategies);
  }
  std::vector<evidence::Impossibility> list_impossibilities(std::size_t i) override {
    return pick_those_of(i, context_->impossibilities);
  }

  std::optional<evidence::Evidence> explain(std::size_t i, bool holds, std::size_t most) override {
    if (const auto& agents = questions_.restricted[i])
      return check::explain_uniform(*context_, reachable_, questions_.formulas[i], *agents,
                                    uniform_.at(i), most);
    return check::Explainer(*context_, reachable_, most).explain(questions_.formulas[i], holds);
  }

  std::string describe_search() override {
    if (!context_ || !context_->searching) return {};
    const check::SearchBounds bounds = *std::exchange(context_->searching, std::nullopt);
    const auto number = [&](const symbolic::StateSet& states) {
      return symbolic::count_states(*system_, states).str();
    };
    return fmt::format(
        "no strategy among {} candidates ({} learnt); of {} states asked about {} are won, {} open",
        context_->effort.candidates, base::count_in_words(context_->effort.clauses, "clause"),
        number(bounds.wanted), number(bounds.won), number(bounds.open));
  }

  bool can_leave_fair_paths(std::size_t i) override {
    return check::can_leave_fair_paths(*context_, questions_.formulas[i]);
  }

  std::vector<evidence::Overlap> find_overlaps() override {
    const check::Scope scope = check::reached_cases(*system_, reachable_);
    std::vector<evidence::Overlap> result;
    for (std::size_t i = 0; i < model_.agents.size(); ++i)
      for (check::LocalCase& one : check::find_line_cases(check::diagrams_of(*system_),
                                                          static_cast<model::AgentId>(i), scope))
        if (one.code == base::Code::overlapping_lines)
          result.push_back({one.earlier, one.line, std::move(one.where)});
    return result;
  }

  void add_statistics(evidence::Statistics& statistics) override {
    if (!system_) return;
    const bdd::Statistics diagrams = system_->manager().statistics();
    statistics.peak_nodes = diagrams.peak_nodes;
    statistics.node_bytes = diagrams.node_bytes;
    statistics.cache_bytes = diagrams.cache_bytes;
    statistics.collections = diagrams.collections;
    statistics.reorderings = diagrams.reorderings;
    statistics.bits = system_->encoding().bits();
    const symbolic::Relation& relation = system_->steps().relation();
    const symbolic::Partition* const partition = relation.partition();
    const symbolic::ClusteredProduct* const others =
        partition ? partition->other_clusters() : nullptr;
    const symbolic::ClusteredProduct& clusters = others ? *others : relation.product();
    statistics.clusters = clusters.clusters();
    statistics.cluster_nodes = clusters.nodes();
    statistics.image_disjuncts = partition ? partition->disjuncts_forwards() : 0;
    statistics.preimage_disjuncts = partition ? partition->disjuncts_backwards() : 0;
    if (!reachable_.states.unset() && reachable_.complete)
      statistics.reachable_nodes = nodes(reachable_.states);
    if (!context_ || context_->effort.candidates == 0) return;
    statistics.candidates = context_->effort.candidates;
    statistics.partial_strategies = context_->effort.partial;
    statistics.clauses = context_->effort.clauses;
  }

  void measure(Figures& figures) override {
    if (system_) figures.nodes = system_->manager().nodes();
    if (labeller_) figures.operators = labeller_->evaluations();
    if (!context_) return;
    figures.candidates = context_->effort.candidates;
    figures.clauses = context_->effort.clauses;
  }

 private:
  // What was found for operators of this formula.
  template <class T>
  [[nodiscard]] std::vector<T> pick_those_of(std::size_t i, const std::vector<T>& found) const {
    std::vector<T> result;
    const auto parts = logic::closure(model_.formulas, questions_.formulas[i]);
    for (const T& one : found)
      if (std::find(parts.begin(), parts.end(), one.operation) != parts.end())
        result.push_back(one);
    return result;
  }

  // Counting takes about as long as one look at every node; once a second is often enough.
  [[nodiscard]] bool is_time_to_count() const { return budget_.seconds() >= next_count_; }
  [[nodiscard]] double count(const symbolic::StateSet& states) {
    const auto result = symbolic::count_states(*system_, states).convert_to<double>();
    next_count_ = budget_.seconds() + 1;
    return result;
  }

  const model::Model& model_;
  symbolic::Settings settings_;
  base::Budget& budget_;
  Journal& journal_;
  double next_count_ = 1;
  Questions questions_;
  std::optional<symbolic::System> system_;  // diagrams go before it
  symbolic::Reachable reachable_;
  std::optional<check::Context> context_;
  std::optional<check::Labeller> labeller_;
  std::map<std::size_t, check::UniformAnswer> uniform_;  // by question
};

}  // namespace

std::unique_ptr<Engine> make_symbolic_engine(const model::Model& model,
                                             const symbolic::Settings& settings,
                                             base::Budget& budget, Journal& journal) {
  return std::make_unique<SymbolicEngine>(model, settings, budget, journal);
}

std::unique_ptr<Engine> make_engine(const model::Model& model, const Settings& settings,
                                    base::Budget& budget, Journal& journal) {
  switch (settings.engine) {
    case EngineKind::automatic:
      if (settings.prefers_diagrams) break;
      return make_auto_engine(model, settings, budget, journal);
    case EngineKind::states:
      return make_states_engine(model, budget, Patience::endless);
    case EngineKind::explicit_states:
      return make_explicit_engine(model, budget);
    case EngineKind::nusmv:
      return make_nusmv_engine(
          model, make_symbolic_engine(model, settings.symbolic, budget, journal), budget);
    case EngineKind::symbolic:
      break;
  }
  return make_symbolic_engine(model, settings.symbolic, budget, journal);
}

}  // namespace ken::driver
