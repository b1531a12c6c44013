// Random models, as text.
//
// A model is drawn from the outside in: first who there is and which variables and actions each
// has, then what each sees, then the lines that may name all of that.  Every range contains 0 and
// 1, so that a variable may be assigned to any other: what does not fit is lost in some states, but
// elaboration never refuses it.  The product of all types stays below a limit.

#include "random_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "random_logic.hpp"

namespace ken::tests {
namespace {

enum class Kind : std::uint8_t { boolean, number, symbol };

struct Variable {
  std::string name;  // as it is written where it is seen
  Kind kind = Kind::boolean;
  std::int64_t low = 0, high = 1;
  std::vector<std::string> values;  // of a symbol
  bool frozen = false;              // no line assigns to it
  std::string array{};              // of an element, the name before its index, 0 or 1
  [[nodiscard]] std::string type() const {
    if (kind == Kind::boolean) return "boolean";
    if (kind == Kind::number) return fmt::format("{}..{}", low, high);
    return fmt::format("{{{}}}", fmt::join(values, ", "));
  }
  [[nodiscard]] std::uint64_t size() const {
    return kind == Kind::symbol ? values.size() : static_cast<std::uint64_t>(high - low + 1);
  }
};

struct Actor {
  std::string word;  // "Action" or "P1.Action"
  std::vector<std::string> actions;
};

struct Agent {
  std::string name;
  bool environment = false;
  std::vector<Variable> observable;
  std::vector<Variable> variables;
  std::vector<std::string> seen_locally;
  std::vector<std::string> actions;
};

// Conditions and values over what is seen at one place.
class Phrases {
 public:
  Phrases(Dice& dice, const ModelWeights& weights, std::vector<Variable> seen,
          std::vector<Actor> actors = {})
      : dice_(dice), weights_(weights), seen_(std::move(seen)), actors_(std::move(actors)) {}

  std::string condition() { return condition(dice_.below(weights_.condition_depth + 1)); }
  std::string comparison() {
    if (seen_.empty()) return dice_.percent(70) ? "true" : "false";
    if (dice_.percent(weights_.derived / 4)) return derived_condition();
    const Variable& v = dice_.pick(seen_);
    if (v.kind == Kind::boolean) return boolean(v);
    if (v.kind == Kind::symbol) return symbol(v);
    if (dice_.percent(weights_.comprehension)) return comprehension(v);
    if (dice_.percent(weights_.membership))
      return fmt::format("{} in {{{}, {}}}", v.name, literal(v.low, v.high), literal(0, 1));
    const std::string right =
        dice_.percent(weights_.arithmetic / 2) ? number(1) : literal(v.low - 1, v.high + 1);
    return fmt::format("{} {} {}", dice_.percent(50) ? number(1) : v.name, relation(), right);
  }
  std::string value_for(const Variable& target) {
    if (target.kind == Kind::number) {
      if (dice_.percent(weights_.arithmetic)) return number(2);
      return literal(target.low, target.high);
    }
    std::vector<std::string> alike;
    for (const Variable& v : seen_)
      if (v.kind == target.kind && v.values == target.values)
        alike.push_back(dice_.percent(30) ? element(v) : v.name);
    if (!alike.empty() && dice_.percent(30)) return dice_.pick(alike);
    if (target.kind == Kind::symbol) {
      std::string value = dice_.pick(target.values);
      if (!dice_.percent(weights_.derived)) return value;
      return conditional(value, alike.empty() ? dice_.pick(target.values) : dice_.pick(alike));
    }
    if (dice_.percent(weights_.derived)) return fmt::format("({})", derived_condition());
    if (dice_.percent(30)) return fmt::format("({})", condition(1));
    return dice_.percent(50) ? "true" : "false";
  }
  std::string value() { return number(2); }
  // An element of the array of an element, by an index that is computed and may be none.
  std::string element(const Variable& v) {
    const auto in_array = [&](const Variable& w) { return w.array == v.array; };
    if (v.array.empty() || std::count_if(seen_.begin(), seen_.end(), in_array) < 2) return v.name;
    return fmt::format("{}[{}]", v.array, number(1));
  }

