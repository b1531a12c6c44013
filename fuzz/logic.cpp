// Any text is a logic file or has mistakes; what it defines can be documented, laid out, applied to
// the agents of a small model, and labelled within a small budget.

#include "base/check.hpp"
#include "concrete/labeller.hpp"
#include "model/elaborate.hpp"
#include "model/logic_document.hpp"
#include "support.hpp"
#include "syntax/format.hpp"
#include "syntax/parser.hpp"

namespace {

constexpr double seconds = 0.2;
constexpr std::uint64_t bytes = 1U << 20U;

constexpr const char* model = R"(
Logic "fuzz";
Agent P Vars: x : boolean; c : 0..2; v_Q : boolean; end Vars Actions = {a, b};
  Evolution: x = (!x) if Action = a; c = (c + 1) mod 3 if Action = b; end Evolution end Agent
Agent Q Vars: y : boolean; c : 0..2; v_P : boolean; end Vars Actions = {a, b};
  Evolution: c = 1 if P.Action = a; v_P = (!v_P) if Action = b; end Evolution end Agent
InitStates P.x = false and P.c = 0 and Q.c = 0; end InitStates
Formulae
)";

// Formatting keeps the definitions, and twice changes nothing more.
void format_twice(const ken::base::Source& source) {
  ken::base::Diagnostics diagnostics;
  const auto file = ken::syntax::parse_logic(source, diagnostics);
  if (diagnostics.has_errors()) return;
  const std::string formatted = ken::syntax::format(file);
  const auto again =
      ken::syntax::parse_logic(ken::base::make_source("again", formatted), diagnostics);
  CHECK(!diagnostics.has_errors(), "what ken writes ken reads");
  CHECK(again.definitions.size() == file.definitions.size(), "formatting keeps definitions");
  for (std::size_t i = 0; i < file.definitions.size(); ++i)
    CHECK(same_tree(file.text, file.definitions[i].body, again.text, again.definitions[i].body),
          "formatting keeps their bodies");
  CHECK(ken::syntax::format(again) == formatted, "formatting twice changes nothing more");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ken::base::Source source = ken::fuzz::source(data, size);
  format_twice(source);
  ken::base::Diagnostics diagnostics;
  const auto document = ken::model::document_logic(source, diagnostics);
  for (const auto& d : diagnostics.all()) CHECK(!to_text(d).empty(), "a diagnostic can be shown");
  for (const auto& entry : document.entries) CHECK(!entry.head.empty(), "an entry has a head");
  if (diagnostics.has_errors()) return 0;
  ken::model::ElaborationSettings settings;
  settings.limits = {1'000, 20'000};
  settings.read_logic = [&](const std::string&, ken::model::Whence, std::string&) {
    return source;
  };
  for (const char* formula :
       {"C(P, Q, P.x)", "Fu(C(Q, P, P.x))", "FuW(P, WCC(P, Q, P.x, Q.y))", "Tc(P, Q, P.x, Q.y)",
        "Kw(P, Q.y)", "Op(P.x)", "Op(P, P.x)", "Op(P, Q, P.x)"}) {
    ken::base::Diagnostics parsing;
    const auto system = ken::syntax::parse(
        ken::base::make_source("model", std::string(model) + formula + ";\nend Formulae\n"),
        parsing);
    const auto elaboration = ken::model::elaborate(system, settings);
    if (!elaboration.model) continue;
    ken::base::Budget budget(seconds, bytes);
    try {
      const ken::concrete::StateSpace space(*elaboration.model, budget);
      auto context = ken::concrete::make_context(*elaboration.model, space, budget);
      CHECK((ken::concrete::Labeller(context).label(elaboration.model->properties.front().formula) -
             context.arena.domain)
                .empty(),
            "labels lie in the domain");
    } catch (const ken::base::Exhausted&) {
      // As it should be: a small budget.
    }
  }
  return 0;
}
