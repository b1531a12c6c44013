"""Systems whose parts share something: a bus, each other's time, keys, a lift."""
from text import (STILL, STILL_START, agent, all_of, allow, any_of, model, otherwise, stateless,
                  truth, unused, upto)


def caches(n):
    """n caches of one line, modified, exclusive, shared or invalid; a bus serves one at a time."""
    numbers = upto(n)
    grants = [f"grant{i}" for i in numbers]
    steps = []
    for i in numbers:
        others = [j for j in numbers if j != i]
        own = {deed: f"Cache{i}.Action = {deed} and Action = grant{i}"
               for deed in ("read", "write", "evict")}
        theirs = {deed: any_of(f"(Cache{j}.Action = {deed} and Action = grant{j})" for j in others)
                  for deed in ("read", "write")}
        alone = all_of(f"line{j} = invalid" for j in others)
        steps += [
            f"line{i} = modified if {own['write']}",
            f"line{i} = invalid if {theirs['write']}",
            f"line{i} = exclusive if line{i} = invalid and {own['read']} and {alone}",
            f"line{i} = shared if line{i} = invalid and {own['read']} and !({alone})",
            f"line{i} = shared if (line{i} = modified or line{i} = exclusive)"
            f" and ({theirs['read']})",
            f"line{i} = invalid if {own['evict']}"]
    names = [f"Cache{i}" for i in numbers]
    line = [f"Environment.line{i}" for i in numbers]
    return model(
        [agent("Environment",
               variables=[f"line{i} : {{modified, exclusive, shared, invalid}}" for i in numbers],
               actions=grants, protocol=[otherwise(*grants)], evolution=steps),
         *(stateless(name, actions=["read", "write", "evict", "rest"], sees=[f"line{i}"],
                     protocol=[allow(f"Environment.line{i} = invalid", "read", "write", "rest"),
                               otherwise("read", "write", "evict", "rest")])
           for i, name in enumerate(names, 1))],
        start=[f"{a} = invalid and {unused(name)}" for a, name in zip(line, names, strict=True)],
        propositions=[("wrong", any_of(f"({a} = modified and !({b} = invalid))"
                                       for a in line for b in line if a != b)),
                      ("modified1", f"{line[0]} = modified"),
                      ("exclusive1", f"{line[0]} = exclusive"),
                      ("all_shared", all_of(f"{a} = shared" for a in line))],
        groups=[("all", names)],
        formulas=["AG !wrong", "AG(modified1 -> K(Cache1, !wrong))", "EF all_shared",
                  "AG EF modified1", "AG(exclusive1 -> EF all_shared)", "<all>F modified1"],
        single_assignment=True)


def fair_tasks(n):
    """n tasks try and become critical, unless one of every third waits; each is often critical."""
    tasks = [f"Task{i}" for i in upto(n)]

    def task(i):
        unhindered = all_of("Action = go" if j == i else f"!(Task{j}.Action = wait)"
                            for j in upto(n) if j == i or j % 3 == 0)
        return agent(f"Task{i}", variables=["state : {idle, trying, critical}"],
                     actions=["go", "wait"],
                     protocol=[allow("state = idle", "go", "wait"), otherwise("go")],
                     evolution=["state = trying if state = idle and Action = go",
                                f"state = critical if state = trying and {unhindered}",
                                "state = idle if state = critical"])

    return model(
        [STILL, *(task(i) for i in upto(n))],
        start=[*(f"{name}.state = idle" for name in tasks), STILL_START],
        propositions=[*((f"critical{i}", f"Task{i}.state = critical") for i in upto(n)),
                      *((f"trying{i}", f"Task{i}.state = trying") for i in upto(n))],
        groups=[("first", tasks[:1]), ("all", tasks)],
        fairness=[f"{name}.state = critical" for name in tasks],
        formulas=["AG(trying1 -> AF critical1)", "EF(critical1 and critical2)", "AG EF critical1",
                  "EG !critical1", "<first>F critical1", "<all>G !critical1",
                  "AG(critical1 -> K(Task1, !trying1))"])


