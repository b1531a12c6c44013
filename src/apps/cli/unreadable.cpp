#include "apps/cli/unreadable.hpp"

namespace ken::apps {

evidence::Answer answer_unreadable(const std::string& file, const std::string& why) {
  evidence::Answer answer;
  answer.file = file;
  const std::string prefix = file + ": ";
  answer.diagnostics.add(base::make_source(file, ""), {0, 0}, base::Code::unreadable,
                         why.starts_with(prefix) ? why.substr(prefix.size()) : why);
  return answer;
}

}  // namespace ken::apps
