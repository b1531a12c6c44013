// Work for decision diagrams alone: the same program is linked with our kernel and with BuDDy.
//
//     bench_kernel NAME...      names: see the table at the end; without one, the list
//
// Prints for each: name, seconds of processor time, a number that both backends must agree on.

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bdd/count.hpp"
#include "bdd/manager.hpp"

namespace ken::bdd {
namespace {

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Result {
  double seconds = 0;
  std::string answer;
};

Variable var(std::size_t i) { return static_cast<Variable>(i); }
Settings fixed() { return {.reordering = Reordering::off}; }

// ---- plain operations ----

Result queens(std::size_t n) {
  const double start = processor_seconds();
  base::Budget budget;
  Manager manager(n * n, budget, fixed());
  std::vector<Variable> all;
  for (std::size_t i = 0; i < n * n; ++i) all.push_back(var(i));
  const VariableSet set = manager.set(all);
  const auto at = [&](std::size_t i, std::size_t j) { return manager.variable(var(i * n + j)); };
  Bdd board = manager.constant(true);
  for (std::size_t i = 0; i < n; ++i) {
    Bdd row = manager.constant(false);
    for (std::size_t j = 0; j < n; ++j) row |= at(i, j);
    board &= row;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      Bdd alone = manager.constant(true);
      for (std::size_t k = 0; k < n; ++k) {
        if (k != j) alone &= !(at(i, j) & at(i, k));
        if (k == i) continue;
        alone &= !(at(i, j) & at(k, j));
        const std::size_t right = j + k - i;  // wraps where it is off the board
        const std::size_t left = j + i - k;
        if (right < n) alone &= !(at(i, j) & at(k, right));
        if (left < n) alone &= !(at(i, j) & at(k, left));
      }
      board &= alone;
    }
  }
  return {processor_seconds() - start, count(board, set).str()};
}

// ---- systems ----

// Bits of now are even, those of next odd; actions, if any, come last.
struct Bits {
  explicit Bits(std::size_t bits, base::Budget& budget, const Settings& settings = fixed())
      : manager(2 * bits, budget, settings), count(bits) {
    std::vector<std::pair<Variable, Variable>> forth;
    std::vector<std::pair<Variable, Variable>> back;
    std::vector<Variable> of_now;
    std::vector<Variable> of_next;
    std::vector<VariableGroup> groups;
    for (std::size_t i = 0; i < bits; ++i) {
      of_now.push_back(var(2 * i));
      of_next.push_back(var(2 * i + 1));
      forth.emplace_back(var(2 * i), var(2 * i + 1));
      back.emplace_back(var(2 * i + 1), var(2 * i));
      groups.push_back({var(2 * i), var(2 * i + 1)});
    }
    now_set = manager.set(of_now);
    next_set = manager.set(of_next);
    to_next = manager.renaming(forth);
    to_now = manager.renaming(back);
    manager.group(groups);
  }
  Bdd now(std::size_t i) { return manager.variable(var(2 * i)); }
  Bdd next(std::size_t i) { return manager.variable(var(2 * i + 1)); }
  Bdd stays(std::size_t i) { return equivalent(now(i), next(i)); }

