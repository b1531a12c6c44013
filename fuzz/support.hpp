#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/source.hpp"

namespace ken::fuzz {

inline base::Source source(const std::uint8_t* data, std::size_t size) {
  return base::make_source("fuzz", std::string(data, data + size));
}

}  // namespace ken::fuzz
