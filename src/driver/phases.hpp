#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "evidence/answer.hpp"

namespace ken::driver {

// What the stages of a check take: CPU time of the thread that made it, and nodes of diagrams as
// far as somebody says how many there are.  A stage that is entered again goes on where it stood.
class Phases {
 public:
  // Leaves the stage before.
  void enter(std::string_view name);
  void leave();
  // So many nodes are in use now.
  void note_nodes(std::uint64_t nodes);
  // As they were entered first; that of a stage that was not left yet has its time so far.
  [[nodiscard]] std::vector<evidence::Phase> list() const;

 private:
  [[nodiscard]] double seconds_in_stage() const;

  std::vector<evidence::Phase> phases_;
  std::size_t current_ = 0;
  bool inside_ = false;
  double since_ = 0;  // CPU seconds
};

}  // namespace ken::driver
