#pragma once
#include <span>
#include <vector>

#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

// A kernel whose variables are changing places.  While it exists nodes hold variables instead of
// levels, and the kernel must not be used; when it ends everything is in order again.
class Sifting {
 public:
  explicit Sifting(Kernel& kernel);
  ~Sifting();
  Sifting(const Sifting&) = delete;
  Sifting& operator=(const Sifting&) = delete;

  // Whether there was memory to begin with.
  [[nodiscard]] bool ready() const { return ready_; }
  // The variables at a level and the next change places.  False if there is no memory for what that
  // takes; then nothing has changed.
  [[nodiscard]] bool exchange(Level level);
  [[nodiscard]] std::size_t nodes() const { return store_.used_; }
  // Done so far, in steps that take about as long as those of operations.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] std::size_t nodes_of(Variable v) const {
    return nodes_of_[static_cast<std::size_t>(v)].size();
  }
  // Whether some diagram may depend on both.
  [[nodiscard]] bool interact(Variable x, Variable y) const;

 private:
  using Nodes = std::vector<std::uint32_t>;

  void list_nodes();
  void count_parents();
  void forget_parents();
  void find_interactions();
  void note_interactions(const std::vector<std::uint32_t>& variables);

  [[nodiscard]] bool reserve(std::size_t nodes);
  void take_dependents(Nodes& upper, std::uint32_t below);
  void prepare_search(const Nodes& upper, std::size_t most);
  void turn(std::uint32_t node, Variable x, Variable y);
  [[nodiscard]] Edge child(Variable variable, Edge low, Edge high);
  void gain_parent(Edge f);
  void lose_parent(Edge f);
  [[nodiscard]] std::size_t next_place(std::size_t at) const {
    return at + 1 == search_.size() ? 0 : at + 1;
  }
  void bury_dead(Nodes& lower);

  Kernel& kernel_;
  Store& store_;
  Order& order_;
  std::vector<Nodes> nodes_of_;              // by variable
  std::vector<std::uint64_t> interactions_;  // a bit for each pair; empty if all may interact
  Nodes dependents_;
  std::span<Store::Slot> search_;  // where nodes of the upper variable are found during an exchange
  std::size_t dead_ = 0;
  std::uint64_t charged_ = 0;
  std::uint64_t steps_ = 0;
  bool ready_ = false;
};

}  // namespace ken::bdd::kernel
