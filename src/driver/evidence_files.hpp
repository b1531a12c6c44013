#pragma once
#include "driver/strategy_files.hpp"

namespace ken::driver {

// Keeps evidence about a formula of the model, and notes where: as a file that can be replayed, and
// as a picture.
void keep_evidence(const model::Model& model, const Settings& settings, std::size_t formula,
                   const Store& store, evidence::EvidenceAnswer& evidence);

}  // namespace ken::driver
