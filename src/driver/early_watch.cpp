#include "driver/early_watch.hpp"

namespace ken::driver {
namespace {

// What ends sooner is decided soon anyway.
constexpr double soon = 0.5;  // seconds
// Of the time so far.
constexpr double most_of_time = 0.2;

}  // namespace

EarlyWatch::EarlyWatch(symbolic::System& system, const Questions& questions)
    : system_(system), questions_(questions), budget_(system.budget()), start_(budget_.seconds()) {
  if (!questions.settled) return;
  for (std::size_t i = 0; i < questions.formulas.size(); ++i)
    if (!questions.restricted[i]) watched_.push_back(i);
}

symbolic::GoOn EarlyWatch::look(const symbolic::Reachable& so_far) {
  using symbolic::GoOn;
  if (watched_.empty() || !worthwhile_ || !is_time()) return GoOn::yes;
  if (!answers_) begin();
  if (!answers_->hopeful()) return GoOn::yes;
  const double before = budget_.seconds();
  const bool done = look_in_time(so_far);
  taken_ += budget_.seconds() - before;
  for (const auto& answer : answers_->take_answers())
    questions_.settled(watched_[answer.formula], answer.holds, answer.seconds);
  const bool all = done && answers_->complete() && watched_.size() == questions_.formulas.size();
  return all && questions_.first_answer ? GoOn::no : GoOn::yes;
}

void EarlyWatch::begin() {
  std::vector<logic::FormulaId> formulas;
  formulas.reserve(watched_.size());
  for (const std::size_t question : watched_) formulas.push_back(questions_.formulas[question]);
  answers_.emplace(system_, formulas);
}

bool EarlyWatch::is_time() const {
  if (questions_.first_answer) return true;
  const double passed = budget_.seconds() - start_;
  return passed >= soon && taken_ <= most_of_time * passed;
}

bool EarlyWatch::look_in_time(const symbolic::Reachable& so_far) {
  if (!questions_.first_answer) budget_.limit_formula(most_of_time * (budget_.seconds() - start_));
  bool done = false;
  try {
    answers_->look(so_far);
    done = true;
  } catch (const base::Exhausted& e) {
    // Verdicts wait for the end, or for more time.
    if (e.resource() == base::Resource::cancelled) throw;
    worthwhile_ = e.resource() == base::Resource::time;
  }
  budget_.limit_formula(std::nullopt);
  budget_.check_limits_now();
  return done;
}

}  // namespace ken::driver
