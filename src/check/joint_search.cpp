// Several threads search for one strategy.
//
// Each has the question in a system of its own (twin.cpp).  They work in rounds: everybody tries a
// few candidates, and then tells all others, in the order of the threads, the facts it has learnt.
// A fact holds of every strategy, whoever came upon it, so all of them search with the clauses of
// all.  Nothing is divided among them: solvers that were told the same in different order propose
// different candidates, and little is learnt twice (docs/adr/0019).
//
// Why the answer is right: no strategy is left if the clauses of somebody clash.  One that a helper
// found is confirmed by the leader like its own.
//
// Why it is the same in every run: rounds are counted in candidates and not in seconds, nothing is
// exchanged before everybody is done, and of several findings the one of the first thread counts.
//
// Most questions are answered by a few candidates, so the leader begins alone.  Helpers cost
// memory, each as much as the system; if there is no room for them the leader goes on alone.
//
// With many threads a round takes as long as its slowest candidate and every thread has to be told
// everything.  So with 64 rounds would have to be longer, and short facts alone be exchanged.

#include "check/joint_search.hpp"

#include <exception>
#include <thread>

#include "bdd/storage.hpp"
#include "check/clash.hpp"

namespace ken::check {
namespace {

// Runs the first of so many here, the others on threads; what was thrown, by number.
std::vector<std::exception_ptr> run_side_by_side(std::size_t count,
                                                 const std::function<void(std::size_t)>& run) {
  std::vector<std::exception_ptr> wrong(count);
  const auto run_one = [&](std::size_t i) {
    try {
      run(i);
    } catch (...) {
      wrong[i] = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < count; ++i) threads.emplace_back(run_one, i);
  run_one(0);
  threads.clear();
  return wrong;
}

// Whether somebody had not enough; what else was thrown is thrown again.
bool ran_out(const std::vector<std::exception_ptr>& wrong) {
  bool result = false;
  for (const std::exception_ptr& one : wrong) {
    try {
      if (one) std::rethrow_exception(one);
    } catch (const base::Exhausted&) {
      result = true;
    }
  }
  return result;
}

}  // namespace

// Somebody who searches on a thread of its own.
class JointSearch::Helper {
 public:
  Helper(const Likeness& likeness, base::Budget& parent, const std::stop_token& stop,
         const SetUp& set_up)
      : budget_(parent.child({.seconds = {}, .cpu_seconds = {}, .bytes = {}, .stop = stop})),
        twin_(likeness, budget_),
        search_(set_up(twin_.context(), twin_.carried())) {}

  void work(const std::string& starts, std::size_t candidates) {
    known_ = search_.facts();
    const SearchEffort before = twin_.context().effort;
    const StateSet set(carry_over(starts, twin_.context().system.manager()).front());
    finding_ = search_.search(set, candidates);
    effort_ = {twin_.context().effort.candidates - before.candidates,
               twin_.context().effort.clauses - before.clauses};
  }

  [[nodiscard]] Finding finding() const { return finding_; }
  [[nodiscard]] const SearchEffort& effort() const { return effort_; }
  [[nodiscard]] StrategySearch& search() { return search_; }
  [[nodiscard]] std::size_t known() const { return known_; }

