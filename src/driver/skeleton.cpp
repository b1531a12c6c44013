#include "driver/skeleton.hpp"

#include <fmt/format.h>

namespace ken::driver {

std::string make_skeleton(const std::string& path) {
  return fmt::format(R"(-- A lamp and a visitor: a first model to change into your own.
-- Check it with: ken check {}

-- The Environment is what surrounds the agents.  Everybody sees its Obsvars.
Agent Environment
  Obsvars:
    lamp : {{off, on}};
  end Obsvars
  Evolution:
    lamp = on if lamp = off and Visitor.Action = press;
    lamp = off if lamp = on and Visitor.Action = press;
  end Evolution
end Agent

-- An agent has variables only it sees, actions, a Protocol (what it may do where) and an
-- Evolution (how its variables change).
Agent Visitor
  Vars:
    presses : 0..3;
  end Vars
  Actions = {{press, wait}};
  Protocol:
    presses < 3 : {{press, wait}};
    Other : {{wait}};
  end Protocol
  Evolution:
    presses = presses + 1 if Action = press;
  end Evolution
end Agent

-- Propositions name conditions for the formulae.
Evaluation
  bright if Environment.lamp = on;
  tired if Visitor.presses = 3;
end Evaluation

InitStates
  Environment.lamp = off and Visitor.presses = 0;
end InitStates

Formulae
  EF bright;  -- expect: true
  -- Who sees the lamp knows whether it is on.
  AG(bright -> K(Visitor, bright));  -- expect: true
  -- The visitor can make it bright, but need not.
  <Visitor>F bright;  -- expect: true
  AF bright;  -- expect: false
  AG(tired -> bright);  -- expect: true
end Formulae
)",
                     path);
}

}  // namespace ken::driver
