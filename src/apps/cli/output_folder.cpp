#include "apps/cli/output_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/cli/graphviz.hpp"
#include "apps/cli/output.hpp"
#include "base/file.hpp"
#include "base/text.hpp"

namespace ken::apps {
namespace {

std::string name_model(const std::string& file) {
  std::string name = file == "-" ? "stdin" : std::filesystem::path(file).stem().string();
  std::replace(name.begin(), name.end(), '.', '_');
  return name.empty() ? "model" : name;
}

}  // namespace

OutputFolder::OutputFolder(std::string path, std::string what, ProgressLine& line)
    : path_(std::move(path)), what_(std::move(what)), line_(line) {
  if (path_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  missing_ = !std::filesystem::is_directory(path_);
  if (missing_) complain(fmt::format("{}: {}", path_, error ? error.message() : "is no folder"));
}

std::vector<std::string> OutputFolder::name_models(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& file : files) {
    const std::string plain = name_model(file);
    std::string name = plain;
    for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}-{}", plain, n);
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> OutputFolder::store(const std::string& model,
                                             const driver::NewFile& file) {
  if (missing_) return {};
  const std::string name = fmt::format("{}.{}{}", model, file.name, file.extension);
  const std::string path = (std::filesystem::path(path_) / name).string();
  const std::string trouble = base::store(path, file.text);
  if (!trouble.empty()) {
    complain(trouble);
    return {};
  }
  std::vector<std::string> written{path};
  if (file.extension == ".evidence.dot")
    if (std::string picture = draw_svg(path); !picture.empty())
      written.push_back(std::move(picture));
  return written;
}

void OutputFolder::complain(const std::string& trouble) {
  failed_ = true;
  line_.step_aside([&] {
    say(fmt::format("ken: cannot write {}: {}\n", what_, base::make_printable(trouble)));
  });
}

}  // namespace ken::apps
