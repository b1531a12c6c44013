"""The text of a model in plain ISPL, put together from conditions, agents and sections."""


def all_of(conditions):
    return " and ".join(conditions)


def any_of(conditions):
    return " or ".join(conditions)


def among(actions):
    """A set of names in braces."""
    return "{" + ", ".join(actions) + "}"


def allow(condition, *actions):
    """A line of a protocol."""
    return f"{condition} : {among(actions)}"


def otherwise(*actions):
    """The last line of a protocol."""
    return allow("Other", *actions)


def truth(value):
    return "true" if value else "false"


def upto(n):
    """1, 2, ..., n"""
    return range(1, n + 1)


def section(head, lines, indent=""):
    """Lines between `head` and its end; nothing if there are no lines."""
    if not lines:
        return []
    name = head.rstrip(":")
    return [indent + head, *(f"{indent}  {line};" for line in lines), f"{indent}end {name}"]


def agent(name, *, actions, protocol, evolution, variables=(), observable=(), sees=()):
    """Variables that are `observable` everybody sees; `sees` are variables of the environment."""
    return [f"Agent {name}",
            *section("Obsvars:", observable, "  "),
            *([f"  Lobsvars = {among(sees)};"] if sees else []),
            *section("Vars:", variables, "  "),
            f"  Actions = {among(actions)};",
            *section("Protocol:", protocol, "  "),
            *section("Evolution:", evolution, "  "),
            "end Agent", ""]


def stateless(name, *, actions, protocol, sees=()):
    """An agent with nothing to remember; it has an unused variable, because it must have one."""
    return agent(name, variables=["unused : boolean"], actions=actions, protocol=protocol,
                 evolution=["unused = unused if unused = unused"], sees=sees)


def unused(name):
    """How a stateless agent starts."""
    return f"{name}.unused = false"


# An environment in which nothing happens, and how it starts.
STILL = agent("Environment", observable=["still : 0..1"], actions=["none"],
              protocol=[otherwise("none")], evolution=["still = still if still = 0"])
STILL_START = "Environment.still = 0"


def model(agents, *, start, propositions, groups, formulas, fairness=(), single_assignment=False):
    """Propositions and groups are pairs of a name and what it stands for."""
    lines = ["Semantics = SingleAssignment;", ""] if single_assignment else []
    for one in agents:
        lines += one
    for part in (section("Evaluation", [f"{name} if {holds}" for name, holds in propositions]),
                 section("InitStates", [all_of(start)]),
                 section("Groups", [f"{name} = {among(members)}" for name, members in groups]),
                 section("Fairness", fairness),
                 section("Formulae", formulas)):
        lines += [*part, ""] if part else []
    return "\n".join(lines)
