// Any text is evidence or none; evidence about a small model is confirmed or refused, whatever it
// says, and what is confirmed can be shown as text, as JSON and as a picture.

#include "base/check.hpp"
#include "driver/replay.hpp"
#include "model/fingerprint.hpp"
#include "report/evidence_file.hpp"
#include "report/evidence_picture.hpp"
#include "report/strategies.hpp"
#include "support.hpp"

namespace {

// That of tests/golden/strategy/evidence-is-a-play-or-an-answer-to-every-move.ispl.
constexpr const char* coin = R"(
Agent Environment
  Vars: coin : {heads, tails}; done : {no, good, bad}; end Vars
  Actions = {none};
  Evolution:
    done = good if done = no and coin = heads and P.Action = take;
    done = bad if done = no and coin = tails and P.Action = take;
    coin = tails if coin = heads and done = no and P.Action = wait and Q.Action = turn;
    coin = heads if coin = tails and done = no and P.Action = wait and Q.Action = turn;
  end Evolution
end Agent
Agent P
  Lobsvars = {done};
  Vars: here : boolean; end Vars
  Actions = {take, wait};
  Protocol: Environment.done = no : {take, wait}; Other : {wait}; end Protocol
  Evolution: here = true if here = true; end Evolution
end Agent
Agent Q
  Vars: here : boolean; end Vars
  Actions = {turn, keep};
  Evolution: here = true if here = true; end Evolution
end Agent
InitStates
  Environment.coin = tails and Environment.done = no and P.here = true and Q.here = true;
end InitStates
Groups Both = {P, Q}; end Groups
Formulae
end Formulae
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto [file, mistake] = ken::report::read_evidence_file(std::string(data, data + size));
  CHECK(file.has_value() == mistake.empty(), "what is no evidence is told why");
  if (!file) return 0;
  const ken::base::Source model = ken::base::make_source("coin.ispl", coin);
  ken::base::Budget budget(0.5, 1U << 22U);
  const ken::driver::Loaded loaded = ken::driver::load(model, {}, budget);
  file->fingerprint = ken::model::find_fingerprint(*loaded.model);
  file->parameters.clear();
  const auto answer = ken::driver::replay_file(*file, model, {}, budget);
  CHECK(!name(answer.outcome).empty(), "an outcome has a name");
  if (answer.outcome != ken::driver::ReplayAnswer::Outcome::confirmed) return 0;
  CHECK(!ken::report::evidence_text(answer.evidence).empty(), "evidence can be told");
  CHECK(!ken::report::evidence_picture(answer.evidence).empty(), "evidence can be drawn");
  file->evidence = answer.evidence;
  const auto again = ken::report::read_evidence_file(ken::report::print_evidence_file(*file));
  CHECK(again.file.has_value(), "what is written can be read");
  return 0;
}
