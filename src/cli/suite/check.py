"""check.py EXPECTED RESULT: the numbers of a code against expected.csv."""
import csv
import sys


def compare(expected, found):
    """The lines that are off, and how many were compared. `found`: {(scene, observable): value}."""
    off, compared = [], 0
    for row in expected:
        value = found.get((row["scene"], row["observable"]))
        if value is None:
            continue
        compared += 1
        # Not a number is off.
        if not abs(float(value) - float(row["value"])) <= float(row["tolerance"]):
            off.append("%s, %s: %s, not %s +- %s %s" % (row["scene"], row["observable"], value, row["value"], row["tolerance"], row["unit"]))
    return off, compared


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    result = {(row["scene"], row["observable"]): float(row["value"]) for row in rows(sys.argv[2])}
    off, compared = compare(rows(sys.argv[1]), result)
    print("\n".join(off + ["%d compared, %d off" % (compared, len(off))]))
    sys.exit(1 if off or not compared else 0)
