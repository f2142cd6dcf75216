# SPDX-License-Identifier: GPL-3.0-or-later
# %% [markdown]
# # Which accelerator for AlexNet?
# A notebook as a script (cells begin with "# %%"), which the tests run.

# %%
import array
import random

import nestloom

simba = nestloom.accelerator("simba")
alexnet = nestloom.network("alexnet")
print(simba, alexnet, f"{sum(layer['macs'] for layer in alexnet.layers):,} MACs", sep="\n")

# %% [markdown]
# ## One schedule
# Every layer has a mapping that is verified, what it costs, and a proven bound.

# %%
run = nestloom.schedule(simba, alexnet)
for layer in run.layers:
    print(f"{layer['name']:14} {layer['cycles']:>12,} cycles {layer['energy_pj'] / 1e6:>10.1f} uJ  {layer['status']}")
print(f"in all {run.totals['cycles']:,} cycles, {run.totals['energy_pj'] / 1e9:.2f} mJ")
assert not run.problems

# %% [markdown]
# ## Another accelerator
# Fields have units; whatever else there is stays as it is.

# %%
wider = simba.with_({"levels.DRAM.read_bandwidth": "20 B/cycle"})
faster = nestloom.schedule(wider, alexnet)
print(f"twice the bandwidth of DRAM: {run.totals['cycles'] / faster.totals['cycles']:.2f} times as fast")
assert faster.totals["cycles"] < run.totals["cycles"]

# %% [markdown]
# ## Many of them
# A sweep, and those of its points that no other one beats.

# %%
swept = nestloom.sweep(simba, alexnet, {"levels.GlobalBuffer.capacity": "32KiB..128KiB:x2",
                                        "levels.DRAM.read_bandwidth": [5, 10, 20]}, no_proof=True, evaluations=2000)
front = swept.front(["cycles", "on-chip-bytes"], limits={"on-chip-bytes": "4 MiB"})
for point in front:
    print(point["values"], f"{point['cycles']:,} cycles, {point['on_chip_bytes']:,} B on chip")
assert 0 < len(front) <= len(swept) == 9

# %% [markdown]
# ## A search of one's own
# Whole batches of mappings are scored at once: here a walk that moves factors of the loops of one layer at random.

# %%
evaluator = nestloom.Evaluator(simba, alexnet, "features.6")
best = evaluator.pack(run.layers[alexnet.layers.index(next(l for l in alexnet.layers if l["name"] == "features.6"))]["mapping"])
found = evaluator.score([evaluator.unpack(best)])[0, 0]
rng = random.Random(1)
batch = array.array("q")
for _ in range(1000):
    row = list(best)
    dimension, source, target = rng.randrange(8), rng.randrange(len(evaluator.slots)), rng.randrange(len(evaluator.slots))
    factor = next((prime for prime in (2, 3, 5, 7, 13) if row[8 * source + dimension] % prime == 0), 1)
    row[8 * source + dimension] //= factor
    row[8 * target + dimension] *= factor
    batch.extend(row)
scores = evaluator.score(memoryview(batch).cast("B").cast("q", (1000, evaluator.width))).tolist()
fitting = [cycles for cycles, energy in scores if cycles == cycles]  # the others are not numbers
print(f"{len(fitting)} of 1000 neighbours fit; the best has {min(fitting):,.0f} cycles, the mapping found {found:,.0f}")
assert min(fitting) >= 0.99 * found

# %% [markdown]
# ## Memory, nodes, simulation

# %%
plan = nestloom.plan("densenet121", "M_H")
print(f"{plan.totals['off_chip_bytes']:,} B go off chip with half the memory; proven: at least {plan.totals['bound_bytes']:,} B")
nodes = nestloom.schedule("kapla-4x4", alexnet, "kapla", batch=4)
print(f"on 16 nodes: {nodes.totals['cycles']:,} cycles for 4 images")
simulated = nestloom.simulate(run, "features.6")
print(f"cycle by cycle: {simulated['simulated_cycles'] / simulated['analytical_cycles']:.2f} times the model's cycles")
