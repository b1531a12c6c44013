#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ken::translate {

[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}
[[nodiscard]] constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b
             ? std::numeric_limits<std::uint64_t>::max()
             : a * b;
}

// How a node of an arena is written: words, and parts that are written in their turn.
template <class Id>
struct Piece {
  std::string words;
  std::optional<Id> part;
};
template <class Id>
using Pieces = std::vector<Piece<Id>>;

// The text of nodes of a hash-consed arena whose parts have smaller ids than what is built on them.
// Sharing in the arena is lost in the text, so the length of the text is computed before it is
// written; both are loops, however deep the nodes are.
template <class Id>
class TextSizes {
 public:
  struct Measure {
    std::uint64_t length = 0;
    std::uint64_t depth = 1;
  };
  // pieces(id) is asked once for each node.
  template <class PiecesOf>
  Measure of(Id root, const PiecesOf& pieces) {
    while (known_.size() <= static_cast<std::size_t>(root)) {
      Measure m;
      for (const Piece<Id>& piece : pieces(static_cast<Id>(known_.size()))) {
        m.length = saturating_add(m.length, piece.words.size());
        if (!piece.part) continue;
        const Measure& part = known_[static_cast<std::size_t>(*piece.part)];
        m.length = saturating_add(m.length, part.length);
        m.depth = std::max(m.depth, part.depth + 1);
      }
      known_.push_back(m);
    }
    return known_[static_cast<std::size_t>(root)];
  }

 private:
  std::vector<Measure> known_;  // by id
};

template <class Id, class PiecesOf>
void write(std::string& out, Id root, const PiecesOf& pieces) {
  Pieces<Id> todo{{{}, root}};
  while (!todo.empty()) {
    const Piece<Id> piece = std::move(todo.back());
    todo.pop_back();
    out += piece.words;
    if (!piece.part) continue;
    Pieces<Id> inside = pieces(*piece.part);
    while (!inside.empty()) {
      todo.push_back(std::move(inside.back()));
      inside.pop_back();
    }
  }
}

}  // namespace ken::translate