 private:
  base::Budget budget_;
  Twin twin_;
  StrategySearch search_;
  Finding finding_ = Finding::open;
  SearchEffort effort_;
  std::size_t known_ = 0;  // facts, at the beginning of the round
};

JointSearch::JointSearch(Context& context, std::vector<Bdd> carried, SetUp set_up)
    : context_(context),
      carried_(std::move(carried)),
      set_up_(std::move(set_up)),
      leader_(set_up_(context, carried_)) {}
JointSearch::~JointSearch() = default;

bool JointSearch::can_be_helped() const {
  return context_.teamwork.threads > 1 && !alone_ && bdd::Manager::can_be_several() &&
         context_.arena.steps == context_.system.shared_steps();
}

bool JointSearch::find_from(const StateSet& starts) {
  if (can_be_helped()) {
    const Finding finding = leader_.search(starts, context_.teamwork.alone);
    if (finding == Finding::open) return search_together(starts);
    lost_together_ = leader_.lost_together();
    return finding == Finding::found;
  }
  const bool found = leader_.find_from(starts);
  lost_together_ = leader_.lost_together();
  return found;
}

// While they get ready the leader goes on.
Finding JointSearch::gather_helpers(const StateSet& starts) {
  const Likeness likeness = make_likeness(context_, carried_);
  stop_ = {};
  Helpers helpers(context_.teamwork.threads - 1);
  Finding finding = Finding::open;
  const auto wrong = run_side_by_side(helpers.size() + 1, [&](std::size_t i) {
    if (i == 0)
      finding = lead(starts, context_.teamwork.alone);
    else
      helpers[i - 1] =
          std::make_unique<Helper>(likeness, context_.system.budget(), stop_.get_token(), set_up_);
  });
  if (wrong.front()) std::rethrow_exception(wrong.front());
  if (ran_out(wrong)) return finding;
  helpers_ = std::move(helpers);
  told_ = 0;
  return finding;
}

// If the leader runs out of something nobody need go on.
Finding JointSearch::lead(const StateSet& starts, std::size_t candidates) {
  try {
    return leader_.search(starts, candidates);
  } catch (const base::Exhausted&) {
    stop_.request_stop();
    throw;
  }
}

// Brings the helpers up to what the leader knows.
void JointSearch::tell_helpers() {
  for (; told_ < leader_.facts(); ++told_) {
    const Fact fact = leader_.fact(told_);
    for (const auto& helper : helpers_) helper->search().learn(fact);
  }
}

std::vector<Fact> JointSearch::list_reasons() const {
  std::vector<Fact> all;
  for (std::size_t i = 0; i < leader_.facts(); ++i) all.push_back(leader_.fact(i));
  return find_clash(context_.system, std::move(all), lost_together_);
}

bool JointSearch::search_together(const StateSet& starts) {
  if (helpers_.empty())
    if (const auto settled = settle(gather_helpers(starts), leader_))
      return *settled == Finding::found;
  const std::string text = bdd::save(std::vector{starts.function()});
  tell_helpers();
  while (!helpers_.empty()) {
    if (const auto finding = work_a_round(starts, text)) return *finding == Finding::found;
  }
  alone_ = true;
  return find_from(starts);
}

// Nothing if the question is still open, or the helpers are gone.
std::optional<Finding> JointSearch::work_a_round(const StateSet& starts, const std::string& text) {
  Finding finding = Finding::open;
  const std::size_t candidates = context_.teamwork.round;
  const auto wrong = run_side_by_side(helpers_.size() + 1, [&](std::size_t i) {
    if (i == 0)
      finding = lead(starts, candidates);
    else
      helpers_[i - 1]->work(text, candidates);
  });
  if (wrong.front()) std::rethrow_exception(wrong.front());
  const bool disbanded = ran_out(wrong);
  if (!disbanded) {
    for (const auto& helper : helpers_) context_.effort += helper->effort();
    exchange();
  }
  if (const auto settled = settle(finding, leader_)) return settled;
  if (!disbanded)
    for (const auto& helper : helpers_) {
      if (const auto settled = settle(helper->finding(), helper->search())) {
        // Both know the same points now; elsewhere both do what they did at the beginning.
        if (*settled == Finding::found) leader_.follow(helper->search().list_selections());
        return settled;
      }
    }
  if (disbanded) helpers_.clear();
  return {};
}

// What one of them found counts for all.
std::optional<Finding> JointSearch::settle(Finding finding, const StrategySearch& search) {
  if (finding == Finding::open) return {};
  if (finding == Finding::none) lost_together_ = search.lost_together();
  return finding;
}

// Tells everybody what the others have learnt in this round.
void JointSearch::exchange() {
  std::vector<StrategySearch*> all{&leader_};
  std::vector<std::size_t> before{told_};
  for (const auto& helper : helpers_) {
    all.push_back(&helper->search());
    before.push_back(helper->known());
  }
  std::vector<std::vector<Fact>> fresh(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = before[i]; k < all[i]->facts(); ++k) fresh[i].push_back(all[i]->fact(k));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < all.size(); ++k)
      if (i != k)
        for (const Fact& fact : fresh[k]) all[i]->learn(fact);
  told_ = leader_.facts();
}

}  // namespace ken::check
