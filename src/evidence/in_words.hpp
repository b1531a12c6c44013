#pragma once
#include "evidence/answer.hpp"
#include "evidence/replay.hpp"
#include "logic/print.hpp"

namespace ken::evidence {

// Atoms, agents and groups as the user calls them.  The model must outlive it.
[[nodiscard]] logic::Names names_of(const model::Model& model);

// The variables of a state with their values.
[[nodiscard]] EvidenceAnswer::Values describe_state(const model::Model& model,
                                                    const model::State& state);

// What a formula is built from, itself included, in an order that depends on nothing else.
[[nodiscard]] std::vector<logic::FormulaId> list_parts(const logic::FormulaStore& formulas,
                                                       logic::FormulaId formula);

// Evidence about a formula that was replayed.
[[nodiscard]] EvidenceAnswer in_words(const model::Model& model, logic::FormulaId formula,
                                      const Evidence& evidence, const Replayed& replayed);

}  // namespace ken::evidence
