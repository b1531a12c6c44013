#include "driver/evidence_files.hpp"

#include "model/fingerprint.hpp"
#include "report/evidence_file.hpp"
#include "report/evidence_picture.hpp"

namespace ken::driver {

void keep_evidence(const model::Model& model, const Settings& settings, std::size_t formula,
                   const Store& store, evidence::EvidenceAnswer& evidence) {
  report::EvidenceFile file{.model = model.source->name(),
                            .fingerprint = model::find_fingerprint(model),
                            .parameters = {},
                            .semantics = std::string(logic::name(settings.semantics)),
                            .formula = model.properties[formula].text,
                            .holds = evidence.reasons[evidence.root].holds,
                            .evidence = evidence};
  for (const model::Parameter& p : model.parameters)
    file.parameters.push_back({p.name, p.value, p.boolean});
  const std::string name = name_file(model, settings, formula + 1);
  const auto keep = [&](const char* extension, const std::string& text) {
    for (std::string& path : store({name, extension, text}))
      evidence.files.push_back(std::move(path));
  };
  keep(".evidence.json", report::print_evidence_file(file));
  keep(".evidence.dot", report::evidence_picture(evidence));
}

}  // namespace ken::driver
