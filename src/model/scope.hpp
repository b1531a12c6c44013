#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/constants.hpp"
#include "model/definitions.hpp"
#include "model/logics.hpp"
#include "model/registry.hpp"

namespace ken::model {

// What the names of a model stand for, shared by everything that resolves conditions and formulas.
struct Scope {
  Scope(Model& m, base::Diagnostics& d, IndexBuilder& i, ExpansionLimits limits)
      : model(m), diagnostics(d), index(i), constants(d, i, limits) {}

  Model& model;
  base::Diagnostics& diagnostics;
  IndexBuilder& index;
  Constants constants;
  Definitions definitions;
  Logics logics;
  std::size_t agent_indices = 0;  // of the agent being built, the first ones in force
  Registry<AgentId> agents;
  std::vector<Registry<VarId>> variables;      // by AgentId
  std::vector<Registry<ActionIndex>> actions;  // by AgentId
  Registry<AtomId> propositions;
  Registry<std::size_t> groups;                             // index into model.groups
  std::vector<bool> proposition_used;                       // by AtomId
  std::map<std::pair<AgentId, AtomKind>, AtomId> coloured;  // red and green states
  std::vector<bool> group_used;

  // Whether one thing is named, an element of a set, which may be several, or a group.
  enum class Use : std::uint8_t { single, element, group };

  // Complains about a name that is not there, and says what may be meant.  The diagnostic, if it is
  // one about the name itself, for who knows a better hint.
  template <class Id>
  base::Diagnostic* unknown(const syntax::System& text, base::Range range, std::string_view what,
                            const Name& name, const Registry<Id>& registry, Use use = Use::single) {
    const std::string base = base_name(name.shown);
    if (constants.is_given_up(base)) return nullptr;
    if (const auto family = registry.family(base)) {
      wrong_index(text, range, name, *family, use);
      return nullptr;
    }
    // An agent whose own name is misspelt may be named in every formula.
    if (what == "agent" &&
        diagnostics.says(text.source, base::Code::unknown_name, what, name.shown))
      return nullptr;
    const bool shown = !diagnostics.saturated();
    auto& d = diagnostics.add(text.source, range, base::Code::unknown_name, what, name.shown);
    if (shown) suggest(d, base, registry.names());
    return shown ? &d : nullptr;
  }
  // A declared name whose indices were wrong: nothing more is said where it is used.
  void give_up_on(const syntax::System& text, syntax::NodeId name);
  // A declared name, as it stands in the model's own text.
  void define(const syntax::System& text, SymbolKind kind, std::string_view owner,
              syntax::NodeId name);
  // A part of a name that stands for what is declared there.
  void use(const syntax::System& text, syntax::NodeId part, base::Range definition) {
    index.use(text.source, text.nodes[part].mark, definition);
  }
  // Whether the expression, an index, names what is no constant: a variable or a definition.
  [[nodiscard]] bool varies(const syntax::System& text, syntax::NodeId expression,
                            const Where& where) const;
  // Names with a meaning of their own cannot be given to anything.
  bool check_name(const syntax::System& text, base::Range range, const std::string& name,
                  std::string_view what);
  // A name of an indexed family with wrong indices.
  void wrong_index(const syntax::System& text, base::Range range, const Name& name,
                   const Family& family, Use use);
  void no_such_instance(const syntax::System& text, base::Range range, const Name& name,
                        const Family& family);
  // Reports a second declaration: a warning if both texts are the same, else an error.
  void declared_twice(const syntax::System& text, std::string_view what, const Name& name,
                      base::Range range, base::Range earlier);
  template <class Id>
  void check_clash(const syntax::System& text, Registry<Id>& registry, const Name& name,
                   base::Range range) {
    if (const auto other = registry.clash(name))
      diagnostics.add(text.source, range, base::Code::name_clash, name.shown, *other, name.plain);
  }
  static void suggest(base::Diagnostic& diagnostic, std::string_view wanted,
                      const std::vector<std::string>& candidates);
  // P[1] for P1, if there is such an agent.
  void suggest_member(base::Diagnostic& diagnostic, const Name& name) const;
};

}  // namespace ken::model
