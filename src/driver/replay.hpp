#pragma once
#include "driver/load.hpp"
#include "report/evidence_file.hpp"

namespace ken::driver {

// What became of evidence that was kept.
struct ReplayAnswer {
  enum class Outcome : std::uint8_t { confirmed, refused, unreadable, unknown };
  Outcome outcome = Outcome::confirmed;
  std::string why;                      // why not confirmed
  evidence::EvidenceAnswer evidence{};  // as it was replayed
  base::Diagnostics diagnostics{};      // of the model
};

[[nodiscard]] std::string_view name(ReplayAnswer::Outcome outcome);

// Replays it on the model with the parameters that it was found with; other settings of the model
// play no role.
[[nodiscard]] ReplayAnswer replay_file(const report::EvidenceFile& file, const base::Source& model,
                                       const Settings& settings, base::Budget& budget);

}  // namespace ken::driver
