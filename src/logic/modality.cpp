#include "logic/modality.hpp"

#include "base/check.hpp"

namespace ken::logic {
namespace {

using enum Family;
using enum Notation;
using P = Parameter;
using B = Builtin;

const std::vector<Parameter> one = {P::bound, P::formula};
const std::vector<Parameter> step = {P::formula};
const std::vector<Parameter> two = {P::formula, P::bound, P::formula};
const std::vector<Parameter> knower = {P::agent, P::formula};
const std::vector<Parameter> knowers = {P::group, P::formula};
const std::vector<Parameter> players = {P::group, P::formula};
const std::vector<Parameter> players_two = {P::group, P::formula, P::formula};
const std::vector<Parameter> debt = {P::agent, P::agent, P::formula};
const std::vector<Parameter> conditional = {P::agent, P::agent, P::formula, P::formula};

std::vector<Modality> built_in_rows() {
  return {
      {B::EX, "EX", "", temporal, prefix, step, "some successor satisfies f"},
      {B::AX, "AX", "", temporal, prefix, step, "every successor satisfies f"},
      {B::EF, "EF", "", temporal, prefix, one, "some path reaches f"},
      {B::AF, "AF", "", temporal, prefix, one, "every path reaches f"},
      {B::EG, "EG", "", temporal, prefix, one, "some path satisfies f for ever"},
      {B::AG, "AG", "", temporal, prefix, one, "f holds in every reachable state"},
      {B::EU, "E", "U", temporal, until, two, "some path satisfies f until it reaches g"},
      {B::AU, "A", "U", temporal, until, two, "every path satisfies f until it reaches g"},
      {B::ER, "E", "R", temporal, until, two, "on some path g holds until f releases it"},
      {B::AR, "A", "R", temporal, until, two, "on every path g holds until f releases it"},
      {B::EW, "E", "W", temporal, until, two, "some path satisfies f until g, or for ever"},
      {B::AW, "A", "W", temporal, until, two, "every path satisfies f until g, or for ever"},
      {B::K, "K", "", epistemic, call, knower, "agent i knows f"},
      {B::GK, "GK", "", epistemic, call, knowers, "everybody in g knows f"},
      {B::GCK, "GCK", "", epistemic, call, knowers, "f is common knowledge in g"},
      {B::DK, "DK", "", epistemic, call, knowers, "g would know f by pooling what its members see"},
      {B::O, "O", "", deontic, call, knower, "f holds wherever agent i does as it ought"},
      {B::can_next, "<", "X", strategic, coalition, players, "g can enforce f in one step"},
      {B::can_finally, "<", "F", strategic, coalition, players, "g can enforce that f is reached"},
      {B::can_globally, "<", "G", strategic, coalition, players, "g can keep f for ever"},
      {B::can_until, "<", "U", strategic, coalition_until, players_two,
       "g can keep f until h is reached"},
      {B::can_release, "<", "R", strategic, coalition_until, players_two,
       "g can keep h until f releases it"},
      {B::can_weak, "<", "W", strategic, coalition_until, players_two,
       "g can keep f until h, or for ever"},
      {B::must_next, "[", "X", strategic, coalition, players, "g cannot avoid f in one step"},
      {B::must_finally, "[", "F", strategic, coalition, players,
       "g cannot avoid that f is reached"},
      {B::must_globally, "[", "G", strategic, coalition, players, "g cannot avoid f for ever"},
      {B::must_until, "[", "U", strategic, coalition_until, players_two,
       "g cannot avoid f until h"},
      {B::must_release, "[", "R", strategic, coalition_until, players_two,
       "g cannot avoid h until f releases it"},
      {B::must_weak, "[", "W", strategic, coalition_until, players_two,
       "g cannot avoid f until h, or for ever"},
  };
}

// The social operators: known by name and signature until logic files define them.
std::vector<Modality> social_rows() {
  return {
      {std::nullopt, "C", "", social, call, debt, "i is committed to j that f"},
      {std::nullopt, "Fu", "", social, call, {P::operation}, "the commitment is fulfilled"},
      {std::nullopt, "WCC", "", social, call, conditional, "i weakly commits to j that p brings f"},
      {std::nullopt, "SCC", "", social, call, conditional,
       "i strongly commits to j that p brings f"},
      {std::nullopt,
       "FuW",
       "",
       social,
       call,
       {P::agent, P::operation},
       "i fulfils the weak commitment"},
      {std::nullopt,
       "FuS",
       "",
       social,
       call,
       {P::agent, P::operation},
       "i fulfils the strong commitment"},
      {std::nullopt, "Tp", "", social, call, conditional,
       "i trusts j, given p, to bring f (preconditional)"},
      {std::nullopt, "Tc", "", social, call, conditional,
       "i trusts j to bring f whenever p (conditional)"},
  };
}

}  // namespace

ModalityTable::ModalityTable() : rows_(built_in_rows()) {
  const std::vector<Modality> social = social_rows();
  rows_.insert(rows_.end(), social.begin(), social.end());
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

std::vector<std::string> ModalityTable::keywords(Notation notation) const {
  std::vector<std::string> result;
  for (const Modality& row : rows_)
    if (row.notation == notation) result.push_back(row.keyword);
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
