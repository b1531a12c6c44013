// The parameters of a model.
//
// A parameter has the value of --set, or else its default, which is computed from the parameters
// before it.  It may declare a range, and a condition on itself and the earlier ones:
//
//   Parameter B : 1..15 = 3 where B >= A;
//
// Both are checked on the value it has in the end, so a default that is overridden need not fit.  A
// violation is a mistake of whoever chose the values and not of the model, and it makes nonsense of
// all the rest: E212 and E213 close the diagnostics and stand alone, by which a caller who tries
// many values knows that these are excluded.

#include "model/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "base/post_order.hpp"
#include "base/text.hpp"
#include "model/foreign_names.hpp"

namespace ken::model {
namespace {

using base::Code;
using syntax::NodeId;
using syntax::System;

class ParameterReader {
 public:
  ParameterReader(Scope& scope, const System& text, const ParameterSettings& settings)
      : scope_(scope), text_(text), settings_(settings) {}

  void run() {
    std::map<std::string, base::Range> places;
    for (const syntax::ParameterSyntax& syntax : text_.parameters) {
      const std::string name(text_.text(syntax.name));
      scope_.index.define(SymbolKind::parameter, {}, syntax.name);
      const auto value = scope_.constants.evaluate(text_, syntax.value);
      if (!value) {
        scope_.constants.give_up_on(name);
        continue;
      }
      if (const auto earlier = places.find(name); earlier != places.end()) {
        scope_.declared_twice(text_, "parameter", {name, name}, syntax.range, earlier->second);
        continue;
      }
      places[name] = syntax.range;
      define_parameter(syntax, name, *value);
    }
    for (const auto& [name, text] : settings_)
      if (!known_parameter(name)) unknown_parameter(name, text);
  }

 private:
  // Where the value of a parameter was written: in the model or behind --set.
  struct Origin {
    base::Source source;
    base::Range place;
  };

