#!/usr/bin/env python3
"""Write a model in plain ISPL as people write it who do not know how ken encodes models.

usage: gen.py FAMILY ARGUMENT... > model.ispl      gen.py --list
"""
import inspect
import sys

import automata
import boards
import people
import protocols
import puzzles
import systems

FAMILIES = {family.__name__: family
            for module in (boards, puzzles, people, protocols, systems, automata)
            for family in module.FAMILIES}


def parameters(name):
    return [word.upper() for word in inspect.signature(FAMILIES[name]).parameters]


def main(words):
    if words == ["--list"]:
        for name, family in FAMILIES.items():
            print(name, *parameters(name))
            print("   ", inspect.getdoc(family))
        return 0
    if not words or words[0] not in FAMILIES:
        print(__doc__, file=sys.stderr)
        return 2
    name, *arguments = words
    if len(arguments) != len(parameters(name)) or not all(map(str.isdecimal, arguments)):
        print("usage: gen.py", name, *parameters(name), "with numbers", file=sys.stderr)
        return 2
    sys.stdout.write(FAMILIES[name](*map(int, arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
