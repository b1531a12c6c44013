#include "logic/modality.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.hpp"

namespace ken::logic {
namespace {

using enum Family;
using enum Export;
using P = Parameter;
using B = Builtin;
using N = Notation;

using Signature = std::span<const Parameter>;

// A built-in row, as a constant.
struct Row {
  Builtin builtin;
  std::string_view keyword;
  std::string_view connective;
  Family family;
  Notation notation;
  Signature signature;
  std::string_view meaning;
  std::optional<PathQuantifier> quantifier;
  std::optional<PathOperator> path_operator;
  std::optional<Dual> dual;
  Export ispl;
};

constexpr Parameter one[] = {P::bound, P::formula};
constexpr Parameter step[] = {P::formula};
constexpr Parameter two[] = {P::formula, P::bound, P::formula};
constexpr Parameter knower[] = {P::agent, P::formula};
constexpr Parameter knowers[] = {P::group, P::formula};
constexpr Parameter players[] = {P::group, P::formula};
constexpr Parameter players_two[] = {P::group, P::formula, P::formula};

// A CTL pair.  With an operator between two arguments the keyword is that of the quantifier.
constexpr Row pair(Builtin builtin, std::string_view keyword, PathQuantifier quantifier,
                   PathOperator op, Builtin dual, Export ispl, std::string_view meaning) {
  const PathOperatorRow& path = row_of(op);
  const bool infix = path.arguments == 2;
  const Signature unary = path.bounded ? Signature(one) : Signature(step);
  return {builtin,
          keyword,
          infix ? path.word : std::string_view(),
          temporal,
          infix ? N::until : N::prefix,
          infix ? Signature(two) : unary,
          meaning,
          quantifier,
          op,
          Dual{dual, path.dual_arguments},
          ispl};
}

constexpr Row all(Builtin builtin, std::string_view keyword, PathOperator op, Builtin dual,
                  Export ispl, std::string_view meaning) {
  return pair(builtin, keyword, PathQuantifier::all, op, dual, ispl, meaning);
}
constexpr Row some(Builtin builtin, std::string_view keyword, PathOperator op, Builtin dual,
                   Export ispl, std::string_view meaning) {
  return pair(builtin, keyword, PathQuantifier::some, op, dual, ispl, meaning);
}

constexpr Row coalition(Builtin builtin, Brackets brackets, PathOperator op, Builtin dual,
                        Export ispl, std::string_view meaning) {
  const PathOperatorRow& path = row_of(op);
  const bool infix = path.arguments == 2;
  return {builtin,
          brackets.open,
          path.word,
          strategic,
          infix ? N::coalition_until : N::coalition,
          infix ? Signature(players_two) : Signature(players),
          meaning,
          {},
          op,
          Dual{dual, path.dual_arguments},
          ispl};
}

constexpr Row call(Builtin builtin, std::string_view keyword, Family family, Signature signature,
                   std::optional<Dual> dual, Export ispl, std::string_view meaning) {
  return {builtin, keyword, "", family, N::call, signature, meaning, {}, {}, dual, ispl};
}

using enum PathOperator;

constexpr auto built_in = std::to_array<Row>({
    some(B::EX, "EX", next, B::AX, as_it_is, "some successor satisfies f"),
    all(B::AX, "AX", next, B::EX, as_it_is, "every successor satisfies f"),
    some(B::EF, "EF", finally, B::AG, as_it_is, "some path reaches f"),
    all(B::AF, "AF", finally, B::EG, as_it_is, "every path reaches f"),
    some(B::EG, "EG", globally, B::AF, as_it_is, "some path satisfies f for ever"),
    all(B::AG, "AG", globally, B::EF, as_it_is, "f holds in every reachable state"),
    some(B::EU, "E", until, B::AR, as_it_is, "some path satisfies f until it reaches g"),
    all(B::AU, "A", until, B::ER, rewritten, "every path satisfies f until it reaches g"),
    some(B::ER, "E", release, B::AU, rewritten, "on some path g holds until f releases it"),
    all(B::AR, "A", release, B::EU, by_dual, "on every path g holds until f releases it"),
    some(B::EW, "E", weak, B::AU, rewritten, "some path satisfies f until g, or for ever"),
    all(B::AW, "A", weak, B::EU, by_dual, "every path satisfies f until g, or for ever"),
    call(B::K, "K", epistemic, knower, Dual{B::EK}, as_it_is, "agent i knows f"),
    call(B::EK, "EK", epistemic, knower, Dual{B::K}, by_dual, "agent i considers f possible"),
    call(B::GK, "GK", epistemic, knowers, {}, as_it_is, "everybody in g knows f"),
    call(B::GCK, "GCK", epistemic, knowers, {}, as_it_is, "f is common knowledge in g"),
    call(B::DK, "DK", epistemic, knowers, {}, as_it_is,
         "g would know f by pooling what its members see"),
    call(B::O, "O", deontic, knower, {}, as_it_is, "f holds wherever agent i does as it ought"),
    coalition(B::can_next, diamond, next, B::must_next, as_it_is, "g can enforce f in one step"),
    coalition(B::can_finally, diamond, finally, B::must_globally, as_it_is,
              "g can enforce that f is reached"),
    coalition(B::can_globally, diamond, globally, B::must_finally, as_it_is,
              "g can keep f for ever"),
    coalition(B::can_until, diamond, until, B::must_release, as_it_is,
              "g can keep f until h is reached"),
    coalition(B::can_release, diamond, release, B::must_until, rewritten,
              "g can keep h until f releases it"),
    coalition(B::can_weak, diamond, weak, B::must_until, rewritten,
              "g can keep f until h, or for ever"),
    coalition(B::must_next, box, next, B::can_next, by_dual, "g cannot avoid f in one step"),
    coalition(B::must_finally, box, finally, B::can_globally, by_dual,
              "g cannot avoid that f is reached"),
    coalition(B::must_globally, box, globally, B::can_finally, by_dual,
              "g cannot avoid f for ever"),
    coalition(B::must_until, box, until, B::can_release, by_dual, "g cannot avoid f until h"),
    coalition(B::must_release, box, release, B::can_until, by_dual,
              "g cannot avoid h until f releases it"),
    coalition(B::must_weak, box, weak, B::can_until, by_dual,
              "g cannot avoid f until h, or for ever"),
});

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < built_in.size(); ++i)
    if (static_cast<std::size_t>(built_in[i].builtin) != i) return false;
  return true;
}
static_assert(is_in_order(), "a row is found by the number of its enumerator");

}  // namespace

