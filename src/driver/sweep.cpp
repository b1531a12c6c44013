#include "driver/sweep.hpp"

#include <algorithm>

namespace ken::driver {
namespace {

std::uint64_t count_values(const Sweep& sweep) {
  return static_cast<std::uint64_t>(sweep.last) - static_cast<std::uint64_t>(sweep.first);
}

bool are_few(std::span<const Sweep> sweeps) {
  std::uint64_t product = 1;
  for (const Sweep& sweep : sweeps) {
    const std::uint64_t more = count_values(sweep);  // than one
    if (more >= most_instances) return false;
    product *= more + 1;
    if (product > most_instances) return false;
  }
  return true;
}

bool refuses_parameters(base::Code code) {
  return code == base::Code::parameter_out_of_range || code == base::Code::parameters_refused;
}

bool has(const evidence::Answer& answer, base::Code code) {
  const auto& all = answer.diagnostics.all();
  return std::any_of(all.begin(), all.end(),
                     [&](const base::Diagnostic& d) { return d.code == code; });
}

}  // namespace

std::vector<Instance> list_instances(std::span<const Sweep> sweeps) {
  if (!are_few(sweeps)) return {};
  std::vector<Instance> instances{{}};
  for (const Sweep& sweep : sweeps) {
    std::vector<Instance> longer;
    for (const Instance& instance : instances)
      for (std::uint64_t k = 0; k <= count_values(sweep); ++k) {
        longer.push_back(instance);
        longer.back().push_back(
            {.name = sweep.parameter, .value = sweep.first + static_cast<std::int64_t>(k)});
      }
    instances = std::move(longer);
  }
  return instances;
}

Settings choose_instance(const Settings& settings, const Instance& instance,
                         const WrittenFormulas& written) {
  Settings chosen = settings;
  chosen.sweeps.clear();
  chosen.written = written;
  for (const evidence::Parameter& parameter : instance)
    chosen.parameters.emplace_back(parameter.name, std::to_string(parameter.value));
  return chosen;
}

std::vector<WrittenFormula> list_written(const evidence::Answer& answer) {
  std::vector<WrittenFormula> written;
  for (const evidence::FormulaAnswer& f : answer.formulae)
    written.push_back({.line = f.line, .column = f.column, .text = f.text});
  return written;
}

bool is_excluded(const evidence::Answer& answer) {
  const auto& all = answer.diagnostics.all();
  return answer.diagnostics.has_errors() &&
         std::all_of(all.begin(), all.end(), [](const base::Diagnostic& d) {
           return d.severity() != base::Severity::error || refuses_parameters(d.code);
         });
}

bool has_unknown_parameter(const evidence::Answer& answer) {
  return has(answer, base::Code::unknown_parameter);
}

bool has_missing_formula(const evidence::Answer& answer) {
  return has(answer, base::Code::no_such_formula);
}

}  // namespace ken::driver
