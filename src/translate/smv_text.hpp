#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "translate/smv_names.hpp"
#include "translate/smv_terms.hpp"

namespace ken::translate {

// Numbers have 32 bits in SMV.
inline constexpr model::Value widest_smv_number = 2'147'483'647;

// The text of terms.  What is long is named: it becomes a definition, and its name stands for it
// wherever it is used.  So the text is as long as the graph, and not deep.
class SmvText {
 public:
  // 'spell' says what a variable is called at a moment.
  using Spell = std::function<std::string(VarId, SmvMoment)>;
  SmvText(const model::Model& model, SmvNames& names, SmvTerms& terms, Spell spell)
      : model_(model), names_(names), terms_(terms), spell_(std::move(spell)) {}

  // Can stand anywhere: a name or in parentheses.
  [[nodiscard]] std::string condition(ExprId id);
  // "    part_3 := ...;", in the order in which they are needed.
  [[nodiscard]] const std::string& definitions() const { return definitions_; }
  // Why the last conditions cannot be said, if they cannot.
  [[nodiscard]] std::optional<std::string> take_refusal() { return std::exchange(refusal_, {}); }

 private:
  // What a term stands for: the type of its constants, if it is not a number.
  enum class Kind : std::uint8_t { number, truth, symbol };
  struct Reading {
    Kind kind = Kind::number;
    const model::Type* type = nullptr;  // of a symbol
    auto operator<=>(const Reading&) const = default;
  };
  using Key = std::pair<ExprId, Reading>;

  static constexpr std::size_t longest = 160;  // characters of what has no name

  [[nodiscard]] Reading read(ExprId id) const;
  [[nodiscard]] Reading read_sides(ExprId comparison) const;
  [[nodiscard]] Reading reading_of_part(const Key& whole, std::size_t part) const;
  [[nodiscard]] std::string write(const Key& key);
  [[nodiscard]] std::string write_constant(model::Value value, const Reading& reading);
  [[nodiscard]] std::string write_comparison(ExprOp op, const Reading& sides,
                                             const std::vector<std::string>& args);
  [[nodiscard]] std::string write_floor(ExprId id, const std::vector<std::string>& args);
  [[nodiscard]] std::string write_rest(ExprId id, const std::vector<std::string>& args);
  void refuse(std::string what) {
    if (!refusal_) refusal_ = std::move(what);
  }

  const model::Model& model_;
  SmvNames& names_;
  SmvTerms& terms_;
  Spell spell_;
  std::map<Key, std::string> known_;
  std::string definitions_;
  std::optional<std::string> refusal_;
};

}  // namespace ken::translate
