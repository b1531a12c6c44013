#pragma once
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "check/views.hpp"
#include "logic/formula.hpp"
#include "symbolic/reach.hpp"

namespace ken::check {

using bdd::Bdd;
using logic::FormulaId;

class Labeller;

// How one modality is decided on diagrams.  Each family file owns a table of these.  The arguments
// and the result are labels: see Labeller.
struct Rule {
  logic::Builtin modality;
  Bdd (*label)(Labeller&, const logic::Modal&, std::span<const Bdd> args);
};
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Which outcomes of a strategy count in a fair model.
enum class Outcomes : std::uint8_t { fair, all };

// What is worth knowing once about a coalition.
struct Coalition {
  Bdd available;              // reachable states and moves with some successor
  Bdd alive;                  // reachable states with a successor
  std::optional<Bdd> escape;  // where it can leave all fair paths
};

// Labels formulas with the states where they hold.  A label agrees with its formula on the domain
// and may say anything elsewhere: so atoms and knowledge keep the small diagrams they have by
// themselves. The domain is the reachable states, under fairness those where a fair path starts.
// Every formula is labelled once, and its label is dropped when the last formula that needs it is
// done.
class Labeller {
 public:
  // 'wanted' are the formulas that will be decided.  Labels the fairness lines; throws Exhausted.
  Labeller(symbolic::System& system, const symbolic::Reachable& reachable,
           std::span<const FormulaId> wanted);

  // Whether the wanted formula of this number holds in all initial states of the domain.
  [[nodiscard]] bool holds(std::size_t wanted);
  // The same with every outcome of a strategy counted, fair or not.
  [[nodiscard]] bool holds_for_all_outcomes(std::size_t wanted);
  // A coalition of the wanted formula can leave all fair paths from some initial state.
  [[nodiscard]] bool leaves_fair_paths(FormulaId formula);
  // The states of the domain where any formula holds.
  [[nodiscard]] Bdd label(FormulaId formula, Outcomes outcomes = Outcomes::fair);

  [[nodiscard]] symbolic::System& system() { return system_; }
  [[nodiscard]] const model::Model& model() const { return system_.model(); }
  [[nodiscard]] const Bdd& domain() const { return domain_; }
  [[nodiscard]] const Bdd& reachable() const { return reachable_.states; }
  [[nodiscard]] Bdd initial() const { return system_.initial() & domain_; }
  [[nodiscard]] bool is_fair() const { return fair_model_; }
  [[nodiscard]] Outcomes outcomes() const { return fair_model_ ? outcomes_ : Outcomes::all; }
  [[nodiscard]] const std::vector<Bdd>& fairness() const { return fairness_; }
  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

  // The domain as far as these variables see it, with as many others as the arguments of the wanted
  // formulas mention; everything if they mention too much.
  [[nodiscard]] const Bdd& domain_for(const std::vector<model::VarId>& view, const Bdd& argument) {
    return views_.domain_for(system_, domain_, view, argument);
  }
  [[nodiscard]] Coalition& coalition(const logic::Group& members);
  // In some reachable state a member is allowed two actions.
  [[nodiscard]] bool has_choice(const logic::Group& members);

 private:
  using Known = std::unordered_map<FormulaId, Bdd>;
  // A formula that must hold in all initial states, or in the whole domain.
  struct Obligation {
    FormulaId formula{};
    bool everywhere = false;
  };
  [[nodiscard]] std::vector<Obligation> obligations(FormulaId root) const;
  void plan(std::span<const FormulaId> roots);
  void restrict_to_fair_states();
  [[nodiscard]] Bdd labelled(FormulaId root, Known& known);
  void release(FormulaId formula, Known& known);
  [[nodiscard]] Bdd compute(const logic::Formula& formula, const Known& known);
  [[nodiscard]] Bdd modal(const logic::Modal& modal, const Known& known);
  [[nodiscard]] bool met(const std::vector<Obligation>& obligations, Known& known);

  symbolic::System& system_;
  const symbolic::Reachable& reachable_;
  std::vector<std::vector<Obligation>> wanted_;
  Bdd domain_;
  bool fair_model_ = false;
  std::vector<Bdd> fairness_;
  Known known_;
  std::unordered_map<FormulaId, std::size_t> users_;
  Views views_;
  std::map<logic::Group, Coalition> coalitions_;
  std::map<logic::AgentId, bool> has_choice_;
  Outcomes outcomes_ = Outcomes::fair;
  std::size_t evaluations_ = 0;
};

// ---- shared by the families ----

// A label cut to the domain, and its complement in it.
[[nodiscard]] Bdd inside(Labeller& labeller, const Bdd& label);
[[nodiscard]] Bdd outside(Labeller& labeller, const Bdd& label);
// States of the domain with a successor in the set, which lies in the domain.
[[nodiscard]] Bdd some_successor(Labeller& labeller, const Bdd& set);
// E(f U g), and E G f over fair paths if the model is fair.
[[nodiscard]] Bdd exists_until(Labeller& labeller, const Bdd& f, const Bdd& g);
[[nodiscard]] Bdd exists_globally(Labeller& labeller, const Bdd& f);

// From some initial state the coalition can make every outcome unfair.
[[nodiscard]] bool can_leave_fair_paths(Labeller& labeller, const logic::Group& members);

}  // namespace ken::check
