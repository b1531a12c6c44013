"""Puzzles for one player, and the riddle of the prisoners and the bulb."""
from text import (STILL, STILL_START, agent, all_of, allow, any_of, model, otherwise, truth, upto)


def hanoi(n):
    """The towers of Hanoi: n discs on three pegs, moved one at a time, none onto a smaller one."""
    protocol, evolution = [], []
    pegs = upto(3)
    for here, there in [(a, b) for a in pegs for b in pegs if a != b]:
        move = f"move{here}{there}"
        for disc in upto(n):
            movable = all_of([f"disc{disc} = {here}",
                              *(f"!(disc{above} = {here}) and !(disc{above} = {there})"
                                for above in range(1, disc))])
            protocol.append(allow(movable, move))
            evolution.append(f"disc{disc} = {there} if Action = {move} and {movable}")
    mover = agent("Mover", variables=[f"disc{i} : 1..3" for i in upto(n)],
                  actions=[f"move{a}{b}" for a in pegs for b in pegs if a != b],
                  protocol=protocol, evolution=evolution)
    return model(
        [STILL, mover],
        start=[*(f"Mover.disc{i} = 1" for i in upto(n)), STILL_START],
        propositions=[("done", all_of(f"Mover.disc{i} = 3" for i in upto(n))),
                      ("largest", f"Mover.disc{n} = 3")],
        groups=[("mover", ["Mover"])],
        formulas=["EF done", "<mover>F done", "AG EF done", "AG(done -> largest)",
                  "E(!largest U done)"])


