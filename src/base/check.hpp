#pragma once
#include <string_view>

namespace ken::base {

// Says what broke and where, then aborts.  Reached only through CHECK.
[[noreturn]] void broken_promise(std::string_view condition, std::string_view why,
                                 std::string_view file, int line);

}  // namespace ken::base

// A bug in ken, never a mistake of the user: on in every build, no input may reach it.
#define CHECK(condition, why)                                             \
  do {                                                                    \
    if (!(condition)) [[unlikely]]                                        \
      ::ken::base::broken_promise(#condition, (why), __FILE__, __LINE__); \
  } while (false)
