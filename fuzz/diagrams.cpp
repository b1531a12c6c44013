// Any text is loaded as diagrams or refused; what was loaded can be saved and comes back the same.

#include "base/check.hpp"
#include "bdd/storage.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ken::base::Budget budget(0.2, 1U << 24U);
  ken::bdd::Manager manager(64, budget);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ken::bdd::Loaded loaded = ken::bdd::load(text, manager);
    if (!loaded.mistake.empty()) {
      CHECK(loaded.functions.empty(), "a text is read as a whole or not at all");
      return 0;
    }
    const std::string saved = ken::bdd::save(loaded.functions);
    const ken::bdd::Loaded again = ken::bdd::load(saved, manager);
    CHECK(again.mistake.empty() && again.functions == loaded.functions, "saved is loaded");
  } catch (const ken::base::Exhausted&) {
    // As it should be: a small budget.
  }
  return 0;
}
