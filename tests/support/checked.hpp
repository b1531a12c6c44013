#pragma once
#include <memory>
#include <string>
#include <vector>

#include "concrete/labeller.hpp"

namespace ken::tests {

// A text with formulas of its own, explored and ready to be labelled by the explicit engine.
class Checked {
 public:
  // Formulas are numbered from 0 as given; what the text itself asks comes before them.
  Checked(const std::string& text, const std::vector<std::string>& formulae);

  [[nodiscard]] const model::Model& model() const { return *model_; }
  [[nodiscard]] const concrete::StateSpace& space() const { return *space_; }
  [[nodiscard]] const concrete::Arena& arena() const { return context_->arena; }
  [[nodiscard]] concrete::StateSet label(std::size_t formula);
  [[nodiscard]] concrete::StateSet label(const std::string& formula);
  [[nodiscard]] concrete::StateSet label(logic::FormulaId formula);
  // Variables stand for these fixpoints, outermost first.
  [[nodiscard]] concrete::StateSet label(logic::FormulaId formula,
                                         const std::vector<logic::FormulaId>& fixpoints);
  // One more formula.
  [[nodiscard]] logic::FormulaId add(const logic::Formula& formula) {
    return model_->formulas.add(formula);
  }
  // Whether some restriction of its coalitions makes it true.
  [[nodiscard]] bool holds_uniformly(std::size_t formula);

 private:
  [[nodiscard]] logic::FormulaId formula(std::size_t number) const;

  std::vector<std::string> formulae_;
  std::unique_ptr<model::Model> model_;
  base::Budget budget_;
  std::unique_ptr<concrete::StateSpace> space_;
  std::unique_ptr<concrete::Context> context_;
};

}  // namespace ken::tests
