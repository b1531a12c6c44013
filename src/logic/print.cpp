// A formula as text.
//
// A stack holds what is still to be written: words and formulas.  Expanding a formula puts its
// pieces on the stack, the first on top, so depth costs memory only, and time is linear in the
// length of the text.
//
// Parentheses stand where the order of operators needs them (prefixes bind tightest, then U R W,
// 'and', 'or', '->', '<->'; in programs '*' and '?', then ';', then '+') and in three more places,
// so that no exception to that order matters.
//   U R W next to a connective or to each other: the loose until of A( ), E( ) and <g>( ) reads
//   such texts otherwise.
//   What begins with '[' behind a word that takes a bound: it would be read as one.
//   Coalitions in a formula with programs, where a bare bracket holds a program.
//
// Many has no notation of its own for formulas that differ in more than an index.  It is written as
// a chain of 'and' or 'or'; an odd number of n formulas hold iff f1 <-> ... <-> fn for odd n and
// its negation for even n.  Count is written as a count over an index that selects the formula,
//   count(i: 1..3)(i = 1 and f or i = 2 and g or i = 3 and h) >= 2,
// unless it says all, some, none, true or false.  Both are read as an equivalent formula.

#include "logic/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "logic/binding.hpp"

namespace ken::logic {
namespace {

bool is_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' ||
           c == ']' || c == ',';
  });
}

class Printer {
 public:
  Printer(const FormulaStore& store, const ModalityTable& table, FormulaId root, const Names& names)
      : store_(store),
        table_(table),
        names_(names),
        binding_(store, table, store.traits(root).dynamic) {
    choose_index(root);
  }

  std::string run(FormulaId root) {
    put(root, false);
    todo_.swap(pieces_);
    while (!todo_.empty()) {
      const Piece piece = std::move(todo_.back());
      todo_.pop_back();
      out_ += piece.words;
      if (!piece.part) continue;
      if (piece.around == Around::parentheses) put("(");
      std::visit([&](const auto& f) { expand(f); }, store_[*piece.part]);
      if (piece.around == Around::parentheses) put(")");
      todo_.insert(todo_.end(), std::make_move_iterator(pieces_.rbegin()),
                   std::make_move_iterator(pieces_.rend()));
      pieces_.clear();
    }
    return std::move(out_);
  }

 private:
  enum class Around : std::uint8_t { nothing, parentheses };
  struct Piece {
    std::string words;
    std::optional<FormulaId> part;
    Around around = Around::nothing;
  };

  void put(std::string_view words) { pieces_.push_back({std::string(words), {}}); }
  void put(FormulaId part, bool parentheses) {
    const bool all = parentheses || binding_.is_always_parenthesised(part);
    pieces_.push_back({{}, part, all ? Around::parentheses : Around::nothing});
  }

  // ---- operands ----

