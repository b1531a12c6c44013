#pragma once
#include <string>
#include <vector>

namespace ken::apps {

// The models that arguments name.
struct FileList {
  std::vector<std::string> files;
  bool several = false;  // more than one argument, or a folder
};

// A folder stands for all *.ispl in it and below, in the order of their names; what begins with a
// dot is left out, and links to folders are not followed.  A folder without any stands for itself.
[[nodiscard]] FileList list_files(const std::vector<std::string>& arguments);

}  // namespace ken::apps
