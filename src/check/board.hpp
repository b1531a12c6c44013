#pragma once
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "check/strategy_search.hpp"

namespace ken::check {

// What a thread tells the others after a stint.
struct Post {
  std::vector<Fact> facts{};  // it has read off the model by itself
  SearchEffort effort{};
  Finding finding = Finding::open;
  bool failed = false;  // something was thrown

  [[nodiscard]] bool is_last() const { return failed || finding != Finding::open; }
};

// Where threads that work together read what the others have done, stint by stint.
class Board {
 public:
  explicit Board(std::size_t threads) : posts_(threads) {}

  void pin(std::size_t thread, Post post) {
    const std::lock_guard lock(mutex_);
    posts_[thread].push_back(std::move(post));
    pinned_.notify_all();
  }
  // Waits until it is there.  Of a thread that has pinned its last nothing more may be asked for.
  [[nodiscard]] const Post& read(std::size_t thread, std::size_t stint) {
    std::unique_lock lock(mutex_);
    pinned_.wait(lock, [&] { return posts_[thread].size() > stint; });
    return posts_[thread][stint];
  }
  // All of a thread, once nobody works any more.
  [[nodiscard]] const std::deque<Post>& posts(std::size_t thread) const { return posts_[thread]; }
  [[nodiscard]] std::size_t threads() const { return posts_.size(); }

 private:
  std::mutex mutex_;
  std::condition_variable pinned_;
  std::vector<std::deque<Post>> posts_;  // a deque leaves what is being read where it is
};

}  // namespace ken::check
