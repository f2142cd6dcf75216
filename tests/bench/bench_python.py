# SPDX-License-Identifier: Apache-2.0
"""bench_python   scores per second of CPU time through the Python module: rows of mappings that fit, of mappings of which
some do not, and mappings as lists. PYTHONPATH=build/python python3 tests/bench/bench_python.py"""
import array
import random
import time

import nestloom

ROWS = 200_000
LAYERS = {"3x3": {"name": "3x3", "R": 3, "S": 3, "P": 14, "Q": 14, "C": 256, "K": 256},
          "1x1": {"name": "1x1", "P": 28, "Q": 28, "C": 512, "K": 128}}


def measure(what, count, work):
    begin = time.process_time()
    work()
    print(f"{what:45} {count / (time.process_time() - begin):12,.0f} scores/s of CPU time")


def neighbours(evaluator, row, rng):
    """Rows that are one factor away from their predecessor, which fits."""
    slots, all_rows, fitting, at = len(evaluator.slots), [], [], row
    while len(fitting) < 2000:
        near = list(at)
        dimension, source, target = rng.randrange(8), rng.randrange(slots), rng.randrange(slots)
        factor = next((prime for prime in (2, 3, 7) if near[8 * source + dimension] % prime == 0), None)
        if factor is None:
            continue
        near[8 * source + dimension] //= factor
        near[8 * target + dimension] *= factor
        all_rows.append(near)
        if evaluator.score(view(evaluator, [near]))[0, 0] > 0:
            fitting.append(near)
            at = near
    return all_rows, fitting


def view(evaluator, rows):
    numbers = array.array("q", [number for row in rows for number in row])
    return memoryview(numbers).cast("B").cast("q", (len(rows), evaluator.width))


for name, layer in LAYERS.items():
    network = nestloom.network({"network": {"name": name, "layers": [layer]}})
    mapping = nestloom.schedule("simba", network, no_proof=True).layers[0]["mapping"]
    evaluator = nestloom.Evaluator("simba", network, name)
    some, fitting = neighbours(evaluator, evaluator.pack(mapping), random.Random(1))
    for what, rows in [("rows that fit", fitting), (f"rows of which {len(fitting) / len(some):.0%} fit", some)]:
        batch = view(evaluator, (rows * (ROWS // len(rows) + 1))[:ROWS])
        measure(f"{name}, {what}", ROWS, lambda: evaluator.score(batch))
    measure(f"{name}, mappings as lists, verified", 200, lambda: evaluator.score([mapping] * 200))
