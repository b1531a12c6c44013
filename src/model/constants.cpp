// The expansion of templates.
//
// A binder "i: low..high" stands before what it repeats, with an optional filter behind the last
// one: "for(i: 1..N, j: 1..N if i <> j)".  Expanding is to go over all assignments of the binders
// in lexicographic order, the last one fastest, to skip those the filter refuses, and to resolve
// the body once for each with the indices bound.  Bounds are computed before the first index is
// bound, so they depend on parameters and outer indices only.
//
// Indices in force are a stack that is searched from the top: an inner index hides an outer one,
// and an index hides a parameter.  An instance of an indexed name is a name of its own, Crypt[3],
// so nothing behind this point knows about templates.
//
// Costs are bounded before they arise: the instances of one range by their number, everything
// together by counting what is visited (ExpansionLimits), so that "i: 1..1000000000" costs a
// message and no memory.

#include "model/constants.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"

namespace ken::model {

using base::Code;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::System;

namespace {

std::string plain_index(Value value) {
  return value < 0 ? "m" + std::to_string(value).substr(1) : std::to_string(value);
}

}  // namespace

std::vector<Constants::Binding> Constants::hide(std::size_t keep) {
  std::vector<Binding> hidden(bindings_.begin() + static_cast<std::ptrdiff_t>(keep),
                              bindings_.end());
  bindings_.resize(keep);
  return hidden;
}

std::optional<Name> Constants::spell_name(const System& text, NodeId part, Spelling spelling) {
  const std::string_view word = text.text(text.nodes[part].mark);
  constexpr std::size_t letters_for_one = 64;  // long names are not free
  if (!spend(text, text.nodes[part].range, 1 + word.size() / letters_for_one)) return std::nullopt;
  Name name{std::string(word), std::string(word)};
  const auto indices = text.nodes.children(part);
  if (indices.empty()) return name;
  name.shown += '[';
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Node& index = text.nodes[indices[i]];
    if (index.kind == NodeKind::filter) break;
    std::optional<Value> value;
    if (index.kind == NodeKind::binder) {
      const auto bound_value =
          spelling == Spelling::instance ? lookup(text, index.mark) : std::nullopt;
      if (!bound_value) {
        diagnostics_.add(text.source, index.range, Code::binder_misplaced);
        return std::nullopt;
      }
      value = bound_value->value;
    } else {
      value = number(text, indices[i]);
    }
    if (!value) return std::nullopt;
    name.shown += (i > 0 ? "," : "") + std::to_string(*value);
    name.plain += "_" + plain_index(*value);
  }
  name.shown += ']';
  return name;
}

std::optional<std::vector<Constants::Range>> Constants::compute_ranges(
    const System& text, std::span<const NodeId> nodes) {
  std::vector<Range> result;
  std::uint64_t instances = 1;
  for (const NodeId id : nodes) {
    const Node& node = text.nodes[id];
    if (node.kind != NodeKind::binder) continue;
    const auto low = number(text, text.nodes.child(id, 0));
    const auto high = low ? number(text, text.nodes.child(id, 1)) : std::nullopt;
    if (!high) return std::nullopt;
    if (*low > *high) {
      auto& d = diagnostics_.add(text.source, node.range, Code::empty_range, *low, *high);
      if (!parameters_.empty()) d.hint = "check the parameters";
      diagnostics_.close();
      return std::nullopt;
    }
    const std::uint64_t size = static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low);
    if (size >= limits_.instances || instances > limits_.instances / (size + 1)) {
      const Wide total = Wide(instances) * (Wide(size) + 1);
      diagnostics_.add(text.source, node.range, Code::too_large, "this index range",
                       fmt::format("{} instances", total), limits_.instances);
      diagnostics_.close();
      return std::nullopt;
    }
    instances *= size + 1;
    for (const Range& earlier : result)
      if (earlier.index == text.text(node.mark))
        diagnostics_.add(text.source, node.mark, Code::declared_twice, "index", earlier.index);
    index_.define_index(text.source, node.mark);
    result.push_back({text.text(node.mark), node.mark, *low, *high});
  }
  return result;
}

std::optional<bool> Constants::filters_admit(const System& text, std::span<const NodeId> nodes) {
  for (const NodeId id : nodes) {
    if (text.nodes[id].kind != NodeKind::filter) continue;
    const NodeId condition = text.nodes.child(id, 0);
    const auto value = evaluate(text, condition);
    if (!value) return std::nullopt;
    if (!value->boolean) {
      diagnostics_.add(text.source, text.nodes[condition].range, Code::not_a_condition, "a number");
      return std::nullopt;
    }
    if (value->value == 0) return false;
  }
  return true;
}

bool Constants::advance(const Instances& at) {
  for (std::size_t i = at.ranges.size(); i-- > 0;) {
    Value& value = bindings_[at.bindings + i].value;
    const bool last = value == at.ranges[i].high;
    value = last ? at.ranges[i].low : value + 1;
    if (!last) return true;
  }
  return false;
}

Constants::Turn Constants::next(const System& text, std::span<const NodeId> head, Instances& at) {
  if (!at.open) {
    auto found = compute_ranges(text, head);
    if (!found) return Turn::mistake;
    at = {true, bindings_.size(), std::move(*found)};
    for (const Range& range : at.ranges) bind({range.index, range.place, range.low});
  } else if (!advance(at)) {
    unbind(at.bindings);
    return Turn::over;
  }
  for (;;) {
    const auto admit = filters_admit(text, head);
    const bool affordable = at.ranges.empty() || spend(text, text.nodes[head.front()].range, 1);
    if (admit && *admit && affordable) return Turn::instance;
    if (admit && affordable && advance(at)) continue;
    unbind(at.bindings);
    return admit && affordable ? Turn::over : Turn::mistake;
  }
}

bool Constants::for_each(const System& text, std::span<const NodeId> nodes,
                         const std::function<void()>& body) {
  Instances at;
  for (;;) {
    const Turn turn = next(text, nodes, at);
    if (turn != Turn::instance) return turn == Turn::over;
    body();
  }
}

std::string Constants::indices(std::size_t from) const {
  std::string text;
  for (std::size_t i = from; i < bindings_.size(); ++i)
    text += fmt::format("{}{}={}", i > from ? ", " : "", bindings_[i].index, bindings_[i].value);
  return text;
}

// Many at once, so that a model of ordinary size is free.
void Constants::charge_expressions() {
  constexpr std::uint64_t at_once = 1U << 14U;
  constexpr std::uint64_t bytes_of_expression = 64;  // many are equal and share
  limits_.budget->check_limits();
  for (; charged_ + at_once <= std::min(spent_, limits_.expressions); charged_ += at_once)
    limits_.budget->charge(at_once * bytes_of_expression);
}

bool Constants::spend(const System& text, base::Range place, std::uint64_t amount) {
  if (exhausted_) return false;
  spent_ += amount;
  if (limits_.budget != nullptr) charge_expressions();
  if (spent_ <= limits_.expressions) return true;
  exhausted_ = true;
  auto& d = diagnostics_.add(text.source, place, Code::too_large, "the expanded model",
                             fmt::format("more than {} expressions", limits_.expressions),
                             limits_.expressions);
  if (!bindings_.empty()) d.hint = fmt::format("given up here, at {}", indices());
  diagnostics_.close();
  return false;
}

}  // namespace ken::model
