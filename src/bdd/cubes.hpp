#pragma once
#include <optional>

#include "bdd/manager.hpp"

namespace ken::bdd {

// The cubes of a function one after the other: assignments to some of its variables, no two of
// which agree on all they share, and each point of the function lies in one of them.  In the order
// of the variables from the root down, false before true.  The order must not change meanwhile.
class Cubes {
 public:
  explicit Cubes(Bdd f);
  // nullopt when there are no more.
  [[nodiscard]] std::optional<Assignment> next();

 private:
  struct Turn {
    std::uint32_t edge;
    bool value;
  };
  void go_down(std::uint32_t edge);

  Bdd f_;
  std::vector<Turn> path_;  // to the constant true
  std::size_t reorderings_;
  bool begun_ = false;
};

}  // namespace ken::bdd
