#include "model/lint.hpp"

namespace ken::model {

void lint(const Model&, base::Budget&, base::Diagnostics&) {}

}  // namespace ken::model
