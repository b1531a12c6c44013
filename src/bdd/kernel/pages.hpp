#pragma once
#include <cstddef>

namespace ken::bdd::kernel {

// Memory full of zeros, from the machine's large pages if it is large; nullptr if there is none.
[[nodiscard]] void* take_zeros(std::size_t bytes);
// Whether a block of this size consists of pages of its own.
[[nodiscard]] bool are_pages(std::size_t bytes);
// The same pages with zeros behind them, perhaps elsewhere; nullptr if there is no room, and then
// they are where they were.
[[nodiscard]] void* add_zeros(void* pages, std::size_t bytes, std::size_t more);
// Gives back the pages behind the first so many bytes, which are pages too.
void remove_pages(void* pages, std::size_t bytes, std::size_t fewer);
// The size must be the one it was taken with.
void give_zeros_back(void* memory, std::size_t bytes);

}  // namespace ken::bdd::kernel
