// Several threads search for one strategy.
//
// Each has the question in a system of its own (twin.cpp) and tries candidates, proposed by a
// solver of another variety.  After a stint it pins the facts it has read off the model on a board:
// a fact holds of every strategy, whoever came upon it.  What it has concluded from facts, the
// cycles, it keeps to itself: how long a solver takes is much a matter of luck, and solvers that
// are told the same have the same luck.  Nothing is divided among them (docs/adr/0019).
//
// Stints are equal in work, and nobody waits at the end of one for the others to come to theirs:
// before its stint n a thread reads what was pinned after the stints n-2, which is there unless
// somebody is a whole stint behind.
//
// Why the answer is right: no strategy is left if the clauses of somebody clash.  One that a helper
// found is confirmed by the leader like its own.
//
// Why it is the same in every run: stints are measured in steps of diagrams and solver and not in
// seconds, and what is read before each of them does not depend on who is ahead.  The finding of
// the earliest stint counts, and of several in it that of the first thread.  Whoever reads of a
// finding stops; nobody begins stint n+2 before everybody has pinned stint n, so all of them stop
// behind the same one.
//
// Most questions are answered soon, so the leader begins alone, for as long as building the system
// took: that is about what a helper needs to get ready.  Helpers cost memory, each as much as the
// system; if there is no room for them the leader goes on alone.
//
// With many threads everybody has to be told everything.  So with 64 stints would have to be
// longer, and short facts alone be exchanged.

#include "check/joint_search.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "base/check.hpp"
#include "bdd/storage.hpp"
#include "check/board.hpp"
#include "check/clash.hpp"

namespace ken::check {
namespace {

using Numbered = std::function<void(std::size_t)>;

// Runs the first of so many here, the others on threads; what was thrown, by number.  Whoever waits
// for one that fails, or never starts, is told by 'fail'.
std::vector<std::exception_ptr> run_side_by_side(std::size_t count, const Numbered& run,
                                                 const Numbered& fail) {
  std::vector<std::exception_ptr> wrong(count);
  const auto run_one = [&](std::size_t i) {
    try {
      run(i);
    } catch (...) {
      wrong[i] = std::current_exception();
      fail(i);
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < count; ++i) {
    try {
      threads.emplace_back(run_one, i);
    } catch (const std::system_error&) {
      wrong[i] =
          std::make_exception_ptr(base::Exhausted(base::Resource::memory, "no more threads"));
      fail(i);
    }
  }
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

// How many stints later than they are done the others hear of them.
constexpr std::size_t delay = 2;

// What others need to get ready, at least, in steps of diagrams.
constexpr std::uint64_t least_work_alone = 1'000'000;

// Whether to go on.
bool read_news(Board& board, std::size_t own, std::size_t stint, StrategySearch& search) {
  if (stint < delay) return true;
  std::vector<const Post*> posts;
  for (std::size_t i = 0; i < board.threads(); ++i)
    if (i != own) posts.push_back(&board.read(i, stint - delay));
  for (const Post* const post : posts)
    for (const Fact& fact : post->facts) search.learn(fact);
  return std::none_of(posts.begin(), posts.end(), [](const Post* p) { return p->is_last(); });
}

void take_part(Board& board, std::size_t own, const SearchEffort& effort, StrategySearch& search,
               const std::function<Finding()>& work_a_stint) {
  for (std::size_t stint = 0; read_news(board, own, stint, search); ++stint) {
    const std::size_t known = search.facts();
    const SearchEffort before = effort;
    const Finding finding = work_a_stint();
    board.pin(
        own, {.facts = search.list_observed(known), .effort = effort - before, .finding = finding});
    if (finding != Finding::open) return;
  }
}

// The thread whose finding counts.
std::size_t find_first_finding(const Board& board) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < board.threads(); ++i) {
    const auto& posts = board.posts(i);
    if (posts.empty() || posts.back().finding == Finding::open) continue;
    if (!first || posts.size() < board.posts(*first).size()) first = i;
  }
  CHECK(first.has_value(), "nobody stops before something is found");
  return *first;
}

}  // namespace

// Somebody who searches on a thread of its own.
class JointSearch::Helper {
 public:
  Helper(const Likeness& likeness, std::size_t own, base::Budget& parent,
         const std::stop_token& stop, const SetUp& set_up)
      : budget_(parent.child({.seconds = {}, .cpu_seconds = {}, .bytes = {}, .stop = stop})),
        twin_(likeness, own, budget_),
        search_(set_up(twin_.context(), twin_.carried())) {}

