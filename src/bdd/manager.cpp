#include "bdd/manager.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "bdd/backend.hpp"

namespace ken::bdd {

Manager::Manager(std::size_t variables, base::Budget& budget, const Settings& settings)
    : variables_(variables),
      budget_(budget),
      backend_(std::make_unique<Backend>(variables, budget, settings)) {}

Manager::~Manager() = default;

Bdd Manager::constant(bool value) { return {*this, value ? 1U : 0U}; }

Bdd Manager::variable(Variable v) { return literal(v, true); }

Bdd Manager::literal(Variable v, bool value) {
  CHECK(static_cast<std::size_t>(v) < variables_, "a variable of this manager");
  return {*this, backend_->run([&] { return backend_->literal(v, value); })};
}

VariableSet Manager::set(std::vector<Variable> variables) {
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  VariableSet result;
  result.number_ = backend_->set(variables);
  result.variables_ = std::move(variables);
  return result;
}

Renaming Manager::renaming(std::span<const std::pair<Variable, Variable>> pairs) {
  return static_cast<Renaming>(backend_->renaming({pairs.begin(), pairs.end()}));
}

void Manager::group(std::span<const VariableGroup> groups) { backend_->group(groups); }

void Manager::reorder() { backend_->reorder(); }

std::vector<Variable> Manager::order() const { return backend_->order(); }

std::size_t Manager::level(Variable v) const { return backend_->level_of(v); }

std::size_t Manager::nodes() const { return backend_->nodes(); }

Statistics Manager::statistics() { return backend_->statistics(); }

}  // namespace ken::bdd
