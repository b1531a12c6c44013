#include <csignal>
#include <ken_commit.hpp>
#include <new>

#include "apps/cli/command_line.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/output.hpp"

int main(int argc, char** argv) try {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(), and a quiet end
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of write() too
  const ken::apps::ParsedLine parsed =
      ken::apps::parse_command_line(argc, argv, {KEN_VERSION, KEN_COMMIT});
  if (!parsed.instead.text.empty()) {
    if (parsed.instead.error) {
      ken::apps::say(parsed.instead.text);
      return 2;
    }
    return ken::apps::print_answer(parsed.instead.text, 0);
  }
  return ken::apps::run(parsed.request);
} catch (const std::bad_alloc&) {
  ken::apps::say("ken: unknown: memory: the machine has no more\n");
  return 3;
}