 private:
  std::string conditional(const std::string& then, const std::string& otherwise) {
    return dice_.percent(50) ? fmt::format("(if {} then {} else {})", condition(0), then, otherwise)
                             : fmt::format("(({}) ? {} : {})", condition(0), then, otherwise);
  }
  std::string derived_condition() {
    const Variable& v = dice_.pick(seen_);
    if (v.kind == Kind::boolean && dice_.percent(50)) return element(v);
    if (v.kind == Kind::symbol) {
      const std::string right = dice_.percent(50)
                                    ? dice_.pick(v.values)
                                    : conditional(dice_.pick(v.values), dice_.pick(v.values));
      return fmt::format("{} {} {}", element(v), dice_.percent(70) ? "=" : "<>", right);
    }
    if (dice_.percent(50)) return conditional(condition(0), condition(0));
    return fmt::format("{} {} {}", element(v), dice_.percent(70) ? "=" : "<>",
                       v.kind == Kind::number ? literal(0, 1) : "false");
  }
  std::string derived_number(std::size_t depth) {
    const std::string a = number(depth);
    const std::string b = dice_.percent(50) ? number(depth) : literal(-1, 2);
    std::vector<std::string> elements;
    for (const Variable& v : seen_)
      if (v.kind == Kind::number && !v.array.empty()) elements.push_back(element(v));
    if (!elements.empty() && dice_.percent(50)) return dice_.pick(elements);
    switch (dice_.below(4)) {
      case 0:
        return fmt::format("min({}, {})", a, b);
      case 1:
        return fmt::format("max({}, {}, {})", a, b, literal(0, 1));
      case 2:
        return fmt::format("abs({})", a);
      default:
        return conditional(a, b);
    }
  }

  std::string condition(std::size_t depth) {
    if (depth == 0) {
      const bool tests = !actors_.empty() && dice_.percent(weights_.action_test);
      return tests ? action_test() : comparison();
    }
    const std::vector<std::string> joined = {"and", "and", "or", "or", "->", "<->"};
    if (dice_.percent(20)) return fmt::format("!({})", condition(depth - 1));
    return fmt::format("({}) {} ({})", condition(depth - 1), dice_.pick(joined),
                       condition(depth - 1));
  }
  std::string action_test() {
    const Actor& actor = dice_.pick(actors_);
    if (dice_.percent(15))
      return fmt::format("{} in {{{}}}", actor.word,
                         fmt::join(dice_.at_least_one(actor.actions, 50), ", "));
    return fmt::format("{} {} {}", actor.word, dice_.percent(80) ? "=" : "<>",
                       dice_.pick(actor.actions));
  }
  std::string boolean(const Variable& v) {
    const Variable& w = dice_.pick(seen_);
    if (w.kind == Kind::boolean && dice_.percent(weights_.bit_operators)) {
      const std::vector<std::string> operators = {"&", "|", "^"};
      return fmt::format("({}{} {} {})", dice_.percent(30) ? "~" : "", v.name,
                         dice_.pick(operators), w.name);
    }
    if (dice_.percent(40)) return v.name;
    const char* const equals = dice_.percent(70) ? "=" : "<>";
    if (w.kind == Kind::boolean && dice_.percent(40))
      return fmt::format("{} {} {}", v.name, equals, w.name);
    if (w.kind == Kind::number && dice_.percent(40))
      return fmt::format("({} {} {}) {} {}", w.name, relation(), literal(w.low, w.high), equals,
                         v.name);
    return fmt::format("{} {} {}", v.name, equals, dice_.percent(50) ? "true" : "false");
  }
  std::string symbol(const Variable& v) {
    if (dice_.percent(weights_.membership))
      return fmt::format("{} in {{{}}}", v.name, fmt::join(dice_.at_least_one(v.values, 50), ", "));
    const Variable& w = dice_.pick(seen_);
    const bool compares = w.kind == Kind::symbol && dice_.percent(30);
    return fmt::format("{} {} {}", v.name, dice_.percent(70) ? "=" : "<>",
                       compares ? w.name : dice_.pick(v.values));
  }
  // Over the values of a number and a little further.
  std::string comprehension(const Variable& v) {
    const std::int64_t first = dice_.between(-1, 1);
    std::string body = fmt::format("{} {} i", dice_.percent(70) ? v.name : number(1), relation());
    if (dice_.percent(30)) body = fmt::format("({}) or ({})", body, condition(0));
    const std::vector<std::string> words = {"and", "or", "xor", "xor", "count", "count", "count"};
    const std::string word = dice_.pick(words);
    std::string all =
        fmt::format("{}(i: {}..{})({})", word, first, first + dice_.between(0, 3), body);
    if (word != "count") return all;
    const std::string more = dice_.percent(30) ? " + " + number(1) : std::string();
    return fmt::format("{}{} {} {}", all, more, relation(), literal(0, 3));
  }
  const std::string& relation() {
    static const std::vector<std::string> relations = {"=", "<>", "!=", "<", "<=", ">", ">="};
    return dice_.pick(relations);
  }
  std::string literal(std::int64_t low, std::int64_t high) {
    return std::to_string(dice_.between(low, high));
  }
  // Contains a variable if one is there: a constant that never fits would be refused.
  std::string number(std::size_t depth) {
    std::vector<std::string> numbers;
    for (const Variable& v : seen_)
      if (v.kind == Kind::number) numbers.push_back(v.name);
    if (numbers.empty()) return literal(0, 1);
    if (depth == 0 || dice_.percent(20)) return dice_.pick(numbers);
    if (dice_.percent(weights_.comprehension / 2))
      return fmt::format("(sum(i: 0..2) {} * i)", dice_.pick(numbers));
    if (dice_.percent(weights_.derived)) return derived_number(depth - 1);
    const std::string left = number(depth - 1);
    if (dice_.percent(weights_.division)) {
      const std::vector<std::string> divisions = {"/", "div", "mod"};
      const std::string right = dice_.percent(30) ? dice_.pick(numbers) : literal(-2, 3);
      return fmt::format("({}) {} {}", left, dice_.pick(divisions), right);
    }
    const std::vector<std::string> operators = {"+", "+", "-", "*"};
    const std::string right = dice_.percent(30) ? dice_.pick(numbers) : literal(1, 2);
    return fmt::format("({}) {} {}", left, dice_.pick(operators), right);
  }

