"""Numbers: the fitted exponent, and how values are written."""
import math
from decimal import Decimal

SHORTEST_FITTED = 0.05  # seconds; below, the start of the program is what is measured


def exponent(points):
    """(exponent, points used) of the power law that fits (size, seconds) best, by least squares on
    logarithms; the exponent is None with fewer than two sizes."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points
            if size > 0 and seconds > SHORTEST_FITTED]
    if len({x for x, _ in logs}) < 2:
        return None, len(logs)
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    variance = sum((x - mean_x)**2 for x, _ in logs)
    return covariance / variance, len(logs)


def seconds_text(seconds):
    if seconds is None:
        return ""
    if seconds >= 100:
        return f"{seconds:.0f}"
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.2f}"


def count_text(count):
    """Exact up to nine digits, rounded above."""
    if count is None:
        return ""
    if len(str(count)) <= 9:
        return str(count)
    return f"{Decimal(count):.2e}".replace("e+", "e")


def memory_text(size, floor):
    if size is None:
        return ""
    if size <= floor * 1.05:
        return f"< {math.ceil(floor / 2**20)}"
    return f"{size / 2**20:.0f}"


def ratio(part, whole):
    return part / whole if part is not None and whole else None


def ratio_text(value):
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def markdown_table(heads, rows):
    """The first column is flush left, the others flush right."""
    cells = [[str(cell) for cell in row] for row in [heads, *rows]]
    widths = [max(3, *map(len, column)) for column in zip(*cells, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [aligned(row, widths) for row in [cells[0], rule, *cells[1:]]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def aligned(row, widths):
    return [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]
