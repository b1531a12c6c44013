"""Automata, counters and registers: models about nothing but their own steps."""
import random
from itertools import product as tuples

from text import (STILL, STILL_START, agent, all_of, allow, any_of, model, otherwise, truth, upto)

# Of shift registers by their length: the bits whose parity is shifted in.
TAPS = {10: (10, 7), 12: (12, 6, 4, 1), 14: (14, 5, 3, 1), 16: (16, 15, 13, 4), 18: (18, 11),
        20: (20, 17)}
LETTERS = ("a", "b", "c")


def shift_register(n):
    """A register of n bits (10, 12, ..., 20) shifted at every step, with feedback as cases."""
    taps = TAPS[n]
    odd = any_of("(" + all_of(f"bit{i} = {truth(bit)}" for i, bit in zip(taps, bits, strict=True))
                 + ")" for bits in tuples((0, 1), repeat=len(taps)) if sum(bits) % 2)
    shift = all_of(f"bit{i + 1} = bit{i}" for i in range(1, n))
    register = agent("Register", variables=[f"bit{i} : boolean" for i in upto(n)], actions=["tick"],
                     protocol=[otherwise("tick")],
                     evolution=[f"{shift} and bit1 = true if {odd}",
                                f"{shift} and bit1 = false if !({odd})"])
    return model(
        [STILL, register],
        start=[*(f"Register.bit{i} = {truth(i == 1)}" for i in upto(n)), STILL_START],
        propositions=[("ones", all_of(f"Register.bit{i} = true" for i in upto(n))),
                      ("first", "Register.bit1 = true")],
        groups=[("register", ["Register"])],
        formulas=["EF ones", "AF ones", "AG(ones -> AX first)", "<register>F ones"])


def flat_automaton(n):
    """A random automaton of n states, written line by line, and one of n / 4 that watches it."""
    choose = random.Random(1)
    small = n // 4
    evolution = [f"state = {choose.randrange(n)} if state = {i} and Action = {letter}"
                 for i in range(n) for letter in LETTERS]
    protocol = [allow(f"state = {i}", *sorted(choose.sample(LETTERS, 2))) for i in range(n)]
    watching = [f"seen = {choose.randrange(small)} if seen = {i} and Writer.Action = {letter}"
                for i in range(small) for letter in LETTERS]
    return model(
        [STILL,
         agent("Writer", variables=[f"state : 0..{n - 1}"], actions=LETTERS, protocol=protocol,
               evolution=evolution),
         agent("Reader", variables=[f"seen : 0..{small - 1}"], actions=["one", "other"],
               protocol=[allow(f"seen < {n // 8}", "one"), otherwise("one", "other")],
               evolution=watching)],
        start=["Writer.state = 0", "Reader.seen = 1", STILL_START],
        propositions=[("last", f"Writer.state = {n - 1}"), ("none", "Reader.seen = 0"),
                      ("low", f"Writer.state < {n // 2}")],
        groups=[("writer", ["Writer"]), ("reader", ["Reader"])],
        formulas=["EF last", "AG EF none", "<writer>F none", "<writer>G low",
                  "AG(none -> K(Reader, low))", "AF none", "EG low", "<reader>F last"])


def random_automata(k, n):
    """k random automata of n states; how each moves depends on the letter of another."""
    choose = random.Random(1)

    def automaton(i):
        protocol = [allow(f"state = {q}", *sorted(choose.sample(LETTERS, choose.choice((1, 2)))))
                    for q in range(n)]
        evolution = []
        for q in range(n):
            for letter in LETTERS:
                other = choose.choice([j for j in upto(k) if j != i])
                theirs = choose.choice(LETTERS)
                evolution.append(f"state = {choose.randrange(n)} if state = {q} and"
                                 f" Action = {letter} and Automaton{other}.Action = {theirs}")
        return agent(f"Automaton{i}", variables=[f"state : 0..{n - 1}"], actions=LETTERS,
                     protocol=protocol, evolution=evolution)

    return model(
        [STILL, *(automaton(i) for i in upto(k))],
        start=[*(f"Automaton{i}.state = 0" for i in upto(k)), STILL_START],
        propositions=[("last", f"Automaton1.state = {n - 1}"),
                      ("started", any_of(f"Automaton{i}.state = 0" for i in range(2, k + 1))),
                      ("same", "Automaton2.state = Automaton1.state")],
        groups=[("one", ["Automaton1"]), ("two", ["Automaton1", "Automaton2"])],
        formulas=["EF last", "AG EF started", "<one>F last", "<two>G !last",
                  "AG(last -> K(Automaton1, started))", "AG(same -> EF last)", "EF DK(two, same)"])


