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
  const syntax::NodeKind kind = text.nodes[expression].kind;
  if (kind == syntax::NodeKind::integer) return false;
  if (kind == syntax::NodeKind::name && constants.knows(text.text(text.nodes[expression].range)))
    return false;  // most often
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
  const std::string base = base_name(name);
  const bool reserved = base == "true" || base == "false" || base == "Action" ||
                        base == "GreenStates" || base == "RedStates";
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

namespace {

// The numbers of a name with indices: 1 and 2 of c[1,2].
std::vector<std::string> split_indices(const std::string& shown) {
  std::vector<std::string> result;
  for (std::size_t at = shown.find('['); at < shown.size() && shown[at] != ']';) {
    const std::size_t stop = shown.find_first_of(",]", at + 1);
    result.push_back(shown.substr(at + 1, stop - at - 1));
    at = stop;
  }
  return result;
}

// How many names lie between the first and the last, if none is left out.
std::size_t count_places(const Family& family) {
  const auto low = split_indices(family.first);
  const auto high = split_indices(family.last);
  std::size_t places = 1;
  for (std::size_t i = 0; i < std::min(low.size(), high.size()); ++i)
    places *= static_cast<std::size_t>(std::stoll(high[i])) -
              static_cast<std::size_t>(std::stoll(low[i])) + 1;
  return places;
}

std::string list_members(const Family& family) {
  if (family.members == 1) return fmt::format("there is only '{}'", family.first);
  if (family.members == 2) return fmt::format("there are '{}' and '{}'", family.first, family.last);
  if (family.members < count_places(family))
    return fmt::format("there are {} from '{}' to '{}', and some are left out", family.members,
                       family.first, family.last);
  return fmt::format("there are '{}' to '{}'", family.first, family.last);
}

// The whole family where one member has to be named: Person[i: 1..3] in a set, and(i: 1..3) before
// a condition.
std::string suggest_members(const Family& family, Scope::Use use) {
  const auto low = split_indices(family.first);
  const auto high = split_indices(family.last);
  std::string ranges;
  std::string names;
  for (std::size_t i = 0; i < low.size(); ++i) {
    const std::string index = low.size() == 1 ? "i" : fmt::format("i{}", i + 1);
    ranges += fmt::format("{}{}: {}..{}", i > 0 ? ", " : "", index, low[i], high[i]);
    names += (i > 0 ? ", " : "") + index;
  }
  const std::string base = base_name(family.first);
  if (use == Scope::Use::element) return fmt::format("all of them are '{}[{}]'", base, ranges);
  if (use == Scope::Use::group)
    return fmt::format("write one of them, such as '{}', or '{{{}[{}]}}' for all", family.first,
                       base, ranges);
  return fmt::format("write one of them, such as '{}', or 'and({}) ...' with '{}[{}]' for all",
                     family.first, ranges, base, names);
}

}  // namespace

void Scope::wrong_index(const syntax::System& text, base::Range range, const Name& name,
                        const Family& family, Use use) {
  const auto in_words = [](std::size_t n, const char* none) {
    return n == 0 ? none : fmt::format("{} {}", n, n == 1 ? "index" : "indices");
  };
  const std::size_t found = split_indices(name.shown).size();
  const std::size_t wanted = split_indices(family.last).size();
  const bool lone_agent = family.members == 1 && found == 1 && agents.find(family.last);
  if (lone_agent) return no_such_instance(text, range, name, family);
  if (found == wanted) {
    auto& d = diagnostics.add(text.source, range, base::Code::index_out_of_range, name.shown,
                              list_members(family));
    const std::string_view written = text.text(range);
    const std::string_view brackets = written.substr(std::min(written.find('['), written.size()));
    if (brackets.find_first_of("+-") != std::string_view::npos)
      d.hint =
          "an index must exist even where another condition excludes it; '(j: 1..N if j = i - 1)' "
          "behind 'or', 'and', 'sum' or 'for' leaves out what does not";
    return;
  }
  const std::string takes =
      wanted == 0 ? "no index"
                  : fmt::format("{}, not {}", in_words(wanted, ""), in_words(found, "none"));
  auto& d =
      diagnostics.add(text.source, range, base::Code::index_count, base_name(name.shown), takes);
  if (found == 0 && split_indices(family.first).size() == wanted)
    d.hint = suggest_members(family, use);
  else
    d.hint = fmt::format("write {}'{}'", wanted == 0 ? "" : "for example ", family.last);
}

// P[2] where there is only P, or P[3]: the template has lost its range, which is said once.
void Scope::no_such_instance(const syntax::System& text, base::Range range, const Name& name,
                             const Family& family) {
  const std::string base = base_name(name.shown);
  diagnostics
      .add(text.source, range, base::Code::index_out_of_range, name.shown, list_members(family))
      .hint =
      fmt::format("write '{}', or declare several as 'Agent {}[i: 1..N]'", family.last, base);
  constants.give_up_on(base);
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

void Scope::suggest_member(base::Diagnostic& diagnostic, const Name& name) const {
  const std::size_t digits = name.shown.find_last_not_of("0123456789") + 1;
  const std::size_t mark = digits > 0 && name.shown[digits - 1] == '_' ? digits - 1 : digits;
  const std::string member =
      fmt::format("{}[{}]", name.shown.substr(0, mark), name.shown.substr(digits));
  if (agents.find(member)) diagnostic.hint = fmt::format("write '{}'", member);
}

}  // namespace ken::model
