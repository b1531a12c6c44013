"""Players, robots and drones that move on boards, in corridors and on rings."""
from itertools import combinations

from text import (STILL, STILL_START, agent, all_of, allow, among, any_of, model, otherwise,
                  stateless, unused, upto)


def ways(coordinate, n, lower, higher):
    """The cases of where one is on a line of n cells, each with the moves that stay on it."""
    return ((f"{coordinate} > 1 and {coordinate} < {n}", (higher, lower)),
            (f"{coordinate} = 1", (higher,)),
            (f"{coordinate} = {n}", (lower,)))


def robots(n, k):
    """k robots walk on a board of n by n cells, all at once, and may run into each other."""
    names = [f"Robot{i}" for i in upto(k)]
    protocol = [allow(f"{column} and {row}", *upright, *level, "stay")
                for column, level in ways("x", n, "west", "east")
                for row, upright in ways("y", n, "south", "north")]
    robot = [agent(name, variables=[f"x : 1..{n}", f"y : 1..{n}"],
                   actions=["north", "south", "east", "west", "stay"], protocol=protocol,
                   evolution=["y = y + 1 if Action = north", "y = y - 1 if Action = south",
                              "x = x + 1 if Action = east", "x = x - 1 if Action = west"])
             for name in names]
    crash = any_of(f"({a}.x = {b}.x and {a}.y = {b}.y)" for a, b in combinations(names, 2))
    return model(
        [STILL, *robot],
        start=[*(f"{name}.x = {1 if i % 2 else n} and {name}.y = {i * 2 % n + 1}"
                 for i, name in enumerate(names, 1)), STILL_START],
        propositions=[("crash", crash), ("home", f"Robot1.x = {n} and Robot1.y = {n}"),
                      *((f"row{i}", f"{name}.y = {n}") for i, name in enumerate(names, 1))],
        groups=[("first", names[:1]), ("all", names)],
        formulas=["EF crash", "<first>F home", "<first>G !crash", "<all>(!crash U home)",
                  "AG EF home", "AG(crash -> K(Robot1, crash))", "EF DK(all, home)"])


def corridor(n, k):
    """k robots in a corridor of n cells step aside at once, each only into a cell that is free."""
    numbers = upto(k)
    names = [f"Robot{i}" for i in numbers]
    evolution = []
    for i in numbers:
        others = [j for j in numbers if j != i]
        right = [f"Robot{i}.Action = right", f"at{i} < {n}",
                 *(f"!(at{j} = at{i} + 1)" for j in others),
                 *(f"!(at{j} = at{i} + 2 and Robot{j}.Action = left)" for j in others)]
        left = [f"Robot{i}.Action = left", f"at{i} > 1",
                *(f"!(at{j} = at{i} - 1)" for j in others)]
        evolution += [f"at{i} = at{i} + 1 if {all_of(right)}",
                      f"at{i} = at{i} - 1 if {all_of(left)}"]
    place = [f"Environment.at{i}" for i in numbers]
    moves = ("left", "right", "stay")
    return model(
        [agent("Environment", observable=[f"at{i} : 1..{n}" for i in numbers], actions=["none"],
               protocol=[otherwise("none")], evolution=evolution),
         *(stateless(name, actions=moves, protocol=[otherwise(*moves)]) for name in names)],
        start=[*(f"{place[i - 1]} = {i}" for i in numbers), *map(unused, names)],
        propositions=[("crash", any_of(f"{a} = {b}" for a, b in combinations(place, 2))),
                      ("end", f"{place[-1]} = {n}"),
                      ("order", all_of(f"{a} < {b}"
                                       for a, b in zip(place, place[1:], strict=False)))],
        groups=[("last", names[-1:]), ("all", names)],
        formulas=["AG !crash", "EF end", "AG order", "<last>F end", "<all>F end", "AG EF end",
                  "<last>G !end"],
        single_assignment=True)


