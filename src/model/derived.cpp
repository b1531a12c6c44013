// Derived operators.
//
// min, max, abs and arrays indexed by what changes are no operators of their own: each becomes
// conditionals over the operators that are there, so nobody behind elaboration knows them.  What
// must be kept is when a result is undefined: a comparison with an undefined number is false.
//
//   abs a      if 0 <= a then a else 0 - a, undefined where a is, because 0 - a is
//   min(a, b)  if a <= b then a else b, and where one of them may be undefined
//              if a <= b then a else if b < a then b else undefined:
//              both comparisons fail where either is undefined
//   x[e]       a binary search for the value of e among the indices.  If e may be none of them,
//              the leaf found is compared with e once more; an undefined e, and a fraction, fail
//              that comparison, whichever leaf they end in
//   x[d, e]    the same for the last index in each row, and then for the rows
//
// The undefined number itself is 0 div 0, which is no constant to any fold.
//
// Arguments occur several times in the result, but the store shares them: n elements cost n
// conditionals, and k nested calls cost k of them.  Deciding an element takes log n comparisons.

#include "model/derived.hpp"

#include <algorithm>

namespace ken::model {
namespace {

struct Leaf {
  Value index;
  ExprId value;
};

ExprId search(ExprStore& store, ExprId index, std::span<const Leaf> leaves, bool check) {
  if (leaves.size() == 1) {
    if (!check) return leaves[0].value;
    const ExprId found = store.compare(ExprOp::equal, index, store.constant(leaves[0].index));
    return store.conditional(found, leaves[0].value, undefined(store));
  }
  const std::size_t half = leaves.size() / 2;
  const ExprId below = store.compare(ExprOp::less, index, store.constant(leaves[half].index));
  const ExprId left = search(store, index, leaves.first(half), check);
  const ExprId right = search(store, index, leaves.subspan(half), check);
  return store.conditional(below, left, right);
}

ExprId select(ExprStore& store, ExprId index, std::span<const Leaf> leaves) {
  std::vector<Value> indices;
  indices.reserve(leaves.size());
  for (const Leaf& leaf : leaves) indices.push_back(leaf.index);
  return search(store, index, leaves, may_miss(store[index].bounds, indices));
}

}  // namespace

ExprId undefined(ExprStore& store) {
  return store.arithmetic(ExprOp::floor_divide, {store.constant(0), store.constant(0)});
}

ExprId minimum(ExprStore& store, ExprId a, ExprId b) {
  const ExprId first = store.compare(ExprOp::less_equal, a, b);
  if (!store[a].bounds.undefined && !store[b].bounds.undefined)
    return store.conditional(first, a, b);
  const ExprId second = store.compare(ExprOp::less, b, a);
  return store.conditional(first, a, store.conditional(second, b, undefined(store)));
}

ExprId maximum(ExprStore& store, ExprId a, ExprId b) {
  const ExprId first = store.compare(ExprOp::less_equal, b, a);
  if (!store[a].bounds.undefined && !store[b].bounds.undefined)
    return store.conditional(first, a, b);
  const ExprId second = store.compare(ExprOp::less, a, b);
  return store.conditional(first, a, store.conditional(second, b, undefined(store)));
}

ExprId absolute(ExprStore& store, ExprId a) {
  const ExprId zero = store.constant(0);
  return store.conditional(store.compare(ExprOp::less_equal, zero, a), a,
                           store.arithmetic(ExprOp::subtract, {zero, a}));
}

ExprId choose_condition(ExprStore& store, ExprId condition, ExprId then, ExprId otherwise) {
  if (store[then].op == ExprOp::conditional || store[otherwise].op == ExprOp::conditional)
    return store.conditional(condition, then, otherwise);
  return store.disjunction({store.conjunction({condition, then}),
                            store.conjunction({store.negation(condition), otherwise})});
}

ExprId as_condition(ExprStore& store, ExprId value) {
  if (store[value].op != ExprOp::conditional) return value;
  return store.compare(ExprOp::equal, value, store.constant(1));
}

bool may_miss(const Bounds& index, std::span<const Value> indices) {
  const auto width =
      static_cast<std::uint64_t>(indices.back()) - static_cast<std::uint64_t>(indices.front());
  const bool gaps = width != indices.size() - 1;
  return gaps || index.fraction || index.undefined || index.low < indices.front() ||
         index.high > indices.back();
}

ExprId select_element(ExprStore& store, std::span<const ExprId> indices,
                      std::vector<Element> elements) {
  for (std::size_t dimension = indices.size(); dimension-- > 0;) {
    std::vector<Element> rows;
    for (std::size_t first = 0; first < elements.size();) {
      const auto row = std::span(elements[first].indices).first(dimension);
      std::vector<Leaf> leaves;
      std::size_t end = first;
      for (; end < elements.size() &&
             std::ranges::equal(std::span(elements[end].indices).first(dimension), row);
           ++end)
        leaves.push_back({elements[end].indices[dimension], elements[end].value});
      rows.push_back({{row.begin(), row.end()}, select(store, indices[dimension], leaves)});
      first = end;
    }
    elements = std::move(rows);
  }
  return elements.front().value;
}

bool takes(std::string_view function, std::size_t arguments) {
  return function == "abs" ? arguments == 1 : arguments >= 2;
}

std::string_view parameters_of(std::string_view function) {
  return function == "abs" ? "one number" : "two or more numbers";
}

ExprId apply_function(ExprStore& store, std::string_view function,
                      std::span<const ExprId> arguments) {
  if (function == "abs") return absolute(store, arguments[0]);
  ExprId result = arguments[0];
  for (const ExprId argument : arguments.subspan(1))
    result =
        function == "min" ? minimum(store, result, argument) : maximum(store, result, argument);
  return result;
}

}  // namespace ken::model
