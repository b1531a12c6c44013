// Relations of logic files, pair by pair.
//
// A relation is a table: for each state s of the domain the set of all t of the domain that it
// leads to.  The table of a relation is made from those of its parts, each straight from its
// meaning; 'reach' by walking from every state.  all R: f holds where the row lies in f, some R: f
// where it meets f.  A square of bits for each part: this is for small models.

#include "concrete/related.hpp"

#include "concrete/labeller.hpp"

namespace ken::concrete {
namespace {

using logic::RelationId;
using Table = std::vector<StateSet>;

class TableMaker {
 public:
  explicit TableMaker(Context& context) : c_(context) {}

  Table make(RelationId id) {
    return std::visit(
        logic::overloaded{
            [&](const model::Everywhere& r) {
              return by_state([&](StateId) { return r.value ? domain() : c_.arena.nothing(); });
            },
            [&](const model::OneStep&) { return by_state([&](StateId s) { return step(s); }); },
            [&](const model::ManySteps&) { return by_state([&](StateId s) { return reach(s); }); },
            [&](const model::SameState&) {
              return by_pair([&](StateId s, StateId t) { return s == t; });
            },
            [&](const model::LooksAlike& r) {
              const auto& classes = classes_of(c_, c_.model[r.agent].visible);
              return by_pair([&](StateId s, StateId t) {
                return classes[static_cast<std::size_t>(s)] == classes[static_cast<std::size_t>(t)];
              });
            },
            [&](const model::SameValue& r) {
              return by_pair([&](StateId s, StateId t) {
                return value(r.first, s, t) == value(r.second, s, t);
              });
            },
            [&](const model::Complement& r) {
              const Table& of = pairs_of(c_, r.of);
              return by_state([&](StateId s) { return domain() - of[index(s)]; });
            },
            [&](const model::Combination& r) {
              return by_state([&](StateId s) {
                StateSet row = r.all ? domain() : c_.arena.nothing();
                for (const RelationId part : r.parts) {
                  const StateSet& other = pairs_of(c_, part)[index(s)];
                  row = r.all ? row & other : row | other;
                }
                return row;
              });
            },
            [&](const model::Converse& r) {
              const Table& of = pairs_of(c_, r.of);
              return by_pair([&](StateId s, StateId t) { return of[index(t)].contains(s); });
            },
        },
        c_.model.relations[id]);
  }

 private:
  [[nodiscard]] static std::size_t index(StateId s) { return static_cast<std::size_t>(s); }
  [[nodiscard]] const StateSet& domain() const { return c_.arena.domain; }

  template <class Row>
  Table by_state(const Row& row) {
    Table table(c_.space.size(), c_.arena.nothing());
    domain().for_each([&](StateId s) {
      c_.arena.budget->check_limits();
      table[index(s)] = row(s);
    });
    return table;
  }
  template <class Holds>
  Table by_pair(const Holds& holds) {
    return by_state([&](StateId s) {
      StateSet row = c_.arena.nothing();
      domain().for_each([&](StateId t) {
        if (holds(s, t)) row.insert(t);
      });
      return row;
    });
  }

  StateSet step(StateId s) {
    StateSet row = c_.arena.nothing();
    for (const StateId t : c_.arena.steps->successors(s))
      if (domain().contains(t)) row.insert(t);
    return row;
  }
  StateSet reach(StateId s) {
    StateSet row = c_.arena.nothing();
    row.insert(s);
    std::vector<StateId> open{s};
    while (!open.empty()) {
      const StateSet next = step(open.back()) - row;
      open.pop_back();
      row = row | next;
      next.for_each([&](StateId t) { open.push_back(t); });
    }
    return row;
  }
  [[nodiscard]] model::Value value(const model::VariableAt& v, StateId s, StateId t) const {
    const StateId where = v.moment == model::Moment::now ? s : t;
    return c_.space.state(where)[static_cast<std::size_t>(v.variable)];
  }

  Context& c_;
};

}  // namespace

const std::vector<StateSet>& pairs_of(Context& context, RelationId relation) {
  for (const RelationId part : model::list_parts(context.model.relations, relation)) {
    if (context.relations.contains(part)) continue;
    base::Charge charge(*context.arena.budget);
    charge.add(context.space.size() * (context.space.size() / 8 + sizeof(StateSet)));
    Table table = TableMaker(context).make(part);
    context.relations.emplace(part, std::move(table));
    charge.keep();
  }
  return context.relations.at(relation);
}

StateSet label_related(Context& context, logic::PathQuantifier quantifier, RelationId relation,
                       const StateSet& set) {
  const Table& table = pairs_of(context, relation);
  const bool all = quantifier == logic::PathQuantifier::all;
  StateSet result = context.arena.nothing();
  context.arena.domain.for_each([&](StateId s) {
    const StateSet& row = table[static_cast<std::size_t>(s)];
    if (all ? (row - set).empty() : !(row & set).empty()) result.insert(s);
  });
  return result;
}

}  // namespace ken::concrete
