"""CPU time against size, drawn by gnuplot where it is installed."""
import shutil
import subprocess

from contest import REACHED

HEAD = """set terminal svg size 800,420 background "white" font "sans,12"
set output "{file}"
set title "{title}" noenhanced
set xlabel "{size}"
set ylabel "CPU time, s"
set logscale xy
set xtics ({ticks})
set grid
set key outside right top noenhanced
"""
MOST_TICKS = 9


def have_gnuplot():
    return shutil.which("gnuplot") is not None


def measured_points(family, rows):
    return [(family.magnitude(size), row["cpu"]) for size, row in rows.items()
            if row["status"] == REACHED and row["cpu"] > 0]


def published_points(family, published):
    return [(family.magnitude(size), value) for size, value in published.seconds.items()]


def curves(family, rows):
    """(title, points) of each curve; none if there is nothing that grows."""
    if family.magnitude is None or len(measured_points(family, rows)) < 2:
        return []
    return [("ken", measured_points(family, rows)),
            *((f"{p.tool} (published)", published_points(family, p)) for p in family.published)]


def script(family, drawn, file):
    sizes = sorted({size for _, points in drawn for size, _ in points})
    while len(sizes) > MOST_TICKS:
        sizes = sizes[::-2][::-1]
    size_label = "N" if family.size_means == "N" else f"sum of {family.size_means}"
    text = HEAD.format(file=file, title=family.name, size=size_label,
                       ticks=", ".join(map(str, sizes)))
    for number, (_, points) in enumerate(drawn):
        text += f"$curve{number} << END\n" + "".join(f"{x} {y}\n" for x, y in points) + "END\n"
    lines = (f'$curve{number} with linespoints linewidth 2 pointtype 7 title "{title}"'
             for number, (title, _) in enumerate(drawn))
    return text + "plot " + ", ".join(lines) + "\n"


def draw(results, families, folder):
    """Files drawn, by family."""
    files = {}
    for family in families:
        entry = results["families"].get(family.name)
        drawn = curves(family, entry["rows"]) if entry else []
        if drawn:
            files[family.name] = f"{family.name}.svg"
            subprocess.run(["gnuplot"], input=script(family, drawn, files[family.name]), text=True,
                           cwd=folder, check=True)
    return files
