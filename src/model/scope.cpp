#include "model/scope.hpp"

#include "base/text.hpp"

namespace ken::model {

void Scope::declared_twice(const syntax::System& text, std::string_view what, const Name& name,
                           base::Range range, base::Range earlier) {
  const bool identical =
      base::collapsed(text.text(range)) == base::collapsed(text.text(earlier)) && range != earlier;
  const base::Code code = identical ? base::Code::identical_twice : base::Code::declared_twice;
  auto& d = diagnostics.add(text.source, range, code, what, name.shown);
  d.related.push_back({text.source, earlier, "the first one is here"});
}

void Scope::suggest(base::Diagnostic& diagnostic, std::string_view wanted,
                    const std::vector<std::string>& candidates) {
  if (const auto near = base::nearest(wanted, candidates))
    diagnostic.hint = fmt::format("did you mean '{}'?", *near);
}

}  // namespace ken::model
