#pragma once
#include "concrete/state_set.hpp"

namespace ken::concrete {

// What a coalition wants of every outcome: X h, f U h or f W h.  The other forms are these:
// F h = true U h, G f = f W false, f R h = h W (f and h).
struct Objective {
  enum class Form : std::uint8_t { next, until, weak };

  Form form;
  StateSet f;  // not used by next
  StateSet h;
};

}  // namespace ken::concrete
