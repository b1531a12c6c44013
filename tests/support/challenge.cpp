// What the engines are compared on: models of many kinds, each rich in something that could go
// wrong, and formulas of one family or of all.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <set>

#include "comparison.hpp"
#include "concrete/labeller.hpp"
#include "random_model.hpp"

namespace ken::tests {
namespace {

using logic::Semantics;

// What the explicit engine tries one strategy after the other for.
enum class Search : std::uint8_t { nothing, operators, formulas };

struct Kind {
  const char* name;
  void (*prepare)(ModelWeights&, FormulaWeights&);
  Search search = Search::nothing;
};

// Few strategies, but members who see little, moves that are blocked, and deadlocks.
void prepare_search(ModelWeights& m, FormulaWeights& f) {
  m.most_agents = 2;
  m.most_actions = 2;
  m.most_states = 48;
  m.most_variables = 1;
  m.most_lines = 5;
  m.wide = 0;
  m.fairness = 0;
  m.environment = 90;
  m.observable = 25;
  m.seen_locally = 30;
  m.other = 60;
  m.action_test = 85;
  m.free_variable = 50;
  f.depth = 2;
  f.families = {logic::Family::strategic, logic::Family::strategic, logic::Family::epistemic,
                logic::Family::temporal};
  f.modal = 75;
  f.annotated = 80;
  f.semantics = {Semantics::full, Semantics::ir, Semantics::ir, Semantics::ir_objective};
}

// Agents that share names of variables and have views of each other.
void prepare_social(ModelWeights& m, FormulaWeights& f) {
  m.social = 100;
  m.most_agents = 3;
  m.most_states = 100;
  m.wide = 0;
  m.free_variable = 50;
  m.fairness = 0;
  m.frozen = 20;
  f.families = {logic::Family::temporal, logic::Family::epistemic};
  f.social = 55;
}

constexpr Kind kinds[] = {
    {"usual", [](ModelWeights&, FormulaWeights&) {}},
    {"many agents",
     [](ModelWeights& m, FormulaWeights&) {
       m.least_agents = 3;
       m.most_agents = 5;
       m.least_variables = 0;
       m.most_states = 1500;
     }},
    {"large",
     [](ModelWeights& m, FormulaWeights& f) {
       m.most_agents = 4;
       m.most_states = 20'000;
       m.most_variables = 4;
       m.most_lines = 7;
       m.most_actions = 2;
       m.wide = 15;
       f.depth = 4;
     }},
    {"overlapping lines",
     [](ModelWeights& m, FormulaWeights&) {
       m.most_agents = 2;
       m.most_states = 1500;
       m.most_variables = 4;
       m.most_lines = 8;
       m.condition_depth = 1;
       m.single_assignment = 20;
       m.frozen = 25;
     }},
    {"single assignment",
     [](ModelWeights& m, FormulaWeights&) {
       m.single_assignment = 100;
       m.most_variables = 3;
       m.most_lines = 7;
     }},
    {"small",
     [](ModelWeights& m, FormulaWeights&) {
       m.least_variables = 0;
       m.least_actions = 0;
     }},
    {"deadlocks",
     [](ModelWeights& m, FormulaWeights&) {
       m.protocol = 100;
       m.other = 15;
     }},
    {"overflows",
     [](ModelWeights& m, FormulaWeights&) {
       m.arithmetic = 100;
       m.division = 50;
       m.comprehension = 25;
       m.wide = 50;
       m.most_states = 1000;
     }},
    {"fair",
     [](ModelWeights& m, FormulaWeights&) {
       m.fairness = 100;
       m.modal_fairness = 30;
     }},
    {"modal fairness",
     [](ModelWeights& m, FormulaWeights&) {
       m.fairness = 100;
       m.most_fairness = 4;
       m.modal_fairness = 90;
     }},
    {"fair deadlocks",
     [](ModelWeights& m, FormulaWeights& f) {
       m.fairness = 100;
       m.protocol = 100;
       m.other = 40;
       f.families = {logic::Family::temporal, logic::Family::strategic};
     }},
    {"initial conditions",
     [](ModelWeights& m, FormulaWeights&) {
       m.initial_condition = 100;
       m.free_variable = 60;
       m.most_states = 250;
     }},
    {"temporal",
     [](ModelWeights&, FormulaWeights& f) {
       f.families = {logic::Family::temporal};
       f.bounded = 50;
       f.far = 15;
       f.modal = 80;
     }},
    {"turning",
     [](ModelWeights& m, FormulaWeights& f) {
       m.turning = 80;
       m.wide = 15;
       m.fairness = 20;
       m.condition_depth = 1;
       f.families = {logic::Family::temporal};
       f.bounded = 70;
       f.far = 60;
       f.modal = 80;
     }},
    {"scheduled",
     [](ModelWeights& m, FormulaWeights&) {
       m.scheduled = 100;
       m.environment = 100;
       m.least_agents = 3;
       m.most_agents = 5;
       m.most_states = 3000;
       m.least_actions = 3;
       m.most_actions = 4;
       m.action_test = 20;
       m.protocol = 60;
     }},
    {"epistemic",
     [](ModelWeights& m, FormulaWeights& f) {
       f.families = {logic::Family::epistemic, logic::Family::deontic};
       m.free_variable = 60;
       m.red_states = 70;
       m.most_agents = 4;
       f.modal = 75;
     }},
    {"strategic",
     [](ModelWeights& m, FormulaWeights& f) {
       f.families = {logic::Family::strategic};
       m.most_actions = 4;
       m.most_states = 250;
       m.action_test = 85;
       f.modal = 75;
     }},
    {"fair and strategic",
     [](ModelWeights& m, FormulaWeights& f) {
       f.families = {logic::Family::strategic};
       m.fairness = 100;
       m.action_test = 85;
       m.most_states = 250;
       f.modal = 75;
     }},
    {"paths",
     [](ModelWeights& m, FormulaWeights& f) {
       f.families = {logic::Family::temporal};
       m.most_states = 200;
       f.paths = 50;
       f.prefixed = 40;
       f.bounded = 15;
     }},
    {"many paths at once",
     [](ModelWeights& m, FormulaWeights& f) {
       f.families = {logic::Family::temporal};
       m.most_states = 60;
       f.depth = 4;
       f.paths = 80;
       f.prefixed = 70;
       f.bounded = 25;
     }},
    {"paths into deadlocks",
     [](ModelWeights& m, FormulaWeights& f) {
       m.protocol = 100;
       m.other = 15;
       m.most_states = 200;
       f.families = {logic::Family::temporal};
       f.paths = 60;
       f.prefixed = 40;
     }},
    {"fair paths",
     [](ModelWeights& m, FormulaWeights& f) {
       m.fairness = 100;
       m.path_fairness = 40;
       m.modal_fairness = 50;
       m.most_states = 200;
       f.paths = 50;
       f.prefixed = 40;
     }},
    {"scheduled paths",
     [](ModelWeights& m, FormulaWeights& f) {
       m.scheduled = 100;
       m.environment = 100;
       m.least_agents = 3;
       m.most_agents = 4;
       m.most_states = 500;
       f.families = {logic::Family::temporal, logic::Family::epistemic};
       f.paths = 60;
       f.prefixed = 40;
     }},
    {"everything",
     [](ModelWeights& m, FormulaWeights& f) {
       m.most_agents = 4;
       m.most_variables = 3;
       m.most_lines = 6;
       m.most_states = 1000;
       m.fairness = 70;
       m.modal_fairness = 50;
       m.red_states = 60;
       m.other = 60;
       m.initial_condition = 30;
       m.path_fairness = 10;
       f.depth = 4;
       f.far = 5;
       f.paths = 10;
       f.prefixed = 10;
     }},
    {"social", prepare_social},
    {"social fair",
     [](ModelWeights& m, FormulaWeights& f) {
       prepare_social(m, f);
       m.fairness = 100;
       m.modal_fairness = 20;
     }},
    {"social everything",
     [](ModelWeights& m, FormulaWeights& f) {
       prepare_social(m, f);
       m.fairness = 40;
       m.scheduled = 20;
       m.other = 60;
       m.initial_condition = 20;
       f.families = {logic::Family::temporal, logic::Family::epistemic, logic::Family::deontic,
                     logic::Family::strategic};
       f.paths = 15;
     }},
    {"searched", prepare_search, Search::operators},
    {"searched fair",
     [](ModelWeights& m, FormulaWeights& f) {
       prepare_search(m, f);
       m.fairness = 100;
       m.modal_fairness = 20;
     },
     Search::operators},
    {"uniform",
     [](ModelWeights& m, FormulaWeights& f) {
       prepare_search(m, f);
       f.annotated = 0;
     },
     Search::formulas},
    {"uniform fair",
     [](ModelWeights& m, FormulaWeights& f) {
       prepare_search(m, f);
       m.fairness = 100;
       f.annotated = 0;
     },
     Search::formulas},
};

template <class T>
T any(Dice& dice, std::initializer_list<T> values) {
  return dice.pick(std::vector<T>(values));
}

using symbolic::Braiding;
using symbolic::Grouping;
using symbolic::Order;
using symbolic::Partitioning;
using symbolic::Reach;

Trial drawn_trial(Dice& dice) {
  Trial trial;
  if (dice.percent(50)) return trial;
  trial.settings.order = any(dice, {Order::computed, Order::all_then_actions, Order::agents,
                                    Order::actions_between, Order::actions_after_both});
  trial.settings.reach =
      any(dice, {Reach::computed, Reach::whole, Reach::images, Reach::new_states, Reach::chained});
  trial.settings.grouping = any(dice, {Grouping::none, Grouping::pairs, Grouping::variables});
  trial.settings.braiding = any(dice, {Braiding::computed, Braiding::always});
  trial.settings.partitioning =
      any(dice, {Partitioning::computed, Partitioning::clusters, Partitioning::disjuncts});
  trial.settings.work_before_trials = any<std::uint64_t>(dice, {1, 100, 1'000'000});
  trial.settings.diagrams.reordering =
      any(dice, {bdd::Reordering::off, bdd::Reordering::automatic, bdd::Reordering::on});
  trial.settings.diagrams.early = 100;
  trial.settings.cluster_nodes = any<std::size_t>(dice, {1, 50, 2000, 1'000'000'000});
  trial.care = dice.percent(70);
  trial.reorder = dice.percent(50);
  if (dice.percent(30)) trial.threads = 2;
  return trial;
}

// ---- what is worth comparing ----

struct Occasion {
  Effort effort;
  Search search;
  Semantics semantics;  // of the run
};

// A text with its explicit states; too many of them are not looked at.
class Draft {
 public:
  Draft(const std::string& text, Semantics of_the_run) : model_(sound_model(text, of_the_run)) {
    if (!model_) return;
    try {
      space_.emplace(*model_, budget_);
      few_strategies_ = has_few_strategies();
      if (!few_strategies_ && has_strategic_fairness()) return;  // it would be labelled for ever
      context_.emplace(concrete::make_context(*model_, *space_, budget_, of_the_run));
    } catch (const base::Exhausted&) {
      context_.reset();
    }
  }
  [[nodiscard]] bool rich(std::size_t most_states) const {
    constexpr std::size_t few = 6;
    return context_ && space_->size() >= few && space_->size() <= most_states &&
           context_->arena.domain.count() >= few / 2;
  }
  [[nodiscard]] bool can_be_searched() const { return context_ && few_strategies_; }
  [[nodiscard]] std::size_t formulae() const { return model_ ? model_->properties.size() : 0; }
  // Some states satisfy it and some do not.
  [[nodiscard]] bool divides(std::size_t formula) {
    if (!context_) return false;
    try {
      const auto label = concrete::Labeller(*context_).label(model_->properties[formula].formula);
      return !label.empty() && !(label == context_->arena.domain);
    } catch (const base::Exhausted&) {
      return false;
    }
  }

 private:
  // All agents together.
  [[nodiscard]] bool has_few_strategies() const {
    constexpr std::size_t few = 300;
    std::size_t strategies = 1;
    for (const model::Agent& agent : model_->agents) {
      std::set<std::vector<model::Value>> met;
      for (std::size_t i = 0; i < space_->size() && strategies <= few; ++i) {
        const model::State state = space_->state(static_cast<concrete::StateId>(i));
        std::vector<model::Value> view;
        for (const model::VarId v : agent.visible)
          view.push_back(state[static_cast<std::size_t>(v)]);
        if (met.insert(std::move(view)).second)
          strategies *=
              std::max<std::size_t>(1, model::allowed_actions(*model_, agent, state).size());
      }
    }
    return strategies <= few;
  }
  [[nodiscard]] bool has_strategic_fairness() const {
    return std::any_of(model_->fairness.begin(), model_->fairness.end(),
                       [&](const model::Property& line) {
                         return model_->formulas.traits(line.formula).strategic;
                       });
  }

  bool few_strategies_ = false;
  std::optional<model::Model> model_;
  base::Budget budget_{std::nullopt, std::uint64_t{64} << 20U};
  std::optional<concrete::StateSpace> space_;
  std::optional<concrete::Context> context_;
};

std::string with_formulae(std::string text, const std::vector<std::string>& formulae) {
  const std::string end = "end Formulae\n";
  text.resize(text.size() - end.size());
  for (const std::string& formula : formulae) text += "  " + formula + ";\n";
  return text + end;
}

// Mostly a model with enough states, fair ones if it is fair.
RandomModel drawn_model(Dice& dice, std::uint64_t seed, const ModelWeights& weights,
                        const Occasion& occasion) {
  constexpr std::uint64_t attempts = 32;
  const bool any = dice.percent(10);
  RandomModel model;
  for (std::uint64_t i = 0; i < attempts; ++i) {
    model = random_model(seed * attempts + i, weights);
    Draft draft(model.text, occasion.semantics);
    if (occasion.search != Search::nothing && !draft.can_be_searched()) continue;
    if (any || draft.rich(occasion.effort == Effort::quick ? 60 : 2500)) break;
  }
  return model;
}

// Some that divide the states, and a few others: their verdicts can be wrong too.
std::vector<std::string> drawn_formulae(Dice& dice, const RandomModel& model,
                                        const FormulaWeights& weights, const Occasion& occasion) {
  const std::size_t tries = occasion.effort == Effort::quick ? 8 : 20;
  std::vector<std::string> candidates;
  while (candidates.size() < tries)
    candidates.push_back(random_formula(dice, model.names, weights));
  Draft draft(with_formulae(model.text, candidates), occasion.semantics);
  std::vector<std::string> chosen;
  if (occasion.search != Search::nothing && !draft.can_be_searched()) return chosen;
  std::size_t others = 3;
  for (std::size_t i = 0; i < draft.formulae() && chosen.size() < tries / 2; ++i)
    if (draft.divides(i) || (others > 0 && others-- > 0)) chosen.push_back(candidates[i]);
  return chosen;
}

// What the run has for coalitions that name nothing, if both engines play it.
Semantics drawn_semantics(Dice& dice, Search search) {
  Semantics drawn = Semantics::full;
  switch (search) {
    case Search::nothing:
      break;
    case Search::operators:
      drawn = any(dice, {Semantics::full, Semantics::ir, Semantics::ir_objective});
      break;
    case Search::formulas:
      drawn = Semantics::uniform;
      break;
  }
  return play(drawn) ? drawn : Semantics::full;
}

}  // namespace

std::vector<Trial> trials() {
  std::vector<Trial> result;
  const auto add = [&](const std::function<void(Trial&)>& change) {
    Trial trial;
    change(trial);
    result.push_back(trial);
  };
  for (const Order order :
       {Order::all_then_actions, Order::agents, Order::actions_between, Order::actions_after_both})
    for (const bool reorder : {false, true})
      add([&](Trial& t) {
        t.settings.order = order;
        t.reorder = reorder;
      });
  add([](Trial& t) { t.care = false; });
  for (const Reach reach : {Reach::whole, Reach::images, Reach::new_states, Reach::chained})
    add([&](Trial& t) { t.settings.reach = reach; });
  for (const Grouping grouping : {Grouping::none, Grouping::pairs, Grouping::variables})
    add([&](Trial& t) {
      t.settings.grouping = grouping;
      t.reorder = true;
    });
  for (const bool reorder : {false, true})
    add([&](Trial& t) {
      t.settings.braiding = Braiding::always;
      t.reorder = reorder;
    });
  for (const bool reorder : {false, true})
    add([&](Trial& t) {
      t.settings.partitioning = Partitioning::disjuncts;
      t.reorder = reorder;
    });
  for (const bdd::Reordering reordering :
       {bdd::Reordering::off, bdd::Reordering::automatic, bdd::Reordering::on})
    add([&](Trial& t) {
      t.settings.diagrams = {.reordering = reordering, .explosion = 1, .early = 1};
    });
  for (const std::size_t nodes : std::vector<std::size_t>{1, 50, 1'000'000'000})
    add([&](Trial& t) { t.settings.cluster_nodes = nodes; });
  Dice dice(1);
  for (int i = 0; i < 8; ++i) result.push_back(drawn_trial(dice));
  return result;
}

std::string to_text(const Trial& trial) {
  const symbolic::Settings& s = trial.settings;
  return fmt::format(
      "{}, order {}, reach {}, grouping {}, braiding {}, partition {}, reordering {}, clusters "
      "of {}{}{}{}",
      logic::name(trial.semantics), static_cast<int>(s.order), static_cast<int>(s.reach),
      static_cast<int>(s.grouping), static_cast<int>(s.braiding), static_cast<int>(s.partitioning),
      static_cast<int>(s.diagrams.reordering), s.cluster_nodes, trial.care ? "" : ", careless",
      trial.reorder ? ", variables change places" : "",
      trial.threads > 1 ? ", several threads" : "");
}

std::string kind_of(std::uint64_t seed) { return kinds[seed % std::size(kinds)].name; }

Challenge challenge(std::uint64_t seed, Effort effort) {
  Dice dice(seed * 7919 + 1);
  const Kind& kind = kinds[seed % std::size(kinds)];
  ModelWeights weights;
  FormulaWeights formula_weights;
  weights.least_variables = 1;
  weights.least_actions = 1;
  weights.least_fairness = 1;
  kind.prepare(weights, formula_weights);
  if (effort == Effort::quick) {
    weights.most_states = std::min<std::uint64_t>(weights.most_states, 500);
    formula_weights.depth = std::min<std::size_t>(formula_weights.depth, 3);
  }
  std::erase_if(formula_weights.semantics, [](Semantics s) { return !play(s); });
  const Occasion occasion{effort, kind.search, drawn_semantics(dice, kind.search)};
  const RandomModel model = drawn_model(dice, seed, weights, occasion);
  const auto formulae = drawn_formulae(dice, model, formula_weights, occasion);
  Challenge result{kind.name, with_formulae(model.text, formulae), drawn_trial(dice)};
  result.trial.semantics = occasion.semantics;
  return result;
}

}  // namespace ken::tests
