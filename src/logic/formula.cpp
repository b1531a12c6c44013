#include "logic/formula.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "base/check.hpp"
#include "base/post_order.hpp"

namespace ken::logic {
namespace {

class Mixer {
 public:
  template <class T>
  void add(T value) {
    const auto bits = static_cast<std::uint64_t>(value);
    hash_ = (hash_ ^ (bits + 0x9E3779B97F4A7C15ULL + (hash_ << 6U) + (hash_ >> 2U))) *
            0xBF58476D1CE4E5B9ULL;
  }
  template <class T>
  void add_all(const std::vector<T>& values) {
    add(values.size());
    for (const T& value : values) add(value);
  }
  void add(const std::optional<Bound>& bound) {
    add(bound.has_value());
    if (bound) add(bound->least), add(bound->most);
  }
  [[nodiscard]] std::size_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

Traits with_sort(Traits traits, Sort sort) {
  traits.sort = sort;
  return traits;
}

std::uint64_t bit_of(std::uint8_t variable) {
  CHECK(variable < most_variables, "a variable is a bit");
  return std::uint64_t{1} << variable;
}

// Not by a game on the states: the semantics an operator asks for itself, see is_per_operator.
bool is_searched(Semantics semantics) {
  return semantics != Semantics::of_the_run && semantics != Semantics::full;
}

}  // namespace

std::string_view name(Semantics semantics) {
  switch (semantics) {
    case Semantics::of_the_run:
      return "";
    case Semantics::full:
      return "full";
    case Semantics::deterministic:
      return "deterministic";
    case Semantics::uniform:
      return "uniform";
    case Semantics::ir:
      return "ir";
    case Semantics::ir_objective:
      return "ir-objective";
  }
  return "";
}

std::optional<Semantics> find_semantics(std::string_view wanted) {
  for (const Semantics semantics : {Semantics::full, Semantics::deterministic, Semantics::uniform,
                                    Semantics::ir, Semantics::ir_objective})
    if (name(semantics) == wanted) return semantics;
  return std::nullopt;
}

bool is_per_operator(Semantics semantics) {
  return semantics == Semantics::full || semantics == Semantics::ir ||
         semantics == Semantics::ir_objective;
}

std::size_t FormulaStore::Hash::operator()(const Formula& formula) const {
  Mixer mix;
  mix.add(formula.index());
  std::visit(overloaded{
                 [&](const Constant& f) { mix.add(f.value); },
                 [&](const Atom& f) { mix.add(f.id); },
                 [&](const Not&) {},
                 [&](const Binary& f) { mix.add(f.op); },
                 [&](const Many& f) { mix.add(f.quantity); },
                 [&](const Count& f) { mix.add(f.least), mix.add(f.most); },
                 [&](const Modal& f) {
                   mix.add(f.modality), mix.add(f.semantics), mix.add(f.bound);
                   for (const Group& group : f.subjects) mix.add_all(group);
                 },
                 [&](const Related& f) { mix.add(f.quantifier), mix.add(f.relation); },
                 [&](const Fixpoint& f) { mix.add(f.extremum), mix.add(f.variable); },
                 [&](const Variable& f) { mix.add(f.number); },
                 [&](const Temporal& f) { mix.add(f.op), mix.add(f.bound); },
                 [&](const Quantified& f) { mix.add(f.quantifier); },
                 [&](const Coalition& f) {
                   mix.add(f.modality), mix.add(f.semantics);
                   mix.add_all(f.members);
                 },
                 [&](const Dynamic& f) { mix.add(f.modality); },
                 [&](const Step&) {},
                 [&](const Test&) {},
                 [&](const Combined& f) { mix.add(f.op); },
                 [&](const Star&) {},
             },
             formula);
  for_each_part(formula, [&](FormulaId part) { mix.add(part); });
  return mix.value();
}

void FormulaStore::learn(const ModalityTable& table) {
  const auto rows = table.rows();
  for (std::size_t i = families_.size(); i < rows.size(); ++i) families_.push_back(rows[i].family);
}

FormulaId FormulaStore::add(const Formula& formula) {
  for_each_part(formula, [&](FormulaId part) {
    CHECK(static_cast<std::size_t>(part) < nodes_.size(), "parts are added before the whole");
  });
  const auto [found, fresh] = ids_.try_emplace(formula, static_cast<FormulaId>(nodes_.size()));
  if (fresh) {
    nodes_.push_back(formula);
    traits_.push_back(derive(formula));
  }
  return found->second;
}

std::optional<FormulaId> FormulaStore::find(const Formula& formula) const {
  const auto at = ids_.find(formula);
  return at == ids_.end() ? std::nullopt : std::optional(at->second);
}

const Formula& FormulaStore::operator[](FormulaId id) const {
  reads_.note();
  return nodes_[static_cast<std::size_t>(id)];
}

const Traits& FormulaStore::traits(FormulaId id) const {
  return traits_[static_cast<std::size_t>(id)];
}

Traits FormulaStore::inherit(const Formula& formula) const {
  Traits inherited;
  for_each_part(formula, [&](FormulaId part) {
    const Traits& t = traits(part);
    if (t.sort == Sort::path) inherited.sort = Sort::path;
    inherited.quantified_paths |= t.quantified_paths;
    inherited.strategic_paths |= t.strategic_paths;
    inherited.dynamic |= t.dynamic;
    inherited.strategic |= t.strategic;
    inherited.social |= t.social;
    inherited.searched_strategy |= t.searched_strategy;
    inherited.free |= t.free;
  });
  return inherited;
}

Traits FormulaStore::derive(const Formula& formula) const {
  const Traits inherited = inherit(formula);
  const auto same = [&](const auto&) { return inherited; };
  return std::visit(overloaded{
                        [&](const Constant& f) { return same(f); },
                        [&](const Atom& f) { return same(f); },
                        [&](const Not& f) { return same(f); },
                        [&](const Binary& f) { return same(f); },
                        [&](const Many& f) { return same(f); },
                        [&](const Count& f) { return same(f); },
                        [&](const Modal& f) {
                          Traits t = with_sort(inherited, Sort::state);
                          const auto row = static_cast<std::size_t>(f.modality);
                          CHECK(row < families_.size(), "a modality the store has not learnt");
                          const Family family = families_[row];
                          t.strategic |= family == Family::strategic;
                          t.social |= family == Family::social;
                          t.searched_strategy |= is_searched(f.semantics);
                          return t;
                        },
                        [&](const Related&) {
                          Traits t = with_sort(inherited, Sort::state);
                          t.social = true;
                          return t;
                        },
                        [&](const Fixpoint& f) {
                          Traits t = with_sort(inherited, Sort::state);
                          t.social = true;
                          t.free &= ~bit_of(f.variable);
                          return t;
                        },
                        [&](const Variable& f) {
                          Traits t = inherited;
                          t.free = bit_of(f.number);
                          return t;
                        },
                        [&](const Temporal&) { return with_sort(inherited, Sort::path); },
                        [&](const Quantified&) {
                          Traits t = with_sort(inherited, Sort::state);
                          t.quantified_paths = true;
                          return t;
                        },
                        [&](const Coalition& f) {
                          Traits t = with_sort(inherited, Sort::state);
                          t.strategic = t.strategic_paths = true;
                          t.searched_strategy |= is_searched(f.semantics);
                          return t;
                        },
                        [&](const Dynamic&) {
                          Traits t = with_sort(inherited, Sort::path);
                          t.dynamic = true;
                          return t;
                        },
                        [&](const Step&) { return with_sort(inherited, Sort::program); },
                        [&](const Test&) { return with_sort(inherited, Sort::program); },
                        [&](const Combined&) { return with_sort(inherited, Sort::program); },
                        [&](const Star&) { return with_sort(inherited, Sort::program); },
                    },
                    formula);
}

std::optional<Semantics> find_asked_semantics(const ModalityTable& table, const Formula& formula) {
  if (const auto* coalition = std::get_if<Coalition>(&formula)) return coalition->semantics;
  const auto* modal = std::get_if<Modal>(&formula);
  const bool strategic = modal != nullptr && table[modal->modality].family == Family::strategic;
  return strategic ? std::optional(modal->semantics) : std::nullopt;
}

Group list_coalition_members(const ModalityTable& table, const FormulaStore& store,
                             FormulaId root) {
  std::set<AgentId> members;
  for (const FormulaId id : closure(store, root)) {
    const auto* const modal = std::get_if<Modal>(&store[id]);
    if (modal != nullptr && table[modal->modality].family == Family::strategic)
      members.insert(modal->subjects[0].begin(), modal->subjects[0].end());
    if (const auto* const coalition = std::get_if<Coalition>(&store[id]))
      members.insert(coalition->members.begin(), coalition->members.end());
  }
  return {members.begin(), members.end()};
}

bool is_boolean(const Formula& formula) {
  return std::visit(overloaded{
                        [](const Constant&) { return true; },
                        [](const Atom&) { return true; },
                        [](const Not&) { return true; },
                        [](const Binary&) { return true; },
                        [](const Many&) { return true; },
                        [](const Count&) { return true; },
                        [](const Modal&) { return false; },
                        [](const Related&) { return false; },
                        [](const Fixpoint&) { return false; },
                        [](const Variable&) { return false; },
                        [](const Temporal&) { return false; },
                        [](const Quantified&) { return false; },
                        [](const Coalition&) { return false; },
                        [](const Dynamic&) { return false; },
                        [](const Step&) { return false; },
                        [](const Test&) { return false; },
                        [](const Combined&) { return false; },
                        [](const Star&) { return false; },
                    },
                    formula);
}

std::vector<FormulaId> list_parts_along(const FormulaStore& store, FormulaId path) {
  return base::collect_parts(path, [&](FormulaId id, const auto& visit) {
    if (store.traits(id).sort != Sort::state) for_each_part(store[id], visit);
  });
}

std::vector<FormulaId> list_state_parts(const FormulaStore& store, FormulaId path) {
  std::vector<FormulaId> result = list_parts_along(store, path);
  std::erase_if(result, [&](FormulaId id) { return store.traits(id).sort != Sort::state; });
  return result;
}

std::vector<FormulaId> closure(const FormulaStore& store, FormulaId root) {
  return base::collect_parts(
      root, [&](FormulaId id, const auto& part) { for_each_part(store[id], part); });
}

}  // namespace ken::logic
