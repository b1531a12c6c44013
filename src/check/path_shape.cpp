// What paths look like on which an operator is true or false.
//
// That A op fails is that some path satisfies the dual of op with its arguments negated, so both
// sides are one: a path whose states satisfy something up to a state that satisfies something else
// ("finite"), or for ever ("endless").  Which arguments have to be true or false in either place:
//
//     E holds      inside   end        A fails      inside   end
//     X f                   f          X f                   !f
//     F f                   f          G f                   !f
//     G f          f        endless    F f          !f       endless
//     f U g        f        g          f R g        !f       !g
//     f R g        g        f, g       f U g        !g       !f, !g
//                  or endless                       or endless
//     f W g        f        g          f W g        !g       !f, !g
//                  or endless

#include "check/path_shape.hpp"

namespace ken::check {

using logic::PathOperator;

PathShape find_shape(PathOperator op, bool value) {
  switch (op) {
    case PathOperator::next:
      return {{}, {{0, value}}};
    case PathOperator::finally:
      if (value) return {{}, {{0, true}}};
      return {{{0, false}}, {}, false, true};
    case PathOperator::globally:
      if (value) return {{{0, true}}, {}, false, true};
      return {{}, {{0, false}}};
    case PathOperator::until:
      if (value) return {{{0, true}}, {{1, true}}};
      return {{{1, false}}, {{0, false}, {1, false}}, true, true};
    case PathOperator::release:
      if (value) return {{{1, true}}, {{0, true}, {1, true}}, true, true};
      return {{{0, false}}, {{1, false}}};
    case PathOperator::weak:
      break;
  }
  if (value) return {{{0, true}}, {{1, true}}, true, true};
  return {{{1, false}}, {{0, false}, {1, false}}};
}

}  // namespace ken::check
