# SPDX-License-Identifier: GPL-3.0-or-later
import json
import sys
import types
import unittest
from unittest import mock

import nestloom
from support import NETWORK, FolderTest

AXES = {"levels.GlobalBuffer.capacity": "16KiB..64KiB:x2", "levels.DRAM.read_bandwidth": [5, 10]}


class Sweeps(FolderTest):
    def test_say_the_bytes_of_the_command_line(self):
        tiny = self.write("tiny.yaml", NETWORK)
        words = ["sweep", "--accelerator", "simba", "--network", tiny, "--no-store", "--json", "--axis",
                 "levels.GlobalBuffer.capacity=16KiB..64KiB:x2", "--axis", "levels.DRAM.read_bandwidth=5,10"]
        swept = nestloom.sweep("simba", tiny, AXES)
        self.assertEqual(swept.to_json(), self.command_line(*words))
        self.assertEqual(swept.to_json(["energy", "cycles"], {"on-chip-bytes": "1 MiB", "power": "10 W"}),
                         self.command_line(*words, "--pareto", "energy,cycles", "--limit", "on-chip-bytes=1MiB", "--limit",
                                           "power=10W"))

    def test_have_points_and_fronts(self):
        swept = nestloom.sweep("simba", [NETWORK, "alexnet"], {"levels.GlobalBuffer.capacity": ["32 KiB", "64 KiB"]},
                               no_proof=True, evaluations=1000)
        self.assertEqual(len(swept), 4)
        self.assertEqual([point["values"] for point in swept], [[32768]] * 2 + [[65536]] * 2)
        self.assertEqual({point["network"] for point in swept.front()}, {"tiny", "alexnet"})
        least = min(point["cycles"] for point in swept if point["network"] == "tiny")
        self.assertIn(least, [point["cycles"] for point in swept.front(["cycles"])])
        self.assertEqual(swept.front(limits={"cycles": 1}), [])
        with mock.patch.dict(sys.modules, pandas=types.SimpleNamespace(DataFrame=list)):
            self.assertEqual(swept.to_pandas()[0]["levels.GlobalBuffer.capacity"], 32768)

    def test_take_several_sizes_of_a_network(self):
        axes = {"levels.GlobalBuffer.capacity": ["64 KiB"]}
        swept = nestloom.sweep("simba", "alexnet:batch=1,2", axes, no_proof=True, evaluations=100)
        self.assertEqual([point["network"] for point in swept], ["alexnet, batch 1", "alexnet, batch 2"])

    def test_take_options_of_runs_as_axes(self):
        self.assertEqual(len(nestloom.sweep("simba", NETWORK, {"run.engine": ["cosa", "random"]}, evaluations=100)), 2)
        self.assertEqual(len(nestloom.sweep("simba", NETWORK, {"run.larger_sizes": [True, False]})), 2)

    def test_that_mean_nothing_are_refused(self):
        for axes, options, why in [({"clok": "1"}, {}, "clock"), ({"clock": ""}, {}, "clock"), ({}, {}, "ax"),
                                   (AXES, {"batch": 2}, "--batch"), (AXES, {"engine": "x"}, "--engine"), (AXES, {"where": []}, "empty")]:
            with self.subTest(axes=axes, options=options), self.assertRaisesRegex(nestloom.Error, why):
                nestloom.sweep("simba", NETWORK, axes, **options)
        swept = nestloom.sweep("simba", NETWORK, {"clock": "1 GHz"})
        for objectives, limits in [(["beauty"], {}), (["off-chip-bytes"], {}), ([], {"power": "1 kg"})]:
            with self.subTest(objectives=objectives, limits=limits), self.assertRaises(nestloom.Error):
                swept.front(objectives, limits)

    def test_of_which_only_the_front_is_wanted_solve_no_more(self):
        whole = nestloom.sweep("simba", NETWORK, AXES, where="on_chip <= 3*MiB")
        front = nestloom.sweep("simba", NETWORK, AXES, where="on_chip <= 3*MiB", front=True, pareto="cycles,on-chip-bytes")
        self.assertEqual(front.front(), whole.front())
        self.assertLessEqual(len(front), len(whole))

    def test_of_other_methods_have_their_figures(self):
        nodes = nestloom.sweep("kapla-4x4", "alexnet", {"clock": ["200 MHz"]}, "kapla", batch=4)
        self.assertGreater(nodes.points[0]["energy_pj"], 0)

    def test_are_stored_and_go_on(self):
        first = nestloom.sweep("simba", NETWORK, AXES, store=self.store)
        self.assertEqual(first.number, 1)
        self.assertEqual(nestloom.sweep("simba", NETWORK, AXES, store=self.store).to_json(), first.to_json())
        self.assertIn("6/6", self.command_line("sweeps", "--store", self.store))
        self.assertEqual(json.loads(first.to_json())["point_count"], 6)


if __name__ == "__main__":
    unittest.main()
