#pragma once
#include <algorithm>
#include <chrono>
#include <optional>

#include "bdd/kernel/kernel.hpp"
#include "bdd/kernel/suggestions.hpp"
#include "bdd/manager.hpp"

namespace ken::bdd {

// The kernel behind a manager: what the manager's functions mean, and what happens between them.
class Manager::Backend {
 public:
  using Edge = kernel::Edge;

  Backend(std::size_t variables, base::Budget& budget, const Settings& settings);

  // Runs one operation.  If there is no room, everything unused is given up and it is tried again;
  // if the diagrams explode, it is tried again in another order.
  template <class Operation>
  [[nodiscard]] auto run(const Operation& operation) {
    begin();
    for (bool had_no_room = false;;) {
      try {
        return check_after(operation());
      } catch (const kernel::Explosion&) {
        reorder_after(Explosion::in_operation);
      } catch (const base::Exhausted& reason) {
        if (reason.resource() != base::Resource::memory || had_no_room || !collect_much()) throw;
        had_no_room = true;
      }
    }
  }

  // Runs one operation unless it makes more new nodes than this, or there is no room for them; then
  // there is no result, and nobody looks for a better order.
  template <class Operation>
  [[nodiscard]] std::optional<Edge> run_within(std::size_t most, const Operation& operation) {
    begin();
    kernel_.set_alarm(kernel_.nodes() + std::min(most, explosion_));
    try {
      return check_after(operation());
    } catch (const kernel::Explosion&) {
      return {};
    } catch (const base::Exhausted& reason) {
      if (reason.resource() != base::Resource::memory || !collect_much()) throw;
      return {};
    }
  }

  void hold(Edge f) { kernel_.hold(f); }
  void release(Edge f) { kernel_.release(f); }

  [[nodiscard]] Edge literal(Variable v, bool value) { return kernel_.literal(v, value); }
  [[nodiscard]] static Edge negation(Edge f) { return kernel::negation(f); }
  [[nodiscard]] Edge conjunction(Edge f, Edge g) { return kernel_.conjunction(f, g); }
  [[nodiscard]] Edge disjunction(Edge f, Edge g) {
    return negation(kernel_.conjunction(negation(f), negation(g)));
  }
  [[nodiscard]] Edge difference(Edge f, Edge g) { return kernel_.conjunction(f, negation(g)); }
  [[nodiscard]] Edge exclusive(Edge f, Edge g) { return kernel_.exclusive(f, g); }
  [[nodiscard]] Edge equivalent(Edge f, Edge g) { return negation(kernel_.exclusive(f, g)); }
  [[nodiscard]] Edge choice(Edge f, Edge g, Edge h) { return kernel_.choice(f, g, h); }
  [[nodiscard]] Edge exists(Edge f, std::uint32_t set) { return kernel_.exists(f, set); }
  [[nodiscard]] Edge forall(Edge f, std::uint32_t set) {
    return negation(kernel_.exists(negation(f), set));
  }
  [[nodiscard]] Edge and_exists(Edge f, Edge g, std::uint32_t set) {
    return kernel_.and_exists(f, g, set);
  }
  [[nodiscard]] Edge image(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming) {
    return kernel_.image(f, g, set, renaming);
  }
  [[nodiscard]] Edge preimage(Edge f, Edge g, std::uint32_t set, std::uint32_t renaming) {
    return kernel_.preimage(f, g, set, renaming);
  }
  [[nodiscard]] Edge rename(Edge f, std::uint32_t renaming) { return kernel_.rename(f, renaming); }
  [[nodiscard]] Edge compose(Edge f, kernel::Kernel::Substitution s) {
    return kernel_.compose(f, s);
  }
  [[nodiscard]] Edge simplify(Edge f, Edge care) { return kernel_.simplify(f, care); }
  [[nodiscard]] Edge constrain(Edge f, Edge care) { return kernel_.constrain(f, care); }
  [[nodiscard]] bool disjoint(Edge f, Edge g) { return kernel_.disjoint(f, g); }
  [[nodiscard]] bool subset(Edge f, Edge g) { return kernel_.disjoint(f, negation(g)); }

  [[nodiscard]] Edge low(Edge f) const { return kernel_.low(f); }
  [[nodiscard]] Edge high(Edge f) const { return kernel_.high(f); }
  [[nodiscard]] std::size_t level(Edge f) const { return kernel_.level(f); }
  // The same for a function and its negation.
  [[nodiscard]] static std::uint32_t node(Edge f) { return kernel::number(f); }
  static constexpr bool negation_is_free = true;
  // Whether it has its node from its negation; f is not constant.
  [[nodiscard]] static bool is_negation(Edge f) { return kernel::sign(f) != 0; }

  [[nodiscard]] std::uint32_t set(const std::vector<Variable>& variables) {
    return kernel_.tables().set(variables);
  }
  [[nodiscard]] std::uint32_t renaming(kernel::VariablePairs pairs) {
    return kernel_.tables().renaming(std::move(pairs));
  }

  void group(std::span<const VariableGroup> groups);
  void suggest(std::span<const Variable> order, std::span<const VariableGroup> groups);
  [[nodiscard]] std::vector<Variable> add_below(std::span<const Variable> upper);
  [[nodiscard]] std::vector<Variable> add_at(std::size_t level, std::size_t count);
  void reorder();
  void reorder_to(std::span<const Variable> order) { kernel_.reorder_to(order); }
  [[nodiscard]] std::size_t reorderings() const { return kernel_.counters().reorderings; }
  [[nodiscard]] std::vector<Variable> order() const { return kernel_.order().variables(); }
  [[nodiscard]] Variable variable_at(std::size_t level) const {
    return kernel_.order().variable(static_cast<kernel::Level>(level));
  }
  [[nodiscard]] std::size_t level_of(Variable v) const { return kernel_.order().level(v); }

  [[nodiscard]] std::size_t nodes() const { return kernel_.nodes(); }
  [[nodiscard]] Statistics statistics();
  [[nodiscard]] std::uint64_t work() const { return kernel_.steps(); }
  // Of somebody who only reads: the next operation may find that it was too much.
  void count_work(std::uint64_t steps) { kernel_.add_steps(steps); }
  void limit_work(std::uint64_t most) { kernel_.limit_steps(most); }
  [[nodiscard]] std::uint64_t most_work() const { return kernel_.most_steps(); }
  void watch_work(const Watch& watch) { kernel_.set_watch(watch); }
  [[nodiscard]] kernel::Kernel& kernel() { return kernel_; }

 private:
  void begin();
  enum class Explosion : std::uint8_t { alive, in_operation };
  void reorder_after(Explosion explosion);
  void try_suggestions();
  [[nodiscard]] bool collect_much();
  template <class Result>
  [[nodiscard]] Result check_after(Result result) {
    const std::size_t size = kernel_.nodes() + kernel_.order().size();
    if (stress_.is_due(stress_.check_every, ++operations_, size)) kernel_.check();
    return result;
  }

  Stress stress_;
  kernel::Kernel kernel_;
  std::vector<std::uint32_t> group_of_;  // by variable
  std::uint64_t operations_ = 0;
  bool patient_;
  std::size_t explosion_;  // so many nodes alive, or made by one operation
  std::vector<SuggestedOrder> suggestions_;
  std::uint64_t try_at_;  // when there was so much work
};

}  // namespace ken::bdd
