"""What is measured: families of models, their sizes, the verdicts that must come out, and what the
literature reports; and the named comparisons of settings.

A family whose fitted exponent or whose peak of nodes is flagged by the report owes the reader a
sentence: `remarks` holds it under "exponent" or "peak".  `remarks["note"]` is always printed.
"""
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

JOURNAL = "MCMAS, STTT 2015/2017"
ATL_PAPER = "ATL on interpreted systems, AAMAS 2006"
CTLSTARK_PAPER = "CTL*K, AAMAS 2017"
PHENOM = "AMD Phenom 9600B 2.3 GHz, 8 GB"
PENTIUM = "Pentium 4 2.8 GHz"
SOCIAL_THESIS = "a thesis on commitments and trust; its models are not printed"
TWO_CORES = "2 x 2.7 GHz, 16 GB"


@dataclass(frozen=True)
class Published:
    """Seconds by size, as printed in `source`."""
    tool: str
    source: str
    seconds: Mapping[str, float]
    hardware: str = "hardware not recorded"


def counted(size):
    return {"N": size}


def with_notes(size):
    return {"N": size, "Memory": 3}


def heaps(size):
    return dict(zip("ABC", size.split("-"), strict=True))


def matches(size):
    return sum(int(heap) for heap in size.split("-"))


def fixed(_size):
    return {}


