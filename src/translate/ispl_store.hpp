#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "translate/ispl_names.hpp"
#include "translate/layout.hpp"

namespace ken::translate {

using model::AgentId;
using model::ExprId;
using model::ExprOp;
using model::Value;
using model::VarId;

// What a translation may use up, shared by all its parts, and what it could not say.  After a
// refusal the parts go on with anything; whoever knows the place takes the refusal and reports it.
class IsplLimits {
 public:
  // A translation may be a few times as long as a text of so many characters.
  explicit IsplLimits(std::uint64_t text)
      : condition_(std::max<std::uint64_t>(1'000'000, 2 * text)),
        total_(std::max<std::uint64_t>(50'000'000, 4 * text)) {}

  static constexpr std::uint64_t lines = 100'000;    // that one evolution line may become
  static constexpr std::uint64_t table = 1'000'000;  // values tried for one expression
  static constexpr std::uint64_t depth = 5'000;      // operators inside each other; 10 000 crash

  // Characters of one condition or formula, and in all.
  [[nodiscard]] std::uint64_t condition() const { return condition_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  // Takes so many values to be tried off what is left; false (and a refusal) if it is too much.
  bool spend(std::uint64_t values);
  void refuse(std::string what);
  // "... without blowing up: it would need N characters".
  void refuse_size(const std::string& what, std::uint64_t characters);
  [[nodiscard]] bool refused() const { return refusal_.has_value(); }
  std::optional<std::string> take_refusal();

 private:
  std::uint64_t condition_;
  std::uint64_t total_;
  std::uint64_t left_ = 20'000'000;
  std::optional<std::string> refusal_;
};

// Where conditions stand: what variables are called there and what may be written.
struct IsplScope {
  std::optional<AgentId> viewer;  // inside this agent; else everything is Agent.variable
  bool only_equality = false;     // InitStates
  std::string always;             // a condition that holds in every state, as text
};

// The expressions of one scope in the operators of the plain dialect, and their text.
class IsplStore {
 public:
  using Id = ExprId;
  IsplStore(const model::Model& model, const IsplNames& names, IsplLimits& limits, IsplScope scope)
      : model_(model), names_(names), limits_(limits), scope_(std::move(scope)) {
    exprs_.set_reads(model.exprs.reads());
  }

  // ---- building ----
  [[nodiscard]] model::ExprStore& exprs() { return exprs_; }
  ExprId truth(bool value) { return exprs_.truth(value); }
  ExprId negation(ExprId arg) { return exprs_.negation(arg); }
  ExprId conjunction(const std::vector<ExprId>& args) {
    return junction(ExprOp::conjunction, args);
  }
  ExprId disjunction(const std::vector<ExprId>& args) {
    return junction(ExprOp::disjunction, args);
  }
  ExprId variable(VarId id);
  ExprId is(VarId id, Value value);
  // The variable has one of these values, which ascend.
  ExprId one_of(VarId variable, const std::vector<Value>& values);

  // ---- trying all values ----
  // The value of an expression under every assignment of the variables, the last one fastest;
  // nothing if there are too many.
  std::optional<std::vector<model::Number>> tabulate(ExprId expr, std::span<const VarId> variables);
  // The condition that is table[i] under assignment i, in the same order.
  ExprId decide(std::span<const VarId> variables, std::vector<ExprId> table);

  // ---- text ----
  // Of a condition; a constant is spelled out.  Refuses what is too long and is empty then.
  [[nodiscard]] std::string condition_text(ExprId condition);
  // Of an assigned value.
  [[nodiscard]] std::string value_text(VarId target, ExprId value);
  [[nodiscard]] std::uint64_t size(ExprId id);
  [[nodiscard]] std::string name(VarId id) const;

  [[nodiscard]] const model::Model& model() const { return model_; }
  [[nodiscard]] const IsplScope& scope() const { return scope_; }
  [[nodiscard]] IsplLimits& limits() { return limits_; }

 private:
  static constexpr std::size_t longest_chain = 1000;  // of and, of or, without parentheses

  ExprId junction(ExprOp op, const std::vector<ExprId>& args);
  ExprId choose(VarId variable, std::span<const ExprId> block);
  ExprId between(VarId variable, Value low, Value high);

  [[nodiscard]] Pieces<ExprId> pieces(ExprId id) const;
  [[nodiscard]] Pieces<ExprId> junction_pieces(ExprId id, const std::string& word) const;
  [[nodiscard]] Pieces<ExprId> comparison_pieces(ExprId id) const;
  [[nodiscard]] Pieces<ExprId> sum_pieces(ExprId id) const;
  [[nodiscard]] Pieces<ExprId> arithmetic_pieces(ExprId id, const std::string& sign) const;
  [[nodiscard]] Piece<ExprId> side(ExprId id, ExprId other) const;
  void operand(Pieces<ExprId>& out, ExprId id, int least) const;

  const model::Model& model_;
  const IsplNames& names_;
  IsplLimits& limits_;
  IsplScope scope_;
  model::ExprStore exprs_;
  TextSizes<ExprId> sizes_;
};

}  // namespace ken::translate
