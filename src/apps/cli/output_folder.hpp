#pragma once
#include <set>
#include <string>
#include <vector>

#include "apps/cli/progress_line.hpp"
#include "driver/strategy_files.hpp"

namespace ken::apps {

// A folder for what is found, 'strategies' or 'evidence'.  It is made if it is not there.
class OutputFolder {
 public:
  OutputFolder(std::string path, std::string what, ProgressLine& line);

  // What the files of each model are called, behind which comes the rest of their names: a name of
  // its own for each, without dots.
  [[nodiscard]] static std::vector<std::string> name_models(const std::vector<std::string>& files);

  // Where the file is now, and what was drawn from it; nothing if it could not be written.
  [[nodiscard]] std::vector<std::string> store(const std::string& model,
                                               const driver::NewFile& file);
  // Something could not be written.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  void complain(const std::string& trouble);

  std::string path_;
  std::string what_;
  ProgressLine& line_;
  bool failed_ = false;
  bool missing_ = false;  // nothing can be written
};

}  // namespace ken::apps
