#include "bdd/manager.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/check.hpp"
#include "bdd/backend.hpp"

namespace ken::bdd {
namespace {

// In a build for it (preset stress) every manager can be made to suffer from outside, so that all
// tests of the project run under rare circumstances: KEN_STRESS=collect, forget, grow,
// check or reorder.
Settings apply_stress(Settings settings) {
#ifdef KEN_STRESSABLE
  const char* const mode = std::getenv("KEN_STRESS");
  const std::string_view name = mode == nullptr ? "" : mode;
  CHECK(name.empty() || name == "collect" || name == "forget" || name == "grow" ||
            name == "check" || name == "reorder",
        "KEN_STRESS is collect, forget, grow, check or reorder");
  Stress& stress = settings.stress;
  stress.small_tables = stress.small_tables || !name.empty();
  if (name == "collect" && stress.collect_every == 0) stress.collect_every = 1;
  if (name == "forget" && !stress.fixed_cache) stress.fixed_cache = 1024;
  if (name == "grow") stress.grow_always = true;
  if (name == "reorder") {
    stress.collect_every = 8;
    settings.early = settings.explosion = 1;
  }
  if (name == "check" && stress.check_every == 0) stress.check_every = 1;
#endif
  return settings;
}

}  // namespace

Manager::Manager(std::size_t variables, base::Budget& budget, const Settings& settings)
    : variables_(variables),
      budget_(budget),
      backend_(std::make_unique<Backend>(variables, budget, apply_stress(settings))) {}

bool Manager::can_be_several() {
#ifdef KEN_BDD_BUDDY
  return false;
#else
  return true;
#endif
}

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

void Manager::suggest(std::span<const Variable> order, std::span<const VariableGroup> groups) {
  backend_->suggest(order, groups);
}

std::vector<Variable> Manager::add_below(std::span<const Variable> upper) {
  for (const Variable v : upper)
    CHECK(static_cast<std::size_t>(v) < variables_, "a variable of this manager");
  std::vector<Variable> fresh = backend_->add_below(upper);
  variables_ += fresh.size();
  return fresh;
}

std::vector<Variable> Manager::add_at(std::size_t level, std::size_t count) {
  CHECK(level <= variables_, "a level of this manager, or the bottom");
  std::vector<Variable> fresh = backend_->add_at(level, count);
  variables_ += fresh.size();
  return fresh;
}

void Manager::reorder() { backend_->reorder(); }

void Manager::reorder_to(std::span<const Variable> order) { backend_->reorder_to(order); }

std::vector<Variable> Manager::order() const { return backend_->order(); }

std::size_t Manager::level(Variable v) const { return backend_->level_of(v); }

std::size_t Manager::reorderings() const { return backend_->reorderings(); }

std::size_t Manager::nodes() const { return backend_->nodes(); }

Statistics Manager::statistics() { return backend_->statistics(); }

std::uint64_t Manager::work() const { return backend_->work(); }

void Manager::limit_work(std::uint64_t most) { backend_->limit_work(most); }

std::uint64_t Manager::most_work() const { return backend_->most_work(); }

void Manager::watch_work(const Watch& watch) { backend_->watch_work(watch); }

}  // namespace ken::bdd
