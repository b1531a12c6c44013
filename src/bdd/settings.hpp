#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace ken::bdd {

// A variable, by its number; at first the numbers are also the order from the root down.
enum class Variable : std::uint32_t {};

// Variables first..last, which stay side by side and in this order when variables are reordered.
// Groups may lie inside each other, and do not cross.
struct VariableGroup {
  Variable first{};
  Variable last{};
};

// When variables change places: never, when the diagrams explode, or early and often.
enum class Reordering : std::uint8_t { off, automatic, on };

// Ways to make rare events frequent; for tests of our own kernel.  "Every" so many operations means
// that while there is little to do, and more seldom in proportion to what there is.
struct Stress {
  bool small_tables = false;        // at first
  std::uint32_t collect_every = 0;  // that many operations; 0 is when it pays
  bool grow_always = false;         // the table, at every new node
  // The cache, of so many entries, a power of two; 0 is what it takes.
  std::optional<std::uint32_t> fixed_cache = std::nullopt;
  std::uint32_t check_every = 0;  // that many operations, all invariants; 0 is never
  std::uint64_t fail_at = 0;      // this growth and all later ones find no memory; 0 is never

  [[nodiscard]] static bool is_due(std::uint32_t every, std::uint64_t operation, std::size_t size) {
    constexpr std::size_t little = 1024;
    return every != 0 && operation % (every * (1 + size / little)) == 0;
  }
};

// Somebody who is asked now and then while operations work: first when there was so much work in
// all, then when there was as much as was answered.  May throw Exhausted, which ends the operation.
struct Watch {
  std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
  std::function<std::uint64_t(std::uint64_t work)> look{};
};

struct Settings {
  Reordering reordering = Reordering::automatic;
  // Nodes, alive or made by one operation, at which 'automatic' begins to reorder.
  std::size_t explosion = 100'000;
  // The same for 'on'.
  std::size_t early = 10'000;
  // Work at which orders that were suggested are tried first, unless nothing is ever reordered.
  std::uint64_t work_before_suggestions = 250'000;
  Stress stress = {};
};

}  // namespace ken::bdd
