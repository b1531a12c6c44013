#pragma once
#include <optional>
#include <string>
#include <vector>

#include "evidence/answer.hpp"

namespace ken::report {

// Evidence as it is kept: what it is about, and what says so.
struct EvidenceFile {
  std::string model;        // the file it was found in
  std::string fingerprint;  // of that model with these parameters
  std::vector<evidence::Parameter> parameters;
  std::string semantics;  // of coalitions that name none
  std::string formula;
  bool holds = false;
  evidence::EvidenceAnswer evidence;
};

[[nodiscard]] std::string print_evidence_file(const EvidenceFile& file);

struct ReadEvidenceFile {
  std::optional<EvidenceFile> file;
  std::string mistake;  // where the text is not that of such a file
};
[[nodiscard]] ReadEvidenceFile read_evidence_file(const std::string& text);

// What became of it when it was replayed, as one JSON object: confirmed, refused, unreadable or
// unknown, and why if not the first.
[[nodiscard]] std::string print_replay(const evidence::EvidenceAnswer& evidence,
                                       const std::string& file, std::string_view outcome,
                                       const std::string& why);

}  // namespace ken::report
