// Any text parses to a tree or to mistakes that can be shown.  Without mistakes, formatting changes
// nothing but the layout and is done after once, and the printed tree is the tree.

#include "base/check.hpp"
#include "support.hpp"
#include "syntax/format.hpp"
#include "syntax/parser.hpp"
#include "syntax/print.hpp"
#include "syntax/readings.hpp"

using ken::base::Diagnostics;
using ken::syntax::System;

namespace {

System reparsed(const std::string& text) {
  Diagnostics diagnostics;
  System system = ken::syntax::parse(ken::base::make_source("again", text), diagnostics);
  CHECK(!diagnostics.has_errors(), "what ken writes ken reads");
  return system;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  const System system = ken::syntax::parse(ken::fuzz::source(data, size), diagnostics);
  for (const auto& d : diagnostics.all()) CHECK(!to_text(d).empty(), "a diagnostic can be shown");
  if (diagnostics.has_errors()) return 0;
  ken::syntax::compare_readings(system, diagnostics);
  const std::string formatted = ken::syntax::format(system);
  const System again = reparsed(formatted);
  CHECK(same_tree(system, again), "formatting keeps the tree");
  CHECK(ken::syntax::format(again) == formatted, "formatting twice changes nothing more");
  CHECK(same_tree(system, reparsed(ken::syntax::print(system))), "printing keeps the tree");
  return 0;
}
