# SPDX-License-Identifier: GPL-3.0-or-later
import array
import math
import threading
import unittest

import nestloom
from support import NETWORK


def rows_of(evaluator, rows):
    return memoryview(array.array("q", [number for row in rows for number in row])).cast("B").cast(
        "q", (len(rows), evaluator.width))


class Evaluators(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_ = nestloom.schedule("simba", NETWORK)
        cls.layer = cls.run_.layers[0]
        cls.evaluator = nestloom.Evaluator("simba", NETWORK, "first")

    def test_agree_with_runs(self):
        mapping = self.layer["mapping"]
        scores = self.evaluator.score([mapping, mapping])
        self.assertEqual(scores.shape, (2, 2))
        cycles, energy = scores.tolist()[1]
        self.assertEqual(math.ceil(cycles), self.layer["cycles"])
        self.assertAlmostEqual(energy / self.layer["energy_pj"], 1, 9)

    def test_score_rows_as_the_mappings_that_they_stand_for(self):
        row = self.evaluator.pack(self.layer["mapping"])
        packed = self.evaluator.score(rows_of(self.evaluator, [row] * 3)).tolist()
        self.assertEqual(packed, [packed[0]] * 3)
        self.assertEqual(packed[0], self.evaluator.score([self.evaluator.unpack(row)]).tolist()[0])
        self.assertEqual(len(self.evaluator.slots) * 8 + len(self.layer["mapping"]), self.evaluator.width)
        self.assertEqual(len(self.evaluator.score([])), 0)

    def test_have_no_score_for_what_is_no_mapping_that_fits(self):
        row = self.evaluator.pack(self.layer["mapping"])
        worse = [list(row) for _ in range(5)]
        worse[0][0] *= 2  # more than the layer has
        worse[1][-1] = 3  # no tensor
        worse[2][:8] = [1] * 8  # less than the layer has, unless nothing was there
        worse[2][3] = 0
        inner = 8 * (len(self.evaluator.slots) - 1)
        worse[3][:inner + 8] = [1] * inner + [3, 3, 8, 8, 16, 32, 1, 1]  # does not fit innermost
        worse[4][0] = -1
        for cycles, energy in self.evaluator.score(rows_of(self.evaluator, worse)).tolist():
            self.assertTrue(math.isnan(cycles) and math.isnan(energy))
        mapping = [dict(level) for level in self.layer["mapping"]]
        self.assertEqual(self.evaluator.violations(mapping), [])
        mapping[0]["temporal"] = mapping[0]["temporal"] + [{"dim": "K", "bound": 2}]
        self.assertTrue(math.isnan(self.evaluator.score([mapping]).tolist()[0][0]))
        self.assertNotEqual(self.evaluator.violations(mapping), [])

    def test_charge_what_is_computed_beyond_the_sizes_of_a_layer(self):
        def energy(mac):
            machine = nestloom.accelerator({"accelerator": {"name": "tiny", "clock": "1 GHz", "mac": {"energy": mac}, "levels": [
                {"name": "DRAM", "kind": "dram", "capacity": "unbounded", "access": {"energy": "200 pJ"}, "fanout": {"columns": 2}}]}})
            network = nestloom.network({"network": {"name": "n", "layers": [{"name": "l", "C": 4, "K": 13, "P": 8}]}})
            mapping = [{"level": "DRAM", "keep": ["weights", "inputs", "outputs"],
                        "temporal": [{"dim": "K", "bound": 7}, {"dim": "P", "bound": 8}, {"dim": "C", "bound": 4}],
                        "spatial": [{"dim": "K", "bound": 2, "axis": "columns"}]}]
            evaluator = nestloom.Evaluator(machine, network, "l")
            self.assertEqual(evaluator.violations(mapping), [])
            return evaluator.score([mapping]).tolist()[0][1]

        self.assertAlmostEqual(energy("100 pJ") - energy("0 pJ"), 14 * 4 * 8 * 100)

    def test_refuse_what_they_cannot_read(self):
        for make in [lambda: self.evaluator.score(array.array("q", [1, 2])), lambda: self.evaluator.score([[{"level": "no"}]]),
                     lambda: self.evaluator.unpack([1]), lambda: nestloom.Evaluator("simba", NETWORK, "third"),
                     lambda: self.evaluator.score(memoryview(bytes(16)).cast("d", (1, 2)))]:
            with self.assertRaises(nestloom.Error):
                make()

    def test_serve_several_threads(self):
        rows = rows_of(self.evaluator, [self.evaluator.pack(self.layer["mapping"])] * 100_000)
        found = []
        threads = [threading.Thread(target=lambda: found.append(bytes(self.evaluator.score(rows)))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [found[0]] * 3)


if __name__ == "__main__":
    unittest.main()