def product(n):
    """x times y by repeated addition, for x and y up to n, compared with the product."""
    multiplier = agent("Multiplier", variables=[f"x : 0..{n}", f"y : 0..{n}", f"sum : 0..{n * n}",
                                                f"added : 0..{n}"],
                       actions=["step"], protocol=[otherwise("step")],
                       evolution=["sum = sum + x and added = added + 1 if added < y"])
    return model(
        [STILL, multiplier],
        start=["Multiplier.sum = 0", "Multiplier.added = 0", STILL_START],
        propositions=[("done", "Multiplier.added = Multiplier.y"),
                      ("right", "Multiplier.sum = Multiplier.x * Multiplier.y"),
                      ("big", f"Multiplier.sum > {n * n // 2}")],
        groups=[("multiplier", ["Multiplier"])],
        formulas=["AG(done -> right)", "AF done", "EF big", "AG(big -> AF done)",
                  "EF(done and big)"])


def many_actions(n):
    """A seller asks for one of n prices, never for less than before; each deal costs a coin."""
    seller = agent("Seller", variables=[f"price : 0..{n - 1}"],
                   actions=[f"ask{i}" for i in range(n)],
                   protocol=[allow(f"price <= {i}", f"ask{i}") for i in range(n)],
                   evolution=[f"price = {i} if Action = ask{i} and Buyer.Action = accept"
                              for i in range(n)])
    buyer = agent("Buyer", variables=[f"coins : 0..{n - 1}"], actions=["accept", "refuse"],
                  protocol=[allow("coins > 0", "accept", "refuse"), otherwise("refuse")],
                  evolution=["coins = coins - 1 if Action = accept and coins > 0"])
    return model(
        [STILL, seller, buyer],
        start=["Seller.price = 0", f"Buyer.coins = {n - 1}", STILL_START],
        propositions=[("broke", "Buyer.coins = 0"), ("top", f"Seller.price = {n - 1}")],
        groups=[("seller", ["Seller"]), ("buyer", ["Buyer"])],
        formulas=["EF top", "<buyer>G !broke", "<seller>F top", "<buyer>F broke",
                  "AG(top -> EF broke)", "AG(broke -> K(Buyer, broke))", "EF(top and broke)"])


def path_formulas(n):
    """n counters up to 3, each held at 3 until the one before it moves, and formulas on paths."""
    def counter(i):
        before = "" if i == 1 else f" and Counter{i - 1}.Action = go"
        return agent(f"Counter{i}", variables=["count : 0..3"], actions=["go", "stay"],
                     protocol=[otherwise("go", "stay")],
                     evolution=["count = count + 1 if Action = go and count < 3",
                                f"count = 0 if Action = go and count = 3{before}"])

    last = f"full{n}"
    return model(
        [STILL, *(counter(i) for i in upto(n))],
        start=[*(f"Counter{i}.count = 0" for i in upto(n)), STILL_START],
        propositions=[(f"full{i}", f"Counter{i}.count = 3") for i in upto(n)],
        groups=[("one", ["Counter1"])],
        formulas=[f"CTL* A (G F full1 -> F {last})",
                  f"CTL* E (G F full1 and G F {last} and G !(full1 and {last}))",
                  "LTL G(full1 -> F !full1)", "CTL* E F G full1", f"AG EF {last}",
                  "CTL* A((F G !full1) or (G F full1))"])


FAMILIES = (shift_register, flat_automaton, random_automata, product, many_actions, path_formulas)
