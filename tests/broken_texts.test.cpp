// Texts with mistakes of every kind are elaborated for their index: all golden models, of which
// many have syntax errors, and the seeds of the fuzz target without one token each.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "model/elaborate.hpp"
#include "syntax/parser.hpp"

namespace ken {
namespace {

namespace fs = std::filesystem;
const fs::path root = KEN_SOURCE_DIR;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What every use in the index names is what stands there.
void expect_sound_index(const std::string& text) {
  const base::Source source = base::make_source("m", text);
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(source, diagnostics);
  const model::Elaboration result = model::elaborate(system, {{}, {}, {1'000, 20'000}});
  for (const model::Use& use : result.index.uses())
    EXPECT_EQ(source->text(use.range), result.index[use.symbol].name) << text;
}

TEST(BrokenTexts, EveryGoldenModelHasASoundIndex) {
  std::size_t models = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests/golden")) {
    if (entry.path().extension() != ".ispl") continue;
    ++models;
    expect_sound_index(contents(entry.path()));
  }
  EXPECT_GT(models, 100U);
}

TEST(BrokenTexts, EverySeedWithoutOneTokenHasASoundIndex) {
  for (const auto& entry : fs::directory_iterator(root / "fuzz/corpus/elaborate")) {
    const std::string text = contents(entry.path());
    base::Diagnostics none;
    for (const syntax::Token& token : syntax::lex(base::make_source("m", text), none).tokens)
      expect_sound_index(text.substr(0, token.range.begin) + text.substr(token.range.end));
  }
}

}  // namespace
}  // namespace ken
