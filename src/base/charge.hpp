#pragma once
#include <span>
#include <utility>
#include <vector>

#include "base/budget.hpp"

namespace ken::base {

// Bytes charged to a budget for as long as it lives; the budget must outlive it.
class Charge {
 public:
  explicit Charge(Budget& budget) : budget_(&budget) {}
  Charge(Charge&& other) noexcept
      : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
  Charge& operator=(Charge&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Charge() { budget_->release(bytes_); }

  // Throws Exhausted, and then nothing is charged.
  void add(std::uint64_t bytes) {
    budget_->charge(bytes);
    bytes_ += bytes;
  }
  void drop(std::uint64_t bytes) {
    budget_->release(bytes);
    bytes_ -= bytes;
  }
  void drop_all() { drop(bytes_); }
  // Leaves it charged when this ends.
  void keep() { bytes_ = 0; }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] Budget& budget() const { return *budget_; }

 private:
  Budget* budget_;
  std::uint64_t bytes_ = 0;
};

// A list that charges its memory before it takes it: while it moves to a larger place, both places.
template <class T>
class ChargedVector {
 public:
  explicit ChargedVector(Budget& budget) : charge_(budget) {}

  void push_back(const T& item) {
    if (items_.size() == items_.capacity()) reserve(items_.size() + items_.size() / 2 + 16);
    items_.push_back(item);
  }
  template <class Range>
  void append(const Range& range) {
    const std::size_t needed = items_.size() + std::size(range);
    if (needed > items_.capacity()) reserve(needed + items_.size() / 2);
    items_.insert(items_.end(), std::begin(range), std::end(range));
  }
  void assign(std::size_t size, const T& item) {
    if (size > items_.capacity()) reserve(size);
    items_.assign(size, item);
  }
  void reserve(std::size_t capacity) {
    const std::uint64_t before = charge_.bytes();
    charge_.add(capacity * sizeof(T));  // NOLINT(bugprone-sizeof-expression): T may be a pointer
    items_.reserve(capacity);
    charge_.drop(before);
  }
  // Drops what lies behind, and keeps the place.
  void truncate(std::size_t size) { items_.resize(size); }

  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] T& operator[](std::size_t i) { return items_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return items_[i]; }
  [[nodiscard]] T& back() { return items_.back(); }
  void pop_back() { items_.pop_back(); }
  [[nodiscard]] auto begin() { return items_.begin(); }
  [[nodiscard]] auto end() { return items_.end(); }
  [[nodiscard]] auto begin() const { return items_.begin(); }
  [[nodiscard]] auto end() const { return items_.end(); }
  [[nodiscard]] std::span<const T> span() const { return items_; }
  [[nodiscard]] Budget& budget() const { return charge_.budget(); }

 private:
  Charge charge_;
  std::vector<T> items_;
};

}  // namespace ken::base
