#pragma once
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"
#include "translate/smv_labels.hpp"
#include "translate/smv_relations.hpp"
#include "translate/smv_text.hpp"

namespace ken::translate {

using logic::FormulaId;

// A formula in the text of SMV, or why it has none.
struct SmvFormula {
  std::string text;
  std::string refusal;
  bool linear = false;  // LTLSPEC, else CTLSPEC
};

// The formulas of one model as CTL over its steps and over the further kinds of transitions that
// they ask for.
class SmvFormulas {
 public:
  // All of them outlive this.  'state' writes conditions about one state, 'start' names the
  // condition of initial states.
  SmvFormulas(const model::Model& model, SmvNames& names, SmvTerms& terms, SmvLabels& labels,
              SmvText& state, std::string start);

  [[nodiscard]] SmvFormula translate(const model::Property& property);
  // A line of the Fairness section; a condition, or refused.
  [[nodiscard]] SmvFormula translate_fairness(const model::Property& property);
  // "  p := ...;" for the propositions of the model.
  [[nodiscard]] const std::string& propositions() const { return propositions_; }
  // The variables that a formula remembers while it looks for another state.
  [[nodiscard]] const std::set<VarId>& remembered() const { return remembered_; }
  [[nodiscard]] static std::string spell_remembered(const std::string& variable) {
    return "past_" + variable;
  }

  // ---- for Counting ----
  using Id = FormulaId;
  FormulaId truth(bool value) { return store_.add(logic::Constant{value}); }
  FormulaId negation(FormulaId f) { return store_.add(logic::Not{f}); }
  FormulaId conjunction(const std::vector<FormulaId>& args);
  FormulaId disjunction(const std::vector<FormulaId>& args);

 private:
  // Which set of labels the paths of a formula use.
  using Turn = SmvTurn;
  struct Key {
    FormulaId formula{};
    Turn turn = Turn::even;
    auto operator<=>(const Key&) const = default;
  };
  struct Written {
    std::string text;
    std::string refusal;
  };
  // Where path quantifiers look: at all successors in S, or at those with an infinite path.
  enum class Paths : std::uint8_t { all, infinite };

  // ---- state formulas ----
  void write_all(FormulaId root);
  [[nodiscard]] std::vector<FormulaId> list_operands(FormulaId id);
  [[nodiscard]] Written write(Key key);
  [[nodiscard]] Written write_modal(const logic::Modal& f, Turn turn);
  [[nodiscard]] Written write_quantified(const logic::Quantified& f, Turn turn);
  [[nodiscard]] std::string junction(std::span<const FormulaId> args, Turn turn,
                                     std::string_view sign) const;
  [[nodiscard]] const std::string& text(FormulaId id, Turn turn) const;
  [[nodiscard]] FormulaId expand(const logic::Count& f);
  void declare_propositions();

  // ---- paths (smv_paths.cpp) ----
  struct PathPair {
    logic::PathQuantifier quantifier;
    logic::PathOperator op;
    std::optional<logic::Bound> bound;
    std::span<const FormulaId> args;
    Paths paths;
  };
  struct Sides {  // of an until, as text for one turn
    std::string left, right;
  };
  [[nodiscard]] std::string write_pair(const PathPair& pair, Turn turn) const;
  [[nodiscard]] std::string exists_next(const std::string& f, Paths paths, Turn turn) const;
  [[nodiscard]] std::string exists_until(const Sides& sides, Paths paths, Turn turn) const;
  [[nodiscard]] std::string exists_globally(const std::string& f, Turn turn) const;
  [[nodiscard]] std::string all_until(const Sides& sides, Paths paths, Turn turn) const;
  [[nodiscard]] std::string exists_within(const Sides& sides, logic::Bound bound, Paths paths,
                                          Turn turn) const;
  [[nodiscard]] std::string misses_within(const PathPair& pair, logic::Bound bound,
                                          Turn turn) const;
  [[nodiscard]] std::string write_bounded(const PathPair& pair, Turn turn) const;
  [[nodiscard]] Sides sides(const PathPair& pair, Turn turn, bool negated) const;
  [[nodiscard]] bool is_linear(FormulaId path) const;
  [[nodiscard]] SmvFormula write_linear(FormulaId path);

  // ---- other states (smv_jumps.cpp) ----
  [[nodiscard]] std::string write_epistemic(const logic::Modal& f, logic::Builtin op, Turn turn);
  [[nodiscard]] Written write_related(const logic::Related& f, Turn turn);
  [[nodiscard]] std::string some_clause(const SmvClause& clause, const logic::Related& f,
                                        Turn turn);
  [[nodiscard]] std::string jump_label(const SmvClause& clause);
  [[nodiscard]] Written write_fixpoint(const logic::Fixpoint& f, Turn turn);
  // What a fixpoint is that searches: where it ends, and by what it goes on.
  struct Search {
    std::vector<FormulaId> ends;
    std::vector<std::string> labels;
    std::string refusal;
  };
  [[nodiscard]] Search find_search(const logic::Fixpoint& f);
  void add_to_search(Search& search, FormulaId part, const logic::Fixpoint& f);

  // ---- where a state lies ----
  [[nodiscard]] std::string live() const;              // an infinite, fair path starts here
  [[nodiscard]] std::string guard(Paths paths) const;  // of states after a step; may be empty
  [[nodiscard]] std::string in_domain();               // of states elsewhere
  [[nodiscard]] std::string along(Turn turn) const;

  const model::Model& model_;
  SmvNames& names_;
  SmvTerms& terms_;
  SmvLabels& labels_;
  SmvText& state_;
  std::string start_;
  logic::FormulaStore store_;
  std::map<Key, Written> written_;
  std::unordered_map<FormulaId, FormulaId> expanded_;  // counts
  std::vector<std::string> atoms_;                     // by AtomId
  std::string propositions_;
  std::set<VarId> remembered_;
};

// "(a & b)" of what is not empty.
[[nodiscard]] std::string join_conditions(std::initializer_list<std::string> parts);

inline constexpr std::size_t longest_smv_formula = 1'000'000;  // characters

}  // namespace ken::translate
