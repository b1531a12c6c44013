#include "model/scope.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace ken::model {

void Scope::define(const syntax::System& text, SymbolKind kind, std::string_view owner,
                   syntax::NodeId name) {
  if (name == syntax::no_node) return;
  const syntax::Node& node = text.nodes[name];
  if (node.kind == syntax::NodeKind::name && node.child_count == 1)
    index.define(kind, owner, text.nodes[text.nodes.child(name, 0)].mark);
}

void Scope::give_up_on(const syntax::System& text, syntax::NodeId name) {
  const syntax::Node& node = text.nodes[name];
  if (node.kind == syntax::NodeKind::name)
    constants.give_up_on(std::string(text.text(text.nodes[text.nodes.child(name, 0)].mark)));
}

bool Scope::varies(const syntax::System& text, syntax::NodeId expression,
                   const Where& where) const {
  const auto changes = [&](syntax::NodeId name) {
    if (text.nodes[name].child_count > 1) return true;
    const syntax::NodeId part = text.nodes.child(name, 0);
    const std::string_view word = text.text(text.nodes[part].mark);
    if (text.nodes[part].child_count == 0 && constants.knows(word)) return false;
    if (definitions.contains(word)) return true;
    if (!where.inside()) return false;
    return variables[static_cast<std::size_t>(where.agent)].family(std::string(word)).has_value();
  };
  std::vector<syntax::NodeId> todo{expression};
  while (!todo.empty()) {
    const syntax::NodeId id = todo.back();
    todo.pop_back();
    if (text.nodes[id].kind == syntax::NodeKind::name && changes(id)) return true;
    const auto children = text.nodes.children(id);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return false;
}

bool Scope::check_name(const syntax::System& text, base::Range range, const std::string& name,
                       std::string_view what) {
  const bool reserved = name == "true" || name == "false" || name == "Action" ||
                        name == "GreenStates" || name == "RedStates";
  const bool read_bare = what == "a variable" || what == "a proposition" || what == "a definition";
  const bool definition =
      (read_bare || what == "a value" || what == "an action") && definitions.contains(name);
  const bool parameter = constants.parameters().contains(name) && read_bare;
  if (what == "a definition" && definition) return true;  // a second one is reported as such
  if (!reserved && !parameter && !definition) return true;
  const base::Code code = reserved     ? base::Code::name_not_allowed
                          : definition ? base::Code::name_is_definition
                                       : base::Code::name_is_parameter;
  diagnostics.add(text.source, range, code, name, what);
  constants.give_up_on(name);
  return false;
}

void Scope::wrong_index(const syntax::System& text, base::Range range, const Name& name,
                        const std::string& base, const std::string& last) {
  const auto indices = [](const std::string& shown) -> std::uint64_t {
    if (shown.find('[') == std::string::npos) return 0;
    return 1 + static_cast<std::uint64_t>(std::count(shown.begin(), shown.end(), ','));
  };
  const auto in_words = [](std::uint64_t n) {
    return n == 0 ? "no index" : fmt::format("{} {}", n, n == 1 ? "index" : "indices");
  };
  if (indices(name.shown) == indices(last)) {
    diagnostics.add(text.source, range, base::Code::index_out_of_range, name.shown,
                    fmt::format("the last one is '{}'", last));
    return;
  }
  auto& d = diagnostics.add(text.source, range, base::Code::index_count, base,
                            in_words(indices(last)), in_words(indices(name.shown)));
  d.hint = fmt::format("write for example '{}'", last);
}

void Scope::declared_twice(const syntax::System& text, std::string_view what, const Name& name,
                           base::Range range, base::Range earlier) {
  const bool identical =
      base::collapse_blanks(text.text(range)) == base::collapse_blanks(text.text(earlier)) &&
      range != earlier;
  const base::Code code = identical ? base::Code::identical_twice : base::Code::declared_twice;
  auto& d = diagnostics.add(text.source, range, code, what, name.shown);
  d.related.push_back({text.source, earlier, "the first one is here"});
}

void Scope::suggest(base::Diagnostic& diagnostic, std::string_view wanted,
                    const std::vector<std::string>& candidates) {
  if (const auto near = base::find_nearest(wanted, candidates))
    diagnostic.hint = fmt::format("did you mean '{}'?", *near);
}

}  // namespace ken::model
