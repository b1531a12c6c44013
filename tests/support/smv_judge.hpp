#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A second opinion on text in the input language of NuSMV 2.6, written from that language's manual
// and sharing no code with ken: it enumerates the states of one small module and decides its CTL
// and LTL specifications by definition.  What it cannot be sure NuSMV would accept, it refuses.
namespace ken::tests::smv {

struct Verdict {
  std::string name;  // of "CTLSPEC NAME n := f"; else empty
  bool holds = false;
};

struct Judgement {
  std::size_t states = 0;         // reachable ones
  std::vector<Verdict> verdicts;  // in the order of the text, CTL and LTL together
};

struct Limits {
  std::size_t states = 200'000;
  std::size_t transitions = 10'000'000;
  std::size_t steps = 500'000'000;         // values tried while looking for states and successors
  std::size_t product_states = 4'000'000;  // of the model with the tableau of one LTL formula
};

// The text is wrong: "line:column: what".  Syntax, unknown or reserved or repeated names, types, a
// value that does not exist (division by zero, no case applies, overflow), no initial state, a
// reachable state without successor; also what is legal but outside the subset.
struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A limit was reached before there was an answer.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[nodiscard]] Judgement judge(std::string_view text, Limits limits = {});

}  // namespace ken::tests::smv
