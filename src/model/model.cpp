#include "model/model.hpp"

#include <fmt/format.h>

#include <bit>
#include <numeric>

namespace ken::model {

unsigned bits_for(std::uint64_t values) {
  return values == 0 ? 64 : static_cast<unsigned>(std::bit_width(values - 1));
}

std::string Type::text(Value value) const {
  switch (kind) {
    case TypeKind::boolean:
      return value != 0 ? "true" : "false";
    case TypeKind::range:
      return std::to_string(value);
    case TypeKind::enumeration:
      return names[static_cast<std::size_t>(value)];
  }
  return {};
}

std::string to_text(const Type& type) {
  constexpr std::size_t most_shown = 8;
  if (type.kind == TypeKind::boolean) return "boolean";
  if (type.kind == TypeKind::range) return fmt::format("{}..{}", type.low, type.high);
  std::string text = "{";
  for (std::size_t i = 0; i < type.names.size() && i < most_shown; ++i)
    text += (i > 0 ? ", " : "") + type.names[i];
  if (type.names.size() > most_shown) text += ", ...";
  return text + "}";
}

std::string qualified(const Model& model, VarId id) {
  const Variable& variable = model[id];
  return model[variable.owner].name.shown + "." + variable.name.shown;
}

std::string to_text(const Model& model, std::span<const VarId> variables, const State& state) {
  std::string text;
  for (const VarId id : variables) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{}={}", qualified(model, id),
                        model[id].type.text(state[static_cast<std::size_t>(id)]));
  }
  return text;
}

std::string to_text(const Model& model, const State& state) {
  std::vector<VarId> all(model.variables.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<VarId>(i);
  return to_text(model, all, state);
}

std::string to_text(const Model& model, const JointAction& action) {
  std::string text;
  for (std::size_t i = 0; i < action.size(); ++i) {
    const Agent& agent = model.agents[i];
    if (agent.silent) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{}: {}", agent.name.shown, agent.actions[action[i]].name.shown);
  }
  return text.empty() ? "a silent step" : text;
}

}  // namespace ken::model