def drones(k, n, charge):
    """k drones with batteries fly on a ring of n places, from a charger to what is to be seen."""
    names = [f"Drone{i}" for i in upto(k)]
    opposite = n // 2
    drone = [agent(
        name, variables=[f"at : 0..{n - 1}", f"charge : 0..{charge}", "seen : boolean"],
        actions=["forward", "back", "hover", "load"],
        protocol=[allow("charge > 0 and at = 0", "forward", "back", "hover", "load"),
                  allow("charge > 0 and at > 0", "forward", "back", "hover"),
                  allow("charge = 0 and at = 0", "load"),
                  allow("charge = 0 and at > 0", "hover")],
        evolution=[f"at = at + 1 and charge = charge - 1 if Action = forward and at < {n - 1}",
                   f"at = 0 and charge = charge - 1 if Action = forward and at = {n - 1}",
                   "at = at - 1 and charge = charge - 1 if Action = back and at > 0",
                   f"at = {n - 1} and charge = charge - 1 if Action = back and at = 0",
                   "charge = charge - 1 if Action = hover and charge > 0",
                   f"charge = {charge} if Action = load",
                   f"seen = true and at = at if at = {opposite}"]) for name in names]
    return model(
        [STILL, *drone],
        start=[*(f"{name}.at = 0 and {name}.charge = {charge} and {name}.seen = false"
                 for name in names), STILL_START],
        propositions=[("done", all_of(f"{name}.seen = true" for name in names)),
                      ("dead", any_of(f"({name}.charge = 0 and {name}.at > 0)" for name in names)),
                      ("meet", any_of(f"{a}.at = {b}.at" for a, b in combinations(names, 2)))],
        groups=[("first", names[:1]), ("all", names)],
        formulas=["EF done", "<first>G !dead", "<all>(!dead U done)", "AG(dead -> AG dead)",
                  "AG(meet -> K(Drone1, meet))", "EF EG !dead"])


def pursuit(n, k):
    """k cops and a robber move in turn on a board of n by n cells, which are numbered."""
    cells = range(n * n)

    def mover(name, turn):
        reach = {a: [b for b in cells if abs(a // n - b // n) + abs(a % n - b % n) == 1]
                 for a in cells}
        mine = f"Environment.turn = {turn}"
        return agent(
            name, variables=[f"at : 0..{n * n - 1}"], actions=[*(f"to{a}" for a in cells), "pass"],
            protocol=[*(allow(f"at = {a} and {mine}", *(f"to{b}" for b in [a, *reach[a]]))
                        for a in cells), allow(f"!({mine})", "pass")],
            evolution=[f"at = {a} if Action = to{a}" for a in cells])

    cops = [f"Cop{i}" for i in upto(k)]
    return model(
        [agent("Environment", observable=["turn : 1..2"], actions=["none"],
               protocol=[otherwise("none")],
               evolution=["turn = 2 if turn = 1", "turn = 1 if turn = 2"]),
         *(mover(cop, 1) for cop in cops), mover("Robber", 2)],
        start=[*(f"{cop}.at = {i * (n - 1)}" for i, cop in enumerate(cops)),
               f"Robber.at = {n * n - 1}", "Environment.turn = 1"],
        propositions=[("caught", any_of(f"{cop}.at = Robber.at" for cop in cops)),
                      ("corner", "Robber.at = 0")],
        groups=[("cops", cops), ("robber", ["Robber"])],
        formulas=["<cops>F caught", "<robber>G !caught", "EF caught", "<robber>(!caught U corner)",
                  "AG(caught -> K(Robber, caught))"])


def noughts(rows, columns, k):
    """Noughts and crosses on a board of rows and columns: k in a row win, if that fits."""
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    lines = [[(i + down * t, j + right * t) for t in range(k)]
             for i, j in cells for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))]
    lines = [line for line in lines if all(cell in cells for cell in line)]
    names = [f"cell{i}_{j}" for i, j in cells]
    puts = [f"put{i}_{j}" for i, j in cells]
    turns = ((1, "cross"), (2, "nought"))

    def won(mark):
        return any_of("(" + all_of(f"Environment.cell{i}_{j} = {mark}" for i, j in line) + ")"
                      for line in lines)

    def player(turn):
        over = f"!({won('cross')}) and !({won('nought')})"
        mine = f"Environment.turn = {turn}"
        return stateless(f"Player{turn}", actions=[*puts, "pass"], protocol=[
            *(allow(f"{mine} and Environment.{name} = empty and {over}", put)
              for name, put in zip(names, puts, strict=True)), otherwise("pass")])

    marks = [f"{name} = {mark} and turn = {3 - turn} if turn = {turn} and"
             f" Player{turn}.Action = {put}"
             for turn, mark in turns for name, put in zip(names, puts, strict=True)]
    values = among(["empty", "cross", "nought"])
    return model(
        [agent("Environment", observable=[*(f"{name} : {values}" for name in names), "turn : 1..2"],
               actions=["none"], protocol=[otherwise("none")], evolution=marks),
         *(player(turn) for turn, _ in turns)],
        start=[*(f"Environment.{name} = empty" for name in names), "Environment.turn = 1",
               unused("Player1"), unused("Player2")],
        propositions=[("crosses", won("cross")), ("noughts", won("nought")),
                      ("full", all_of(f"!(Environment.{name} = empty)" for name in names))],
        groups=[("first", ["Player1"]), ("second", ["Player2"])],
        formulas=["<first>F crosses", "<second>F noughts", "<second>G !crosses",
                  "EF(crosses and full)", "AG !(crosses and noughts)",
                  "AF(crosses or noughts or full)"])


FAMILIES = (robots, corridor, drones, pursuit, noughts)