bool takes_bound(const Modality& row) {
  return std::find(row.signature.begin(), row.signature.end(), P::bound) != row.signature.end();
}

Brackets brackets_of(const Modality& row) {
  CHECK(row.notation == N::coalition || row.notation == N::coalition_until,
        "only coalitions stand in brackets");
  return row.keyword == diamond.open ? diamond : box;
}

bool is_prefix_keyword(std::string_view word) {
  return std::any_of(built_in.begin(), built_in.end(), [&](const Row& row) {
    return row.notation == N::prefix && row.keyword == word;
  });
}

bool is_call_keyword(std::string_view word) {
  return std::any_of(built_in.begin(), built_in.end(), [&](const Row& row) {
    return row.notation == N::call && row.keyword == word;
  });
}

bool is_reserved_keyword(std::string_view word) {
  if (find_path_quantifier(word) || find_path_operator(word)) return true;
  return std::any_of(built_in.begin(), built_in.end(),
                     [&](const Row& row) { return row.keyword == word; });
}

ModalityTable::ModalityTable() {
  for (const Row& row : built_in)
    rows_.push_back({row.builtin,
                     std::string(row.keyword),
                     std::string(row.connective),
                     row.family,
                     row.notation,
                     {row.signature.begin(), row.signature.end()},
                     std::string(row.meaning),
                     row.quantifier,
                     row.path_operator,
                     row.dual,
                     row.ispl});
}

std::optional<ModalityId> ModalityTable::add(Modality row) {
  CHECK(row.notation == N::call && !row.builtin, "a logic file defines calls");
  if (is_reserved_keyword(row.keyword)) return std::nullopt;
  CHECK(rows_.size() < std::numeric_limits<std::uint16_t>::max(), "modalities have 16 bits");
  rows_.push_back(std::move(row));
  return static_cast<ModalityId>(rows_.size() - 1);
}

const Modality& ModalityTable::operator[](ModalityId id) const {
  const auto index = static_cast<std::size_t>(id);
  CHECK(index < rows_.size(), "a modality of another table");
  return rows_[index];
}

ModalityId ModalityTable::id(Builtin builtin) const {
  const auto index = static_cast<std::size_t>(builtin);
  CHECK(index < rows_.size() && rows_[index].builtin == builtin,
        "built-in rows stand in the order of their enumerators");
  return static_cast<ModalityId>(index);
}

std::optional<ModalityId> ModalityTable::find(Notation notation, std::string_view keyword,
                                              std::string_view connective) const {
  for (std::size_t i = rows_.size(); i-- > 0;) {
    const Modality& row = rows_[i];
    if (row.notation == notation && row.keyword == keyword && row.connective == connective)
      return static_cast<ModalityId>(i);
  }
  return std::nullopt;
}

std::optional<ModalityId> ModalityTable::find_pair(PathQuantifier quantifier,
                                                   PathOperator op) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].quantifier == quantifier && rows_[i].path_operator == op)
      return static_cast<ModalityId>(i);
  return std::nullopt;
}

std::optional<ModalityId> ModalityTable::find_coalition(Brackets brackets, PathOperator op) const {
  const PathOperatorRow& path = row_of(op);
  return find(path.arguments == 2 ? N::coalition_until : N::coalition, brackets.open, path.word);
}

std::vector<std::string> ModalityTable::keywords(Notation notation) const {
  std::vector<std::string> result;
  for (const Modality& row : rows_)
    if (row.notation == notation &&
        std::find(result.begin(), result.end(), row.keyword) == result.end())
      result.push_back(row.keyword);
  return result;
}

std::string_view name(Family family) {
  switch (family) {
    case temporal:
      return "temporal";
    case epistemic:
      return "epistemic";
    case deontic:
      return "deontic";
    case strategic:
      return "strategic";
    case social:
      return "social";
  }
  return "";
}

std::string_view in_words(Parameter parameter) {
  switch (parameter) {
    case P::agent:
      return "an agent";
    case P::group:
      return "a group";
    case P::formula:
      return "a formula";
    case P::bound:
      return "a bound";
    case P::operation:
      return "an operator's application";
  }
  return "";
}

std::string in_words(std::span<const Parameter> signature) {
  std::string text;
  for (std::size_t i = 0; i < signature.size(); ++i) {
    if (i > 0) text += i + 1 == signature.size() ? " and " : ", ";
    text += in_words(signature[i]);
  }
  return text;
}

}  // namespace ken::logic
