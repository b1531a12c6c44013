#include "symbolic/encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.hpp"
#include "symbolic/interaction.hpp"

namespace ken::symbolic {
namespace {

constexpr std::size_t most_bits = 1U << 20U;

unsigned action_width(const model::Agent& agent) { return model::bits_for(agent.actions.size()); }

void append(Bits& to, const Bits& bits) { to.insert(to.end(), bits.begin(), bits.end()); }

bool bit(std::uint64_t number, std::size_t i) { return i < 64 && ((number >> i) & 1U) != 0; }

std::uint64_t code_of(const model::Type& type, model::Value value) {
  return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(type.low);
}

}  // namespace

Encoding::Encoding(const model::Model& model, const Settings& settings, base::Budget& budget)
    : grouping_(settings.grouping),
      changes_(model.variables.size(), false),
      now_(model.variables.size()),
      next_(model.variables.size()),
      action_(model.agents.size()) {
  for (const model::Agent& agent : model.agents)
    for (const model::EvolutionRule& rule : agent.evolution)
      for (const model::Assignment& assignment : rule.assignments)
        changes_[static_cast<std::size_t>(assignment.target)] = true;
  if (settings.order == Order::computed)
    place_computed(model, settings, budget);
  else
    place_classically(model, settings.order);
}

// A braid stands where the last of its variables would, below whatever has to be above one.
void Encoding::place_computed(const model::Model& model, const Settings& settings,
                              base::Budget& budget) {
  const Interaction graph = find_interactions(model, settings.braiding, budget);
  std::map<std::size_t, std::vector<VarId>> braid_of;
  for (const std::vector<std::size_t>& braid : graph.braids)
    for (const std::size_t v : braid) {
      std::vector<VarId>& members = braid_of[v];
      for (const std::size_t u : braid) members.push_back(static_cast<VarId>(u));
    }
  std::map<VarId, std::size_t> met;  // by the first of a braid
  for (const std::size_t vertex : compute_order(graph, budget)) {
    if (vertex >= model.variables.size()) {
      place(model, static_cast<AgentId>(vertex - model.variables.size()));
    } else if (const auto at = braid_of.find(vertex); at == braid_of.end()) {
      place(model, static_cast<VarId>(vertex), Time::both);
    } else if (++met[at->second.front()] == at->second.size()) {
      place(model, at->second, Time::both);
    }
  }
}

void Encoding::place_classically(const model::Model& model, Order order) {
  const auto variables = [&](const model::Agent& agent, Time time) {
    for (const VarId v : agent.variables) place(model, v, time);
  };
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    const model::Agent& agent = model.agents[i];
    const auto id = static_cast<AgentId>(i);
    switch (order) {
      case Order::computed:
      case Order::all_then_actions:
        variables(agent, Time::both);
        break;
      case Order::agents:
        variables(agent, Time::both);
        place(model, id);
        break;
      case Order::actions_between:
        variables(agent, Time::now);
        place(model, id);
        variables(agent, Time::next);
        break;
      case Order::actions_after_both:
        variables(agent, Time::now);
        variables(agent, Time::next);
        place(model, id);
        break;
    }
  }
  if (order == Order::all_then_actions)
    for (std::size_t i = 0; i < model.agents.size(); ++i) place(model, static_cast<AgentId>(i));
}

Variable Encoding::fresh() {
  if (count_ >= most_bits)
    throw base::Exhausted(base::Resource::memory,
                          fmt::format("the model needs more than {} bits", most_bits));
  return static_cast<Variable>(count_++);
}

// The highest bits stand first, bits of one weight side by side, each now beside next.
void Encoding::place(const model::Model& model, std::span<const VarId> braid, Time time) {
  unsigned width = 0;
  for (const VarId v : braid) width = std::max(width, model[v].type.bits());
  const std::size_t first = count_;
  for (unsigned weight = width; weight-- > 0;)
    for (const VarId v : braid) {
      if (weight >= model[v].type.bits()) continue;
      Bits& now_bits = now_[static_cast<std::size_t>(v)];
      Bits& next_bits = next_[static_cast<std::size_t>(v)];
      const std::size_t pair = count_;
      if (time != Time::next) now_bits.insert(now_bits.begin(), fresh());
      if (time != Time::now && changes(v)) next_bits.insert(next_bits.begin(), fresh());
      if (grouping_ == Grouping::pairs && count_ > pair + 1)
        groups_.push_back({static_cast<Variable>(pair), static_cast<Variable>(count_ - 1)});
      else if (grouping_ != Grouping::variables && count_ > pair)
        for (std::size_t k = pair; k < count_; ++k)
          groups_.push_back({static_cast<Variable>(k), static_cast<Variable>(k)});
    }
  if (grouping_ == Grouping::variables && count_ > first)
    groups_.push_back({static_cast<Variable>(first), static_cast<Variable>(count_ - 1)});
}

void Encoding::place(const model::Model& model, AgentId a) {
  const unsigned width = action_width(model[a]);
  Bits& bits = action_[static_cast<std::size_t>(a)];
  for (unsigned i = 0; i < width; ++i) bits.insert(bits.begin(), fresh());
  if (width == 0) return;
  if (grouping_ == Grouping::variables)
    groups_.push_back({bits.back(), bits.front()});
  else
    for (const Variable v : bits) groups_.push_back({v, v});
}

