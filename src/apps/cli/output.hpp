#pragma once
#include <string_view>

namespace ken::apps {

// The worst status wins, in the order of the contract: bad model, failure, unknown, fine.
[[nodiscard]] int worse(int a, int b);

// Standard output, whole.  Returns the status given, or 2 with a word on standard error if the
// text could not be written; a reader that has gone away is no error.
[[nodiscard]] int print_answer(std::string_view text, int status);

// Standard output, bit by bit.
class Output {
 public:
  void print(std::string_view text);
  // Nobody will read what is printed from now on.
  [[nodiscard]] bool closed() const { return closed_; }
  // The status given, or 2 if something could not be written.
  [[nodiscard]] int status(int good) const { return failed_ ? 2 : good; }

 private:
  bool closed_ = false;
  bool failed_ = false;
};

// Standard error.
void say(std::string_view text);

}  // namespace ken::apps
