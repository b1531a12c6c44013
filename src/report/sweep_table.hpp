#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace ken::report {

// Answers for many instances of one model as a table, a row for each: the values of the swept
// parameters, how many states, how long, and a verdict for each formula; the formulas of a repeated
// line, of which each instance may have another number, share a column.  Rows are handed out as
// they come; the first good instance says what the columns are, and rows before it are held back.
// What the first good instance does not have stands behind its row with its text.  What does not
// pass and has no column of its own is named below the table.
class SweepTable {
 public:
  using Instance = std::vector<evidence::Parameter>;

  // Where some formulas were chosen a repeated line may stand for one of its own.
  SweepTable(std::string file, std::span<const Instance> instances, const TextForm& form,
             bool chosen = false);

  // What to show now.
  [[nodiscard]] std::string add(const Instance& instance, const evidence::Answer& answer);
  // One whose turn did not come: no row, but counted.
  void skip(const evidence::Answer& answer);
  [[nodiscard]] std::string finish();

 private:
  using Formula = std::pair<std::uint32_t, std::string>;  // its line and its text
  struct Column {
    std::string name;
    std::size_t width;
  };

  [[nodiscard]] std::string make_title() const;
  [[nodiscard]] std::string make_head(const evidence::Answer& answer);
  [[nodiscard]] std::string make_row(const Instance& instance, const evidence::Answer& answer);
  [[nodiscard]] std::string list_verdicts(const evidence::Answer& answer);
  // Those that no column of their own shows, named below the table.
  void note_hidden(const Instance& instance, const evidence::Answer& answer);
  [[nodiscard]] std::string list_hidden() const;

  // A formula that does not pass, with the verdict it has in some instances.
  struct Hidden {
    Formula formula;
    std::string_view verdict;
    std::vector<std::string> places;  // "14 with N=3"
  };

  std::string file_;
  TextForm form_;
  bool chosen_;
  std::vector<Column> parameters_;
  std::size_t instances_;
  std::vector<Formula> columns_;
  bool begun_ = false;    // the head is shown
  bool counted_ = false;  // too many formulas for a column each
  bool marked_ = false;   // some verdict does not pass
  std::string held_back_;
  std::vector<Hidden> hidden_;
  evidence::Totals totals_;
};

}  // namespace ken::report