  void take_part(Board& board, const std::string& starts, std::uint64_t stint) {
    Context& context = twin_.context();
    const StateSet set(carry_over(starts, context.system.manager()).front());
    check::take_part(board, context.teamwork.own, context.effort, search_,
                     [&] { return search_.search(set, stint); });
  }
  [[nodiscard]] StrategySearch& search() { return search_; }

 private:
  base::Budget budget_;
  Twin twin_;
  StrategySearch search_;
};

JointSearch::JointSearch(Context& context, std::vector<Bdd> carried, SetUp set_up)
    : context_(context),
      carried_(std::move(carried)),
      set_up_(std::move(set_up)),
      leader_(set_up_(context, carried_)),
      work_alone_(context.teamwork.alone.value_or(
          std::max(least_work_alone, context.system.manager().work()))) {}
JointSearch::~JointSearch() = default;

bool JointSearch::can_be_helped() const {
  return context_.teamwork.threads > 1 && !alone_ && bdd::Manager::can_be_several() &&
         context_.arena.steps == context_.system.shared_steps();
}

bool JointSearch::find_from(const StateSet& starts) {
  if (can_be_helped()) {
    const Finding finding = lead(starts, work_alone_);
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
  const auto get_ready = [&](std::size_t i) {
    if (i == 0)
      finding = lead(starts, work_alone_);
    else
      helpers[i - 1] = std::make_unique<Helper>(likeness, i, context_.system.budget(),
                                                stop_.get_token(), set_up_);
  };
  const auto wrong = run_side_by_side(helpers.size() + 1, get_ready, [](std::size_t) {});
  if (wrong.front()) std::rethrow_exception(wrong.front());
  if (ran_out(wrong)) return finding;
  helpers_ = std::move(helpers);
  told_ = 0;
  return finding;
}

// If the leader runs out of something nobody need go on.
Finding JointSearch::lead(const StateSet& starts, std::uint64_t most) {
  try {
    return leader_.search(starts, most);
  } catch (const base::Exhausted&) {
    stop_.request_stop();
    throw;
  }
}

std::vector<Fact> JointSearch::list_reasons() const {
  return find_clash(context_.system, leader_.list_facts(), lost_together_);
}

bool JointSearch::search_together(const StateSet& starts) {
  if (helpers_.empty())
    if (const Finding finding = gather_helpers(starts); finding != Finding::open)
      return settle(finding, leader_);
  if (!helpers_.empty()) {
    tell_helpers();
    Board board(helpers_.size() + 1);
    const bool all_well = work_side_by_side(board, starts);
    for (std::size_t i = 1; i < board.threads(); ++i)
      for (const Post& post : board.posts(i)) context_.effort += post.effort;
    if (all_well) return conclude(board);
    helpers_.clear();
    if (const Finding own = board.posts(0).back().finding; own != Finding::open)
      return settle(own, leader_);
  }
  alone_ = true;
  return find_from(starts);
}

// False if a helper had not enough.
bool JointSearch::work_side_by_side(Board& board, const StateSet& starts) {
  const std::string text = bdd::save(std::vector{starts.function()});
  const std::uint64_t stint = context_.teamwork.stint;
  const auto work = [&](std::size_t i) {
    if (i == 0)
      take_part(board, 0, context_.effort, leader_, [&] { return lead(starts, stint); });
    else
      helpers_[i - 1]->take_part(board, text, stint);
  };
  const auto wrong = run_side_by_side(board.threads(), work,
                                      [&](std::size_t i) { board.pin(i, {.failed = true}); });
  if (wrong.front()) std::rethrow_exception(wrong.front());
  return !ran_out(wrong);
}

bool JointSearch::conclude(const Board& board) {
  const std::size_t first = find_first_finding(board);
  const Finding finding = board.posts(first).back().finding;
  if (first == 0) return settle(finding, leader_);
  // The leader comes to know what the answer rests on.
  const StrategySearch& finder = helpers_[first - 1]->search();
  for (const Fact& fact : finder.list_facts()) leader_.learn(fact);
  if (finding == Finding::found) leader_.follow(finder.list_selections());
  return settle(finding, finder);
}

// Brings the helpers up to what the leader knows.
void JointSearch::tell_helpers() {
  for (const Fact& fact : leader_.list_facts(told_))
    for (const auto& helper : helpers_) helper->search().learn(fact);
  told_ = leader_.facts();
}

// What one of them found counts for all.
bool JointSearch::settle(Finding finding, const StrategySearch& search) {
  if (finding == Finding::none) lost_together_ = search.lost_together();
  return finding == Finding::found;
}

}  // namespace ken::check
