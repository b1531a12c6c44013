// Who can force a goal?
//
// A coalition is minimal if it wins from all initial states and no proper part of it does.  All
// coalitions of the players, the agents with more than one action, are asked about in the order of
// their size, and those that contain a winner are left out: they are not minimal.  Nobody else can
// be in a minimal one: an agent without choice adds no strategy, only states to win from.
//
// With full observation a larger coalition can do what a smaller one can.  So the coalition of all
// is asked first, and if it loses nobody wins.  If members act by what they see, a further member
// brings further states to win from, and nothing of the kind holds.
//
// Each coalition is a formula, <{A, B}>goal, so a goal is whatever may stand there, and the engine
// labels what the formulas share once.  Of n players there are 2^n coalitions.

#include "driver/coalitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <new>

#include "driver/load.hpp"
#include "driver/tasks.hpp"

namespace ken::driver {
namespace {

using evidence::CoalitionAnswer;
using evidence::CoalitionsAnswer;
using Members = std::uint32_t;  // a bit for each player

constexpr std::size_t most_players = 12;

std::vector<std::string> list_players(const model::Model& model) {
  std::vector<std::string> players;
  for (const model::Agent& agent : model.agents)
    if (agent.actions.size() > 1) players.push_back(agent.name.shown);
  return players;
}

std::vector<std::string> name_members(const std::vector<std::string>& players, Members members) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < players.size(); ++i)
    if ((members >> i & 1U) != 0) names.push_back(players[i]);
  return names;
}

std::string write_formula(const std::vector<std::string>& names, const std::string& goal) {
  return fmt::format("<{{{}}}>({})", fmt::join(names, ", "), goal);
}

bool is_monotone(logic::Semantics semantics) { return semantics == logic::Semantics::full; }

// The questions about one goal, by members.
class Asking {
 public:
  Asking(const std::vector<std::string>& players, std::span<const Task> tasks, Engine& engine)
      : players_(players), tasks_(tasks), engine_(engine) {}

  void ask(CoalitionAnswer& answer, bool monotone) {
    if (monotone && !wins(all(), answer)) return;
    std::vector<Members> order(tasks_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Members>(i);
    std::stable_sort(order.begin(), order.end(),
                     [](Members a, Members b) { return std::popcount(a) < std::popcount(b); });
    for (const Members members : order)
      if (!contains_winner(members) && wins(members, answer)) winners_.push_back(members);
  }
  void conclude(CoalitionAnswer& answer) const {
    Members common = winners_.empty() ? 0 : ~Members{0};
    for (const Members winner : winners_) {
      answer.minimal.push_back(name_members(players_, winner));
      common &= winner;
    }
    answer.needed = name_members(players_, common);
  }

 private:
  [[nodiscard]] bool contains_winner(Members members) const {
    return std::any_of(winners_.begin(), winners_.end(),
                       [&](Members winner) { return (winner & members) == winner; });
  }
  bool wins(Members members, CoalitionAnswer& answer) {
    if (members == all() && all_win_) return *all_win_;
    ++answer.tried;
    const bool found = engine_.holds(*tasks_[members].number);
    if (members == all()) all_win_ = found;
    return found;
  }
  [[nodiscard]] Members all() const { return static_cast<Members>(tasks_.size() - 1); }

  const std::vector<std::string>& players_;
  std::span<const Task> tasks_;
  Engine& engine_;
  std::vector<Members> winners_;
  std::optional<bool> all_win_;  // once it is known
};

// The settings with a formula for each coalition and goal, and nothing else to decide.
Settings ask_about_all(const model::Model& model, const Settings& settings,
                       const std::vector<std::string>& players) {
  Settings result = settings;
  result.formulae.clear();
  for (const std::string& goal : settings.goals)
    for (Members members = 0; members < Members{1} << players.size(); ++members) {
      result.formulae.push_back(write_formula(name_members(players, members), goal));
      result.only.push_back(model.properties.size() + result.formulae.size());
    }
  return result;
}

void decide_goals(const model::Model& model, const Settings& settings, base::Budget& budget,
                  CoalitionsAnswer& answer) {
  Journal journal({}, {});
  const std::unique_ptr<Engine> engine = make_engine(model, settings, budget, journal);
  const Tasks tasks = list_tasks(model, settings, *engine);
  const std::size_t coalitions = std::size_t{1} << answer.players.size();
  for (std::size_t i = 0; i < answer.goals.size(); ++i)
    answer.goals[i].unknown = tasks.formulas[i * coalitions].unsupported;
  if (tasks.questions.formulas.empty()) return;
  engine->prepare(tasks.questions);
  const bool any_initial = engine->explore().any_initial;
  static_cast<void>(engine->find_flaws());
  engine->find_fair_states();
  for (std::size_t i = 0; i < answer.goals.size(); ++i) {
    CoalitionAnswer& goal = answer.goals[i];
    if (!goal.unknown.empty()) continue;
    if (!any_initial || !engine->has_fair_start()) {
      goal.unknown = "no initial state counts: everybody wins vacuously";
      continue;
    }
    Asking asking(answer.players, std::span(tasks.formulas).subspan(i * coalitions, coalitions),
                  *engine);
    try {
      asking.ask(goal, is_monotone(settings.semantics));
    } catch (const base::Exhausted& e) {
      goal.unknown = e.what();
    }
    asking.conclude(goal);
  }
}

// A goal is read as <{}>(goal), and what is said about it is about the goal alone.
base::Diagnostics move_into_goals(const base::Diagnostics& found,
                                  const std::vector<std::string>& goals) {
  constexpr std::uint32_t before = 5;  // <{}>(
  base::Diagnostics result;
  for (base::Diagnostic d : found.all()) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (d.source->name() != fmt::format("--goal {}", i + 1)) continue;
      const auto size = static_cast<std::uint32_t>(goals[i].size());
      const auto move = [&](std::uint32_t at) { return std::min(at - std::min(at, before), size); };
      d.source = base::make_source(d.source->name(), goals[i]);
      d.range = {move(d.range.begin), move(d.range.end)};
      d.related.clear();
      break;
    }
    result.append(std::move(d));
  }
  return result;
}