  void put_operand(FormulaId id) { put(id, binding_.strength(id) < Strength::prefix); }
  // Behind a word: AG p, AG(p and q).
  void put_behind_word(FormulaId id) {
    const bool parentheses = binding_.strength(id) < Strength::prefix ||
                             binding_.begins_with_box(id) || binding_.is_always_parenthesised(id);
    if (!parentheses) put(" ");
    put(id, parentheses);
  }
  // Next to a connective that binds so; 'same' if an operand that binds equally may stand there.
  void put_beside(FormulaId id, Strength around, bool same) {
    const Strength own = binding_.strength(id);
    put(id, own < around || (own == around && !same) || own == Strength::until);
  }
  void put_chain(const std::vector<FormulaId>& args, Connective op) {
    const Word word = word_of(op);
    if (args.size() == 1)
      return put(args.front(), binding_.strength(args.front()) != Strength::closed);
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (i > 0) put(fmt::format(" {} ", word.text));
      const bool outer = associates_left(op) ? i == 0 : i + 1 == args.size();
      put_beside(args[i], word.strength, outer);
    }
  }
  void put_until(const std::vector<FormulaId>& args, std::string_view word,
                 const std::optional<Bound>& bound) {
    put(args[0], binding_.strength(args[0]) < Strength::prefix);
    put(fmt::format(" {}{} ", word, to_text(bound)));
    put(args[1],
        binding_.strength(args[1]) < Strength::prefix || binding_.begins_with_box(args[1]));
  }
  static std::string to_text(const std::optional<Bound>& bound) {
    return bound ? fmt::format("[{},{}]", bound->least, bound->most) : std::string();
  }
  [[nodiscard]] std::string to_text(const Group& group) const {
    const auto declared = names_.group ? names_.group(group) : std::nullopt;
    if (declared) return *declared;
    std::string members;
    for (const AgentId member : group)
      members += (members.empty() ? "" : ", ") + names_.agent(member);
    return fmt::format("{{{}}}", members);
  }

  // ---- shapes ----

  void expand(const Constant& f) { put(f.value ? "true" : "false"); }
  void expand(const Atom& f) {
    const std::string text = names_.atom(f.id);
    const bool bare = is_name(text) && !is_reserved_keyword(text);
    put(bare ? text : fmt::format("({})", text));
  }
  void expand(const Not& f) {
    put("!");
    put_operand(f.arg);
  }
  void expand(const Binary& f) { put_chain({f.lhs, f.rhs}, f.op); }
  void expand(const Many& f) {
    if (f.args.empty()) return put(f.quantity == Quantity::all ? "true" : "false");
    switch (f.quantity) {
      case Quantity::all:
        return put_chain(f.args, Connective::conjunction);
      case Quantity::some:
        return put_chain(f.args, Connective::disjunction);
      case Quantity::odd:
        break;
    }
    const bool even = f.args.size() % 2 == 0;
    if (even) put("!(");
    put_chain(f.args, Connective::equivalence);
    if (even) put(")");
  }

  void expand(const Count& f) {
    switch (shorten(f)) {
      case Shorthand::always:
        return put("true");
      case Shorthand::never:
        return put("false");
      case Shorthand::all:
        return put_chain(f.args, Connective::conjunction);
      case Shorthand::some:
        return put_chain(f.args, Connective::disjunction);
      case Shorthand::none:
        put("!(");
        put_chain(f.args, Connective::disjunction);
        return put(")");
      case Shorthand::all_but_all:
        put("!(");
        put_chain(f.args, Connective::conjunction);
        return put(")");
      case Shorthand::counted:
        break;
    }
    const bool from_below = f.least > 0;
    const bool from_above = f.most < static_cast<std::int64_t>(f.args.size());
    put("(");
    if (f.least == f.most) {
      put_count(f.args, "=", f.least);
    } else {
      if (from_below) put_count(f.args, ">=", f.least);
      if (from_below && from_above) put(" and ");
      if (from_above) put_count(f.args, "<=", f.most);
    }
    put(")");
  }
  void put_count(const std::vector<FormulaId>& args, std::string_view relation,
                 std::int64_t limit) {
    const std::string index = fmt::format("{}{}", index_, ++indices_);
    put(fmt::format("count({}: 1..{})(", index, args.size()));
    for (std::size_t i = 0; i < args.size(); ++i) {
      put(fmt::format("{}{} = {} and ", i > 0 ? " or " : "", index, i + 1));
      put_beside(args[i], Strength::conjunction, false);
    }
    put(fmt::format(") {} {}", relation, limit));
  }
  // A name for indices with which no name of the formula begins.
  void choose_index(FormulaId root) {
    bool counts = false;
    std::vector<std::string> texts;
    for (const FormulaId id : closure(store_, root)) {
      if (const auto* atom = std::get_if<Atom>(&store_[id])) texts.push_back(names_.atom(atom->id));
      counts = counts || std::holds_alternative<Count>(store_[id]);
    }
    const auto occurs = [&](const std::string& text) {
      return text.find(index_) != std::string::npos;
    };
    while (counts && std::any_of(texts.begin(), texts.end(), occurs)) index_ += '_';
  }

  void expand(const Modal& f) {
    const Modality& row = table_[f.modality];
    switch (row.notation) {
      case Notation::prefix:
        put(row.keyword + to_text(f.bound));
        return put_behind_word(f.args[0]);
      case Notation::until:
        put(row.keyword + "(");
        put_until(f.args, row.connective, f.bound);
        return put(")");
      case Notation::call:
        return put_call(row, f);
      case Notation::coalition:
        put_coalition(brackets_of(row), f.subjects[0], f.semantics);
        put(row.connective);
        return put_behind_word(f.args[0]);
      case Notation::coalition_until:
        put_coalition(brackets_of(row), f.subjects[0], f.semantics);
        put("(");
        put_until(f.args, row.connective, {});
        return put(")");
    }
  }
  void put_call(const Modality& row, const Modal& f) {
    std::size_t subject = 0;
    std::size_t arg = 0;
    put(row.keyword);
    std::string_view separator = "(";
    for (const Parameter parameter : row.signature) {
      put(separator);
      separator = ", ";
      switch (parameter) {
        case Parameter::agent:
          put(names_.agent(f.subjects[subject++].front()));
          break;
        case Parameter::group:
          put(to_text(f.subjects[subject++]));
          break;
        case Parameter::formula:
        case Parameter::operation:
          put(f.args[arg++], false);
          break;
        case Parameter::bound:
          break;
      }
    }
    put(")");
  }
  void put_coalition(Brackets brackets, const Group& members, Semantics semantics) {
    const std::string_view word = name(semantics);
    put(fmt::format("{}{}{}{}{}", brackets.open, to_text(members), word.empty() ? "" : " | ", word,
                    brackets.close));
  }

  // As a logic file has it.  What a fixpoint reaches to is in parentheses.
  void expand(const Related& f) {
    const bool all = f.quantifier == PathQuantifier::all;
    put(fmt::format("{} {}: ", all ? "all" : "some",
                    names_.relation ? names_.relation(f.relation) : "relation"));
    put_operand(f.arg);
  }
  void expand(const Fixpoint& f) {
    const bool least = f.extremum == Extremum::least;
    put(fmt::format("{} {}: (", least ? "least" : "greatest", name_of(f.variable)));
    put(f.body, false);
    put(")");
  }
  void expand(const Variable& f) { put(name_of(f.number)); }
  static std::string name_of(std::uint8_t variable) { return fmt::format("Z{}", variable + 1); }

  void expand(const Temporal& f) {
    const PathOperatorRow& row = row_of(f.op);
    if (f.args.size() == 2) return put_until(f.args, row.word, f.bound);
    put(fmt::format("{}{}", row.word, to_text(f.bound)));
    put_behind_word(f.args[0]);
  }
  void expand(const Quantified& f) {
    put(fmt::format("{}(", row_of(f.quantifier).word));
    put(f.path, false);
    put(")");
  }
  void expand(const Coalition& f) {
    put_coalition(brackets_of(f.modality), f.members, f.semantics);
    put("(");
    put(f.path, false);
    put(")");
  }

  // ---- programs ----

  void expand(const Dynamic& f) {
    const Brackets brackets = brackets_of(f.modality);
    put(brackets.open);
    put(f.program, false);
    put(brackets.close);
    put_operand(f.arg);
  }
  void expand(const Step& f) {
    put(f.condition, std::holds_alternative<Dynamic>(store_[f.condition]));
  }
  void expand(const Test& f) {
    put(f.formula, !binding_.is_single(f.formula));
    put("?");
  }
  void expand(const Combined& f) {
    const bool sequence = f.op == ProgramOperator::sequence;
    const Strength own = sequence ? Strength::sequence : Strength::choice;
    put(f.lhs, binding_.strength(f.lhs) < own);
    put(sequence ? "; " : " + ");
    put(f.rhs, binding_.strength(f.rhs) <= own);
  }
  void expand(const Star& f) {
    put(f.program, !binding_.is_single(f.program));
    put("*");
  }

  const FormulaStore& store_;
  const ModalityTable& table_;
  const Names& names_;
  const Binding binding_;
  std::string index_ = "i";
  std::size_t indices_ = 0;
  std::string out_;
  std::vector<Piece> todo_;    // the next one last
  std::vector<Piece> pieces_;  // of the formula being expanded, in order
};

}  // namespace

std::string to_text(const FormulaStore& store, const ModalityTable& table, FormulaId formula,
                    const Names& names) {
  return Printer(store, table, formula, names).run(formula);
}

}  // namespace ken::logic
