# SPDX-License-Identifier: GPL-3.0-or-later
import sys
import types
import unittest
from unittest import mock

import nestloom
from support import NETWORK, FolderTest, without_times


class Runs(FolderTest):
    def check_same(self, run, *words):
        """The bytes of the command line for the same question."""
        self.assertEqual(without_times(run.to_json()), without_times(self.command_line(*words, "--json", "--no-store")))

    def test_say_the_bytes_of_the_command_line(self):
        tiny = self.write("tiny.yaml", NETWORK)
        for acc, engine, objective in [("simba", "cosa", "latency"), ("simba", "cosa", "edp"), ("simba", "cosa-mesh", "latency"),
                                       ("flexer-arch1", "flexer", None)]:
            with self.subTest(engine=engine, objective=objective):
                words = ["--objective", objective] if objective else []
                self.check_same(nestloom.schedule(acc, tiny, engine, objective=objective), "run", "--accelerator", acc,
                                "--network", tiny, "--engine", engine, *words)

    def test_mark_an_accelerator_that_is_not_the_preset_of_its_name(self):
        tiny = self.write("tiny.yaml", NETWORK)
        own = self.write("own.yaml", nestloom.accelerator("simba").yaml().replace("64 KiB", "32 KiB"))
        run = nestloom.schedule(own, tiny)
        self.assertIn('"simba*"', run.to_json())
        self.check_same(run, "run", "--accelerator", own, "--network", tiny)

    def test_take_the_options_of_the_command_line(self):
        tiny = self.write("tiny.yaml", NETWORK)
        run = nestloom.schedule("simba", tiny, layer=["second"], seed=7, gap=0.5, no_proof=True, bypass=False, time_limit=None,
                                constraint=["GlobalBuffer: K = 4"])
        self.assertEqual([layer["name"] for layer in run.layers], ["second"])
        self.check_same(run, "run", "--accelerator", "simba", "--network", tiny, "--layer", "second", "--seed", 7, "--gap", 0.5,
                        "--no-proof", "--constraint", "GlobalBuffer: K = 4")

    def test_with_options_that_mean_nothing_are_refused_with_the_sentence_of_the_command_line(self):
        for options, words in [({"engine": "cosa", "batch": 4}, ["--batch", 4]), ({"engine": "cosy"}, ["--engine", "cosy"]),
                               ({"gap": 3}, ["--gap", 3]), ({"seed": "x"}, ["--seed", "x"]), ({"layer": "no"}, ["--layer", "no"]),
                               ({"objective": "weighted"}, ["--objective", "weighted"])]:
            with self.subTest(options), self.assertRaises(nestloom.Error) as raised:
                nestloom.schedule("simba", "alexnet", **options)
            self.assertEqual(str(raised.exception), self.command_line("run", "--accelerator", "simba", "--network", "alexnet",
                                                                      *words, fails=True))
        with self.assertRaisesRegex(nestloom.Error, "--sed"):
            nestloom.schedule("simba", "alexnet", sed=1)
        with self.assertRaisesRegex(nestloom.Error, "arguments of their own"):
            nestloom.schedule("simba", "alexnet", network="resnet50")

    def test_have_totals_and_layers(self):
        run = nestloom.schedule("simba", NETWORK)
        self.assertEqual(run.totals["cycles"], sum(layer["cycles"] for layer in run.layers))
        self.assertEqual([layer["verified"] for layer in run.layers], [True, True])
        self.assertEqual(run.problems, [])
        self.assertIsNone(run.number)
        self.assertEqual(run.accelerator, nestloom.accelerator("simba"))
        self.assertEqual(run.network, nestloom.network(NETWORK))

    def test_tell_which_layers_have_no_mapping(self):
        narrow = nestloom.accelerator("simba").with_({"levels.AccumulationBuffer.capacity": "2 B"})
        run = nestloom.schedule(narrow, NETWORK)
        self.assertEqual(len(run.problems), 2)
        self.assertIn("AccumulationBuffer", run.problems[0])

    def test_on_nodes_say_the_bytes_of_the_command_line(self):
        run = nestloom.schedule("kapla-4x4", "alexnet", "kapla", batch=4)
        self.check_same(run, "run", "--accelerator", "kapla-4x4", "--network", "alexnet", "--engine", "kapla", "--batch", 4)
        self.assertGreater(run.totals["energy_pj"], 0)
        self.assertIn("features.6", [layer["name"] for layer in run.layers])

    def test_of_memory_say_the_bytes_of_the_command_line(self):
        plan = nestloom.plan("densenet121", "M_H")
        self.check_same(plan, "plan", "densenet121", "--scratchpad", "M_H")
        self.assertGreaterEqual(plan.totals["off_chip_bytes"], plan.totals["bound_bytes"])
        of_bytes = nestloom.plan("densenet121", plan.totals["scratchpad_bytes"], seed=2)
        self.assertEqual(of_bytes.totals["off_chip_bytes"], plan.totals["off_chip_bytes"])
        with self.assertRaisesRegex(nestloom.Error, "--scratchpad"):
            nestloom.plan("densenet121", "much")
        with self.assertRaisesRegex(nestloom.Error, "--method"):
            nestloom.plan("densenet121", "M_H", method="luck")

    def test_become_frames_when_pandas_is_there(self):
        run = nestloom.schedule("simba", NETWORK)
        with mock.patch.dict(sys.modules, pandas=types.SimpleNamespace(DataFrame=list)):
            rows = run.to_pandas()
        self.assertEqual([row["cycles"] for row in rows], [layer["cycles"] for layer in run.layers])
        self.assertNotIn("mapping", rows[0])
        with mock.patch.dict(sys.modules, pandas=None), self.assertRaisesRegex(nestloom.Error, "pandas is not installed"):
            run.to_pandas()

    def test_are_simulated(self):
        run = nestloom.schedule("simba", NETWORK)
        simulated = nestloom.simulate(run, "first", dram="ddr4-2400")
        self.assertEqual(simulated["analytical_cycles"], run.layers[0]["cycles"])
        self.assertGreaterEqual(simulated["simulated_cycles"], simulated["analytical_cycles"])
        with self.assertRaisesRegex(nestloom.Error, "there is no layer 'third'"):
            nestloom.simulate(run, "third")
        with self.assertRaisesRegex(nestloom.Error, "--dram"):
            nestloom.simulate(run, "first", dram="core")


class StoredRuns(FolderTest):
    def test_are_listed_and_read_as_the_command_line_does(self):
        run = nestloom.schedule("simba", NETWORK, store=self.store)
        self.assertEqual(run.number, 1)
        nestloom.schedule("simba", NETWORK)  # is not stored
        self.assertEqual([each["run"] for each in nestloom.runs(self.store)], [1])
        again = nestloom.run(1, self.store)
        self.assertEqual(again.to_json(), self.command_line("runs", "show", 1, "--store", self.store, "--json"))
        self.assertEqual([layer["mapping"] for layer in again.layers], [layer["mapping"] for layer in run.layers])
        self.assertEqual(nestloom.simulate(again, "first"), nestloom.simulate(run, "first"))

    def test_that_are_not_there_are_an_error(self):
        with self.assertRaisesRegex(nestloom.Error, "there is no such database"):
            nestloom.runs(self.store)
        nestloom.schedule("simba", NETWORK, store=self.store)
        with self.assertRaisesRegex(nestloom.Error, "there is no run 2"):
            nestloom.run(2, self.store)


if __name__ == "__main__":
    unittest.main()
