#include "driver/allowances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ken::driver {
namespace {

using base::Code;
using base::CodeRow;
using base::Diagnostic;
using base::Severity;
using syntax::Allowance;

const CodeRow* find_code(std::string_view name) {
  const auto at = std::find_if(base::code_table.begin(), base::code_table.end(),
                               [&](const CodeRow& row) { return row.name == name; });
  return at == base::code_table.end() ? nullptr : &*at;
}

// What is allowed in reachable states is allowed in others.
bool allows(const syntax::System& system, const Allowance& allowance, const Diagnostic& d) {
  const std::string_view word = system.text(allowance.code);
  return d.source == system.source &&
         (row(d.code).name == word ||
          (d.code == Code::never_reached && !word.empty() && d.message.starts_with(word))) &&
         covers(allowance, d.range);
}

// Found on the reachable states.
constexpr std::array from_check = {Code::deadlock, Code::overflow, Code::no_fair_path};
// Found on local states, unless something ran out.
constexpr std::array from_lines = {Code::no_initial_state, Code::protocol_gap,
                                   Code::overlapping_lines, Code::possible_overflow,
                                   Code::unreachable_line};

template <std::size_t n>
bool is_among(Code code, const std::array<Code, n>& codes) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

// Why the word behind 'allow' can never allow anything; empty if it can.
std::string find_mistake(std::string_view word) {
  if (word.empty()) return "'lint:' is followed by 'allow' and codes, such as W006";
  const CodeRow* const code = find_code(word);
  if (code == nullptr) return fmt::format("there is no code {}", word);
  if (code->severity == Severity::error)
    return fmt::format("{} is an error, which cannot be allowed", word);
  if (is_among(code->code, from_check))
    return fmt::format("{} comes from ken check, which always reports it", word);
  return {};
}

}  // namespace

void apply_allowances(const syntax::System& system, base::Diagnostics& diagnostics) {
  const std::vector<Allowance> allowances = read_allowances(system);
  diagnostics.remove_remarks([&](const Diagnostic& d) {
    return std::any_of(allowances.begin(), allowances.end(),
                       [&](const Allowance& a) { return allows(system, a, d); });
  });
}

void settle_allowances(const syntax::System& system, base::Diagnostics& diagnostics) {
  const std::vector<Allowance> allowances = read_allowances(system);
  if (allowances.empty()) return;
  const std::vector<Diagnostic> found = diagnostics.all();
  const bool gave_up = std::any_of(found.begin(), found.end(), [](const Diagnostic& d) {
    return d.code == Code::not_looked_at;
  });
  apply_allowances(system, diagnostics);
  for (const Allowance& allowance : allowances) {
    const std::string_view word = system.text(allowance.code);
    if (const std::string mistake = find_mistake(word); !mistake.empty()) {
      diagnostics.add(system.source, word.empty() ? allowance.comment : allowance.code,
                      Code::bad_allowance, mistake);
    } else if (!(gave_up && is_among(find_code(word)->code, from_lines)) &&
               std::none_of(found.begin(), found.end(),
                            [&](const Diagnostic& d) { return allows(system, allowance, d); })) {
      diagnostics.add(system.source, allowance.code, Code::idle_allowance, word);
    }
  }
}

}  // namespace ken::driver
