// Saturation.
//
// In an interleaved system a step changes little: a disjunct of the relation reads and writes a few
// neighbouring bits and leaves the others alone.  Breadth first, or disjunct by disjunct over whole
// sets, every round still goes through the diagram of all states, and what is found half-way, where
// some have moved and others not yet, is far more irregular than what is found in the end: for 50
// philosophers millions of nodes on the way to a thousand.
//
// So steps are taken inside the diagram, from below (Ciardo, Luettgen and Siminiceanu 2001; for
// relations given as diagrams Ciardo and Yu 2005, within a set Zhao and Ciardo 2009).  The top of
// a disjunct is its highest bit.  A node whose variable stands above the tops of all disjuncts left
// is taken apart, and its halves are treated on their own, because no step tells them apart.  At a
// top, everything below is closed first, under the disjuncts whose tops are lower; then the
// disjuncts of this top are applied, and what is new is closed below again, until nothing is new.
// Each closed set is the smallest that could be worked with next, and is remembered.
//
// The sets are right because a part of a diagram stands for the states that lead to it, and a
// disjunct whose bits are all below takes each of them to one with the same bits above.  What steps
// lead into, the set 'within', is taken apart along with it.
//
// If the order of variables changes meanwhile the parts are put together, which gives a set between
// 'from' and the result, and it begins again from there.

#include "symbolic/saturation.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ken::symbolic {
namespace {

constexpr std::size_t most_remembered = std::size_t{1} << 16U;
constexpr std::uint64_t between_questions = 2'000;  // of work

using GoOnAsked = std::function<bool()>;

struct Disjunct {
  const Relation* relation;
  std::size_t top;
};

class Saturation {
 public:
  Saturation(bdd::Manager& manager, std::span<const Relation> disjuncts, Direction direction,
             const GoOnAsked& go_on)
      : manager_(manager),
        direction_(direction),
        go_on_(go_on),
        reorderings_(manager.reorderings()),
        next_question_(manager.work()) {
    for (const Relation& relation : disjuncts)
      disjuncts_.push_back({&relation, relation.top_level().value()});
    std::stable_sort(disjuncts_.begin(), disjuncts_.end(),
                     [](const auto& a, const auto& b) { return a.top < b.top; });
  }

  // Neither has the order changed, nor has anybody had enough.
  [[nodiscard]] bool undisturbed() const {
    return !ended_ && manager_.reorderings() == reorderings_;
  }
  [[nodiscard]] bool ended() const { return ended_; }

  Bdd close(const Bdd& from, const Bdd& within) {
    call(from, within, 0);
    while (!frames_.empty()) step();
    return result_;
  }

 private:
  enum class Stage : std::uint8_t { closed_below, closed_low, closed_high };
  // A set being closed under the disjuncts from 'first' on, and what is closed meanwhile.
  struct Frame {
    Stage stage;
    std::size_t first;
    Bdd asked;
    Bdd within;
    std::size_t behind = 0;  // closed_below: the disjuncts with a lower top
    bdd::Halves set{};       // else: the halves of both
    bdd::Halves inner{};
    Bdd low{};
  };
  struct Key {
    Bdd set;
    Bdd within;
    std::size_t first;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const bdd::Hash hash;
      return (hash(key.set) * 31 + hash(key.within)) * 31 + key.first;
    }
  };

  static std::size_t level_of(const Bdd& f) {
    return f.is_false() || f.is_true() ? std::numeric_limits<std::size_t>::max()
                                       : bdd::top_level(f);
  }
  // By the variable at a level, which is that of the set or of 'within'.
  static bdd::Halves split_at(const Bdd& f, std::size_t level) {
    if (level_of(f) == level) return bdd::split(f);
    return {{}, f, f};
  }

