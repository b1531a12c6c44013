#pragma once
#include <boost/multiprecision/cpp_int.hpp>

#include "bdd/bdd.hpp"

namespace ken::bdd {

// A header of its own because the library behind it takes seconds to compile.
using Natural = boost::multiprecision::cpp_int;

// How many assignments to the variables of the set satisfy f, which depends on no other variable.
[[nodiscard]] Natural count(const Bdd& f, const VariableSet& set);

}  // namespace ken::bdd
