#include <cstdio>
#include <string>

#include "base/file.hpp"
#include "driver/pipeline.hpp"
#include "report/report.hpp"

int main(int argc, char** argv) {
  using namespace ken;
  driver::Settings settings;
  bool json = false;
  std::vector<std::string> files;
  for (int i = 2; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "--json")
      json = true;
    else if (a == "--engine" || a == "--semantics")
      ++i;
    else if (a == "--set") {
      std::string s = argv[++i];
      auto p = s.find('=');
      settings.parameters.emplace_back(s.substr(0, p), s.substr(p + 1));
    } else if (a == "--formula")
      settings.formulae.emplace_back(argv[++i]);
    else if (a == "--timeout")
      settings.timeout = std::stod(argv[++i]);
    else if (a == "--memory")
      settings.memory = std::stoull(argv[++i]);
    else
      files.push_back(a);
  }
  int status = 0;
  for (const auto& f : files) {
    auto loaded = base::load(f);
    if (auto* u = std::get_if<base::Unreadable>(&loaded)) {
      std::fprintf(stderr, "ken: %s\n", u->why.c_str());
      return 2;
    }
    auto answer = driver::check(std::get<base::Source>(loaded), settings);
    for (const auto& d : answer.diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
    std::fputs(
        json ? report::to_json(std::span(&answer, 1)).c_str() : report::to_text(answer).c_str(),
        stdout);
    status = evidence::exit_status(answer);
  }
  return status;
}
