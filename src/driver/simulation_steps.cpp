// The steps of a simulation.
//
// A way out of a state is a joint action with one of its successors.  Ways are visited one by one,
// joint actions in the order of model::Steps, and never listed further than somebody asked: a state
// may have 2^200 of them.  A joint action without successor, because an agent is left without a
// value that fits, is shown but is no way.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "driver/simulation.hpp"
#include "driver/simulation_words.hpp"
#include "evidence/in_words.hpp"

namespace ken::driver {
namespace {

using report::Mistake;

constexpr std::size_t few_ways = 20;

// Every joint action with each successor, or with none if it is blocked, until visit answers false.
using VisitWay = std::function<bool(const model::JointAction&, const model::State*)>;
void for_each_way(model::Steps& steps, const VisitWay& visit) {
  steps.for_each_joint_action([&](const model::JointAction& action) {
    bool blocked = true;
    bool goes_on = true;
    steps.for_each_successor(action, [&](const model::State& next) {
      blocked = false;
      goes_on = visit(action, &next);
      return goes_on;
    });
    return blocked ? visit(action, nullptr) : goes_on;
  });
}

std::optional<model::ActionIndex> find_action_named(const model::Agent& agent,
                                                    const std::string& name) {
  for (std::size_t k = 0; k < agent.actions.size(); ++k)
    if (agent.actions[k].name.shown == name) return static_cast<model::ActionIndex>(k);
  return {};
}

std::vector<std::string> name_actions(const model::Agent& agent) {
  std::vector<std::string> names;
  for (const model::Action& action : agent.actions) names.push_back(action.name.shown);
  return names;
}

// A number in decimal, as large as it is, times another.
std::string multiply(const std::string& digits, std::uint64_t factor) {
  if (factor == 0) return "0";
  std::string result;
  std::uint64_t carry = 0;  // actions are numbered with 32 bits, so no sum overflows
  for (auto digit = digits.rbegin(); digit != digits.rend() || carry > 0;) {
    if (digit != digits.rend()) carry += factor * static_cast<std::uint64_t>(*digit++ - '0');
    result += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

// A number below the limit, each as likely as the others; the same for a seed on every machine.
std::size_t draw_below(std::mt19937_64& chance, std::size_t limit) {
  const std::uint64_t most = ~std::uint64_t{0} - ~std::uint64_t{0} % limit;
  std::uint64_t drawn = chance();
  while (drawn >= most) drawn = chance();
  return drawn % limit;
}

}  // namespace

std::optional<bool> Simulation::find_deadlock() const {
  constexpr std::size_t most_tried = 10'000;
  model::Steps here = steps();
  std::size_t tried = 0;
  std::optional<bool> deadlock = true;
  try {
    for_each_way(here, [&](const model::JointAction&, const model::State* next) {
      if (next != nullptr) deadlock = false;
      if (next == nullptr && ++tried == most_tried) deadlock.reset();
      return deadlock == true;
    });
  } catch (const base::Exhausted& e) {  // a run may fill the memory, and can still be shown
    if (e.resource() != base::Resource::memory) throw;
    deadlock.reset();
  }
  return deadlock;
}

Simulation::Answer Simulation::list_actions() {
  const model::Steps here = steps();
  report::ActionsAnswer answer;
  std::string product = "1";
  for (std::size_t i = 0; i < model().agents.size(); ++i) {
    const model::Agent& agent = model().agents[i];
    const auto& allowed = here.allowed(static_cast<model::AgentId>(i));
    product = multiply(product, allowed.size());
    if (agent.silent) continue;
    report::AgentActions row{agent.name.shown, {}};
    for (const model::ActionIndex action : allowed)
      row.allowed.push_back(agent.actions[action].name.shown);
    answer.agents.push_back(std::move(row));
  }
  answer.joint_actions = std::move(product);
  return answer;
}

bool Simulation::apply_choices(const NamedChoices& choices, model::Steps& steps,
                               Mistake& mistake) const {
  for (const auto& [name, action] : choices) {
    const auto id = find_agent(name);
    if (!id) {
      mistake = complain_of_name("agent", name, list_agents());
      return false;
    }
    const auto index = find_action_named(model()[*id], action);
    if (!index) {
      mistake =
          complain_of_name(fmt::format("action of {}", name), action, name_actions(model()[*id]));
      return false;
    }
    const auto& allowed = steps.allowed(*id);
    if (std::find(allowed.begin(), allowed.end(), *index) == allowed.end()) {
      mistake = {fmt::format("{} may not do {} here", name, action),
                 "'actions' shows what everybody may do"};
      return false;
    }
    steps.choose(*id, *index);
  }
  return true;
}

report::WaysAnswer Simulation::find_ways(model::Steps& steps, std::size_t most) const {
  report::WaysAnswer answer;
  std::size_t number = 0;
  for_each_way(steps, [&](const model::JointAction& action, const model::State* next) {
    if (answer.ways.size() == most) {
      answer.more = true;
      return false;
    }
    report::Way way{
        .number = {}, .action = describe_action(model(), action), .state = {}, .changes = {}};
    if (next != nullptr) {
      way.number = ++number;
      way.state = evidence::describe_state(model(), *next);
      way.changes = describe_changes(model(), state(), *next);
    }
    answer.ways.push_back(std::move(way));
    return true;
  });
  for (const model::LostAssignment& lost : steps.lost())
    answer.lost.push_back(describe_lost(model(), *lost.assignment));
  return answer;
}

Simulation::Answer Simulation::list_ways(const NamedChoices& choices, std::size_t most) {
  model::Steps here = steps();
  Mistake mistake;
  if (!apply_choices(choices, here, mistake)) return mistake;
  return find_ways(here, most);
}

Simulation::Answer Simulation::step(const NamedChoices& choices,
                                    std::optional<std::size_t> number) {
  model::Steps here = steps();
  Mistake mistake;
  if (!apply_choices(choices, here, mistake)) return mistake;
  std::size_t met = 0;
  model::JointAction action;
  std::optional<model::State> next;
  for_each_way(here, [&](const model::JointAction& joint, const model::State* successor) {
    if (successor == nullptr) return true;
    ++met;
    if (met == number.value_or(1)) {
      action = joint;
      next = *successor;
    }
    return met < number.value_or(2);
  });
  if (met == 0)
    return Mistake{choices.empty() ? "there is no step out of this state: a deadlock"
                                   : "no step does that: its values do not fit"};
  if (!next)
    return Mistake{fmt::format("there is no step {}: there {} {}", number.value_or(0),
                               met == 1 ? "is" : "are", base::count_in_words(met, "step"))};
  if (!number && met > 1) {
    model::Steps again = steps();
    static_cast<void>(apply_choices(choices, again, mistake));
    return Mistake{.message =
                       "there are several steps; choose one by its number, or say who does "
                       "what",
                   .ways = find_ways(again, few_ways)};
  }
  add_step(std::move(action), std::move(*next));
  return describe_move(1);
}

// Every joint action is as likely as the others, and then every successor.  Those that are blocked
// are drawn again; if they are many, the first way there is has to do.
std::optional<std::pair<model::JointAction, model::State>> Simulation::pick_way() {
  constexpr std::size_t most_drawn = 100;
  model::Steps here = steps();
  for (std::size_t i = 0; i < model().agents.size(); ++i)
    if (here.allowed(static_cast<model::AgentId>(i)).empty()) return {};
  const auto pick = [this](std::size_t limit) { return draw_below(chance_, limit); };
  for (std::size_t drawn = 0; drawn < most_drawn; ++drawn) {
    budget_->check_limits();
    model::JointAction action;
    for (std::size_t i = 0; i < model().agents.size(); ++i) {
      const auto& allowed = here.allowed(static_cast<model::AgentId>(i));
      action.push_back(allowed[pick(allowed.size())]);
    }
    if (auto next = here.pick_successor(action, pick))
      return std::pair{std::move(action), std::move(*next)};
  }
  std::optional<std::pair<model::JointAction, model::State>> found;
  for_each_way(here, [&](const model::JointAction& action, const model::State* next) {
    if (next != nullptr) found.emplace(action, *next);
    return !found;
  });
  return found;
}

Simulation::Answer Simulation::walk(std::size_t steps, std::optional<std::uint64_t> seed) {
  if (seed) chance_.seed(*seed);
  std::string stopped;
  std::size_t made = 0;
  try {
    for (; made < steps; ++made) {
      auto way = pick_way();
      if (!way) {
        stopped = "a deadlock";
        break;
      }
      add_step(std::move(way->first), std::move(way->second));
    }
  } catch (const base::Exhausted& e) {  // the steps that were made stay
    if (made == 0) throw;
    budget_->begin_task({}, {});
    stopped = e.what();
  }
  report::Move move = describe_move(made);
  move.stopped = std::move(stopped);
  return move;
}

}  // namespace ken::driver
