#pragma once
#include <string>

#include "check/context.hpp"

namespace ken::check {

// What it takes to ask the questions of a context in another system of the same model.  Holds no
// diagram, so that any thread may read it.
struct Likeness {
  const model::Model& model;
  symbolic::Settings settings;
  std::vector<bdd::Variable> order;  // of the bits the system began with
  std::string diagrams;
  Outcomes outcomes = Outcomes::fair;
  std::size_t fairness = 0;  // lines
};
// With what else is to be carried over.
[[nodiscard]] Likeness make_likeness(Context& context, std::span<const Bdd> carried);

// A context like another, in a system of its own, for a thread of its own.
class Twin {
 public:
  // For the thread of that number.  Throws Exhausted.  The budget must outlive it.
  Twin(const Likeness& likeness, std::size_t own, base::Budget& budget);

  [[nodiscard]] Context& context() { return *context_; }
  [[nodiscard]] std::span<const Bdd> carried() const { return carried_; }

 private:
  symbolic::System system_;
  std::vector<Bdd> carried_;
  std::optional<Context> context_;
};

// Functions as they are in one system, and then in another of the same model.
[[nodiscard]] std::vector<Bdd> carry_over(const std::string& diagrams, bdd::Manager& manager);

}  // namespace ken::check