  Dice& dice_;
  const ModelWeights& weights_;
  std::vector<Variable> seen_;
  std::vector<Actor> actors_;
};

class Writer {
 public:
  Writer(std::uint64_t seed, const ModelWeights& weights) : dice_(seed), weights_(weights) {}

  RandomModel run() {
    cast();
    if (dice_.percent(weights_.single_assignment)) {
      single_ = true;
      text_ += "Semantics = SingleAssignment;\n";
    }
    scheduled_ = dice_.percent(weights_.scheduled) && agents_.front().environment &&
                 !agents_.front().actions.empty();
    definitions();
    for (const Agent& agent : agents_) write(agent);
    evaluation();
    initial();
    groups();
    fairness();
    text_ += "Formulae\nend Formulae\n";
    return {std::move(text_), std::move(names_)};
  }

 private:
  // ---- who there is ----

  void cast() {
    social_ = weights_.social > 0 && dice_.percent(weights_.social);
    if (social_ && dice_.percent(70)) {
      const RandomLogic logic = random_logic(dice_);
      names_.operators = logic.operators;
      text_ += carry_logic(logic.text);
    }
    names_.agents.emplace_back("Environment");
    if (dice_.percent(weights_.environment)) {
      Agent environment{"Environment", true, {}, {}, {}, {}};
      const std::size_t count = variable_count();
      for (std::size_t i = 0; i < count; ++i) {
        const Variable v = variable(fmt::format("{}{}", social_ ? "x" : "e", i));
        (dice_.percent(weights_.observable) ? environment.observable : environment.variables)
            .push_back(v);
      }
      add_array(
          "f", dice_.percent(weights_.observable) ? environment.observable : environment.variables);
      environment.actions = actions();
      agents_.push_back(environment);
    }
    const std::size_t count = from(weights_.least_agents, weights_.most_agents);
    for (std::size_t i = 1; i <= count; ++i) {
      Agent agent{fmt::format("P{}", i), false, {}, {}, {}, {}};
      for (std::size_t v = variable_count(); v > 0; --v)
        agent.variables.push_back(variable(fmt::format("x{}", v)));
      add_array("y", agent.variables);
      if (social_) add_views(agent, count);
      if (!agents_.empty() && agents_.front().environment)
        for (const Variable& v : agents_.front().variables)
          if (dice_.percent(weights_.seen_locally)) agent.seen_locally.push_back(v.name);
      agent.actions = actions();
      names_.agents.push_back(agent.name);
      agents_.push_back(std::move(agent));
    }
  }
  // What it thinks of some others, or of itself.
  void add_views(Agent& agent, std::size_t agents) {
    for (std::size_t i = 0; i <= agents; ++i) {
      const std::string other = i == 0 ? "Environment" : fmt::format("P{}", i);
      if (!dice_.percent(40)) continue;
      agent.variables.push_back(variable("v_" + other));
      names_.trusting.emplace_back(agent.name, other);
    }
  }
  // Sometimes two elements of an array beside the other variables.
  void add_array(const std::string& name, std::vector<Variable>& variables) {
    if (social_ || !dice_.percent(weights_.array)) return;
    Variable v = variable(fmt::format("{}[0]", name));
    if (states_ * v.size() > weights_.most_states) return variables.push_back(v);
    states_ *= v.size();
    v.array = name;
    variables.push_back(v);
    v.name = fmt::format("{}[1]", name);
    variables.push_back(v);
  }
  // Where names are shared, so are their types.
  Variable variable(const std::string& name) {
    const auto known = shared_.find(name);
    if (!social_ || known == shared_.end()) return shared_[name] = draw_variable(name);
    Variable v = known->second;
    v.frozen = dice_.percent(weights_.frozen);
    states_ *= v.size();
    return v;
  }
  Variable draw_variable(std::string name) {
    Variable v{std::move(name), static_cast<Kind>(dice_.below(3)), 0, 1, {}, false};
    if (v.kind == Kind::number) {
      const bool wide = dice_.percent(weights_.wide);
      v.low = dice_.between(wide ? -9 : -2, 0);
      v.high = dice_.between(1, wide ? 12 : 3);
    } else if (v.kind == Kind::symbol) {
      v.values = {"red", "blue"};
      if (dice_.percent(50)) v.values.emplace_back("green");
    }
    if (states_ * v.size() > weights_.most_states) v = {v.name, Kind::boolean, 0, 1, {}, false};
    v.frozen = dice_.percent(weights_.frozen);
    states_ *= v.size();
    return v;
  }
  std::size_t from(std::size_t least, std::size_t most) {
    return least + dice_.below(most - least + 1);
  }
  std::size_t variable_count() { return from(weights_.least_variables, weights_.most_variables); }
  std::vector<std::string> actions() {
    std::vector<std::string> all = {"a", "b", "c", "d", "f"};
    all.resize(std::min(from(weights_.least_actions, weights_.most_actions), all.size()));
    return all;
  }