// A text such as  F p) or (F q  closes the parenthesis it stands in.
void note_what_is_no_goal(const model::Model& model, std::size_t goals,
                          base::Diagnostics& diagnostics) {
  for (std::size_t i = model.properties.size() - goals; i < model.properties.size(); ++i) {
    const model::Property& property = model.properties[i];
    const logic::Formula& formula = model.formulas[property.formula];
    if (!std::holds_alternative<logic::Modal>(formula) &&
        !std::holds_alternative<logic::Coalition>(formula))
      diagnostics.add(property.source, property.place, base::Code::expected, "one goal", "more");
  }
}

}  // namespace

CoalitionsAnswer find_coalitions(const base::Source& source, const Settings& settings,
                                 base::Budget& budget) {
  CoalitionsAnswer answer{.file = source->name(),
                          .semantics = std::string(logic::name(settings.semantics)),
                          .players = {},
                          .goals = {},
                          .diagnostics = {},
                          .exhausted = {}};
  // A goal with mistakes is to be told once, not for every coalition.
  Settings nobody = settings;
  nobody.formulae.clear();
  for (const std::string& goal : settings.goals) nobody.formulae.push_back(write_formula({}, goal));
  const Loaded plain = load(source, nobody, budget);
  base::Diagnostics found = plain.diagnostics;
  answer.exhausted = plain.exhausted;
  if (plain.model) note_what_is_no_goal(*plain.model, settings.goals.size(), found);
  answer.diagnostics = move_into_goals(found, settings.goals);
  if (!plain.model || answer.diagnostics.has_errors()) return answer;
  answer.players = list_players(*plain.model);
  for (const std::string& goal : settings.goals)
    answer.goals.push_back({.goal = goal, .minimal = {}, .needed = {}, .tried = 0, .unknown = {}});
  if (answer.players.size() > most_players) {
    answer.exhausted = fmt::format(
        "{} agents have a choice, and of more than {} there are too "
        "many coalitions",
        answer.players.size(), most_players);
    return answer;
  }
  try {
    Settings own = nobody;
    own.formulae.clear();
    const Loaded without = load(source, own, budget);
    const Settings all = ask_about_all(*without.model, settings, answer.players);
    const Loaded loaded = load(source, all, budget);
    decide_goals(*loaded.model, all, budget, answer);
  } catch (const base::Exhausted& e) {
    answer.exhausted = e.what();
  } catch (const std::bad_alloc&) {
    answer.exhausted = "memory: the machine has no more";
  }
  return answer;
}

}  // namespace ken::driver
