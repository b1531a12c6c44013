#include "bdd/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "bdd/backend.hpp"
#include "bdd/reachable.hpp"

namespace ken::bdd {
namespace {

std::string as_label(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

// What an edge leads to, and how the line to it looks.
std::string target(Edge f, std::string_view style) {
  const bool negated = f == 0 || (f > 1 && Backend::is_negation(f));
  const bool one_constant = Backend::negation_is_free;
  std::string name = f > 1 ? fmt::format("n{}", Backend::node(f))
                           : std::string(one_constant || f == 1 ? "true" : "false");
  const bool circle = negated && (f > 1 || one_constant);
  return fmt::format("{} [style={}{}]", name, style, circle ? ", arrowhead=odot" : "");
}

}  // namespace

std::string picture(std::span<const std::pair<std::string, Bdd>> functions,
                    const std::function<std::string(Variable)>& name) {
  std::string text = "digraph diagrams {\n  node [shape=circle];\n  true [shape=box];\n";
  if (!Backend::negation_is_free) text += "  false [shape=box];\n";
  const auto out = std::back_inserter(text);
  std::vector<Bdd> roots;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    roots.push_back(functions[i].second);
    fmt::format_to(out, "  f{} [shape=plaintext, label={}];\n  f{} -> {};\n", i,
                   as_label(functions[i].first), i,
                   target(Access::edge(functions[i].second), "solid"));
  }
  if (roots.empty()) return text + "}\n";
  const Backend& backend = Access::backend(roots[0]);
  std::map<std::size_t, std::vector<Edge>> by_level;
  for (const Edge f : reachable_nodes(roots))
    by_level[backend.level(f)].push_back(Backend::is_negation(f) ? Backend::negation(f) : f);
  for (auto& [level, nodes] : by_level) {
    std::sort(nodes.begin(), nodes.end());
    const std::string label = as_label(name(backend.variable_at(level)));
    text += "  { rank=same;";
    for (const Edge f : nodes) fmt::format_to(out, " n{} [label={}];", Backend::node(f), label);
    text += " }\n";
    for (const Edge f : nodes)
      fmt::format_to(out, "  n{} -> {};\n  n{} -> {};\n", Backend::node(f),
                     target(backend.low(f), "dashed"), Backend::node(f),
                     target(backend.high(f), "solid"));
  }
  return text + "}\n";
}

}  // namespace ken::bdd
