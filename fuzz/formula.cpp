// Formulas from the command line: parsed alone, then in a model that has names for them.

#include "base/check.hpp"
#include "model/elaborate.hpp"
#include "support.hpp"
#include "syntax/parser.hpp"

namespace {

constexpr const char* model_text = R"(
Agent Environment
  Obsvars: e : boolean; end Obsvars
end Agent
Agent P
  Vars: x : 0..3; y : {red, green}; end Vars
  Actions = {a, b};
  Evolution: x = x + 1 if Action = a; end Evolution
end Agent
Agent Q[i: 1..2]
  Vars: z : boolean; end Vars
end Agent
Evaluation p if P.x = 0; q if Environment.e; r[i: 1..2] if Q[i].z; end Evaluation
InitStates P.x = 0; end InitStates
Groups g = {P, Q[1]}; end Groups
Formulae end Formulae
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = ken::fuzz::source(data, size);
  ken::base::Diagnostics alone;
  const auto formulae = ken::syntax::parse_formulae(source, alone);
  for (const auto& d : alone.all()) CHECK(!to_text(d).empty(), "a diagnostic can be shown");

  ken::base::Diagnostics none;
  const auto system = ken::syntax::parse(ken::base::make_source("model", model_text), none);
  CHECK(!none.has_errors(), "the model around the formula is sound");
  const auto elaboration =
      ken::model::elaborate(system, {{}, {std::string(source->text())}, {1'000, 20'000}});
  CHECK(!alone.has_errors() || !elaboration.model, "what does not parse is not elaborated");
  for (const auto& d : elaboration.diagnostics.all())
    CHECK(!to_text(d).empty(), "a diagnostic can be shown");
  return 0;
}
