#pragma once
#include <map>
#include <optional>
#include <vector>

#include "logic/formula.hpp"
#include "symbolic/system.hpp"

namespace ken::check {

// What an agent sees, or a group together: the variables, ascending.
[[nodiscard]] std::vector<model::VarId> pooled_view(const model::Model& model,
                                                    const logic::Group& group);

// What the knowledge of each view is asked about.  Many questions to one agent about a few
// variables need only the domain projected to what it sees and what they mention; it is made once.
class Views {
 public:
  // Notes a question: the modality, if it is one of knowledge, will be asked about its argument,
  // which is propositional.
  void note(const model::Model& model, const logic::Modal& modal);
  // The domain, or a projection that is as good for this view and argument.
  [[nodiscard]] const bdd::Bdd& domain_for(symbolic::System& system, const bdd::Bdd& domain,
                                           const std::vector<model::VarId>& seen,
                                           const bdd::Bdd& argument);

 private:
  struct View {
    std::vector<model::VarId> mentioned;
    std::size_t questions = 0;
    std::optional<bdd::Bdd> projected;
    std::vector<bdd::Variable> left;  // bits of the projection, ascending
  };
  std::map<std::vector<model::VarId>, View> views_;
};

}  // namespace ken::check
