// Diagrams as values, and the operations on them, one line of the library each.

#include <utility>

#include "base/check.hpp"
#include "bdd/library.hpp"

namespace ken::bdd {
namespace {

using Library = Manager::Library;

Bdd apply(const Bdd& f, const Bdd& g, int operation) {
  return Library::run(Library::manager(f),
                      [&] { return bdd_apply(Library::node(f), Library::node(g), operation); });
}

}  // namespace

Bdd::Bdd(Manager* manager, int node) : manager_(manager), node_(bdd_addref(node)) {}

Bdd::Bdd(const Bdd& other) : manager_(other.manager_), node_(other.node_) {
  if (manager_ != nullptr) bdd_addref(node_);
}

Bdd& Bdd::operator=(const Bdd& other) {
  Bdd copy(other);
  return *this = std::move(copy);
}

Bdd& Bdd::operator=(Bdd&& other) noexcept {
  std::swap(manager_, other.manager_);
  std::swap(node_, other.node_);
  return *this;
}

Bdd::~Bdd() {
  if (manager_ != nullptr) bdd_delref(node_);
}

bool Bdd::is_false() const { return manager_ != nullptr && node_ == 0; }
bool Bdd::is_true() const { return manager_ != nullptr && node_ == 1; }

Bdd operator!(const Bdd& f) {
  return Library::run(Library::manager(f), [&] { return bdd_not(Library::node(f)); });
}
Bdd operator&(const Bdd& f, const Bdd& g) { return apply(f, g, bddop_and); }
Bdd operator|(const Bdd& f, const Bdd& g) { return apply(f, g, bddop_or); }
Bdd operator^(const Bdd& f, const Bdd& g) { return apply(f, g, bddop_xor); }
Bdd operator-(const Bdd& f, const Bdd& g) { return apply(f, g, bddop_diff); }
Bdd equivalent(const Bdd& f, const Bdd& g) { return apply(f, g, bddop_biimp); }

Bdd if_then_else(const Bdd& f, const Bdd& then, const Bdd& otherwise) {
  return Library::run(Library::manager(f), [&] {
    return bdd_ite(Library::node(f), Library::node(then), Library::node(otherwise));
  });
}

Bdd exists(const Bdd& f, const VariableSet& set) {
  if (set.empty()) return f;
  return Library::run(Library::manager(f),
                      [&] { return bdd_exist(Library::node(f), Library::cube(set)); });
}

Bdd forall(const Bdd& f, const VariableSet& set) {
  if (set.empty()) return f;
  return Library::run(Library::manager(f),
                      [&] { return bdd_forall(Library::node(f), Library::cube(set)); });
}

Bdd and_exists(const Bdd& f, const Bdd& g, const VariableSet& set) {
  if (set.empty()) return f & g;
  return Library::run(Library::manager(f), [&] {
    return bdd_appex(Library::node(f), Library::node(g), bddop_and, Library::cube(set));
  });
}

Bdd rename(const Bdd& f, Renaming renaming) {
  Manager& manager = Library::manager(f);
  bddPair* const pairs = Library::pairs(manager, renaming);
  const bool keeps_order = Library::keeps_order(manager, renaming);
  return Library::run(manager, [&] {
    return keeps_order ? bdd_replace(Library::node(f), pairs)
                       : bdd_veccompose(Library::node(f), pairs);
  });
}

Bdd simplify(const Bdd& f, const Bdd& care) {
  CHECK(!care.is_false(), "nothing agrees with f nowhere");
  return Library::run(Library::manager(f),
                      [&] { return bdd_simplify(Library::node(f), Library::node(care)); });
}

Bdd constrain(const Bdd& f, const Bdd& care) {
  CHECK(!care.is_false(), "nothing agrees with f nowhere");
  return Library::run(Library::manager(f),
                      [&] { return bdd_constrain(Library::node(f), Library::node(care)); });
}

bool subset(const Bdd& f, const Bdd& g) { return (f - g).is_false(); }
bool disjoint(const Bdd& f, const Bdd& g) { return (f & g).is_false(); }

}  // namespace ken::bdd