def orders(size):
    return {"N": int(size) // 3}


def sets_of_gears(size):
    return {"N": (int(size) - 3) // 2}


def policies(size):
    return {"N": (int(size) - 3) // 4}


def all_but(count, *failing):
    """Formulas 1 to `count` are true but for these."""
    return {number: number not in failing for number in range(1, count + 1)}


@dataclass(frozen=True)
class Family:
    name: str
    description: str
    model: str
    expect: Mapping[int, bool]  # verdicts by formula; only these formulas are checked
    sizes: tuple[str, ...]
    size_means: str = "N"
    parameters: Callable[[str], dict] = counted
    magnitude: Callable[[str], float] | None = int  # what the exponent is fitted against
    states: Callable[[int], int] | None = None  # reachable states by magnitude, where known
    limit: float = 100
    published: tuple[Published, ...] = ()
    remarks: Mapping[str, str] = field(default_factory=dict)

    @property
    def model_file(self):
        return f"models/{self.model}.ispl"

    @property
    def only(self):
        return ",".join(str(number) for number in self.expect)


def sizes(text):
    return tuple(text.split())


def series(text, seconds):
    """The figures of a printed row; "-" where it has none."""
    pairs = zip(sizes(text), seconds.split(), strict=True)
    return {size: float(value) for size, value in pairs if value != "-"}


def dining_states(n):
    return 2 * (n + 1) * 2**n


def liar_states(n, memory=0):
    """So many rounds are past, up to `memory`; in each the payer, if any, obeyed or lied."""
    return sum(2 * 2**((past + 1) * n) * (n * 2**(past + 1) + 1) for past in range(memory + 1))


NIM_PEAK = ("Nearly every state is reachable, so the final set is smaller than any part of the model;"
            " a peak of a few thousand nodes is the model itself.")
K_ALL_PEAK = ("The N(N-1) answers, one for each pair, are alive together until they are conjoined in"
              " the best order; about 7 to 9 nodes each.")
PHI = "10 20 30 40 50"
PHI_2 = Published("authors' checker", CTLSTARK_PAPER, series(PHI, "2.69 41.3 417 631 1043"),
                  TWO_CORES)
FORMULA_3 = "5 10 20 30 40 50 60"
CARDS = "8 10 12 14"

FAMILIES = (
    Family("dining",
           "Dining cryptographers: formula (3), the first one learns whether the NSA pays and"
           " nothing else.",
           "dining_cryptographers", {1: True}, sizes("10 20 50 100 200 300 400 500"),
           states=dining_states,
           published=(
               Published("MCMAS", JOURNAL,
                         series(FORMULA_3, "0.017 0.091 0.667 1.48 5.05 13.4 14.2")),
               Published("MCK", JOURNAL, series(FORMULA_3, "1.4 74.7 47937 - - - -")),
               Published("MCTK", JOURNAL,
                         series(FORMULA_3, "0.024 0.128 34.8 2.95 20.8 72.4 -")))),
    Family("dining-ctl",
           "Dining cryptographers without knowledge: if it was not the NSA, it was one of them.",
           "dining_cryptographers", {2: True}, sizes("100 150 200 250"), states=dining_states),
    Family("dining-k-all",
           "Dining cryptographers, anonymity (phi0): all N(N-1) questions whether one knows that"
           " another pays, in one formula.",
           "dining_cryptographers", {4: True}, sizes("10 20 30 40 50 100 150 200"),
           states=dining_states, remarks={"peak": K_ALL_PEAK}),
    Family("dining-k-all-path",
           "The same as a formula of CTL* (phi0'), A(G ..), about infinite paths: it ought to cost"
           " what CTL costs.",
           "dining_cryptographers", {5: True}, sizes("10 20 30 40 50 100 150 200"),
           states=dining_states, remarks={"peak": K_ALL_PEAK}),
    Family("dining-phi1",
           "Dining cryptographers (phi1): on all paths the first, if it does not pay, comes to know"
           " whether the NSA pays and nothing else.",
           "dining_cryptographers", {3: True}, sizes("10 20 30 40 50 100 200 300 400 500"),
           states=dining_states,
           published=(Published("authors' checker", CTLSTARK_PAPER,
                                series(PHI, "0.74 23.5 61.8 160 552"), TWO_CORES),),
           remarks={"note": "The published times are of a model with more states: 1.94e32 at N = 50."
                            " MCK, in the same paper, fails from N = 6 on."}),
    Family("dining-phi2",
           "Dining cryptographers in rounds, with a payer who may lie (phi2): she can obey and lie"
           " again and again and never be found out.",
           "dining_cryptographers_iterated", {1: True},
           sizes("10 20 30 40 50 100 200 300 400 500"), states=liar_states, published=(PHI_2,),
           remarks={"note": "Nobody remembers earlier rounds here, while the published model has"
                            " 3.25e62 states at N = 50: see the next family.",
                    "peak": "The N-1 answers whether another knows that she pays are alive together"
                            " until they are conjoined, each with a few nodes for each"
                            " cryptographer; E(G ..) of their conjunction alone has the same peak."}),
    Family("dining-phi2-notes",
           "The same when all keep notes of the last three rounds, which makes about as many states"
           " as the published model has.",
           "dining_cryptographers_iterated", {1: True}, sizes("10 20 30 40 50 100"),
           parameters=with_notes, states=lambda n: liar_states(n, 3), limit=500,
           published=(PHI_2,),
           remarks={"note": "N = 100, measured once by hand: 344 s, 2.9 GiB, 8.27e123 states."}),
    Family("muddy", "Muddy children: a muddy child that says it knows does know.",
           "muddy_children", {1: True}, sizes("20 40 60 80 100 120"),
           states=lambda n: 2**n + (2**n - 1) * (n + 1) + 2,
           published=(Published("MCMAS, best order", JOURNAL,
                                series("20 40 60 80 100 120", "0.50 6.57 39.58 144 385 784"),
                                PHENOM),),
           remarks={"peak": "The peak is the steps, not the sets: the protocol of each of N children"
                            " counts the other children, about N^2 nodes each and hardly shared,"
                            " while the reachable set takes about N^2 in all. Tried: the round above"
                            " the children makes each protocol N^3; below them, as now, N^2."}),
    Family("prisoners", "Prisoners and a light bulb: they can force their release.",
           "prisoners", {1: True}, sizes("5 10 15 20 25"),
           published=(Published("MCMAS", JOURNAL,
                                series("5 10 15 20 25", "0.34 11.5 118 913 6083"), PHENOM),),
           remarks={"exponent": "There are 4N-4 rounds, and the peak of nodes grows like N^3: 8091 at"
                                " 5, a million at 25. That makes 4; beyond 15 the tables outgrow the"
                                " processor's caches, and every step waits longer.",
                    "peak": "The part of the warden reads the actions of all prisoners, so an image"
                            " holds for a while the state, the actions and the next state of those"
                            " not finished yet. Tried: thresholds from 200 to 20000 nodes (no"
                            " difference), protocols conjoined to every part that reads their"
                            " action (peak halved, exploration four times faster)."}),
    Family("tian-ji",
           "Tian Ji's horse race: he can win against a King who sends the fastest first.",
           "tian_ji", {1: True}, sizes("5 10 15 20 25 30 35 40"),
           states=lambda n: (n + 3) * 2**(n - 2),
           published=(Published("MCMAS", JOURNAL,
                                series("5 10 15 20 25 30 35 40",
                                       "0.02 0.34 2.86 37.7 145 1000 525 224"), PHENOM),),
           remarks={"exponent": "Which subsets of horses win with so many races left and so many won"
                                " takes about N^3 nodes in each of N rounds, and each round is a"
                                " product with the steps over N actions. Tried: a round that looks"
                                " only at what the last one can have won (N = 30: 56 s before, 10 s"
                                " now), races and won below the horses (peak three times as high"
                                " at N = 20).",
                    "peak": "The moves of a coalition are kept beside the state: a set of pairs of"
                            " state and one of N+1 actions, for the largest round."}),
    Family("cards", "Card game of table 6: who was dealt red cards only wins.",
           "card_game_table6", {1: True}, sizes(CARDS),
           published=(Published("MCMAS", JOURNAL, series(CARDS, "0.37 7.6 274 10552")),
                      Published("NuSMV", JOURNAL, series(CARDS, "0.16 508 - -"))),
           remarks={"note": "The paper does not say how cards are dealt and played: the rules here"
                            " are ours, so the published times are of another model."}),
    Family("trains", "Trains, a tunnel and one bad driver: the token, safety and obligation.",
           "train_gate_controller", {1: True, 2: False, 3: True, 4: True, 5: False, 6: True},
           sizes("10 20 30 40 50"),
           remarks={"peak": "The final set is tiny, about N^2 nodes; the peak is the steps, where"
                            " the turn and the token react to the action of every train, and their"
                            " products with a set."}),
    Family("trains-diagnosis",
           "Trains that break down: from some time on every breakdown is known to the controller.",
           "train_diagnosis", {1: True}, sizes("4 8 12 16"),
           remarks={"peak": "It is exploration: checking a plain invariant instead takes half of the"
                            " time at N = 10 and three quarters at 12. The final set is tiny, but"
                            " clock and turn react to the actions of all trains, and no order tried"
                            " suits that. At N = 14 orders 1 and 2 and reach=3 are 6 to over 17"
                            " times slower, reach=1 and 2 a quarter; without reordering it does not"
                            " end. Without the list of towed trains N = 20 takes 9 s; with it, it"
                            " does not end in 80."}),
    Family("nim", "Nim: player 1 can take the last match.",
           "nim", {1: True}, sizes("3-4-5 5-5-5 7-7-7"), "heaps", heaps, matches,
           published=(Published("authors' checker", ATL_PAPER, {"3-4-5": 18, "5-5-5": 248},
                                PENTIUM),),
           remarks={"peak": NIM_PEAK}),
    Family("nim-misere", "Misere Nim: player 1 can leave the last match to player 2.",
           "nim_misere", {1: True}, sizes("5-5-5"), "heaps", heaps, matches,
           remarks={"peak": NIM_PEAK}),
    Family("bit-transmission", "Bit transmission: knowledge about knowledge under fairness.",
           "bit_transmission",
           {1: True, 2: True, 3: True, 4: True, 5: True, 6: True, 7: True, 8: False, 9: True,
            10: False, 11: True, 12: True, 13: True, 14: True, 15: True, 16: False, 17: True},
           sizes("one"), "size", fixed, None),
    Family("bit-transmission-paths",
           "Bit transmission over a line that may fail: 30 formulas of LTL, CTL* and LDL.",
           "bit_transmission_paths",
           all_but(30, 1, 2, 6, 7, 8, 15, 26, 30), sizes("one"), "size", fixed, None),
    Family("ordering", "Ordering protocol: commitments, with conditions and deadlines.",
           "ordering", all_but(14, 3, 12, 14), sizes("3 12 24 36 48 66 132 300"), "agents", orders,
           published=(Published("by reduction to NuSMV", SOCIAL_THESIS, {"66": 0.117}),)),
    Family("landing-gear", "Landing gear: real-time response, and commitments about it.",
           "landing_gear", all_but(14, 3, 5, 7, 11), sizes("5 11 19 27 35 71 143 283"), "agents",
           sets_of_gears,
           published=(Published("by reduction to NuSMV", SOCIAL_THESIS, {"35": 0.193}),)),
    Family("insurance", "AGFIL insurance: trust between policy holders, garages and insurers.",
           "insurance", all_but(14, 2, 10), sizes("7 19 35 63 103 203"), "agents", policies,
           published=(Published("by reduction to NuSMV", SOCIAL_THESIS, {"63": 792}),)),
)

# Each entry is one set of options of `ken check`, written name=value and separated by spaces.
COMPARISONS = {
    "order": ("order=auto", "order=1", "order=2", "order=3", "order=4"),
    "reach": ("reach=auto", "reach=1", "reach=2", "reach=3"),
    "reorder": ("reorder=auto", "reorder=on", "reorder=off"),
    "group": ("group=variable", "group=pair", "group=none"),
}


def family_named(name):
    return next((family for family in FAMILIES if family.name == name), None)