  [[nodiscard]] bool known_parameter(const std::string& name) const {
    return std::any_of(
        text_.parameters.begin(), text_.parameters.end(),
        [&](const syntax::ParameterSyntax& p) { return text_.text(p.name) == name; });
  }
  void define_parameter(const syntax::ParameterSyntax& syntax, const std::string& name,
                        Constant value) {
    Parameter parameter{name, value.boolean, value.value, syntax.name, false};
    Origin origin{text_.source, text_.nodes[syntax.value].range};
    for (const auto& [wanted, text] : settings_)
      if (wanted == name) override_with(parameter, text, origin);
    scope_.constants.define(parameter);
    scope_.model.parameters.push_back(parameter);
    check_range(syntax, parameter, origin);
    check_condition(syntax);
  }
  void override_with(Parameter& parameter, const std::string& text, Origin& origin) {
    const std::string argument = parameter.name + "=" + text;
    const auto source = base::make_source("--set", argument);
    const auto begin = static_cast<std::uint32_t>(parameter.name.size() + 1);
    const base::Range range{begin, static_cast<std::uint32_t>(argument.size())};
    origin = {source, range};
    Value value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool number = error == std::errc{} && stop == text.data() + text.size() && !text.empty();
    const bool truth = text == "true" || text == "false";
    if (parameter.boolean ? truth : number)
      parameter.value = truth ? (text == "true" ? 1 : 0) : value;
    else
      scope_.diagnostics
          .add(source, range, Code::ill_typed_parameter, parameter.name,
               parameter.boolean ? "true or false" : "a 64-bit number", text)
          .hint = parameter.boolean ? explain_truth(text) : suggest_range(parameter.name, text);
  }
  // 2,3 and 2-3, which are written 2..3.
  static std::string suggest_range(const std::string& name, const std::string& text) {
    const std::size_t low = text.find_first_not_of("0123456789");
    const std::size_t high = text.find_last_not_of("0123456789");
    const bool ends = low != std::string::npos && low > 0 && high + 1 < text.size();
    if (!ends || text.find_first_not_of("0123456789,-:. ") != std::string::npos) return {};
    return fmt::format("several values in turn are a range: '--set {}={}..{}'", name,
                       text.substr(0, low), text.substr(high + 1));
  }
  // A parameter outside its range makes nonsense of all the rest, so nothing more is said.
  void check_range(const syntax::ParameterSyntax& syntax, const Parameter& parameter,
                   const Origin& origin) {
    if (syntax.low == syntax::no_node) return;
    const auto low = scope_.constants.number(text_, syntax.low);
    const auto high = low ? scope_.constants.number(text_, syntax.high) : std::nullopt;
    if (!high) return;
    const base::Range range =
        base::span(text_.nodes[syntax.low].range, text_.nodes[syntax.high].range);
    if (parameter.boolean) {
      scope_.diagnostics.add(text_.source, text_.nodes[syntax.value].range, Code::not_a_number,
                             "a condition");
    } else if (*low > *high) {
      scope_.diagnostics.add(text_.source, range, Code::reversed_bounds, *low, *high);
    } else if (parameter.value < *low || parameter.value > *high) {
      auto& d = scope_.diagnostics.add(origin.source, origin.place, Code::parameter_out_of_range,
                                       parameter.name, parameter.value, *low, *high);
      if (origin.source != text_.source)
        d.related.push_back({text_.source, range, "the range is declared here"});
      scope_.diagnostics.close();
    }
  }
  void check_condition(const syntax::ParameterSyntax& syntax) {
    if (syntax.condition == syntax::no_node || scope_.diagnostics.closed()) return;
    const base::Range place = text_.nodes[syntax.condition].range;
    const auto value = scope_.constants.evaluate(text_, syntax.condition);
    if (!value) return;
    if (!value->boolean) {
      scope_.diagnostics.add(text_.source, place, Code::not_a_condition, "a number");
    } else if (value->value == 0) {
      scope_.diagnostics.add(text_.source, place, Code::parameters_refused,
                             base::shorten(base::collapse_blanks(text_.text(place)), 60),
                             values_in(syntax.condition));
      scope_.diagnostics.close();
    }
  }
  // "A = 3, B = 2" for the parameters that a condition names.
  [[nodiscard]] std::string values_in(NodeId condition) const {
    std::set<std::string_view> named;
    for (const NodeId id : base::collect_parts(condition, [&](NodeId node, const auto&part) {
           for (const NodeId child : text_.nodes.children(node)) part(child);
         }))
      named.insert(text_.text(text_.nodes[id].range));
    std::string result;
    for (const Parameter& p : scope_.model.parameters) {
      if (!named.contains(p.name)) continue;
      result +=
          fmt::format("{}{} = {}", result.empty() ? "" : ", ", p.name,
                      p.boolean ? (p.value != 0 ? "true" : "false") : std::to_string(p.value));
    }
    return result;
  }
  static std::string list_parameters(std::vector<std::string> names) {
    constexpr std::size_t most_listed = 10;
    if (names.empty()) return "it declares none";
    const bool all = names.size() <= most_listed;
    names.resize(std::min(names.size(), most_listed));
    return fmt::format("it has {}{}", fmt::join(names, ", "), all ? "" : ", ...");
  }
  void unknown_parameter(const std::string& name, const std::string& text) {
    std::vector<std::string> names;
    for (const auto& p : text_.parameters) names.emplace_back(text_.text(p.name));
    const auto source = base::make_source("--set", name + "=" + text);
    auto& d = scope_.diagnostics.add(source, {0, static_cast<std::uint32_t>(name.size())},
                                     Code::unknown_parameter, text_.source->name(), name);
    if (const auto near = base::find_nearest(name, names))
      d.hint = fmt::format("did you mean '{}'? ", *near);
    d.hint += list_parameters(names);
  }

  Scope& scope_;
  const System& text_;
  const ParameterSettings& settings_;
};

}  // namespace

void define_parameters(Scope& scope, const System& text, const ParameterSettings& settings) {
  ParameterReader(scope, text, settings).run();
}

}  // namespace ken::model
