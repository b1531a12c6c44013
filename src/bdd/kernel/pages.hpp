#pragma once
#include <cstddef>

namespace ken::bdd::kernel {

// Memory full of zeros, from the machine's large pages if it is large; nullptr if there is none.
[[nodiscard]] void* take_zeros(std::size_t bytes);
// The size must be the one it was taken with.
void give_zeros_back(void* memory, std::size_t bytes);

}  // namespace ken::bdd::kernel
