#pragma once

namespace ken::check::test {

// P names the coins of six rounds and then whether the number of wrong names is odd, seeing the
// round alone.  There are 2^6 ways for the coins
// to fall, but few states.
inline constexpr const char* blind_parity = R"(
Semantics = SingleAssignment;
Agent Environment
  Obsvars: round : 0..7; end Obsvars
  Vars: odd : boolean; won : boolean; end Vars
  Actions = {heads, tails};
  Evolution:
    round = round + 1 if round < 7;
    odd = !odd if round < 6 and (Action = heads and P.Action = b or Action = tails and P.Action = a);
    won = true if round = 6 and (odd and P.Action = b or !odd and P.Action = a);
  end Evolution
end Agent
Agent P
  Actions = {a, b};
  Protocol: Environment.round = 7 : {a}; Other : {a, b}; end Protocol
end Agent
InitStates Environment.round = 0 and !Environment.odd and !Environment.won; end InitStates
)";

}  // namespace ken::check::test
