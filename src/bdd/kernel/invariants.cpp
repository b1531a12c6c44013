// What must always be true of a kernel between operations.
//
//  - The form is unique: children stand below their node, differ, are in use, and the low one has
//    no sign; no two nodes are equal.
//  - The table finds every node that is in use and nothing else.
//  - The cache speaks of nodes that are in use only.
//  - References are counted: all together are as many as are held from outside, and a node that is
//    not in use has none.
//  - Levels and variables are inverse to each other.

#include "base/check.hpp"
#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

class Invariants {
 public:
  explicit Invariants(const Kernel& kernel) : kernel_(kernel), store_(kernel.store_) {}

  void nodes() const {
    std::size_t used = 0;
    for (std::uint32_t i = 1; i < store_.nodes_.size(); ++i) {
      if (!store_.in_use(i)) continue;
      ++used;
      CHECK(i < store_.end_, "nodes in use have small numbers");
      const Node& node = store_.nodes_[i];
      CHECK(node.level < kernel_.order_.size(), "nodes have levels");
      CHECK(sign(node.low) == 0, "low edges are not negated");
      CHECK(node.low != node.high, "a node decides something");
      for (const Edge child : {node.low, node.high}) {
        CHECK(number(child) < store_.end_ && store_.in_use(number(child)), "children are in use");
        CHECK(node.level < store_.level(child), "children stand below their node");
      }
    }
    CHECK(used == store_.used_, "nodes in use are counted");
  }

  void table() const {
    std::size_t found = 0;
    CHECK(store_.in_order_, "the table is in order");
    for (std::size_t i = 0; i < store_.table_.size(); ++i) {
      const Store::Slot slot = store_.table_[i];
      if (slot == 0) continue;
      ++found;
      const Store::Slot number = slot & store_.numbers_;
      CHECK(number != 0 && number < store_.end_, "the table knows nodes only");
      const Node& node = store_.nodes_[number];
      CHECK(store_.in_use(number), "the table knows nodes in use only");
      const std::uint64_t hash = Store::hash(node);
      CHECK(slot == (store_.tag(hash) | number), "hashes are those of their nodes");
      for (std::size_t at = Store::home(hash, store_.slots_); at != i; ++at) {
        CHECK(at < i && store_.table_[at] != 0, "a search finds its node");
        const Node& other = store_.nodes_[store_.table_[at] & store_.numbers_];
        CHECK(other.level != node.level || other.low != node.low || other.high != node.high,
              "no two nodes are equal");
      }
    }
    CHECK(found == store_.used_, "the table knows every node");
  }

  void cache() const {
    const auto in_use = [&](Edge f) { return number(f) < store_.end_ && store_.in_use(number(f)); };
    for (const Cache::Entry& e : kernel_.cache_)
      CHECK(in_use(e.f) && in_use(e.g) && in_use(e.result) &&
                (e.what >= first_code || in_use(e.what)),
            "the cache speaks of nodes in use");
  }

  void references() const {
    std::uint64_t counted = 0;
    for (std::uint32_t i = 0; i < store_.nodes_.size(); ++i) {
      const std::uint32_t references = store_.nodes_[i].references;
      if (references == held_for_ever) return;  // which is not counted any more
      CHECK(references == 0 || store_.in_use(i), "what is held is in use");
      counted += references;
    }
    CHECK(counted == kernel_.held_ + 1, "references are those from outside, and one to keep false");
  }

  void order() const {
    for (Level l = 0; l < kernel_.order_.size(); ++l)
      CHECK(kernel_.order_.level(kernel_.order_.variable(l)) == l, "levels and variables agree");
  }

 private:
  const Kernel& kernel_;
  const Store& store_;
};

void Kernel::check() const {
  const Invariants invariants(*this);
  invariants.nodes();
  invariants.table();
  invariants.cache();
  invariants.references();
  invariants.order();
}

}  // namespace ken::bdd::kernel