  // ---- what each sees ----

  [[nodiscard]] std::vector<Variable> seen_by(const Agent& agent) const {
    std::vector<Variable> seen = agent.observable;
    seen.insert(seen.end(), agent.variables.begin(), agent.variables.end());
    seen.insert(seen.end(), defined_.begin(), defined_.end());
    const Agent& environment = agents_.front();
    if (agent.environment || !environment.environment) return seen;
    for (const Variable& v : environment.observable) seen.push_back(prefixed("Environment", v));
    for (const Variable& v : environment.variables)
      if (std::find(agent.seen_locally.begin(), agent.seen_locally.end(), v.name) !=
          agent.seen_locally.end())
        seen.push_back(prefixed("Environment", v));
    return seen;
  }
  [[nodiscard]] std::vector<Actor> tested_by(const Agent& agent) const {
    std::vector<Actor> actors;
    for (const Agent& other : agents_)
      if (!other.actions.empty())
        actors.push_back(
            {other.name == agent.name ? "Action" : other.name + ".Action", other.actions});
    return actors;
  }
  [[nodiscard]] std::vector<Variable> everything() const {
    std::vector<Variable> all;
    for (const Agent& agent : agents_) {
      for (const Variable& v : agent.observable) all.push_back(prefixed(agent.name, v));
      for (const Variable& v : agent.variables) all.push_back(prefixed(agent.name, v));
    }
    return all;
  }
  [[nodiscard]] std::vector<Variable> everything_named() const {
    std::vector<Variable> all = everything();
    all.insert(all.end(), defined_.begin(), defined_.end());
    return all;
  }
  static Variable prefixed(const std::string& agent, Variable v) {
    v.name = agent + "." + v.name;
    if (!v.array.empty()) v.array = agent + "." + v.array;
    return v;
  }
  // Names for what every agent sees, known wherever conditions stand.
  void definitions() {
    if (!agents_.front().environment || !dice_.percent(weights_.definition)) return;
    std::vector<Variable> seen;
    for (const Variable& v : agents_.front().observable) seen.push_back(prefixed("Environment", v));
    Phrases phrases(dice_, weights_, seen);
    text_ += fmt::format("Define d0 = {};\n", phrases.condition());
    defined_.push_back({"d0", Kind::boolean, 0, 1, {}, true});
    if (std::none_of(seen.begin(), seen.end(),
                     [](const Variable& v) { return v.kind == Kind::number; }))
      return;
    text_ += fmt::format("Define d1 = if d0 then {} else 1;\n", phrases.value());
    defined_.push_back({"d1", Kind::number, 0, 1, {}, true});
  }

