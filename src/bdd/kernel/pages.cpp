// Memory for tables that are read at random.
//
// Nearly every step of an operation touches a few places that lie anywhere in the tables, so the
// processor's table of pages matters as much as its caches.  Large arrays therefore begin at a
// multiple of two megabytes and ask for pages of that size; where the system has none it makes no
// difference.  An array that grows takes its pages along to a place with more room, which copies
// nothing and takes no time that depends on its size.

#include "bdd/kernel/pages.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace ken::bdd::kernel {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21U;
constexpr std::size_t large = std::size_t{1} << 19U;  // and more get large pages

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + large_page - 1) / large_page * large_page;
}

char* aligned_block(std::size_t wanted, int protection) {
  void* const block = mmap(nullptr, wanted + large_page, protection,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) return nullptr;
  char* const first = static_cast<char*>(block);
  const std::size_t before =
      (large_page - reinterpret_cast<std::uintptr_t>(first) % large_page) % large_page;
  if (before != 0) munmap(first, before);
  char* const aligned = first + before;
  if (before != large_page) munmap(aligned + wanted, large_page - before);
  return aligned;
}

}  // namespace

bool are_pages(std::size_t bytes) { return bytes >= large; }

void* take_zeros(std::size_t bytes) {
  if (!are_pages(bytes)) return std::calloc(bytes, 1);
  if (bytes > SIZE_MAX - 2 * large_page) return nullptr;
  const std::size_t wanted = whole_pages(bytes);
  char* const aligned = aligned_block(wanted, PROT_READ | PROT_WRITE);
  if (aligned != nullptr) madvise(aligned, wanted, MADV_HUGEPAGE);
  return aligned;
}

void* add_zeros(void* pages, std::size_t bytes, std::size_t more) {
  if (more > SIZE_MAX - 2 * large_page) return nullptr;
  const std::size_t wanted = whole_pages(more);
  if (wanted == whole_pages(bytes)) return pages;
  char* const place = aligned_block(wanted, PROT_NONE);
  if (place == nullptr) return nullptr;
  void* const moved =
      mremap(pages, whole_pages(bytes), wanted, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  if (moved == MAP_FAILED) {
    munmap(place, wanted);
    return nullptr;
  }
  madvise(moved, wanted, MADV_HUGEPAGE);
  return moved;
}

void remove_pages(void* pages, std::size_t bytes, std::size_t fewer) {
  char* const first = static_cast<char*>(pages);
  const std::size_t kept = whole_pages(fewer);
  if (kept != whole_pages(bytes)) munmap(first + kept, whole_pages(bytes) - kept);
  std::memset(first + fewer, 0, std::min(kept, bytes) - fewer);  // as it was taken
}

void give_zeros_back(void* memory, std::size_t bytes) {
  if (!are_pages(bytes))
    std::free(memory);
  else
    munmap(memory, whole_pages(bytes));
}

}  // namespace ken::bdd::kernel
