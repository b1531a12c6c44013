#include "translate/smv_names.hpp"

#include "translate/flat_name.hpp"

namespace ken::translate {
namespace {

// The words of NuSMV 2.6 and of nuXmv 2, each between blanks.
constexpr std::string_view smv_words =
    " A ABF ABG AF AG ASSIGN ASYNC AX BU COMPASSION COMPID COMPUTE COMPWFF CONSTANTS "
    "CONSTARRAY CONSTRAINT CTLSPEC CTLWFF DEFINE E EBF EBG EF EG EX F FAIRNESS FALSE "
    "FROZENVAR FUN G H IN INIT INVAR INVARSPEC ISA ITYPE IVAR JUSTICE LTLSPEC LTLWFF MAX "
    "MDEFINE MIN MIRROR MODULE NAME NEXTWFF O PARSYNTH PRED PREDICATES PSLSPEC PSLWFF "
    "READ S SIMPWFF SPEC T TRANS TRUE TYPE U V VALID VAR WRITE X Y Z abs array asin acos "
    "atan at bool boolean case clock cos count esac exp extend floor in init integer ln "
    "main max min mod next noncontinuous of pi pow process real resize self signed sin "
    "sizeof swconst tan time toint typeof union unsigned urgent uwconst wait word word1 "
    "xnor xor ";

}  // namespace

bool is_smv_word(std::string_view word) {
  return smv_words.find(" " + std::string(word) + " ") != std::string_view::npos;
}

SmvNames::SmvNames(const model::Model& model) {
  for (const model::Variable& variable : model.variables)
    variables_.push_back(
        make_fresh_variable(model[variable.owner].name.plain + "_" + variable.name.plain));
  for (const model::Agent& agent : model.agents)
    actions_.push_back(agent.actions.size() > 1 ? make_fresh(agent.name.plain + "_action")
                                                : std::string());
  const auto add_symbol = [&](const std::string& shown) {
    if (!symbols_.contains(shown)) symbols_.emplace(shown, make_fresh(flatten_name(shown)));
  };
  for (const model::Variable& variable : model.variables)
    for (const std::string& value : variable.type.names) add_symbol(value);
  for (const model::Agent& agent : model.agents)
    if (agent.actions.size() > 1)
      for (const model::Action& action : agent.actions) add_symbol(action.name.shown);
}

std::string SmvNames::make_fresh_variable(const std::string& stem) {
  for (;;) {
    std::string name = make_fresh(stem);
    bool free = true;
    for (const char* prefix : smv_prefixes) free = taken_.insert(prefix + name).second && free;
    if (free) return name;
  }
}

std::string SmvNames::make_fresh(const std::string& stem) {
  std::string name = stem;
  while (is_smv_word(name) || taken_.contains(name))
    name = stem + "_" + std::to_string(++numbers_[stem]);
  taken_.insert(name);
  return name;
}

}  // namespace ken::translate
