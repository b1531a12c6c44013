// differential [--minutes M] [--rounds N] [--seed S] [--kind WORD] [--verbose]: random models and
// formulas for both engines until the time is up or they disagree, only of kinds with that word, or
// of that name. differential [--semantics NAME] FILE...: these models, under many settings of the
// symbolic engine, with that strategic semantics of the run.
//
// Seeds are counted from S on, and everything in a round depends on its seed alone: --seed K
// --rounds 1 repeats it.  S is taken from the clock unless given.  After a disagreement the model
// is made small, written to disagreement-SEED.ispl in the current directory, and the exit status
// is 1.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "support/comparison.hpp"
#include "support/shrink.hpp"

namespace ken::tests {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  double minutes = 1;
  std::uint64_t rounds = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) /
      1'000'000 % 1'000'000'000;
  std::string kind;
  std::optional<logic::Semantics> semantics = logic::Semantics::full;
  bool verbose = false;
  bool wrong = false;
  std::vector<std::string> files;
};

Options read(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const char* const value = i + 1 < count ? words[i + 1] : nullptr;
    if (word == "--verbose") {
      options.verbose = true;
    } else if (word == "--minutes" && value != nullptr) {
      options.minutes = std::strtod(words[++i], nullptr);
      options.wrong = options.wrong || options.minutes <= 0;
    } else if (word == "--rounds" && value != nullptr) {
      options.rounds = std::strtoull(words[++i], nullptr, 10);
    } else if (word == "--seed" && value != nullptr) {
      options.seed = std::strtoull(words[++i], nullptr, 10);
    } else if (word == "--kind" && value != nullptr) {
      options.kind = words[++i];
    } else if (word == "--semantics" && value != nullptr) {
      options.semantics = logic::find_semantics(words[++i]);
      options.wrong = options.wrong || !options.semantics;
    } else if (!word.starts_with("--")) {
      options.files.push_back(word);
    } else {
      options.wrong = true;
    }
  }
  return options;
}

void say(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

std::optional<std::string> disagreement(const std::string& text, const Trial& trial) {
  const auto model = sound_model(text, trial.semantics);
  return model ? difference(*model, trial) : std::nullopt;
}

void report(std::uint64_t seed, const Challenge& challenge, const std::string& what) {
  const std::string how = to_text(challenge.trial);
  say(fmt::format("seed {} ({}), {}: {}", seed, challenge.kind, how, what));
  const std::string small = shrunk(challenge.text, [&](const std::string& text) {
    try {
      return disagreement(text, challenge.trial).has_value();
    } catch (const base::Exhausted&) {
      return false;
    }
  });
  const std::string why = disagreement(small, challenge.trial).value_or("");
  const std::string name = fmt::format("disagreement-{}.ispl", seed);
  if (std::FILE* const file = std::fopen(name.c_str(), "w"); file != nullptr) {
    std::fputs(fmt::format("-- {}\n-- {}\n{}", why, how, small).c_str(), file);
    std::fclose(file);
  }
  say(fmt::format("{}\n{}: {}", small, name, why));
}

int look_at(const std::string& path, logic::Semantics semantics) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto model = sound_model(text, semantics);
  if (!model) {
    say(path + ": no model that both engines decide");
    return 2;
  }
  for (Trial trial : trials()) {
    trial.semantics = semantics;
    const auto found = difference(*model, trial);
    if (!found) continue;
    say(fmt::format("{}: {}: {}", path, to_text(trial), *found));
    return 1;
  }
  say(path + ": no disagreement");
  return 0;
}

bool has_kind(const std::string& name) {
  constexpr std::uint64_t more_than_there_are = 1000;
  for (std::uint64_t seed = 0; seed < more_than_there_are; ++seed)
    if (kind_of(seed) == name) return true;
  return false;
}

int run(const Options& options) {
  const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(options.minutes);
  std::map<std::string, std::uint64_t> kinds;
  std::uint64_t rounds = 0;
  std::uint64_t undecided = 0;
  std::uint64_t mistaken = 0;
  say(fmt::format("seed {}", options.seed));
  const bool exact = has_kind(options.kind);
  for (std::uint64_t seed = options.seed; rounds < options.rounds && Clock::now() < end; ++seed) {
    const std::string kind = kind_of(seed);
    if (exact ? kind != options.kind : kind.find(options.kind) == std::string::npos) continue;
    ++rounds;
    const Challenge next = challenge(seed, Effort::thorough);
    if (options.verbose) say(fmt::format("seed {} ({})", seed, next.kind));
    const auto model = sound_model(next.text, next.trial.semantics);
    if (!model) {  // a constant may turn out to be out of range
      ++mistaken;
      say(fmt::format("seed {}: the generator made mistakes", seed));
      if (mistaken > 1 + rounds / 1000) return 2;
      continue;
    }
    ++kinds[next.kind];
    try {
      if (const auto found = difference(*model, next.trial)) {
        report(seed, next, *found);
        return 1;
      }
    } catch (const base::Exhausted& reason) {
      ++undecided;
      say(fmt::format("seed {}: {}", seed, reason.what()));
    }
  }
  say(fmt::format("{} rounds, {} undecided, no disagreement", rounds, undecided));
  if (options.verbose)
    for (const auto& [kind, count] : kinds) say(fmt::format("  {:>7} {}", count, kind));
  return 0;
}

}  // namespace
}  // namespace ken::tests

int main(int count, char** words) {
  const ken::tests::Options options = ken::tests::read(count, words);
  if (options.wrong) {
    std::fputs(
        "usage: differential [--minutes M] [--rounds N] [--seed S] [--kind WORD] [--verbose] | "
        "[--semantics NAME] FILE...\n",
        stderr);
    return 2;
  }
  if (options.files.empty()) return ken::tests::run(options);
  int worst = 0;
  for (const std::string& path : options.files)
    worst = std::max(worst, ken::tests::look_at(path, *options.semantics));
  return worst;
}
