#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ken::driver {

// What a user may choose for a run; each field is bound to a row of the option table.
struct Settings {
  std::vector<std::pair<std::string, std::string>> parameters;  // --set
  std::vector<std::string> formulae;                            // --formula
  std::vector<std::size_t> only;                                // --only; empty: all
  std::string engine = "explicit";
  std::string semantics = "full";
  std::optional<double> timeout;          // seconds, for the whole run
  std::optional<double> formula_timeout;  // seconds, for each formula
  std::optional<std::uint64_t> memory;    // bytes; unset: half of the machine, at most 4 GiB
  std::string stop_after;                 // show this stage instead of verdicts
  bool json = false;
  bool fmt_check = false;
  bool fmt_stdout = false;
  std::string target = "ispl";  // of export
  const std::atomic<bool>* cancel = nullptr;
};

}  // namespace ken::driver
