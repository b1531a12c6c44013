"""Protocols: an election, a lock, a window, a token."""
from text import agent, all_of, allow, any_of, model, otherwise, stateless, unused, upto


def leader(n):
    """n nodes of a ring pass on identities above their own; who gets back its own is elected."""
    stride = 5 if n % 5 else 7
    own = {i: i * stride % n + 1 for i in upto(n)}
    greatest = max(own, key=own.get)
    evolution, nodes = [], []
    for i, mine in own.items():
        before = n if i == 1 else i - 1
        heard = f"Node{before}.Action = send and"
        evolution += [
            f"out{i} = out{before} if {heard} out{before} > {mine}"
            f" and (Node{i}.Action = send or out{i} = 0)",
            f"out{i} = 0 if {heard} out{before} = {mine}",
            f"out{i} = 0 if Node{i}.Action = send and !({heard} out{before} >= {mine})"]
        nodes.append(agent(
            f"Node{i}", variables=["state : {candidate, leads, lost}"], actions=["send", "wait"],
            protocol=[allow(f"Environment.out{i} > 0", "send", "wait"), otherwise("wait")],
            evolution=[f"state = lost if {heard} Environment.out{before} > {mine}",
                       f"state = leads if {heard} Environment.out{before} = {mine}"]))
    return model(
        [agent("Environment", observable=[f"out{i} : 0..{n}" for i in own], actions=["none"],
               protocol=[otherwise("none")], evolution=evolution), *nodes],
        start=[f"Node{i}.state = candidate and Environment.out{i} = {own[i]}" for i in own],
        propositions=[*((f"leads{i}", f"Node{i}.state = leads") for i in own),
                      ("elected", any_of(f"Node{i}.state = leads" for i in own))],
        groups=[("all", [f"Node{i}" for i in own])],
        formulas=["EF elected", "AF elected",
                  f"AG(leads{greatest} -> !leads{greatest % n + 1})", f"EF leads{greatest}",
                  "<all>F elected", f"AG(elected -> K(Node{greatest}, elected))"],
        single_assignment=True)


def filter_lock(n):
    """Peterson's lock for n processes, which pass n - 1 levels; a scheduler runs one at a time."""
    numbers, levels = upto(n), upto(n - 1)
    runs = [f"run{i}" for i in numbers]
    steps = []
    for i in numbers:
        running = f"Action = run{i}"
        steps.append(f"at{i} = set and level{i} = 1"
                     f" if at{i} = idle and {running} and Process{i}.Action = go")
        for level in levels:
            ahead = any_of(f"level{j} >= {level}" for j in numbers if j != i)
            passed = (f"at{i} = wait and level{i} = {level} and {running}"
                      f" and (!({ahead}) or !(last{level} = {i}))")
            climb = (f"at{i} = set and level{i} = {level + 1}" if level < n - 1
                     else f"at{i} = critical")
            steps += [f"at{i} = wait and last{level} = {i}"
                      f" if at{i} = set and level{i} = {level} and {running}",
                      f"{climb} if {passed}"]
        steps.append(f"at{i} = idle and level{i} = 0 if at{i} = critical and {running}")
    processes = [f"Process{i}" for i in numbers]
    return model(
        [agent("Environment",
               variables=[*(f"at{i} : {{idle, set, wait, critical}}" for i in numbers),
                          *(f"level{i} : 0..{n - 1}" for i in numbers),
                          *(f"last{level} : 0..{n}" for level in levels)],
               actions=runs, protocol=[otherwise(*runs)], evolution=steps),
         *(stateless(process, actions=["go", "rest"], sees=[f"at{i}", f"level{i}"],
                     protocol=[allow(f"Environment.at{i} = idle", "go", "rest"), otherwise("go")])
           for i, process in enumerate(processes, 1))],
        start=[*(f"Environment.at{i} = idle and Environment.level{i} = 0 and {unused(process)}"
                 for i, process in enumerate(processes, 1)),
               *(f"Environment.last{level} = 0" for level in levels)],
        propositions=[*((f"critical{i}", f"Environment.at{i} = critical") for i in numbers),
                      *((f"tries{i}", f"Environment.at{i} = set or Environment.at{i} = wait")
                        for i in numbers)],
        groups=[("all", processes), ("one", processes[:1])],
        fairness=[f"!(Environment.at{i} = critical)" for i in numbers],
        formulas=["AG !(critical1 and critical2)", "AG(tries1 -> AF critical1)",
                  f"EF critical{n}", "AG EF critical1",
                  "AG(critical1 -> K(Process1, !critical2))", "<one>F critical1"])


