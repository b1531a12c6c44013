#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "driver/journal.hpp"
#include "driver/settings.hpp"
#include "evidence/fact.hpp"
#include "evidence/findings.hpp"
#include "evidence/reason.hpp"
#include "evidence/strategy.hpp"
#include "model/model.hpp"

namespace ken::driver {

// What an engine will be asked.
struct Questions {
  std::vector<logic::FormulaId> formulas;               // all of them supported
  logic::Semantics semantics = logic::Semantics::full;  // of coalitions that name none
  bool strategies = false;  // kept, with choices that do not matter left out if 'minimal'
  bool minimal = false;
  std::size_t threads = 1;  // that may search for strategies
  // By formula the agents whose protocols are restricted; nothing: it is about the model as it is.
  std::vector<std::optional<logic::Group>> restricted;
  // Told of answers that are settled before all states are known, by question, with the seconds
  // they took; if it is set, an engine may look for them.
  std::function<void(std::size_t, bool, double)> settled{};
  bool first_answer = false;  // exploring may end as soon as all of them are settled
  // Asked now and then while states are being found, with the work that took and how many there are
  // at least, which is counted if it wants to know.  True: somebody else knows all of them, and
  // exploring ends.
  std::function<bool(std::uint64_t, const std::function<double()>&)> overtaken{};
  // Asked now and then while the model is encoded.
  bdd::Watch encoding{};
};

// What a check asks of an engine, in this order: what it supports; prepare with the questions to
// come, so that it may encode the model for them; encode; explore; find_flaws; perhaps
// find_open_choice; then find_fair_states and questions about the formulas by number; and runs to
// states that were found last, because nothing depends on them.  Everything but the first may throw
// Exhausted.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  // Who answers, for people and for programs; final when everything is decided.
  [[nodiscard]] virtual std::string name() const = 0;
  // Why it cannot decide a formula if coalitions that name no semantics have this one; empty if it
  // can.
  [[nodiscard]] virtual std::string why_unsupported(const model::Property& property,
                                                    logic::Semantics semantics) const = 0;
  virtual void prepare(const Questions& questions) = 0;
  // What exploring rests on, if that is work of its own; explore does it if nobody has asked.
  virtual void encode() {}
  [[nodiscard]] virtual evidence::Exploration explore() = 0;
  [[nodiscard]] virtual evidence::Flaws find_flaws() = 0;
  [[nodiscard]] virtual std::optional<evidence::OpenChoice> find_open_choice() = 0;
  virtual void find_fair_states() = 0;
  // A fair path starts in some initial state.
  [[nodiscard]] virtual bool has_fair_start() = 0;
  [[nodiscard]] virtual bool holds(std::size_t question) = 0;
  // The same, or nothing if it takes more work than that, of which what it took is taken off.
  [[nodiscard]] virtual std::optional<bool> holds_within(std::size_t question,
                                                         std::uint64_t& /*work*/) {
    return holds(question);
  }
  // The same with every outcome of a strategy counted, fair or not.
  [[nodiscard]] virtual bool holds_for_all_outcomes(std::size_t question) = 0;
  // A coalition of the formula can leave all fair paths from some initial state.
  [[nodiscard]] virtual bool can_leave_fair_paths(std::size_t question) = 0;
  // The strategies that were found while this question was answered, if they are kept.
  [[nodiscard]] virtual std::vector<evidence::Strategy> list_strategies(std::size_t) { return {}; }
  // Why none was found there, where that was asked, if it is kept.
  [[nodiscard]] virtual std::vector<evidence::Impossibility> list_impossibilities(std::size_t) {
    return {};
  }
  // Why the formula of this question, decided before, has its value; nothing if there is nothing to
  // show.
  [[nodiscard]] virtual std::optional<evidence::Evidence> explain(std::size_t, bool /*holds*/,
                                                                  std::size_t /*most*/) {
    return {};
  }
  // How far the search for a strategy was when it was cut off; empty if there was none.
  [[nodiscard]] virtual std::string describe_search() { return {}; }
  // After the exploration; nothing if the engine does not look for them.
  [[nodiscard]] virtual std::vector<evidence::Overlap> find_overlaps() { return {}; }
  // After the exploration: false if no lines that do different things apply together.
  [[nodiscard]] virtual bool may_overlap() { return true; }
  // The work on so many states, going by those that were expanded; nothing if none was.
  [[nodiscard]] virtual std::optional<double> predict_work(double /*states*/) { return {}; }
  // A run from an initial state to a reachable one.
  [[nodiscard]] virtual evidence::Trace trace_to(const model::State& state) = 0;
  virtual void add_statistics(evidence::Statistics& statistics) = 0;
  // How far it is, asked in the middle of its work.
  virtual void measure(Figures& figures) = 0;
};

[[nodiscard]] std::unique_ptr<Engine> make_engine(const model::Model& model,
                                                  const Settings& settings, base::Budget& budget,
                                                  Journal& journal);
[[nodiscard]] std::unique_ptr<Engine> make_explicit_engine(const model::Model& model,
                                                           base::Budget& budget);
// With less patience it throws Exhausted when a model takes it longer than is worth while, if there
// is somebody else to ask: with little if nobody knows how many states there are, else with some.
enum class Patience : std::uint8_t { endless, some, little };
struct Prospect {
  double states = 0;            // if they are known
  std::uint64_t most_work = 0;  // that is worth while
};
[[nodiscard]] std::unique_ptr<Engine> make_states_engine(const model::Model& model,
                                                         base::Budget& budget, Patience patience,
                                                         Prospect prospect = {});
// The states engine where that is fast, else diagrams.
[[nodiscard]] std::unique_ptr<Engine> make_auto_engine(const model::Model& model,
                                                       const Settings& settings,
                                                       base::Budget& budget, Journal& journal);
[[nodiscard]] std::unique_ptr<Engine> make_symbolic_engine(const model::Model& model,
                                                           const symbolic::Settings& settings,
                                                           base::Budget& budget, Journal& journal);
// Decides with the other engine, and asks NuSMV for a second opinion on each formula.  Where it has
// none, or another one, the verdict is unknown.
[[nodiscard]] std::unique_ptr<Engine> make_nusmv_engine(const model::Model& model,
                                                        std::unique_ptr<Engine> diagrams,
                                                        base::Budget& budget);

}  // namespace ken::driver
