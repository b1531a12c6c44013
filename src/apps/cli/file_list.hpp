#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace ken::apps {

// The files that arguments name.
struct FileList {
  std::vector<std::string> files;
  bool several = false;  // more than one argument, or a folder
};

// What a folder stands for: all *.ispl in it and below, all *.logic, or both.
enum class FilesWanted : std::uint8_t { models, logics, models_and_logics };

// Those of a folder are in the order of their names; what begins with a dot is left out, and links
// to folders are not followed.  A folder without any stands for itself.
[[nodiscard]] FileList list_files(const std::vector<std::string>& arguments,
                                  FilesWanted wanted = FilesWanted::models);

}  // namespace ken::apps
