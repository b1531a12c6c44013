#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/diagnostic.hpp"
#include "model/index.hpp"
#include "model/model.hpp"
#include "syntax/ast.hpp"

namespace ken::model {

// How much a template may become; beyond that the user is told what it would have been.
struct ExpansionLimits {
  std::uint64_t instances = 1'000'000;     // of one index range
  std::uint64_t expressions = 10'000'000;  // visited while everything is expanded
  base::Budget* budget = nullptr;          // if there is one, a large model is charged to it
};

struct Constant {
  Value value = 0;
  bool boolean = false;
};

// The constant part of templates: parameters, the indices in force, and what is computed from
// them alone.  Reports every mistake it meets and then answers nothing.
class Constants {
 public:
  Constants(base::Diagnostics& diagnostics, IndexBuilder& index, ExpansionLimits limits)
      : diagnostics_(diagnostics), index_(index), limits_(limits) {}

  void define(const Parameter& parameter);
  [[nodiscard]] const std::map<std::string, Parameter, std::less<>>& parameters() const {
    return parameters_;
  }
  [[nodiscard]] bool is_used(std::string_view parameter) const { return used_.contains(parameter); }

  // A name whose declaration was wrong: nothing more is said where it is used.
  void give_up_on(const std::string& name) { given_up_.insert(name); }
  // A call of what is no function.
  void report_unknown_function(const syntax::System& text, syntax::NodeId call);
  [[nodiscard]] bool is_given_up(std::string_view name) const { return given_up_.contains(name); }
  // All of them, to be put back after a trial.
  using Names = std::set<std::string, std::less<>>;
  [[nodiscard]] const Names& given_up() const { return given_up_; }
  void set_given_up(Names names) { given_up_ = std::move(names); }

  // What a word without indices stands for, if it is an index or a parameter.
  std::optional<Constant> lookup(const syntax::System& text, base::Range word);
  std::optional<Constant> evaluate(const syntax::System& text, syntax::NodeId node);
  // Whether the word is an index in force or a parameter.
  [[nodiscard]] bool knows(std::string_view word) const;
  // Whether the expression is made of numbers and such words alone; it may still be ill-typed.
  [[nodiscard]] bool is_constant(const syntax::System& text, syntax::NodeId node) const;
  std::optional<Value> number(const syntax::System& text, syntax::NodeId node);

  // A part of a name with its indices computed.  A range among the indices is fine where for_each
  // goes over it, and a mistake in a use of the name.
  enum class Spelling : std::uint8_t { use, instance };
  std::optional<Name> spell_name(const syntax::System& text, syntax::NodeId part,
                                 Spelling spelling = Spelling::use);

  // Calls body() once for every assignment of the binders among the nodes that the filter admits,
  // with the indices bound.  Without binders: once.  False if something was wrong.
  bool for_each(const syntax::System& text, std::span<const syntax::NodeId> nodes,
                const std::function<void()>& body);
  // The same one instance at a time, for callers that keep a stack of their own: binds the indices
  // of the next instance, or unbinds them when all are done or something is wrong.
  struct Range {
    std::string_view index;
    base::Range place;  // of its name
    Value low, high;
  };
  struct Instances {
    bool open = false;
    std::size_t bindings = 0;  // where its indices begin
    std::vector<Range> ranges;
  };
  enum class Turn : std::uint8_t { instance, over, mistake };
  Turn next(const syntax::System& text, std::span<const syntax::NodeId> head, Instances& at);

  // An index in force.
  struct Binding {
    std::string_view index;
    base::Range place;  // of its name where it is bound
    Value value;
  };
  void bind(const Binding& binding) { bindings_.push_back(binding); }
  void unbind(std::size_t keep) { bindings_.resize(keep); }
  // Unbinds all but the first ones, and gives those back to be bound again.
  std::vector<Binding> hide(std::size_t keep);
  [[nodiscard]] std::size_t binding_count() const { return bindings_.size(); }
  [[nodiscard]] const std::vector<Binding>& bindings() const { return bindings_; }
  // "i=1, j=2" for the indices in force behind the first 'from'.
  [[nodiscard]] std::string indices(std::size_t from = 0) const;

  // Counts expanded expressions; false (once with a diagnostic) when there are too many.  Throws
  // Exhausted when the budget does not suffice.
  bool spend(const syntax::System& text, base::Range place, std::uint64_t amount);
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] const ExpansionLimits& limits() const { return limits_; }

 private:
  std::optional<std::vector<Range>> compute_ranges(const syntax::System& text,
                                                   std::span<const syntax::NodeId> nodes);
  std::optional<bool> filters_admit(const syntax::System& text,
                                    std::span<const syntax::NodeId> nodes);
  // Turns the indices to their next assignment; false after the last one.
  bool advance(const Instances& at);
  void report_not_constant(const syntax::System& text, syntax::NodeId id);
  std::optional<Constant> finish(const syntax::System& text, syntax::NodeId id,
                                 std::span<const Constant> args);
  std::optional<Constant> leaf(const syntax::System& text, syntax::NodeId id);
  std::optional<Constant> negate(const syntax::System& text, syntax::NodeId id, Constant arg);
  std::optional<Constant> apply_function(const syntax::System& text, syntax::NodeId id,
                                         std::span<const Constant> args);
  void charge_expressions();
  std::optional<Constant> combine(const syntax::System& text, syntax::NodeId id, Constant left,
                                  Constant right);

  base::Diagnostics& diagnostics_;
  IndexBuilder& index_;
  ExpansionLimits limits_;
  std::map<std::string, Parameter, std::less<>> parameters_;
  Names used_;  // parameters
  Names given_up_;
  std::vector<Binding> bindings_;
  std::uint64_t spent_ = 0;
  std::uint64_t charged_ = 0;  // of those spent
  bool exhausted_ = false;
};

}  // namespace ken::model