Bits Encoding::state_bits() const {
  Bits result;
  for (const Bits& bits : now_) append(result, bits);
  return result;
}

Bits Encoding::arrange_like(const Encoding& other) const {
  Bits result(count_);
  const auto put = [&](const std::vector<Bits>& mine, const std::vector<Bits>& theirs) {
    for (std::size_t i = 0; i < mine.size(); ++i)
      for (std::size_t k = 0; k < mine[i].size(); ++k)
        result[static_cast<std::size_t>(theirs[i][k])] = mine[i][k];
  };
  put(now_, other.now_);
  put(next_, other.next_);
  put(action_, other.action_);
  return result;
}

std::vector<VarId> Encoding::changing() const {
  std::vector<VarId> result;
  for (std::size_t i = 0; i < changes_.size(); ++i)
    if (changes_[i]) result.push_back(static_cast<VarId>(i));
  return result;
}

std::vector<BitPair> Encoding::pairs(std::span<const VarId> variables) const {
  std::vector<BitPair> result;
  for (const VarId v : variables) {
    CHECK(next(v).size() == now(v).size(), "these variables have bits for after a step");
    for (std::size_t i = 0; i < now(v).size(); ++i) result.push_back({now(v)[i], next(v)[i]});
  }
  return result;
}

void Encoding::give_next(bdd::Manager& manager, std::span<const VarId> variables) {
  Bits upper;
  for (const VarId v : variables)
    if (next(v).empty()) append(upper, now(v));
  const std::vector<Variable> fresh = manager.add_below(upper);
  std::size_t used = 0;
  for (const VarId v : variables) {
    Bits& next_bits = next_[static_cast<std::size_t>(v)];
    if (!next_bits.empty()) continue;
    for (std::size_t i = 0; i < now(v).size(); ++i) next_bits.push_back(fresh[used++]);
  }
}

Bits Encoding::bits_of(std::span<const VarId> variables) const {
  Bits result;
  for (const VarId v : variables) append(result, now(v));
  return result;
}

Bits Encoding::action_bits(std::span<const AgentId> agents) const {
  Bits result;
  for (const AgentId a : agents) append(result, action(a));
  return result;
}

Bdd equals(bdd::Manager& manager, const Bits& bits, std::uint64_t code) {
  Bdd result = manager.constant(true);
  for (std::size_t i = 0; i < bits.size(); ++i) result &= manager.literal(bits[i], bit(code, i));
  return result;
}

Bdd below(bdd::Manager& manager, const Bits& bits, std::uint64_t limit) {
  if (bits.size() < 64 && (limit >> bits.size()) != 0) return manager.constant(true);
  Bdd result = manager.constant(false);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const Bdd zero = manager.literal(bits[i], false);
    result = bit(limit, i) ? zero | result : zero & result;
  }
  return result;
}

std::uint64_t decode(const bdd::Assignment& assignment, const Bits& bits) {
  std::uint64_t code = 0;
  for (const auto& [variable, value] : assignment) {
    if (!value) continue;
    const auto at = std::find(bits.begin(), bits.end(), variable);
    if (at != bits.end()) code |= std::uint64_t{1} << static_cast<unsigned>(at - bits.begin());
  }
  return code;
}

StateSet has_value(bdd::Manager& manager, const Encoding& encoding, const model::Model& model,
                   VarId v, model::Value value) {
  return StateSet(equals(manager, encoding.now(v), code_of(model[v].type, value)));
}

StateSet encode(bdd::Manager& manager, const Encoding& encoding, const model::Model& model,
                const model::State& state) {
  std::vector<std::pair<Variable, bool>> literals;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const Bits& bits = encoding.now(static_cast<VarId>(i));
    const std::uint64_t code = code_of(model.variables[i].type, state[i]);
    for (std::size_t k = 0; k < bits.size(); ++k) literals.emplace_back(bits[k], bit(code, k));
  }
  std::sort(literals.begin(), literals.end(), [&](const auto& a, const auto& b) {
    return manager.level(a.first) > manager.level(b.first);
  });
  Bdd result = manager.constant(true);
  for (const auto& [variable, value] : literals) result &= manager.literal(variable, value);
  return StateSet(result);
}

model::State some_state(const Encoding& encoding, const model::Model& model, const StateSet& set) {
  std::map<Variable, bool> values;
  for (const auto& [variable, value] : bdd::some_assignment(set.function()))
    values[variable] = value;
  model::State state;
  state.reserve(model.variables.size());
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    std::uint64_t code = 0;
    const Bits& bits = encoding.now(static_cast<VarId>(i));
    for (std::size_t k = 0; k < bits.size(); ++k)
      if (const auto at = values.find(bits[k]); at != values.end() && at->second)
        code |= std::uint64_t{1} << k;
    state.push_back(
        static_cast<model::Value>(static_cast<std::uint64_t>(model.variables[i].type.low) + code));
  }
  return state;
}

}  // namespace ken::symbolic
