#pragma once
#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "translate/ispl_agents.hpp"
#include "translate/layout.hpp"

namespace ken::translate {

using logic::FormulaId;

// The formulas of a model in the operators of the plain dialect, and the propositions and groups
// that must be declared for them.  Call formula() and fairness() for every line, then read these.
class IsplFormulas {
 public:
  // 'conditions' is the scope of the Evaluation.
  IsplFormulas(IsplJob& job, IsplConditions& conditions);

  // A line of the Formulae or of the Fairness section; empty, and reported, if it cannot be said.
  // A formula is then left out (W030), unless a condition in it is what cannot be said.
  std::string formula(const model::Property& property);
  std::string fairness(const model::Property& line);
  // The name of a proposition that always holds.
  const std::string& always_proposition();

  // "name if condition;" for what the formulas needed besides the declared propositions.
  [[nodiscard]] const std::vector<std::string>& propositions() const { return propositions_; }
  // "name = {members};" for declared groups and those that the formulas needed.
  [[nodiscard]] const std::vector<std::string>& groups() const { return group_lines_; }
  // What the reader of the text has to know.
  [[nodiscard]] const std::set<std::string>& notes() const { return notes_; }

  // ---- for Counting ----
  using Id = FormulaId;
  FormulaId truth(bool value);
  FormulaId negation(FormulaId f);
  FormulaId conjunction(const std::vector<FormulaId>& args);
  FormulaId disjunction(const std::vector<FormulaId>& args);

 private:
  // The three languages of the dialect: state formulas of CTL, ATL and knowledge; CTL*; and what
  // stands in Fairness lines.
  enum class Fragment : std::uint8_t { state, path, fairness };
  enum class Next : std::uint8_t { some, all, path };

  std::string line(const model::Property& property, Fragment fragment);
  bool report(const model::Property& property, Fragment fragment);
  FormulaId lower(FormulaId root, Fragment fragment);
  FormulaId lower_node(FormulaId id, Fragment fragment);
  FormulaId binary(const logic::Binary& f, FormulaId lhs, FormulaId rhs);
  FormulaId join(logic::Connective op, const std::vector<FormulaId>& args);
  FormulaId atom(logic::AtomId id, Fragment fragment);
  FormulaId count(const logic::Count& f, const std::vector<FormulaId>& args);
  void declare_group(const std::string& name, const logic::Group& members);
  void declare_proposition(const std::string& name, ExprId condition);
  FormulaId refuse(std::string what);
  FormulaId refuse_operator(const logic::Modality& row);

  // ---- modalities ----
  FormulaId modal(const logic::Modal& f, std::vector<FormulaId> args, Fragment fragment);
  FormulaId negate_dual(const logic::Modal& f, logic::Dual dual, const std::vector<FormulaId>& args,
                        Fragment fragment);
  FormulaId temporal(const logic::Modality& row, const logic::Modal& f,
                     const std::vector<FormulaId>& args, Fragment fragment);
  FormulaId pair(const logic::Modality& row, const std::vector<FormulaId>& args);
  FormulaId pair_on_paths(const logic::Modality& row, const logic::Modal& f,
                          const std::vector<FormulaId>& args);
  FormulaId exists_until(FormulaId f, FormulaId g);
  FormulaId all_until(FormulaId f, FormulaId g);
  FormulaId epistemic(const logic::Modality& row, const logic::Modal& f,
                      std::vector<FormulaId> args, Fragment fragment);
  FormulaId strategic(const logic::Modality& row, const logic::Modal& f,
                      const std::vector<FormulaId>& args, Fragment fragment);
  FormulaId nobody(logic::PathOperator op, FormulaId f, FormulaId h);
  FormulaId path(logic::PathOperator op, const std::optional<logic::Bound>& bound,
                 const std::vector<FormulaId>& args);
  FormulaId quantify(logic::PathQuantifier quantifier, FormulaId path);
  FormulaId unroll(logic::PathOperator op, logic::Bound bound, const std::vector<FormulaId>& args,
                   Next next);
  FormulaId bounded_until(FormulaId f, FormulaId g, logic::Bound bound, Next next);
  FormulaId step(Next next, FormulaId f);
  FormulaId apply(logic::Builtin op, std::vector<FormulaId> args,
                  std::vector<logic::Group> subjects = {});
  const std::string& group(const logic::Group& members);
  [[nodiscard]] bool never_blocked() const;

  // ---- text ----
  [[nodiscard]] Pieces<FormulaId> pieces(FormulaId id) const;
  [[nodiscard]] Pieces<FormulaId> modal_pieces(const logic::Modal& f) const;
  void operand(Pieces<FormulaId>& out, const std::string& before, FormulaId id) const;
  [[nodiscard]] Pieces<FormulaId> infix(FormulaId lhs, const std::string& word,
                                        FormulaId rhs) const;

  IsplJob& job_;
  const model::Model& model_;
  IsplConditions& conditions_;
  logic::FormulaStore store_;
  std::array<std::unordered_map<FormulaId, FormulaId>, 3> lowered_;  // by Fragment
  std::vector<std::string> atoms_;                                   // text, by AtomId of store_
  std::map<std::string, logic::AtomId> atom_ids_;
  std::map<std::pair<logic::AtomId, bool>, std::string> fresh_;  // and whether for Fairness
  std::map<logic::Group, std::string> groups_;
  std::vector<std::string> propositions_;
  std::vector<std::string> group_lines_;
  std::set<std::string> notes_;
  std::string always_;
  bool condition_refused_ = false;  // what follows it cannot be trusted
  bool constants_ = false;          // some formula of the store is a constant
  TextSizes<FormulaId> sizes_;
};

}  // namespace ken::translate
