#!/usr/bin/env python3
"""gen_maps.py PLACES ALIKE SEED DRIFT: a random map as a model, for `ken check --semantics ir`.

A drone flies over PLACES places that look alike in classes of ALIKE; it sees the class and not the
place. Each of four headings leads from a place to another one, or, in a gust of wind, to a third.
Can it be sure to come home? Places on a line help: most headings lead to places not far away.
"""
import random
import sys


def main():
    places, alike, seed, drift = (int(a) for a in sys.argv[1:5])
    rng = random.Random(seed)
    looks = [i // alike for i in range(places)]
    rng.shuffle(looks)
    target = lambda p: min(places - 1, max(0, p + rng.randint(-4, drift)))
    print(f"-- A random map of {places} places, {alike} of which look alike; seed {seed}.")
    print("Agent Environment")
    print(f"  Vars:\n    place : 0..{places - 1};\n  end Vars")
    print("  Obsvars:\n    look : 0..%d;\n  end Obsvars" % max(looks))
    print("  Actions = { calm, gust };\n  Protocol:\n    Other : { calm, gust };\n  end Protocol")
    print("  Evolution:")
    for p in range(places):
        for heading in "nesw":
            calm, gust = target(p), target(p)
            if rng.random() < 0.7:
                gust = calm
            for wind, to in (("calm", calm), ("gust", gust)):
                print(f"    place = {to} and look = {looks[to]} if place = {p} and Action = {wind} and D.Action = {heading};")
    print("  end Evolution\nend Agent\n")
    print("Agent D\n  Vars:\n    on : boolean;\n  end Vars")
    print("  Actions = { n, e, s, w };\n  Protocol:\n    Other : { n, e, s, w };\n  end Protocol")
    print("  Evolution:\n    on = true if on = true;\n  end Evolution\nend Agent\n")
    print(f"Evaluation\n  home if Environment.place >= {places - 3};\nend Evaluation\n")
    print(f"InitStates\n  Environment.place = 0 and Environment.look = {looks[0]} and D.on = true;\nend InitStates\n")
    print("Groups\n  g = { D };\nend Groups\n\nFormulae\n  <g>F home;\nend Formulae")


main()
