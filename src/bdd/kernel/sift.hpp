#pragma once
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
  [[nodiscard]] std::size_t nodes_of(Variable v) const {
    return tables_[static_cast<std::size_t>(v)].nodes;
  }

 private:
  // The nodes of one variable: chains through next_.
  struct Table {
    std::vector<std::uint32_t> heads;
    std::size_t nodes = 0;
  };

  [[nodiscard]] std::size_t place(const Table& table, Edge low, Edge high) const;
  void link(Table& table, std::uint32_t node);
  void unlink(Table& table, std::uint32_t node);
  void resize(Table& table);
  void count_parents();
  void find_interactions();
  void note_interactions(const std::vector<std::uint32_t>& variables);
  [[nodiscard]] bool interact(std::uint32_t x, std::uint32_t y) const;
  [[nodiscard]] bool reserve(std::size_t nodes);
  void take_dependents(Table& upper, std::uint32_t below);
  void turn(std::uint32_t node, std::uint32_t x, std::uint32_t y);
  [[nodiscard]] Edge child(std::uint32_t variable, Edge low, Edge high);
  void drop(Edge f);
  void bury_dead();

  Kernel& kernel_;
  Store& store_;
  Order& order_;
  Array<std::uint32_t> parents_;  // edges from nodes, and one for being held
  Array<std::uint32_t> next_;
  std::vector<Table> tables_;
  std::vector<std::uint64_t> interactions_;  // a bit for each pair; empty if all may interact
  std::vector<std::uint32_t> dependents_;
  std::vector<std::uint32_t> dead_;
  bool ready_ = false;
};

}  // namespace ken::bdd::kernel
