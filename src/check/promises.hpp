#pragma once
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "base/budget.hpp"
#include "check/path_formula.hpp"

namespace ken::check {

// What the promise "this formula holds after the next step" is made of.
enum class Form : std::uint8_t {
  plain,      // a bit
  lasting,    // a bit for G F f, which is kept by promising it again
  put_off,    // f U[0,n] g: a number, k for f U[0,n+1-k] g, 0 for no promise
  remaining,  // f R[0,n] g: a number, k for f R[0,k-1] g, 0 for no promise
  countdown,  // X^k f, asked for in the first state only: the steps that are left
};

struct Promise {
  Form form = Form::plain;
  bool eventual = false;   // the only one of a circle that has to be left
  bool in_circle = false;  // one of several
};

// The promises that following a formula may take.
struct Promises {
  std::map<PathId, Promise> all;
  std::vector<std::vector<PathId>> circles;  // those of several promises that have to be left
};

// Throws Exhausted, also if a bound would take too many bits.
[[nodiscard]] Promises find_promises(PathStore& store, PathId root, base::Budget& budget);

// The G F f that is one promise.
[[nodiscard]] bool is_again(const PathStore& store, PathId id);
// The parts of a formula that are looked at in the same state.
void for_each_part_here(const PathStore& store, PathId id,
                        const std::function<void(PathId)>& visit);

}  // namespace ken::check
