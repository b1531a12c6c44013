#include <fmt/format.h>

#include "driver/engine.hpp"
#include "driver/nusmv.hpp"
#include "translate/smv.hpp"

namespace ken::driver {
namespace {

class NusmvEngine : public Engine {
 public:
  NusmvEngine(const model::Model& model, std::unique_ptr<Engine> diagrams, base::Budget& budget)
      : model_(model),
        diagrams_(std::move(diagrams)),
        budget_(budget),
        program_(find_nusmv().value_or("NuSMV")) {}

  std::string name() const override { return "nusmv"; }
  std::string why_unsupported(const model::Property& property,
                              logic::Semantics semantics) const override {
    std::string why = diagrams_->why_unsupported(property, semantics);
    if (!why.empty()) return why;
    if (semantics == logic::Semantics::uniform) return "not translated to SMV: uniform strategies";
    why = translate::why_not_smv(model_, property);
    return why.empty() ? why : "not translated to SMV: " + why;
  }

  void prepare(const Questions& questions) override {
    questions_ = questions;
    questions_.settled = {};  // they have no second opinion
    questions_.first_answer = false;
    diagrams_->prepare(questions_);
  }
  void encode() override { diagrams_->encode(); }
  evidence::Exploration explore() override { return diagrams_->explore(); }
  evidence::Flaws find_flaws() override { return diagrams_->find_flaws(); }
  std::optional<evidence::OpenChoice> find_open_choice() override {
    return diagrams_->find_open_choice();
  }
  void find_fair_states() override { diagrams_->find_fair_states(); }
  bool has_fair_start() override { return diagrams_->has_fair_start(); }

  bool holds(std::size_t i) override {
    const bool ours = diagrams_->holds(i);
    const auto smv = translate::to_smv(model_, questions_.formulas[i]);
    if (!smv || smv->specifications.empty())
      throw base::Exhausted(base::Resource::second_opinion, "the model is not translated to SMV");
    const bool theirs = ask_nusmv(program_, smv->text, budget_);
    if (ours != theirs)
      throw base::Exhausted(base::Resource::second_opinion,
                            fmt::format("{} says {}, and ken says {}", program_,
                                        theirs ? "true" : "false", ours ? "true" : "false"));
    return ours;
  }

  bool holds_for_all_outcomes(std::size_t i) override {
    return diagrams_->holds_for_all_outcomes(i);
  }
  bool can_leave_fair_paths(std::size_t i) override { return diagrams_->can_leave_fair_paths(i); }
  std::optional<evidence::Evidence> explain(std::size_t i, bool holds, std::size_t most) override {
    return diagrams_->explain(i, holds, most);
  }
  std::vector<evidence::Overlap> find_overlaps() override { return diagrams_->find_overlaps(); }
  evidence::Trace trace_to(const model::State& state) override {
    return diagrams_->trace_to(state);
  }
  void add_statistics(evidence::Statistics& statistics) override {
    diagrams_->add_statistics(statistics);
  }
  void measure(Figures& figures) override { diagrams_->measure(figures); }

 private:
  const model::Model& model_;
  std::unique_ptr<Engine> diagrams_;
  base::Budget& budget_;
  std::string program_;
  Questions questions_;
};

}  // namespace

std::unique_ptr<Engine> make_nusmv_engine(const model::Model& model,
                                          std::unique_ptr<Engine> diagrams, base::Budget& budget) {
  return std::make_unique<NusmvEngine>(model, std::move(diagrams), budget);
}

}  // namespace ken::driver