  // ---- agents ----

  void write(const Agent& agent) {
    text_ += fmt::format("Agent {}\n", agent.name);
    declarations("Obsvars", agent.observable);
    if (!agent.seen_locally.empty())
      text_ += fmt::format("  Lobsvars = {{{}}};\n", fmt::join(agent.seen_locally, ", "));
    declarations("Vars", agent.variables);
    Phrases local(dice_, weights_, seen_by(agent));
    if (dice_.percent(weights_.red_states))
      text_ += fmt::format("  RedStates:\n    {};\n  end RedStates\n", local.condition());
    if (!agent.actions.empty())
      text_ += fmt::format("  Actions = {{{}}};\n", fmt::join(agent.actions, ", "));
    if (!agent.actions.empty() && dice_.percent(weights_.protocol)) protocol(agent, local);
    evolution(agent);
    text_ += "end Agent\n\n";
  }
  void declarations(std::string_view section, const std::vector<Variable>& variables) {
    if (variables.empty()) return;
    text_ += fmt::format("  {}:\n", section);
    for (const Variable& v : variables) text_ += fmt::format("    {} : {};\n", v.name, v.type());
    text_ += fmt::format("  end {}\n", section);
  }
  void protocol(const Agent& agent, Phrases& local) {
    text_ += "  Protocol:\n";
    for (std::size_t i = dice_.below(weights_.most_lines); i > 0; --i)
      text_ += fmt::format("    {} : {{{}}};\n", local.condition(),
                           fmt::join(dice_.at_least_one(agent.actions, 50), ", "));
    if (dice_.percent(weights_.other))
      text_ += fmt::format("    Other : {{{}}};\n",
                           fmt::join(dice_.at_least_one(agent.actions, 50), ", "));
    text_ += "  end Protocol\n";
  }
  void evolution(const Agent& agent) {
    std::vector<Variable> own = agent.observable;
    own.insert(own.end(), agent.variables.begin(), agent.variables.end());
    std::erase_if(own, [](const Variable& v) { return v.frozen; });
    if (own.empty()) return;
    if (dice_.percent(weights_.turning)) {
      text_ +=
          fmt::format("  Evolution:\n    {} if true;\n  end Evolution\n", turned(dice_.pick(own)));
      return;
    }
    Phrases values(dice_, weights_, seen_by(agent));
    Phrases conditions(dice_, weights_, seen_by(agent), tested_by(agent));
    const std::string turn =
        scheduled_ && !agent.environment
            ? fmt::format("Environment.Action = {}", dice_.pick(agents_.front().actions))
            : std::string();
    text_ += "  Evolution:\n";
    for (std::size_t i = 1 + dice_.below(weights_.most_lines); i > 0; --i) {
      std::vector<std::string> assignments;
      std::set<std::string> arrays;  // in which this line assigns an element
      for (const Variable& v :
           single_ ? std::vector{dice_.pick(own)} : dice_.at_least_one(own, 50)) {
        if (!v.array.empty() && !arrays.insert(v.array).second) continue;
        const bool indexed = dice_.percent(weights_.indexed_target);
        assignments.push_back(
            fmt::format("{} = {}", indexed ? values.element(v) : v.name, values.value_for(v)));
      }
      const std::string condition = conditions.condition();
      text_ += fmt::format("    {} if {};\n", fmt::join(assignments, " and "),
                           turn.empty() ? condition : fmt::format("{} and ({})", turn, condition));
    }
    text_ += "  end Evolution\n";
  }