def sliding_puzzle(rows, columns):
    """Numbered tiles and a hole in a frame; the tiles are to be put into the opposite order."""
    size = rows * columns
    cells = range(size)
    protocol, evolution = [], []
    for a in cells:
        for b in cells:
            if abs(a // columns - b // columns) + abs(a % columns - b % columns) == 1:
                protocol.append(allow(f"hole = {a}", f"move{b}"))
                evolution.append(f"hole = {b} and tile{a} = tile{b} and tile{b} = 0"
                                 f" if hole = {a} and Action = move{b}")
    hand = agent("Hand", variables=[f"hole : 0..{size - 1}",
                                    *(f"tile{a} : 0..{size - 1}" for a in cells)],
                 actions=[f"move{a}" for a in cells], protocol=protocol, evolution=evolution)
    ordered = [f"Hand.tile{a} = {a}" for a in cells]
    return model(
        [STILL, hand],
        start=["Hand.hole = 0", *ordered, STILL_START],
        propositions=[("goal", all_of([*(f"Hand.tile{a} = {size - a}" for a in cells[1:]),
                                       "Hand.tile0 = 0"])),
                      ("ordered", all_of(ordered))],
        groups=[("hand", ["Hand"])],
        formulas=["EF goal", "AG EF ordered", "<hand>F goal"])


def sliding_boxes(boxes, cells):
    """A worker pushes boxes from one end of a corridor of cells to the other, and may pull back."""
    moves = []
    for a in range(1, cells):
        b = a + 1
        moves += [f"box{b} = true and box{a} = false"
                  f" if Worker.Action = push{a} and box{a} = true and box{b} = false",
                  f"box{a} = true and box{b} = false"
                  f" if Worker.Action = pull{a} and box{b} = true and box{a} = false"]
    actions = [f"{verb}{a}" for verb in ("push", "pull") for a in range(1, cells)]
    return model(
        [agent("Environment", observable=[f"box{a} : boolean" for a in upto(cells)],
               actions=["none"], protocol=[otherwise("none")], evolution=moves),
         agent("Worker", variables=["foot : 0..1"], actions=actions,
               protocol=[otherwise(*actions)], evolution=["foot = 1 - foot if foot >= 0"])],
        start=[*(f"Environment.box{a} = {truth(a <= boxes)}" for a in upto(cells)),
               "Worker.foot = 0"],
        propositions=[("end", all_of(f"Environment.box{a} = true"
                                     for a in range(cells - boxes + 1, cells + 1))),
                      ("first", "Environment.box1 = true")],
        groups=[("worker", ["Worker"])],
        formulas=["EF end", "AG EF end", "<worker>F end", "AG(first -> EF !first)"])


def lights_out(rows, columns):
    """Pressing a lamp switches it and its neighbours; all are lit and are to be put out."""
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    evolution = []
    for i, j in cells:
        near = any_of(f"Action = press{a}_{b}" for a, b in cells if abs(i - a) + abs(j - b) <= 1)
        evolution += [f"lit{i}_{j} = {truth(lit)} if lit{i}_{j} = {truth(not lit)} and ({near})"
                      for lit in (True, False)]
    actions = [f"press{i}_{j}" for i, j in cells]
    player = agent("Player", variables=[f"lit{i}_{j} : boolean" for i, j in cells],
                   actions=actions, protocol=[otherwise(*actions)], evolution=evolution)
    return model(
        [STILL, player],
        start=[*(f"Player.lit{i}_{j} = true" for i, j in cells), STILL_START],
        propositions=[("dark", all_of(f"Player.lit{i}_{j} = false" for i, j in cells)),
                      ("corner", "Player.lit0_0 = true")],
        groups=[("player", ["Player"])],
        formulas=["EF dark", "AG EF dark", "<player>F dark", "E(corner U dark)"],
        single_assignment=True)


def missionaries(n, seats):
    """n missionaries and n cannibals cross a river; a bank is safe if cannibals are no majority."""
    loads = [(m, c) for m in range(seats + 1) for c in range(seats + 1) if 1 <= m + c <= seats]
    protocol = [allow(f"bank = left and missionaries >= {m} and cannibals >= {c}", f"row{m}_{c}")
                for m, c in loads]
    protocol += [allow(f"bank = right and missionaries <= {n - m} and cannibals <= {n - c}",
                       f"row{m}_{c}") for m, c in loads]
    evolution = [f"missionaries = missionaries {sign} {m} and cannibals = cannibals {sign} {c}"
                 f" and bank = {there} if bank = {here} and Action = row{m}_{c}"
                 for here, there, sign in (("left", "right", "-"), ("right", "left", "+"))
                 for m, c in loads]
    boat = agent("Boat", variables=[f"missionaries : 0..{n}", f"cannibals : 0..{n}",
                                    "bank : {left, right}"],
                 actions=[f"row{m}_{c}" for m, c in loads], protocol=protocol, evolution=evolution)
    left = "(Boat.missionaries = 0 or Boat.missionaries >= Boat.cannibals)"
    right = (f"(Boat.missionaries = {n}"
             f" or {n} - Boat.missionaries >= {n} - Boat.cannibals)")
    return model(
        [STILL, boat],
        start=[f"Boat.missionaries = {n}", f"Boat.cannibals = {n}", "Boat.bank = left",
               STILL_START],
        propositions=[("safe", f"({left} and {right})"),
                      ("over", "Boat.missionaries = 0 and Boat.cannibals = 0")],
        groups=[("boat", ["Boat"])],
        formulas=["E(safe U over)", "<boat>(safe U over)", "EF over", "AG EF over"])


def prisoners(n):
    """n prisoners are called one at a time to a room with a bulb; the first counts the others."""
    others = range(2, n + 1)
    calls = [f"call{i}" for i in upto(n)]
    lit = any_of(f"(Action = call{i} and Prisoner{i}.Action = press)" for i in others)
    counter = agent("Prisoner1", variables=[f"count : 0..{n - 1}"], actions=["look"], sees=["lit"],
                    protocol=[otherwise("look")],
                    evolution=[f"count = count + 1 if count < {n - 1}"
                               " and Environment.Action = call1 and Environment.lit = true"])
    return model(
        [agent("Environment", variables=["lit : boolean"], actions=calls,
               protocol=[otherwise(*calls)],
               evolution=[f"lit = true if lit = false and ({lit})",
                          "lit = false if lit = true and Action = call1"]),
         counter,
         *(agent(f"Prisoner{i}", variables=["done : boolean", "been : boolean"],
                 actions=["press", "skip"], sees=["lit"],
                 protocol=[allow("done = false and Environment.lit = false", "press"),
                           otherwise("skip")],
                 evolution=["done = true and been = true"
                            f" if Environment.Action = call{i} and Action = press",
                            f"been = true if Environment.Action = call{i} and Action = skip"])
           for i in others)],
        start=["Environment.lit = false", "Prisoner1.count = 0",
               *(f"Prisoner{i}.done = false and Prisoner{i}.been = false" for i in others)],
        propositions=[("all", all_of(f"Prisoner{i}.been = true" for i in others)),
                      ("said", f"Prisoner1.count = {n - 1}")],
        groups=[("counter", ["Prisoner1"])],
        formulas=["AG(said -> all)", "AG(said -> K(Prisoner1, all))", "EF said", "AG EF said",
                  "EF(all and !said)", "AG(K(Prisoner1, all) -> said)"])


FAMILIES = (hanoi, sliding_puzzle, sliding_boxes, lights_out, missionaries, prisoners)
