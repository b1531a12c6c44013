#pragma once
#include "driver/strategy_files.hpp"
#include "driver/tasks.hpp"

namespace ken::driver {

// Tells the journal which formulas the engine cannot decide; before anything is explored.
void note_unsupported(const Tasks& tasks, Journal& journal);

// A formula that was settled while states were still being found.  If its grounds are asked for,
// they are found when all states are known.
void note_settled(Task& task, std::size_t position, bool holds, double seconds,
                  const Settings& settings, Journal& journal);

// Decides the others on a model that was explored, and tells the journal.  What runs out for one
// formula leaves it unknown; throws Exhausted when the whole budget is spent.  Strategies go to the
// store, if there is one.
void decide(const model::Model& model, const Settings& settings, const Tasks& tasks,
            bool any_initial, Engine& engine, base::Budget& budget, Journal& journal,
            const Stores& stores);

}  // namespace ken::driver
