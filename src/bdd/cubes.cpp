// A cube is a path from the root to the constant true.  The next one is found as one counts: the
// last turn that can still be taken the other way is, and below it every turn is the first possible
// one.  From every function but false a path leads to true, so no turn is taken in vain, and the
// time for a cube is the length of its path and of the last one.

#include "bdd/cubes.hpp"

#include "base/check.hpp"
#include "bdd/backend.hpp"

namespace ken::bdd {

Cubes::Cubes(Bdd f) : f_(std::move(f)), reorderings_(Access::backend(f_).reorderings()) {}

void Cubes::go_down(Edge edge) {
  const Manager::Backend& backend = Access::backend(f_);
  while (edge != yes) {
    const bool value = backend.low(edge) == no;
    path_.push_back({edge, value});
    edge = value ? backend.high(edge) : backend.low(edge);
  }
}

std::optional<Assignment> Cubes::next() {
  const Manager::Backend& backend = Access::backend(f_);
  CHECK(backend.reorderings() == reorderings_, "the order stays while cubes are asked for");
  if (f_.is_false()) return std::nullopt;
  if (!std::exchange(begun_, true)) {
    go_down(Access::edge(f_));
  } else {
    while (!path_.empty() && (path_.back().value || backend.high(path_.back().edge) == no))
      path_.pop_back();
    if (path_.empty()) return std::nullopt;
    path_.back().value = true;
    go_down(backend.high(path_.back().edge));
  }
  Assignment result;
  result.reserve(path_.size());
  for (const Turn& turn : path_)
    result.emplace_back(backend.variable_at(backend.level(turn.edge)), turn.value);
  return result;
}

}  // namespace ken::bdd
