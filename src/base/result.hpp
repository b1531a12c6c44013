#pragma once
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostic.hpp"

namespace ken::base {

// A value, or the user's mistakes that prevented it; warnings may come with a value too.
template <class T>
class Result {
 public:
  Result(T value, Diagnostics diagnostics)
      : value_(std::move(value)), diagnostics_(std::move(diagnostics)) {}
  explicit Result(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}

  [[nodiscard]] bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }
  [[nodiscard]] const T& value() const& {
    CHECK(value_.has_value(), "a result without value was read");
    return *value_;
  }
  [[nodiscard]] T value() && {
    CHECK(value_.has_value(), "a result without value was read");
    return std::move(*value_);
  }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace ken::base
