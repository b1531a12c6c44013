// A model as plain ISPL.
//
// The text has the meaning of the model in MCMAS 1.3.0: the same initial states, steps, views and
// verdicts, and in ken too.  What the dialect lacks is rewritten: conditions in
// ispl_conditions.cpp, assigned values in ispl_values.cpp, agents in ispl_agents.cpp, formulas in
// ispl_formulas.cpp and ispl_modalities.cpp.  Nothing is rewritten that would blow up silently:
// sizes are computed on the graphs before any text is written.
//
// An agent without variables is given a boolean that is true for ever and fixed in InitStates, so
// that the number of reachable states stays the same, in both tools (a range of one value would
// double it in the other one).
//
// What cannot be translated and is no error either:
//   - '/' is exact here and floating point there; where that could show, all values are tried.
//   - A move without successor never wins in ken and always wins there (a note says so).
//   - <g>(f U h) crashes there unless run with -atlk 1 (a note says so).
//   - A model with RedStates makes it crash after all answers are printed.
//   - Its count of reachable states is too large if an integer range has not 2^n values.
//   - Which strategies coalitions have is chosen by the options of the run, there as here.

#include "translate/ispl.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "translate/ispl_agents.hpp"
#include "translate/ispl_formulas.hpp"

namespace ken::translate {
namespace {

class Exporter {
 public:
  Exporter(const model::Model& model, std::span<const std::string> remarks)
      : model_(model),
        remarks_(remarks),
        job_(model),
        nobody_(model.agents.size() > 1 ? "" : job_.names.make_fresh("Nobody")),
        evaluation_(model, job_.names, job_.limits, {{}, false, anchor()}),
        initial_(model, job_.names, job_.limits, {{}, true, anchor()}),
        formulas_(job_, evaluation_) {}

  base::Result<std::string> run() {
    for (std::size_t i = 0; i < model_.agents.size(); ++i)
      if (model_.agents[i].declared) add(agent_text(job_, static_cast<AgentId>(i)));
    if (!nobody_.empty()) add(nobody());
    const std::string fairness = fairness_lines();
    const std::string formulae = formula_lines();
    evaluation();
    initial_states();
    if (!formulas_.groups().empty()) section("Groups", indent_lines(formulas_.groups()));
    if (!fairness.empty()) section("Fairness", fairness);
    section("Formulae", formulae);
    if (body_.size() > job_.limits.total()) job_.limits.refuse_size("this model", body_.size());
    job_.report({0, 0});
    if (job_.diagnostics.has_errors())
      return base::Result<std::string>(std::move(job_.diagnostics));
    return {head() + body_, std::move(job_.diagnostics)};
  }

 private:
  void add(const std::string& text) {
    if (body_.size() <= job_.limits.total()) body_ += text;
  }
  void section(std::string_view name, const std::string& lines) {
    add(fmt::format("{0}\n{1}end {0}\n\n", name, lines));
  }
  static std::string indent_lines(const std::vector<std::string>& lines) {
    std::string result;
    for (const std::string& line : lines) result += "  " + line + "\n";
    return result;
  }

  [[nodiscard]] std::string head() const {
    std::string text = fmt::format("-- Plain ISPL, written by ken from {}.\n",
                                   base::make_printable(model_.source->name()));
    for (const std::string& remark : remarks_)
      text += fmt::format("-- {}\n", base::make_printable(remark));
    for (const model::Parameter& p : model_.parameters)
      text += fmt::format("-- {} = {}\n", p.name,
                          p.boolean ? (p.value != 0 ? "true" : "false") : std::to_string(p.value));
    for (const auto& [shown, plain] : job_.names.renamed())
      text += fmt::format("-- renamed, because '{0}' is a word of the language: {0} is {1}\n",
                          shown, plain);
    for (const std::string& note : formulas_.notes()) text += fmt::format("-- note: {}\n", note);
    const bool multi = model_.assignment == syntax::AssignmentSemantics::multi;
    text += fmt::format("\nSemantics={};\n\n", multi ? "MultiAssignment" : "SingleAssignment");
    return text;
  }

