#pragma once
#include <optional>

#include "check/early_answers.hpp"
#include "driver/engine.hpp"

namespace ken::driver {

// Tells of questions that are settled while the system is explored, and when that may end.  Unless
// the first answer is all that is wanted, looking takes a small part of the time that exploring
// takes: a proposition with a huge diagram must not keep the states from being counted.
class EarlyWatch {
 public:
  EarlyWatch(symbolic::System& system, const Questions& questions);

  // After every ring.
  [[nodiscard]] symbolic::GoOn look(const symbolic::Reachable& so_far);

 private:
  void begin();
  [[nodiscard]] bool is_time() const;
  // Whether it was done within the time it may take.
  [[nodiscard]] bool look_in_time(const symbolic::Reachable& so_far);

  symbolic::System& system_;
  const Questions& questions_;
  base::Budget& budget_;
  double start_;                                // seconds of the budget
  double taken_ = 0;                            // seconds, to look
  bool worthwhile_ = true;                      // else a proposition is too large a diagram
  std::vector<std::size_t> watched_;            // questions
  std::optional<check::EarlyAnswers> answers_;  // made when it is time
};

}  // namespace ken::driver