def intruder(n):
    """An intruder steals the keys of n agents, each with the key before it from an open session."""
    numbers = upto(n)
    steals = [f"steal{i}" for i in numbers]
    steps = [f"key{i} = true if Intruder.Action = steal{i} and open{i} = true"
             f" and key{n if i == 1 else i - 1} = true" for i in numbers]
    steps += [f"open{i} = true if Agent{i}.Action = send" for i in numbers]
    steps += [f"open{i} = false if Agent{i}.Action = close and !(Intruder.Action = steal{i})"
              for i in numbers]
    names = [f"Agent{i}" for i in numbers]
    sessions = [agent(name, variables=["stage : 0..3"], actions=["send", "close", "idle"],
                      protocol=[allow("stage = 0", "send", "idle"), allow("stage = 1", "idle"),
                                allow("stage = 2", "close", "idle"), allow("stage = 3", "idle")],
                      evolution=["stage = 1 if stage = 0 and Action = send",
                                 "stage = 2 if stage = 1",
                                 "stage = 3 if stage = 2 and Action = close",
                                 "stage = 0 if stage = 3"]) for name in names]
    return model(
        [agent("Environment", observable=[*(f"open{i} : boolean" for i in numbers),
                                          *(f"key{i} : boolean" for i in numbers)],
               actions=["none"], protocol=[otherwise("none")], evolution=steps),
         stateless("Intruder", actions=[*steals, "wait"], protocol=[otherwise(*steals, "wait")]),
         *sessions],
        start=[*(f"Environment.open{i} = false and Environment.key{i} = {truth(i == 1)}"
                 f" and Agent{i}.stage = 0" for i in numbers), unused("Intruder")],
        propositions=[("lost", f"Environment.key{n} = true"), ("first", "Environment.key2 = true"),
                      ("busy", any_of(f"{name}.stage = 2" for name in names))],
        groups=[("intruder", ["Intruder"]), ("all", names)],
        formulas=["EF lost", "<intruder>F lost", "<all>G !lost", "AG(lost -> first)",
                  "AG(lost -> K(Intruder, first))", "AG EF busy", "E(!first U busy)",
                  "AG(busy -> EF lost)"],
        single_assignment=True)


def elevator(n):
    """A lift in a house of n floors goes on in its direction as long as it is called there."""
    floors = upto(n)
    calls = [f"call{f}" for f in floors]

    def called(f):
        return f"Environment.called{f} = true"

    def at(f):
        return f"Environment.floor = {f}"

    above = any_of(f"({at(f)} and ({any_of(called(g) for g in floors if g > f)}))"
                   for f in floors if f < n)
    below = any_of(f"({at(f)} and ({any_of(called(g) for g in floors if g < f)}))"
                   for f in floors if f > 1)
    here = any_of(f"({at(f)} and {called(f)})" for f in floors)
    steps = [f"called{f} = true if Action = call{f}" for f in floors]
    steps += [f"called{f} = false if Lift.Action = open and floor = {f} and !(Action = call{f})"
              for f in floors]
    steps += [f"floor = floor + 1 if Lift.Action = up and floor < {n}",
              "floor = floor - 1 if Lift.Action = down and floor > 1"]
    lift = agent(
        "Lift", variables=["heading : {upwards, downwards}"],
        actions=["up", "down", "open", "stop"],
        protocol=[allow(here, "open"),
                  allow(f"!({here}) and heading = upwards and ({above})", "up"),
                  allow(f"!({here}) and heading = downwards and ({below})", "down"),
                  allow(f"!({here}) and heading = upwards and !({above}) and ({below})", "down"),
                  allow(f"!({here}) and heading = downwards and !({below}) and ({above})", "up"),
                  otherwise("stop")],
        evolution=["heading = downwards if Action = down", "heading = upwards if Action = up"])
    return model(
        [agent("Environment",
               observable=[f"floor : 1..{n}", *(f"called{f} : boolean" for f in floors)],
               actions=[*calls, "none"], protocol=[otherwise("none", *calls)], evolution=steps),
         lift],
        start=[at(1), "Lift.heading = upwards",
               *(f"Environment.called{f} = false" for f in floors)],
        propositions=[*((f"called{f}", called(f)) for f in floors),
                      *((f"at{f}", at(f)) for f in floors)],
        groups=[("lift", ["Lift"])],
        fairness=["Lift.heading = upwards or Lift.heading = downwards"],
        formulas=[f"AG(called{n} -> AF at{n})", "AG(called1 -> AF at1)", f"AG EF at{n}",
                  f"EF({all_of(f'called{f}' for f in floors)})", "<lift>F at2",
                  "AG(at1 -> K(Lift, at1))"],
        single_assignment=True)


FAMILIES = (caches, fair_tasks, intruder, elevator)
