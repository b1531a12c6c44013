#pragma once
#include <span>
#include <string>

#include "base/result.hpp"
#include "model/model.hpp"

namespace ken::translate {

// The expanded model in the plain dialect of ISPL that existing tools (MCMAS 1.3.0) accept, with
// the meaning it has in ken.  What the dialect cannot say is an error at its place (E301), or a
// formula that is left out (W030); the differences that remain are listed at the top of ispl.cpp
// and, where they matter, of the text.  The remarks are comments at its top.
[[nodiscard]] base::Result<std::string> to_ispl(const model::Model& model,
                                                std::span<const std::string> remarks = {});

}  // namespace ken::translate
