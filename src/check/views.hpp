#pragma once
#include <map>
#include <optional>
#include <vector>

#include "check/label.hpp"
#include "logic/formula.hpp"

namespace ken::check {

// What an agent sees, or a group together: the variables, ascending.
[[nodiscard]] std::vector<model::VarId> pooled_view(const model::Model& model,
                                                    const logic::Group& group);

// Whom a modality asks about its argument: nobody, each of its agents, or all of them together.
enum class Asks : std::uint8_t { nobody, each, together };

// What the knowledge of each view is asked about.  Many questions to one agent about a few
// variables need only the domain projected to what it sees and what they mention; it is made once.
class Views {
 public:
  // Notes that these will be asked about the argument of the modality, which is propositional.
  void note(const model::Model& model, const logic::Modal& modal, Asks asks);
  // The domain, or a projection that is as good for this view and argument.
  [[nodiscard]] const StateSet& domain_for(symbolic::System& system, const StateSet& domain,
                                           const std::vector<model::VarId>& seen,
                                           const Label& argument);

 private:
  struct View {
    std::vector<model::VarId> mentioned;
    std::size_t questions = 0;
    std::optional<StateSet> projected;
    std::vector<bdd::Variable> left;  // bits of the projection, ascending
  };
  std::map<std::vector<model::VarId>, View> views_;
};

}  // namespace ken::check
