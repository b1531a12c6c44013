#pragma once
#include <atomic>
#include <cstdint>

namespace ken::base {

// So many bytes, divided among the budgets of several threads.
class MemoryPool {
 public:
  explicit MemoryPool(std::uint64_t bytes) : size_(bytes), left_(bytes) {}

  [[nodiscard]] bool take(std::uint64_t bytes) {
    std::uint64_t left = left_.load(std::memory_order_relaxed);
    do {
      if (bytes > left) return false;
    } while (!left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed));
    return true;
  }
  void give_back(std::uint64_t bytes) { left_.fetch_add(bytes, std::memory_order_relaxed); }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t left() const { return left_.load(std::memory_order_relaxed); }

 private:
  const std::uint64_t size_;
  std::atomic<std::uint64_t> left_;
};

}  // namespace ken::base