  Manager manager;
  std::size_t count;
  VariableSet now_set;
  VariableSet next_set;
  Renaming to_next{};
  Renaming to_now{};
};

struct Layout {
  std::size_t n;
  bool bad;  // all bits of one kind together
  [[nodiscard]] std::size_t paid(std::size_t i) const { return bad ? 1 + i : 1 + 3 * i; }
  [[nodiscard]] std::size_t coin(std::size_t i) const { return bad ? 1 + n + i : 2 + 3 * i; }
  [[nodiscard]] std::size_t said(std::size_t i) const { return bad ? 1 + 2 * n + i : 3 + 3 * i; }
};

// Dining cryptographers, one part for each of them and early quantification.
Bdd table_of_cryptographers(Bits& bits, const Layout& at, int rounds) {
  const std::size_t n = at.n;
  Manager& m = bits.manager;
  std::vector<Bdd> parts;
  std::vector<VariableSet> gone;
  for (std::size_t i = 0; i < n; ++i) {
    const Bdd parity = bits.now(at.paid(i)) ^ bits.now(at.coin(i)) ^ bits.now(at.coin((i + 1) % n));
    parts.push_back(equivalent(bits.next(at.said(i)),
                               if_then_else(bits.now(0), bits.now(at.said(i)), parity)) &
                    bits.stays(at.paid(i)) & bits.stays(at.coin(i)));
    std::vector<Variable> retired = {var(2 * at.paid(i)), var(2 * at.said(i))};
    if (i > 0) retired.push_back(var(2 * at.coin(i)));
    if (i + 1 == n) retired.push_back(var(2 * at.coin(0)));
    gone.push_back(m.set(retired));
  }
  const Bdd phase = bits.next(0);
  const VariableSet phase_set = m.set({var(0)});
  Bdd nobody = m.constant(true);
  Bdd one = m.constant(false);
  Bdd silent = !bits.now(0);
  for (std::size_t i = n; i-- > 0;) {
    one = if_then_else(bits.now(at.paid(i)), nobody, one);
    nobody -= bits.now(at.paid(i));
    silent -= bits.now(at.said(i));
  }
  const Bdd initial = (nobody | one) & silent;
  Bdd reached = initial;
  for (int round = 0; round < rounds; ++round) {
    reached = initial;
    for (Bdd before; before != reached;) {
      before = reached;
      Bdd step = reached;
      for (std::size_t i = 0; i < n; ++i) step = and_exists(step, parts[i], gone[i]);
      reached |= image(step, phase, phase_set, bits.to_now);
    }
  }
  return reached;
}

Result dining(std::size_t n, int rounds) {
  const double start = processor_seconds();
  base::Budget budget;
  Bits bits(1 + 3 * n, budget);
  const Bdd reached = table_of_cryptographers(bits, {n, false}, rounds);
  return {processor_seconds() - start, count(reached, bits.now_set).str()};
}

// From the initial states to all that can be reached, and back to all that reach them.
Result there_and_back(Bits& bits, const Bdd& initial, const Bdd& relation) {
  const double start = processor_seconds();
  Bdd reached = initial;
  for (Bdd frontier = initial; !frontier.is_false();) {
    frontier = image(frontier, relation, bits.now_set, bits.to_now) - reached;
    reached |= frontier;
  }
  Bdd reaching = initial;
  for (Bdd frontier = initial; !frontier.is_false();) {
    frontier = (preimage(frontier, relation, bits.next_set, bits.to_next) & reached) - reaching;
    reaching |= frontier;
  }
  return {processor_seconds() - start,
          count(reached, bits.now_set).str() + "/" + count(reaching, bits.now_set).str()};
}

// k counters of b bits; each step one of them goes on.
Result counters(std::size_t k, std::size_t b) {
  base::Budget budget;
  Bits bits(k * b, budget);
  Manager& m = bits.manager;
  Bdd relation = m.constant(false);
  Bdd initial = m.constant(true);
  for (std::size_t c = 0; c < k; ++c) {
    Bdd step = m.constant(true);
    Bdd carry = m.constant(true);
    for (std::size_t i = 0; i < b; ++i) {
      const std::size_t at = c * b + i;
      step &= equivalent(bits.next(at), bits.now(at) ^ carry);
      carry &= bits.now(at);
      initial -= bits.now(at);
    }
    for (std::size_t at = 0; at < k * b; ++at)
      if (at / b != c) step &= bits.stays(at);
    relation |= step;
  }
  return there_and_back(bits, initial, relation);
}

// Stations in a ring: idle, waiting, busy; a token lets one be busy and moves on.
Result ring(std::size_t n) {
  base::Budget budget;
  Bits bits(3 * n, budget);
  Manager& m = bits.manager;
  const auto waiting = [](std::size_t i) { return 3 * i; };
  const auto busy = [](std::size_t i) { return 3 * i + 1; };
  const auto token = [](std::size_t i) { return 3 * i + 2; };
  Bdd relation = m.constant(false);
  Bdd initial = bits.now(token(0));
  for (std::size_t i = 0; i < n; ++i) {
    initial -= bits.now(waiting(i)) | bits.now(busy(i));
    if (i > 0) initial -= bits.now(token(i));
    const auto others_stay = [&](const std::vector<std::size_t>& changed) {
      Bdd result = m.constant(true);
      for (std::size_t at = 3 * n; at-- > 0;)
        if (std::find(changed.begin(), changed.end(), at) == changed.end())
          result &= bits.stays(at);
      return result;
    };
    const std::size_t j = (i + 1) % n;
    const Bdd asks = (bits.next(waiting(i)) - bits.now(waiting(i))) - bits.now(busy(i));
    const Bdd enters = bits.now(waiting(i)) & bits.now(token(i)) & bits.next(busy(i)) &
                       !bits.next(waiting(i)) & !bits.now(busy(i));
    const Bdd leaves = bits.now(busy(i)) & !bits.next(busy(i)) & bits.now(token(i)) &
                       !bits.next(token(i)) & bits.next(token(j));
    const Bdd passes = (!bits.now(waiting(i))) & (!bits.now(busy(i))) & bits.now(token(i)) &
                       !bits.next(token(i)) & bits.next(token(j));
    relation |= (asks & others_stay({waiting(i)})) |
                (enters & others_stay({waiting(i), busy(i)})) |
                (leaves & others_stay({busy(i), token(i), token(j)})) |
                (passes & others_stay({token(i), token(j)}));
  }
  return there_and_back(bits, initial, relation);
}

// Robots on a square of 2^b by 2^b; each step one goes to a free neighbour.
Result robots(std::size_t k, std::size_t b) {
  base::Budget budget;
  const std::size_t each = 2 * b;
  Bits bits(k * each, budget);
  Manager& m = bits.manager;
  const auto bit = [&](std::size_t robot, std::size_t axis, std::size_t i) {
    return robot * each + 2 * i + axis;
  };
  Bdd apart = m.constant(true);  // after the step
  for (std::size_t r = 0; r < k; ++r) {
    for (std::size_t s = 0; s < r; ++s) {
      Bdd same = m.constant(true);
      for (std::size_t i = 0; i < each; ++i)
        same &= equivalent(bits.next(r * each + i), bits.next(s * each + i));
      apart -= same;
    }
  }
  const auto one_more = [&](std::size_t r, std::size_t axis, bool up) {
    Bdd step = m.constant(true);
    Bdd carry = m.constant(true);
    for (std::size_t i = 0; i < b; ++i) {
      const Bdd from = up ? bits.now(bit(r, axis, i)) : bits.next(bit(r, axis, i));
      const Bdd to = up ? bits.next(bit(r, axis, i)) : bits.now(bit(r, axis, i));
      step &= equivalent(to, from ^ carry);
      carry &= from;
      step &= bits.stays(bit(r, 1 - axis, i));
    }
    return step - carry;
  };
  Bdd relation = m.constant(false);
  Bdd initial = m.constant(true);
  for (std::size_t r = 0; r < k; ++r) {
    Bdd moves = one_more(r, 0, true) | one_more(r, 0, false) | one_more(r, 1, true) |
                one_more(r, 1, false);
    for (std::size_t at = 0; at < k * each; ++at)
      if (at / each != r) moves &= bits.stays(at);
    relation |= moves;
    for (std::size_t i = 0; i < each; ++i)
      initial &= ((r >> i) & 1U) != 0 ? bits.now(r * each + i) : !bits.now(r * each + i);
  }
  return there_and_back(bits, initial, relation & apart);
}

// ---- reordering ----

Result sift_adder(std::size_t n) {
  base::Budget budget;
  Manager manager(2 * n, budget, fixed());
  Bdd f = manager.constant(false);
  for (std::size_t i = 0; i < n; ++i) f |= manager.variable(var(i)) & manager.variable(var(n + i));
  const double start = processor_seconds();
  manager.reorder();
  return {processor_seconds() - start, nodes(f) == 2 * n ? "best" : std::to_string(nodes(f))};
}

Result sift_dining(std::size_t n) {
  base::Budget budget;
  Bits bits(1 + 3 * n, budget);
  const Bdd reached = table_of_cryptographers(bits, {n, true}, 1);
  const double start = processor_seconds();
  bits.manager.reorder();
  const double seconds = processor_seconds() - start;
  std::fprintf(stderr, "%zu nodes left\n", nodes(reached));
  return {seconds, count(reached, bits.now_set).str()};
}

struct Workload {
  const char* name;
  std::function<Result()> run;
};

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all = {
      {"queens-8", [] { return queens(8); }},
      {"queens-9", [] { return queens(9); }},
      {"queens-10", [] { return queens(10); }},
      {"dining-50", [] { return dining(50, 10); }},
      {"dining-100", [] { return dining(100, 5); }},
      {"dining-200", [] { return dining(200, 2); }},
      {"counters-1x13", [] { return counters(1, 13); }},
      {"counters-8x6", [] { return counters(8, 6); }},
      {"ring-24", [] { return ring(24); }},
      {"robots-3x8", [] { return robots(3, 3); }},
      {"robots-5x4", [] { return robots(5, 2); }},
      {"sift-adder-14", [] { return sift_adder(14); }},
      {"sift-adder-16", [] { return sift_adder(16); }},
      {"sift-dining-12", [] { return sift_dining(12); }},
      {"sift-dining-14", [] { return sift_dining(14); }},
  };
  return all;
}

}  // namespace
}  // namespace ken::bdd

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    for (const auto& workload : ken::bdd::workloads()) {
      if (std::string(words[i]) != workload.name) continue;
      const ken::bdd::Result result = workload.run();
      std::printf("%s %.6f %s\n", workload.name, result.seconds, result.answer.c_str());
    }
  }
  if (count == 1)
    for (const auto& workload : ken::bdd::workloads()) std::printf("%s\n", workload.name);
  return 0;
}