  // The next of its values, the first after the last; a symbol stays.
  static std::string turned(const Variable& v) {
    if (v.kind == Kind::boolean) return fmt::format("{0} = (!{0})", v.name);
    if (v.kind == Kind::symbol) return fmt::format("{0} = {0}", v.name);
    return fmt::format("{0} = ({0} + {1}) mod {2} - {3}", v.name, 1 - v.low, v.size(), -v.low);
  }

  // ---- the rest ----

  void evaluation() {
    Phrases phrases(dice_, weights_, everything_named());
    text_ += "Evaluation\n";
    for (const char* const name : {"p", "q", "r"}) {
      text_ += fmt::format("  {} if {};\n", name, phrases.condition());
      names_.propositions.emplace_back(name);
    }
    text_ += "end Evaluation\n\n";
    if (everything().empty()) return;
    for (const Variable& v : everything())
      if (v.kind == Kind::number) names_.numbers.push_back(v.name);
    for (int i = 0; i < 2; ++i) names_.conditions.push_back(phrases.comparison());
  }
  void initial() {
    std::vector<std::string> pinned;
    for (const Variable& v : everything()) {
      if (dice_.percent(weights_.free_variable)) continue;
      const std::string value = v.kind == Kind::boolean  ? "false"
                                : v.kind == Kind::symbol ? v.values.front()
                                                         : std::to_string(dice_.between(0, 1));
      pinned.push_back(fmt::format("{} = {}", v.name, value));
    }
    if (dice_.percent(weights_.initial_condition)) {
      pinned = dice_.some(pinned, 70);
      Phrases phrases(dice_, weights_, everything_named());
      pinned.push_back(fmt::format("({})", phrases.condition()));
    }
    if (pinned.empty()) pinned.emplace_back("true");
    text_ += fmt::format("InitStates\n  {};\nend InitStates\n\n", fmt::join(pinned, " and "));
  }
  void groups() {
    text_ += "Groups\n";
    for (const char* const name : {"g1", "g2"}) {
      text_ += fmt::format("  {} = {{{}}};\n", name,
                           fmt::join(dice_.at_least_one(names_.agents, 50), ", "));
      names_.groups.emplace_back(name);
    }
    text_ += "end Groups\n\n";
  }
  void fairness() {
    if (!dice_.percent(weights_.fairness)) return;
    text_ += "Fairness\n";
    for (std::size_t i = from(weights_.least_fairness, weights_.most_fairness); i > 0; --i) {
      FormulaWeights modal;
      modal.depth = dice_.percent(weights_.modal_fairness) ? 2 : 0;
      modal.paths = weights_.path_fairness;
      text_ += fmt::format("  {};\n", random_formula(dice_, names_, modal));
    }
    text_ += "end Fairness\n\n";
  }

  Dice dice_;
  const ModelWeights& weights_;
  std::uint64_t states_ = 1;
  bool single_ = false;
  bool scheduled_ = false;
  bool social_ = false;  // names of variables are shared
  std::map<std::string, Variable> shared_;
  std::vector<Agent> agents_;
  std::vector<Variable> defined_;  // names of definitions
  std::string text_;
  Vocabulary names_;
};

}  // namespace

RandomModel random_model(std::uint64_t seed, const ModelWeights& weights) {
  return Writer(seed, weights).run();
}

}  // namespace ken::tests
