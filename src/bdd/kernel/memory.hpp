#pragma once
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/budget.hpp"
#include "bdd/kernel/pages.hpp"

namespace ken::bdd::kernel {

// What the tables of one kernel may take: the budget, and for tests a growth that fails.
class Allowance {
 public:
  Allowance(base::Budget& budget, std::uint64_t fail_at) : budget_(budget), fail_at_(fail_at) {}
  ~Allowance() { budget_.release(taken_); }
  Allowance(const Allowance&) = delete;
  Allowance& operator=(const Allowance&) = delete;

  [[nodiscard]] bool take(std::uint64_t bytes) {
    if (fail_at_ != 0 && ++growths_ >= fail_at_) return false;
    if (!budget_.try_charge(bytes)) return false;
    taken_ += bytes;
    most_ = taken_ > most_ ? taken_ : most_;
    return true;
  }
  void give_back(std::uint64_t bytes) {
    budget_.release(bytes);
    taken_ -= bytes;
  }
  // Throws when there is no time left.
  void check_limits_now() const { budget_.check_limits_now(); }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  base::Budget& budget_;
  std::uint64_t fail_at_;
  std::uint64_t growths_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t most_ = 0;
};

// An array of plain values that starts as zeros and never throws: growing says whether it worked,
// and if not, everything is as before.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit Array(Allowance& allowance) : allowance_(&allowance) {}
  ~Array() { clear(); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return size_ * sizeof(T); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  // In place of what was there.
  [[nodiscard]] bool allocate(std::size_t size) {
    if (!allowance_->take(size * sizeof(T))) return false;
    T* const fresh = static_cast<T*>(take_zeros(size * sizeof(T)));
    if (fresh == nullptr) {
      allowance_->give_back(size * sizeof(T));
      return false;
    }
    clear();
    data_ = fresh;
    size_ = size;
    return true;
  }
  // Keeps what is there.
  [[nodiscard]] bool extend(std::size_t size) {
    if (are_pages(bytes())) return add_pages(size);
    Array larger(*allowance_);
    if (!larger.allocate(size)) return false;
    if (size_ != 0) std::memcpy(larger.data_, data_, size_ * sizeof(T));
    swap(larger);
    return true;
  }
  // Gives back what lies behind, where that is possible.
  [[nodiscard]] bool can_shrink(std::size_t size) const {
    return size < size_ && are_pages(size * sizeof(T));
  }
  void shrink(std::size_t size) {
    if (!can_shrink(size)) return;
    remove_pages(data_, bytes(), size * sizeof(T));
    allowance_->give_back(bytes() - size * sizeof(T));
    size_ = size;
  }
  void clear() {
    if (data_ == nullptr) return;
    give_zeros_back(data_, size_ * sizeof(T));
    allowance_->give_back(size_ * sizeof(T));
    data_ = nullptr;
    size_ = 0;
  }
  void swap(Array& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

 private:
  [[nodiscard]] bool add_pages(std::size_t size) {
    const std::size_t more = size * sizeof(T) - bytes();
    if (!allowance_->take(more)) return false;
    void* const moved = add_zeros(data_, bytes(), size * sizeof(T));
    if (moved == nullptr) {
      allowance_->give_back(more);
      return false;
    }
    data_ = static_cast<T*>(moved);
    size_ = size;
    return true;
  }

  Allowance* allowance_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ken::bdd::kernel