  // A condition about the first variable there is that always holds.
  [[nodiscard]] std::string anchor() const {
    if (!model_.variables.empty()) {
      const model::Variable& first = model_.variables.front();
      const std::string name = job_.names.agent(model_[first.owner]) + "." + job_.names[first.name];
      return always(job_.names, name, first.type);
    }
    return always(job_.names, dummies().front(), {});
  }
  [[nodiscard]] std::vector<std::string> dummies() const {
    std::vector<std::string> result;
    for (const model::Agent& agent : model_.agents)
      if (needs_dummy(agent)) result.push_back(job_.names.agent(agent) + "." + job_.dummy);
    if (!nobody_.empty()) result.push_back(nobody_ + "." + job_.dummy);
    return result;
  }
  // A model needs an agent besides the Environment.
  [[nodiscard]] std::string nobody() const {
    return fmt::format(
        "Agent {0}\n  Vars:\n    {1} : boolean;\n  end Vars\n  Actions = {{{2}}};\n"
        "  Protocol:\n    {1}=true or {1}=false : {{{2}}};\n  end Protocol\n"
        "  Evolution:\n    {1}={1} if {1}=true or {1}=false;\n  end Evolution\nend Agent\n\n",
        nobody_, job_.dummy, "nothing");
  }

  void evaluation() {
    std::string lines;
    for (const model::Atom& atom : model_.atoms) {
      if (atom.kind != model::AtomKind::declared) continue;
      const std::string text = evaluation_.text(atom.condition.expr);
      job_.report(atom.place);
      lines += fmt::format("  {} if {};\n", job_.names[atom.name], text);
    }
    section("Evaluation", lines + indent_lines(formulas_.propositions()));
  }

  void initial_states() {
    std::string text;
    const std::vector<std::string> fixed = dummies();
    if (model_.initial) {
      text = initial_.text(model_.initial->expr);
      job_.report(model_.initial_place);
    } else if (fixed.empty()) {
      text = anchor();
    }
    if (!fixed.empty() && !text.empty()) text = "(" + text + ")";
    for (const std::string& dummy : fixed) text += (text.empty() ? "" : " and ") + dummy + "=true";
    section("InitStates", "  " + text + ";\n");
  }

  std::string fairness_lines() {
    std::string lines;
    for (const model::Property& line : model_.fairness)
      lines += fmt::format("  {};\n", formulas_.fairness(line));
    return lines;
  }
  std::string formula_lines() {
    std::string lines;
    bool empty = true;
    for (const model::Property& property : model_.properties) {
      const std::string text = formulas_.formula(property);
      if (text.empty()) {
        lines += fmt::format("  -- left out: {}\n", base::shorten(property.text, 200));
        continue;
      }
      empty = false;
      lines += fmt::format("  {};", text);
      if (property.expected)
        lines += fmt::format("  -- expect: {}", *property.expected ? "true" : "false");
      lines += "\n";
      if (lines.size() > job_.limits.total()) break;
    }
    if (empty) lines += fmt::format("  {};\n", formulas_.always_proposition());
    const bool declared =
        std::any_of(model_.atoms.begin(), model_.atoms.end(),
                    [](const model::Atom& atom) { return atom.kind == model::AtomKind::declared; });
    if (!declared && formulas_.propositions().empty()) formulas_.always_proposition();
    return lines;
  }

  const model::Model& model_;
  std::span<const std::string> remarks_;
  IsplJob job_;
  std::string nobody_;  // the name of the agent that is added if there is none
  IsplConditions evaluation_;
  IsplConditions initial_;
  IsplFormulas formulas_;
  std::string body_;
};

}  // namespace

base::Result<std::string> to_ispl(const model::Model& model, std::span<const std::string> remarks) {
  return Exporter(model, remarks).run();
}

}  // namespace ken::translate
