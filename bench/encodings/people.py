"""People who call each other, vote, bid and play cards."""
from itertools import combinations

from text import (agent, all_of, allow, any_of, model, otherwise, stateless, truth, unused, upto)


def gossip(n):
    """n friends with a secret each; in a call of two both learn all secrets the other knows."""
    friends = upto(n)
    calls = [f"call{i}_{j}" for i, j in combinations(friends, 2)]
    learning = []
    for i in friends:
        for secret in friends:
            told = any_of(f"(Action = call{min(i, j)}_{max(i, j)} and knows{j}_{secret} = true)"
                          for j in friends if j != i)
            learning.append(f"knows{i}_{secret} = true if {told}")
    pairs = [(i, secret) for i in friends for secret in friends]
    names = [f"Friend{i}" for i in friends]
    expert = {i: [f"Environment.knows{i}_{secret} = true" for secret in friends] for i in friends}
    return model(
        [agent("Environment", variables=[f"knows{i}_{secret} : boolean" for i, secret in pairs],
               actions=calls, protocol=[otherwise(*calls)], evolution=learning),
         *(stateless(name, actions=["listen"], protocol=[otherwise("listen")],
                     sees=[f"knows{i}_{secret}" for secret in friends])
           for i, name in enumerate(names, 1))],
        start=[*(f"Environment.knows{i}_{secret} = {truth(i == secret)}" for i, secret in pairs),
               *map(unused, names)],
        propositions=[*((f"expert{i}", all_of(expert[i])) for i in friends),
                      ("all", all_of(all_of(expert[i]) for i in friends))],
        groups=[("friends", names)],
        formulas=["EF all", "AG EF all", "AF all", "AG(expert1 -> K(Friend1, expert2))",
                  "EF(K(Friend1, expert2))", "E(!expert1 U expert2)", "AG(expert1 -> EF all)"],
        single_assignment=True)


def rumour(n):
    """n people in a line, who may tell their neighbours a rumour that they have heard."""
    people = upto(n)
    names = [f"Person{i}" for i in people]
    hearing = []
    for i in people:
        told = any_of(f"(heard{j} = true and Person{j}.Action = tell)"
                      for j in (i - 1, i + 1) if 1 <= j <= n)
        hearing.append(f"heard{i} = true if {told}")
    return model(
        [agent("Environment", variables=[f"heard{i} : boolean" for i in people],
               actions=["none"], protocol=[otherwise("none")], evolution=hearing),
         *(agent(name, variables=["knows : boolean"], actions=["tell", "keep"], sees=[f"heard{i}"],
                 protocol=[allow(f"Environment.heard{i} = true", "tell", "keep"),
                           otherwise("keep")],
                 evolution=[f"knows = true if Environment.heard{i} = true"])
           for i, name in enumerate(names, 1))],
        start=[f"Environment.heard{i} = {truth(i == 1)} and {name}.knows = false"
               for i, name in enumerate(names, 1)],
        propositions=[("all", all_of(f"Environment.heard{i} = true" for i in people)),
                      ("last", f"Environment.heard{n} = true"),
                      ("middle", f"Environment.heard{n // 2} = true")],
        groups=[("people", names), ("odd", names[::2])],
        formulas=["EF all", "AG(last -> middle)", f"AG(last -> K(Person{n}, middle))",
                  "<people>F all", "<odd>F last", "AG EF all", "AG(all -> K(Person1, middle))",
                  "EF(middle and !K(Person1, middle))", "AF all", "AG(last -> GK(people, middle))"],
        single_assignment=True)


