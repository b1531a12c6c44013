#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace ken::base {

enum class Severity : std::uint8_t { error, warning, note };

// Every diagnostic ken can give: enumerator, code, severity, wording.  A new one is one row here
// and one golden model that provokes it.  E0 syntax, E1 names and types, E2 templates, E3 export;
// W legal but suspicious; N worth knowing.
#define KEN_DIAGNOSTICS(X)                                                                        \
  X(bad_character, "E001", error, "'{}' has no meaning here")                                     \
  X(number_too_large, "E002", error, "the number {} does not fit in 64 bits")                     \
  X(open_string, "E003", error, "this string is not closed on its line")                          \
  X(unreadable, "E004", error, "{}")                                                              \
  X(expected, "E010", error, "expected {}, found {}")                                             \
  X(missing, "E011", error, "{} is missing")                                                      \
  X(unknown_section, "E012", error, "'{}' does not start a section {}")                           \
  X(second_section, "E013", error, "a second {} section")                                         \
  X(wrong_end, "E014", error, "this section ends with '{}', not '{}'")                            \
  X(chained_comparison, "E015", error, "comparisons do not chain; join them with 'and'")          \
  X(other_not_last, "E016", error, "'Other' must be the last line of the Protocol")               \
  X(unclosed, "E017", error, "this '{}' is never closed")                                         \
  X(parenthesise_value, "E018", error,                                                            \
    "'{}' in an assigned value needs parentheses: 'b = (p {} q)'")                                \
  X(misplaced_section, "E019", error, "{} belongs {}")                                            \
  X(no_agent, "E020", error, "there is no agent here: a model needs at least one")                \
  X(misused_program, "E021", error, "'{}' makes a program, and {}")                               \
  X(parenthesise_conditional, "E022", error, "'?:' {} needs parentheses: '(c ? a : b)'")          \
  X(unknown_name, "E101", error, "unknown {} '{}'")                                               \
  X(declared_twice, "E102", error, "{} '{}' is declared twice, differently")                      \
  X(not_visible, "E103", error, "{} cannot see '{}'")                                             \
  X(type_mismatch, "E104", error, "{} cannot be compared with {}")                                \
  X(no_such_value, "E105", error, "'{}' is not a value of {}")                                    \
  X(reversed_bounds, "E106", error, "the range {}..{} is empty")                                  \
  X(constant_out_of_range, "E107", error, "{} lies outside {}, the range of '{}'")                \
  X(assigned_twice, "E108", error, "'{}' is assigned twice in one line")                          \
  X(one_assignment_only, "E109", error,                                                           \
    "under SingleAssignment a line assigns exactly one variable")                                 \
  X(not_a_condition, "E110", error, "expected a condition, found {}")                             \
  X(not_a_number, "E111", error, "expected a number, found {}")                                   \
  X(wrong_arguments, "E112", error, "{} takes {}, not {}")                                        \
  X(no_actions_here, "E113", error,                                                               \
    "actions cannot be tested here, only behind 'if' in an Evolution")                            \
  X(empty_group, "E114", error, "an empty group knows nothing: name at least one agent")          \
  X(wrong_argument, "E115", error, "{} expects {} here")                                          \
  X(cannot_assign, "E116", error, "'{}' cannot be assigned here: {}")                             \
  X(cannot_store, "E117", error, "{} cannot be assigned to '{}', which holds {}")                 \
  X(name_is_value, "E118", error, "'{}' is both a variable and a value; one needs another name")  \
  X(bad_bound, "E119", error, "the bound [{}, {}] must satisfy 0 <= m <= n")                      \
  X(no_bound_here, "E120", error, "{} takes no bound")                                            \
  X(not_a_formula, "E121", error, "{} is not a formula")                                          \
  X(needs_path_operator, "E122", error,                                                           \
    "after a coalition ken expects X, F, G or (f U h), (f R h), (f W h)")                         \
  X(name_not_allowed, "E123", error, "'{}' cannot be the name of {}")                             \
  X(not_in_comparison, "E124", error, "{} has no order; use = or <>")                             \
  X(no_environment_section, "E125", error, "{} belongs to the Environment only")                  \
  X(several_actions, "E126", error,                                                               \
    "the deterministic semantics needs one action per local state, but {} has {} where {}")       \
  X(no_such_formula, "E127", error, "there is no formula {}: {} has {}")                          \
  X(name_is_parameter, "E128", error, "'{}' is a parameter; {} needs another name")               \
  X(name_is_definition, "E129", error, "'{}' is a definition; {} needs another name")             \
  X(branches_differ, "E130", error, "the two branches do not match: {} and {}")                   \
  X(path_in_step, "E131", error, "a step of a program is about one state, not about a path")      \
  X(semantics_clash, "E132", error,                                                               \
    "--semantics {} is for all coalitions of a run, but one here asks for {}")                    \
  X(empty_range, "E201", error, "the index range {}..{} is empty")                                \
  X(index_out_of_range, "E202", error, "'{}' does not exist: {}")                                 \
  X(not_constant, "E203", error, "{} must be a constant: numbers, parameters and indices")        \
  X(name_clash, "E204", error, "'{}' and '{}' would have one name, {}, in the expanded model")    \
  X(unknown_parameter, "E205", error, "{} has no parameter '{}'")                                 \
  X(ill_typed_parameter, "E206", error, "parameter {} is {}, '{}' is not")                        \
  X(too_large, "E207", error, "{} would become {}; the limit is {}")                              \
  X(index_count, "E209", error, "'{}' takes {}")                                                  \
  X(constant_arithmetic, "E210", error, "{} in a constant expression")                            \
  X(binder_misplaced, "E211", error, "an index range may not stand here")                         \
  X(parameter_out_of_range, "E212", error, "parameter {} is {}, outside its range {}..{}")        \
  X(parameters_refused, "E213", error, "the parameters violate '{}': {}")                         \
  X(not_indexed_by_variables, "E214", error,                                                      \
    "'{}' is no constant, and only variables are indexed by what changes, not {}")                \
  X(mixed_elements, "E215", error, "'{}' has elements of different types: {} and {}")             \
  X(not_expressible, "E301", error, "{} cannot say {}")                                           \
  X(mixed_parameter, "E401", error, "'{}' is used as {} and as {}")                               \
  X(not_a_relation, "E402", error, "{} is not a relation")                                        \
  X(not_monotone, "E403", error,                                                                  \
    "'{}' must occur positively: under an even number of negations, beside no '<->'")             \
  X(different_arguments, "E404", error, "{} takes {} twice; here it is {} and {}")                \
  X(channel_types, "E405", error, "'{}' is {} in {} and {} in {}: a channel has one type")        \
  X(no_such_variable, "E406", error, "{} needs a variable '{}' of {}, which has none")            \
  X(variable_types, "E407", error, "{} compares '{}', which holds {}, with '{}', which holds {}") \
  X(no_initial_state, "W001", warning, "no state satisfies InitStates")                           \
  X(every_state_initial, "W002", warning, "without InitStates every state is initial")            \
  X(protocol_gap, "W003", warning, "{} has no action where {}")                                   \
  X(unused_variable, "W004", warning, "variable '{}' is never read")                              \
  X(unused_proposition, "W005", warning, "proposition '{}' is never used")                        \
  X(overlapping_lines, "W006", warning,                                                           \
    "this line and line {} can both apply where {}; one of them is chosen, they are not merged")  \
  X(constant_comparison, "W007", warning, "this comparison is always {}")                         \
  X(possible_overflow, "W008", warning, "{}; the line then offers no successor")                  \
  X(deadlock, "W009", warning, "a reachable state has no successor")                              \
  X(overflow, "W010", warning, "a reachable step is lost: {}")                                    \
  X(identical_twice, "W011", warning, "{} '{}' is declared twice, identically")                   \
  X(no_fair_path, "W012", warning, "no fair path starts in an initial state")                     \
  X(unused_group, "W013", warning, "group '{}' is never used")                                    \
  X(unused_action, "W014", warning, "action '{}' of {} is allowed by no Protocol line")           \
  X(bad_expectation, "W015", warning,                                                             \
    "this comment looks like an expectation, but nothing is checked: {}")                         \
  X(unreachable_line, "W016", warning, "this line never applies: its condition is always false")  \
  X(hidden_name, "W017", warning, "the index '{}' hides a {} of that name")                       \
  X(unused_parameter, "W018", warning, "parameter '{}' is never used")                            \
  X(no_channel, "W019", warning, "{}: {} says nothing about {}")                                  \
  X(vacuous_expectation, "W022", warning, "{} met only vacuously: {}")                            \
  X(bad_allowance, "W026", warning, "{}")                                                         \
  X(idle_allowance, "W027", warning, "this allows nothing: ken lint has no {} to report here")    \
  X(unused_definition, "W028", warning, "definition '{}' is never used")                          \
  X(path_as_fairness, "W029", warning, "a fairness line is about states; this is read as '{}'")   \
  X(formula_left_out, "W030", warning, "{} cannot say {}: the formula is left out")               \
  X(unused_name, "W031", warning, "'{}' is never used in the definition")                         \
  X(view_of_nobody, "W032", warning,                                                              \
    "'{}' of {} looks like a trust variable, but there is no agent '{}'")                         \
  X(unused_view, "W033", warning,                                                                 \
    "no trust operator asks for {} of {}, and nothing else reads it")                             \
  X(reading_differs, "N001", note, "{}")                                                          \
  X(universal_closure, "N002", note, "a path formula stands here; it is read as 'A ({})'")        \
  X(leaves_fair_paths, "N003", note, "the coalition may win by leaving all fair paths")           \
  X(group_over_agent, "N004", note, "'{}' is a group and an agent; the group is meant")           \
  X(not_looked_at, "N005", note, "{}: did not finish looking for {} ({})")                        \
  X(never_reached, "N006", note, "{} in no reachable state: {}")                                  \
  X(hides_shipped, "N007", note, "'{}' hides the operator of {}, a logic of ken")

enum class Code : std::uint8_t {
#define KEN_ENUMERATOR(name, code, severity, wording) name,
  KEN_DIAGNOSTICS(KEN_ENUMERATOR)
#undef KEN_ENUMERATOR
};

struct CodeRow {
  Code code;
  std::string_view name;
  Severity severity;
  std::string_view wording;
};

inline constexpr auto code_table = std::to_array<CodeRow>({
#define KEN_ROW(name, code, severity, wording) {Code::name, code, Severity::severity, wording},
    KEN_DIAGNOSTICS(KEN_ROW)
#undef KEN_ROW
});

[[nodiscard]] constexpr const CodeRow& row(Code code) {
  return code_table[static_cast<std::size_t>(code)];
}

}  // namespace ken::base
