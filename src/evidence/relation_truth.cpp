// Relations of logic files on two states.
//
// What compares the states is decided by their values.  That one step, or some steps, lead from the
// one to the other is known only if the run of the hop makes them: it passes through both, in this
// order, or for a converse relation in the other one.  What is not known so may still decide
// nothing: 'and' with something false, 'or' with something true.  Each part is looked at once in
// each direction.

#include "evidence/relation_truth.hpp"

#include <algorithm>
#include <map>

#include "evidence/state_check.hpp"
#include "evidence/strategy.hpp"

namespace ken::evidence {
namespace {

using logic::RelationId;
using model::State;
using Known = std::optional<bool>;

class RelationTruth {
 public:
  RelationTruth(const model::Model& model, const State& from, const Hop& hop)
      : model_(model), from_(from), to_(hop.run.states[hop.at]), hop_(hop) {}

  Known find(RelationId root) {
    for (const RelationId part : model::list_parts(model_.relations, root))
      for (const bool turned : {false, true}) known_[{part, turned}] = look_at(part, turned);
    return known_.at({root, false});
  }

 private:
  [[nodiscard]] Known look_at(RelationId id, bool turned) const {
    const State& here = turned ? to_ : from_;
    const State& there = turned ? from_ : to_;
    const auto value = [&](const model::VariableAt& v) {
      return (v.moment == model::Moment::now ? here : there)[static_cast<std::size_t>(v.variable)];
    };
    return std::visit(
        logic::overloaded{
            [&](const model::Everywhere& r) -> Known { return r.value; },
            [&](const model::OneStep&) -> Known { return is_made(turned, 1); },
            [&](const model::ManySteps&) -> Known {
              return from_ == to_ ? Known(true) : is_made(turned, hop_.run.states.size());
            },
            [&](const model::SameState&) -> Known { return here == there; },
            [&](const model::LooksAlike& r) -> Known {
              return looks_alike(model_, r.agent, here, there);
            },
            [&](const model::SameValue& r) -> Known { return value(r.first) == value(r.second); },
            [&](const model::Complement& r) -> Known {
              const Known of = known_.at({r.of, turned});
              return of ? Known(!*of) : std::nullopt;
            },
            [&](const model::Combination& r) -> Known {
              Known result = r.all;
              for (const RelationId part : r.parts) {
                const Known one = known_.at({part, turned});
                if (one == !r.all) return !r.all;
                if (!one) result = std::nullopt;
              }
              return result;
            },
            [&](const model::Converse& r) -> Known {
              return known_.at({r.of, !turned});
            },
        },
        model_.relations[id]);
  }

  // Whether the run makes at most so many steps from the state to the place of the hop, or from
  // there to the state.
  [[nodiscard]] Known is_made(bool turned, std::size_t most) const {
    const auto& states = hop_.run.states;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool in_order = turned ? i > hop_.at : i < hop_.at;
      const std::size_t steps = turned ? i - hop_.at : hop_.at - i;
      if (in_order && steps <= most && states[i] == from_) return true;
    }
    return std::nullopt;
  }

  const model::Model& model_;
  const State& from_;
  const State& to_;
  const Hop& hop_;
  std::map<std::pair<RelationId, bool>, Known> known_;
};

}  // namespace

std::optional<bool> find_related(const model::Model& model, RelationId relation, const State& from,
                                 const Hop& hop) {
  return RelationTruth(model, from, hop).find(relation);
}

}  // namespace ken::evidence
