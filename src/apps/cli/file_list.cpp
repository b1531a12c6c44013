#include "apps/cli/file_list.hpp"

#include <algorithm>
#include <filesystem>

namespace ken::apps {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with("."); }

bool is_wanted(const fs::path& path, FilesWanted wanted) {
  return (wanted != FilesWanted::logics && path.extension() == ".ispl") ||
         (wanted != FilesWanted::models && path.extension() == ".logic");
}

// A folder that cannot be entered is passed over.
std::vector<std::string> list_below(const std::string& folder, FilesWanted wanted) {
  std::vector<std::string> found;
  std::error_code trouble;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         trouble);
  for (; !trouble && entry != fs::recursive_directory_iterator(); entry.increment(trouble)) {
    std::error_code ignored;
    if (is_hidden(entry->path()))
      entry.disable_recursion_pending();
    else if (is_wanted(entry->path(), wanted) && entry->is_regular_file(ignored))
      found.push_back(entry->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

FileList list_files(const std::vector<std::string>& arguments, FilesWanted wanted) {
  FileList list;
  list.several = arguments.size() > 1;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (!fs::is_directory(argument, ignored)) {
      list.files.push_back(argument);
      continue;
    }
    list.several = true;
    const std::vector<std::string> found = list_below(argument, wanted);
    list.files.insert(list.files.end(), found.begin(), found.end());
    if (found.empty()) list.files.push_back(argument);
  }
  return list;
}

}  // namespace ken::apps