def window_protocol(window, numbers):
    """A sliding window over channels that hold one message and may lose it; numbers go around."""
    counting = range(numbers)
    sending = any_of(f"Sender.Action = send{q}" for q in counting)
    answering = any_of(f"Receiver.Action = answer{q}" for q in counting)
    channels = [*(f"data = {q} if Sender.Action = send{q} and !(Action = lose_data)"
                  for q in counting), f"data = {numbers} if !({sending}) or Action = lose_data",
                *(f"answer = {q} if Receiver.Action = answer{q} and !(Action = lose_answer)"
                  for q in counting),
                f"answer = {numbers} if !({answering}) or Action = lose_answer"]
    weather = ("keep", "lose_data", "lose_answer")

    def after(q):
        return (q + 1) % numbers

    def in_window(q):
        return any_of(f"base = {(q - ahead) % numbers}" for ahead in range(window))

    sender = agent(
        "Sender", variables=[f"base : 0..{numbers - 1}"],
        actions=[*(f"send{q}" for q in counting), "idle"],
        protocol=[allow(f"base = {base}",
                        *(f"send{(base + ahead) % numbers}" for ahead in range(window)), "idle")
                  for base in counting],
        evolution=[f"base = {after(q)} if Environment.answer = {q} and ({in_window(q)})"
                   for q in counting])
    receiver = agent(
        "Receiver", variables=[f"expected : 0..{numbers - 1}", f"got : 0..{numbers}"],
        actions=[*(f"answer{q}" for q in counting), "idle"],
        protocol=[*(allow(f"got = {q}", f"answer{q}", "idle") for q in counting),
                  allow(f"got = {numbers}", "idle")],
        evolution=[f"{effect} if expected = {q} and Environment.data = {q}" for effects in
                   ([f"expected = {after(q)}" for q in counting],
                    [f"got = {q}" for q in counting]) for q, effect in enumerate(effects)])
    return model(
        [agent("Environment", observable=[f"data : 0..{numbers}", f"answer : 0..{numbers}"],
               actions=weather, protocol=[otherwise(*weather)], evolution=channels),
         sender, receiver],
        start=["Sender.base = 0", "Receiver.expected = 0", f"Receiver.got = {numbers}",
               f"Environment.data = {numbers}", f"Environment.answer = {numbers}"],
        propositions=[*((f"expected{q}", f"Receiver.expected = {q}") for q in counting),
                      *((f"base{q}", f"Sender.base = {q}") for q in counting),
                      ("level", "Sender.base = Receiver.expected")],
        groups=[("sender", ["Sender"]), ("both", ["Sender", "Receiver"])],
        fairness=[f"Environment.answer < {numbers}"],
        formulas=["AG EF level", "AG(base1 -> K(Sender, expected1 or expected2))",
                  "EF(expected2 and base0)", "<both>F expected1", "AG(level -> AF !level)",
                  "AG(expected1 -> AG EF expected0)"],
        single_assignment=True)


def token_ring(n):
    """n stations and a token; its holder fills its buffer or passes token and buffer on."""
    numbers = upto(n)
    stations = [f"Station{i}" for i in numbers]
    steps = [f"token = {i % n + 1} if token = {i} and Station{i}.Action = pass" for i in numbers]
    for i in numbers:
        before = n if i == 1 else i - 1
        steps += [f"buffer{i} = buffer{before} if token = {before}"
                  f" and Station{before}.Action = pass and buffer{i} = 0",
                  f"buffer{i} = buffer{i} + 1 if Station{i}.Action = put and buffer{i} < 3",
                  f"buffer{i} = 0 if Station{i}.Action = pass"]
    buffers = [f"Environment.buffer{i}" for i in numbers]
    return model(
        [agent("Environment", variables=[f"buffer{i} : 0..3" for i in numbers],
               observable=[f"token : 1..{n}"], actions=["none"], protocol=[otherwise("none")],
               evolution=steps),
         *(stateless(station, actions=["put", "pass", "keep"], sees=[f"buffer{i}"],
                     protocol=[allow(f"Environment.token = {i}", "pass", "put"),
                               otherwise("keep")])
           for i, station in enumerate(stations, 1))],
        start=[*(f"{buffer} = 0 and {unused(station)}"
                 for buffer, station in zip(buffers, stations, strict=True)),
               "Environment.token = 1"],
        propositions=[("full", all_of(f"{buffer} = 3" for buffer in buffers)),
                      ("one", f"{buffers[0]} = 3"), ("many", f"{' + '.join(buffers)} > {n}")],
        groups=[("all", stations), ("first", stations[:1])],
        formulas=["EF full", "AG EF one", "EF many", "<first>F one", "AG(one -> K(Station1, one))",
                  "AG !full", "E(!one U many)"],
        single_assignment=True)


FAMILIES = (leader, filter_lock, window_protocol, token_ring)
