#pragma once
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "check/obligations.hpp"
#include "symbolic/reach.hpp"

namespace ken::check {

// What formulas are known to say while states are still being found.  For models without fairness;
// the system must outlive it.
class EarlyAnswers {
 public:
  EarlyAnswers(symbolic::System& system, std::span<const logic::FormulaId> formulas);

  // After any ring of one exploration.  May be called again after Exhausted.
  void look(const symbolic::Reachable& so_far);

  struct Answer {
    std::size_t formula = 0;  // its number
    bool holds = false;
    double seconds = 0;  // spent on it so far
  };
  // Those settled since this was asked last.
  [[nodiscard]] std::vector<Answer> take_answers();
  // All are settled.
  [[nodiscard]] bool complete() const { return open_ == 0; }
  // What is not settled may be later.
  [[nodiscard]] bool hopeful() const;

 private:
  using FormulaId = logic::FormulaId;
  using Truth = std::optional<bool>;  // nothing: not known yet

  // A proposition or its negation.
  struct Literal {
    FormulaId formula{};
    bool positive = true;
    auto operator<=>(const Literal&) const = default;
  };
  // A reached state where all of 'target' holds, by a run through states where 'through' does.
  struct Pattern {
    std::vector<Literal> target;
    std::optional<Literal> through{};
    auto operator<=>(const Pattern&) const = default;
  };
  struct Sighting {
    Pattern pattern;
    std::optional<symbolic::StateSet> target{};  // made when first looked for
    std::optional<symbolic::StateSet> through{};
    std::size_t looked = 0;  // at so many rings
    bool seen = false;
    bool given_up = false;  // runs leave 'through'
    double seconds = 0;
  };
  // What is known of a formula in the state where runs begin, as soon as something is seen.
  struct Sign {
    std::size_t sighting = 0;
    bool says = false;
  };
  struct Asked {
    std::vector<Obligation> obligations;
    std::vector<FormulaId> parts;        // of all of them, parts first, down to signs and atoms
    std::vector<std::size_t> sightings;  // that it rests on
    Truth answer;
    bool taken = false;
  };

  [[nodiscard]] const model::Model& model() const { return system_.model(); }
  [[nodiscard]] Asked ask(FormulaId formula);
  void note_sign(FormulaId formula, bool everywhere);
  [[nodiscard]] std::optional<std::pair<Pattern, bool>> find_pattern(const logic::Modal& modal);
  void add_sign(std::map<FormulaId, Sign>& signs, FormulaId formula, Pattern pattern, bool says);
  [[nodiscard]] bool is_plain(FormulaId formula);
  template <class Visit>
  void for_each_operand(FormulaId formula, const Visit& visit) const;

  void look_for(Sighting& sighting, const symbolic::Reachable& so_far);
  [[nodiscard]] symbolic::StateSet build(std::span<const Literal> literals);
  void settle();
  [[nodiscard]] Truth decide(const Asked& asked);
  [[nodiscard]] Truth seen(const std::map<FormulaId, Sign>& signs, FormulaId formula) const;
  [[nodiscard]] Truth value(FormulaId formula, const std::unordered_map<FormulaId, Truth>& parts);
  [[nodiscard]] Truth value_of_atom(logic::AtomId atom) const;

  symbolic::System& system_;
  std::optional<model::State> start_;  // if there is one initial state
  std::vector<Asked> asked_;
  std::vector<Sighting> sightings_;
  std::map<Pattern, std::size_t> numbers_;  // of sightings
  std::map<FormulaId, Sign> signs_;         // of formulas where runs begin
  std::map<FormulaId, Sign> everywhere_;    // of propositions that must hold in every state
  std::unordered_map<FormulaId, bool> plain_;
  std::size_t open_ = 0;
  bool news_ = true;  // not settled yet, though a look was cut off; so is what is known at once
};

}  // namespace ken::check