  // Begins to close a set, or knows the result at once.
  void call(const Bdd& set, const Bdd& within, std::size_t first) {
    result_ = set;
    if (set.is_false() || within.is_false() || first == disjuncts_.size() || !undisturbed()) return;
    if (const auto at = known_.find({set, within, first}); at != known_.end()) {
      result_ = at->second;
      return;
    }
    const std::size_t level = std::min(level_of(set), level_of(within));
    const std::size_t top = disjuncts_[first].top;
    Frame frame{Stage::closed_below, first, set, within};
    if (top <= level) {
      for (frame.behind = first; is_at(frame.behind, top);) ++frame.behind;
      frames_.push_back(frame);
      call(set, within, frame.behind);
      return;
    }
    frame.stage = Stage::closed_low;
    frame.set = split_at(set, level);
    frame.inner = split_at(within, level);
    frame.set.variable = level_of(set) == level ? frame.set.variable : frame.inner.variable;
    frames_.push_back(frame);
    call(frame.set.low, frame.inner.low, first);
  }

  // Goes on with the frame on top, whose last part is closed.
  void step() {
    Frame& frame = frames_.back();
    switch (frame.stage) {
      case Stage::closed_low: {
        frame.low = result_;
        frame.stage = Stage::closed_high;
        const Bdd high = frame.set.high;
        const Bdd inner = frame.inner.high;
        return call(high, inner, frame.first);
      }
      case Stage::closed_high:
        return leave(if_then_else(manager_.variable(frame.set.variable), result_, frame.low));
      case Stage::closed_below:
        break;
    }
    const Bdd set = result_;
    Bdd wider = set;
    for (std::size_t i = frame.first; i < frame.behind && undisturbed(); ++i)
      wider |= take_step(*disjuncts_[i].relation, wider) & frame.within;
    ask_whether_to_go_on();
    if (wider == set || !undisturbed()) return leave(wider);
    const Bdd within = frame.within;
    call(wider, within, frame.behind);
  }

  void ask_whether_to_go_on() {
    if (!go_on_ || manager_.work() < next_question_) return;
    ended_ = !go_on_();
    next_question_ = manager_.work() + between_questions;
  }

  void leave(Bdd closed) {
    const Frame& frame = frames_.back();
    if (undisturbed()) {
      if (known_.size() >= most_remembered) known_.clear();
      known_.emplace(Key{frame.asked, frame.within, frame.first}, closed);
    }
    frames_.pop_back();
    result_ = std::move(closed);
  }

  [[nodiscard]] bool is_at(std::size_t i, std::size_t top) const {
    return i < disjuncts_.size() && disjuncts_[i].top == top;
  }
  [[nodiscard]] Bdd take_step(const Relation& relation, const Bdd& set) const {
    const StateSet states(set);
    return (direction_ == Direction::forward ? relation.image(states) : relation.preimage(states))
        .function();
  }

  bdd::Manager& manager_;
  Direction direction_;
  const GoOnAsked& go_on_;
  std::size_t reorderings_;
  std::uint64_t next_question_;
  bool ended_ = false;
  std::vector<Disjunct> disjuncts_;  // the highest top first
  std::vector<Frame> frames_;
  Bdd result_;
  std::unordered_map<Key, Bdd, Hash> known_;
};

}  // namespace

bool can_saturate(std::span<const Relation> disjuncts) {
  return !disjuncts.empty() && std::all_of(disjuncts.begin(), disjuncts.end(), [](const auto& one) {
    return one.top_level().has_value();
  });
}

namespace {

std::optional<StateSet> close(bdd::Manager& manager, std::span<const Relation> disjuncts,
                              Direction direction, const StateSet& from, const Bdd& within,
                              const GoOnAsked& go_on) {
  for (Bdd states = from.function();;) {
    Saturation saturation(manager, disjuncts, direction, go_on);
    states = saturation.close(states, within);
    if (saturation.ended()) return {};
    if (saturation.undisturbed()) return StateSet(states);
  }
}

}  // namespace

StateSet saturate(bdd::Manager& manager, std::span<const Relation> disjuncts, Direction direction,
                  const StateSet& from, const StateSet& within) {
  const Bdd inner = within.unset() ? manager.constant(true) : within.function();
  return close(manager, disjuncts, direction, from, inner, {}).value();
}

std::optional<StateSet> saturate_while(bdd::Manager& manager, std::span<const Relation> disjuncts,
                                       const StateSet& from, const GoOnAsked& go_on) {
  return close(manager, disjuncts, Direction::forward, from, manager.constant(true), go_on);
}

}  // namespace ken::symbolic