def voting(n, candidates):
    """n voters vote one after the other; all see whose turn it is, nobody sees the votes."""
    voters, choices = upto(n), upto(candidates)
    names = [f"Voter{i}" for i in voters]
    votes = [f"vote{c}" for c in choices]
    counting = []
    for c in choices:
        given = any_of(f"(turn = {i} and Voter{i}.Action = vote{c})" for i in voters)
        counting.append(f"votes{c} = votes{c} + 1 if {given}")
    counting.append(f"turn = turn + 1 if turn < {n + 1}")
    closed = f"Environment.turn = {n + 1}"
    wins = {c: all_of([*(f"Environment.votes{c} > Environment.votes{other}"
                         for other in choices if other != c), closed]) for c in choices}
    return model(
        [agent("Environment", variables=[f"votes{c} : 0..{n}" for c in choices],
               observable=[f"turn : 1..{n + 1}"], actions=["count"], protocol=[otherwise("count")],
               evolution=counting),
         *(agent(name, variables=[f"mine : 0..{candidates}"], actions=[*votes, "none"],
                 protocol=[allow(f"Environment.turn = {i}", *votes), otherwise("none")],
                 evolution=[f"mine = {c} if Action = vote{c}" for c in choices])
           for i, name in enumerate(names, 1))],
        start=["Environment.turn = 1", *(f"Environment.votes{c} = 0" for c in choices),
               *(f"{name}.mine = 0" for name in names)],
        propositions=[*((f"wins{c}", wins[c]) for c in choices), ("first_for_1", "Voter1.mine = 1"),
                      ("closed", closed)],
        groups=[("majority", names[:n // 2 + 1]), ("first", names[:1])],
        formulas=["EF wins1", "<majority>F wins1",
                  f"AG(closed -> ({any_of(f'wins{c}' for c in choices)}))",
                  "AG(wins1 -> K(Voter2, first_for_1))", "EF(K(Voter1, wins1))", "AF closed"],
        single_assignment=True)


def auction(n, highest):
    """n bidders raise open bids up to what they can pay; who leads after three rounds has won."""
    bidders = upto(n)
    names = [f"Bidder{i}" for i in bidders]
    best = {i: all_of([f"bid{i} > best", *(f"bid{i} >= bid{j}" for j in bidders if j > i),
                       *(f"bid{i} > bid{j}" for j in bidders if j < i)]) for i in bidders}
    steps = [*(f"best = bid{i} if {best[i]}" for i in bidders),
             *(f"leader = {i} if {best[i]}" for i in bidders), "round = round + 1 if round < 3",
             *(f"bid{i} = bid{i} + 1 if Bidder{i}.Action = raise and bid{i} < {highest}"
               for i in bidders)]
    return model(
        [agent("Environment",
               observable=[f"best : 0..{highest}", f"leader : 0..{n}", "round : 0..3",
                           *(f"bid{i} : 0..{highest}" for i in bidders)],
               actions=["ask"], protocol=[otherwise("ask")], evolution=steps),
         *(agent(name, variables=[f"value : 0..{highest}"], actions=["raise", "hold"],
                 protocol=[allow(f"Environment.bid{i} < value", "raise", "hold"),
                           otherwise("hold")],
                 evolution=["value = value if value = value"])
           for i, name in enumerate(names, 1))],
        start=[*(f"Environment.bid{i} = 0" for i in bidders), "Environment.best = 0",
               "Environment.leader = 0", "Environment.round = 0"],
        propositions=[*((f"won{i}", f"Environment.leader = {i} and Environment.round = 3")
                        for i in bidders),
                      ("keenest", all_of(f"Bidder1.value > {name}.value" for name in names[1:])),
                      ("loss", "Environment.leader = 1 and Environment.best > Bidder1.value")],
        groups=[("one", names[:1]), ("two", names[:2])],
        formulas=["AG !loss", "<one>F won1", "<two>F(won1 or won2)",
                  "AG(won1 -> K(Bidder2, keenest))", "EF(won2 and keenest)",
                  "AG(won1 -> !K(Bidder2, keenest))"],
        single_assignment=True)


def table_cards(n):
    """n players and the table have a card each; everybody may once swap with the table."""
    numbers = upto(n)
    names = [f"Player{i}" for i in numbers]
    cards = ["table", *(f"card{i}" for i in numbers)]
    steps = []
    for i in numbers:
        steps += [f"card{i} = table and table = card{i} and turn = {i + 1}"
                  f" if turn = {i} and Player{i}.Action = swap",
                  f"turn = {i + 1} if turn = {i} and Player{i}.Action = keep"]
    return model(
        [agent("Environment", variables=[f"{card} : 0..{n}" for card in cards],
               observable=[f"turn : 1..{n + 1}"], actions=["none"], protocol=[otherwise("none")],
               evolution=steps),
         *(stateless(name, actions=["swap", "keep", "none"], sees=[f"card{i}"],
                     protocol=[allow(f"Environment.turn = {i}", "swap", "keep"),
                               otherwise("none")])
           for i, name in enumerate(names, 1))],
        start=[*(f"!(Environment.{a} = Environment.{b})" for a, b in combinations(cards, 2)),
               "Environment.turn = 1", *map(unused, names)],
        propositions=[("end", f"Environment.turn = {n + 1}"),
                      ("wins", all_of(f"Environment.card1 > Environment.card{i}"
                                      for i in numbers[1:]))],
        groups=[("first", names[:1]), ("all", names)],
        formulas=["<first>F(end and wins)", "EF(end and wins)", "<all>F(end and wins)",
                  "AG(end -> (wins -> K(Player1, wins)))", "EF(end and K(Player1, wins))",
                  "AF end", "AG DK(all, end or !end)"])


FAMILIES = (gossip, rumour, voting, auction, table_cards)
