#pragma once
#include <map>

#include "check/path_translation.hpp"

namespace ken::check {

// One translation: formulas in path_translation.cpp, programs in path_programs.cpp.
class PathTranslator {
 public:
  PathTranslator(const PathSource& source, PathStore& store) : source_(source), store_(store) {}

  [[nodiscard]] PathId run(logic::FormulaId path, bool positive);

 private:
  // A formula; a program, what its steps lead to, and whether it may take none.
  enum class Part : std::uint8_t { formula, pass, step, null };

  // For programs 'positive' means a diamond, and 'behind' is what holds after the program.
  struct Task {
    logic::FormulaId formula{};
    Part part{};
    bool positive = true;
    PathId behind{};
    auto operator<=>(const Task&) const = default;
  };
  using Need = std::function<void(const Task&)>;
  using Args = std::vector<PathId>;

  // What a task still lacks, as far as is known; and its result when that is nothing.
  void for_each_need(const Task& task, const Need& need);
  void for_each_need_of_formula(const Task& task, const Need& need);
  void for_each_need_of_program(const Task& task, const Need& need);
  [[nodiscard]] PathId compute(const Task& task);

  // Everything for 'positive', else its dual.
  [[nodiscard]] PathId meet(bool positive, Args args);
  [[nodiscard]] PathId join(bool positive, Args args) { return meet(!positive, std::move(args)); }
  [[nodiscard]] PathId top(bool positive) const {
    return positive ? store_.anything() : store_.nothing();
  }

  [[nodiscard]] bool is_state(logic::FormulaId id) const;
  [[nodiscard]] PathId letter(logic::FormulaId id, bool positive);
  [[nodiscard]] PathId result(logic::FormulaId id, bool positive) const {
    return done_.at({id, Part::formula, positive, {}});
  }

  // ---- formulas ----
  [[nodiscard]] PathId compute_path(const Task& task);
  [[nodiscard]] PathId connect(const logic::Binary& f, bool positive);
  [[nodiscard]] PathId count(const logic::Count& f, bool positive);
  [[nodiscard]] PathId count_odd(const logic::Many& f, bool positive);
  // How many hold, argument by argument; 'after' is the number with one more.
  [[nodiscard]] PathId count(const std::vector<logic::FormulaId>& args, std::size_t most,
                             const std::function<bool(std::size_t)>& accepts,
                             const std::function<std::size_t(std::size_t)>& after);
  [[nodiscard]] PathId temporal(const logic::Temporal& f, bool positive);
  [[nodiscard]] PathId fixpoint(bool until, PathId f, PathId g, std::optional<logic::Bound> bound);
  [[nodiscard]] Task pass_of(const logic::Dynamic& f, const Task& task) const;

  // ---- programs ----
  [[nodiscard]] PathId compute_pass(const Task& task);
  [[nodiscard]] PathId compute_step(const Task& task);
  [[nodiscard]] PathId compute_null(const Task& task);
  [[nodiscard]] PathId condition(logic::FormulaId step, bool diamond);
  [[nodiscard]] bool is_step(logic::FormulaId program) const;
  [[nodiscard]] PathId loop_of(const Task& star);

  const PathSource& source_;
  PathStore& store_;
  std::map<Task, PathId> done_;
  std::map<Task, PathId> loops_;
};

}  // namespace ken::check
