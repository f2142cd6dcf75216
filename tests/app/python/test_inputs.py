# SPDX-License-Identifier: GPL-3.0-or-later
import unittest

import nestloom
from support import NETWORK, FolderTest


class Accelerators(FolderTest):
    def test_come_from_presets_files_texts_and_dictionaries(self):
        simba = nestloom.accelerator("simba")
        self.assertEqual(simba.name, "simba")
        self.assertEqual(nestloom.accelerator(self.write("own.yaml", simba.yaml())), simba)
        self.assertEqual(nestloom.accelerator(simba.yaml()), simba)
        self.assertIs(nestloom.accelerator(simba), simba)
        level = {"capacity": "unbounded", "keeps": ["weights", "inputs", "outputs"], "element": "8 bit", "fanout": 1,
                 "access": {"elements": 1, "energy": "200 pJ"}, "name": "DRAM", "kind": "dram"}
        small = nestloom.accelerator({"accelerator": {
            "name": "small", "clock": "1 GHz", "energy_source": "explicit", "mac": {"energy": "1 pJ", "width": "8 bit"},
            "levels": [level]}})
        self.assertIsNone(small["levels.DRAM.capacity"])
        self.assertIn("simba", nestloom.presets()["accelerators"])

    def test_that_are_wrong_are_refused_with_the_sentence_of_the_command_line(self):
        def sentence(what):
            with self.assertRaises(nestloom.Error) as raised:
                nestloom.accelerator(what)
            return str(raised.exception)

        def of_command_line(what):
            return self.command_line("run", "--accelerator", what, "--network", "alexnet", fails=True)

        self.assertEqual(sentence("simbo"), of_command_line("simbo"))
        wrong = self.write("wrong.yaml", nestloom.accelerator("simba").yaml().replace("64 KiB", "64"))
        self.assertEqual(sentence(wrong), of_command_line(wrong))
        self.assertIn("levels[1].capacity", sentence(wrong))
        self.assertTrue(sentence({"accelerator": {"nam": "small"}}).startswith("dict:"))

    def test_have_fields_by_their_paths(self):
        simba = nestloom.accelerator("simba")
        self.assertEqual(simba["levels.GlobalBuffer.capacity"], 65536)
        self.assertEqual(simba["clock"], 1e9)
        self.assertEqual(simba.fields()["levels.DRAM.read_bandwidth"], (10.0, "B/cycle"))
        with self.assertRaisesRegex(nestloom.Error, "levels.GlobalBuffer.capacity"):
            simba["levels.GlobalBuffer.capacty"]

    def test_are_made_with_other_values(self):
        simba = nestloom.accelerator("simba")
        other = simba.with_({"levels.GlobalBuffer.capacity": "128 KiB", "levels.DRAM.read_bandwidth": 20,
                             "levels.DRAM.write_bandwidth": "25.6 GB/s"})
        self.assertEqual(other["levels.GlobalBuffer.capacity"], 131072)
        self.assertEqual(other.fields()["levels.DRAM.write_bandwidth"], (25.6e9, "B/s"))
        self.assertEqual(other.with_({"levels.DRAM.write_bandwidth": 9.6e9})["levels.DRAM.write_bandwidth"], 9.6e9)  # B/s
        self.assertEqual(simba["levels.GlobalBuffer.capacity"], 65536)
        self.assertNotEqual(simba, other)
        self.assertEqual(nestloom.accelerator(other.yaml()), other)
        for path, value, why in [("levels.GlobalBuffer.capacity", "64 kg", "kg"), ("levels.GlobalBuffer.capacity", "-1 B", "-1"),
                                 ("levels.GlobalBuffer.capacity", "1 KiB, 2 KiB", "more than one value"),
                                 ("clock", "0 Hz", "clock"), ("no.such", 1, "no.such")]:
            with self.subTest(path=path, value=value), self.assertRaisesRegex(nestloom.Error, why):
                simba.with_({path: value})

    def test_of_a_wrong_type_are_refused_in_words(self):
        simba = nestloom.accelerator("simba")
        for wrong, why in [(lambda: nestloom.accelerator(5), "an accelerator is the name of a preset, .* not 5 .int."),
                           (lambda: nestloom.network(None), "a network is the name of a preset, .* not None"),
                           (lambda: simba[1], "a field is named by its path"), (lambda: simba.with_(3), "in a dictionary"),
                           (lambda: simba.with_({1: 2}), "a field is named by its path"),
                           (lambda: nestloom.run("1"), "a stored run is named by its number, .* not '1' .str."),
                           (lambda: nestloom.run(True), "a stored run is named by its number"),
                           (lambda: nestloom.simulate(nestloom.schedule(simba, NETWORK), 0), "a layer is named by its name"),
                           (lambda: nestloom.Evaluator(simba, NETWORK, 0), "a layer is named by its name"),
                           (lambda: nestloom.Evaluator(simba, NETWORK, "first").score(3), "bytes-like object"),
                           (lambda: nestloom.Evaluator(simba, NETWORK, "first").unpack("abc"), "as an integer")]:
            with self.assertRaisesRegex(TypeError, why) as raised:
                wrong()
            self.assertNotIn("incompatible function", str(raised.exception))


class Networks(FolderTest):
    def test_come_from_presets_files_texts_and_dictionaries(self):
        tiny = nestloom.network(NETWORK)
        self.assertEqual([layer["name"] for layer in tiny.layers], ["first", "second"])
        self.assertEqual(tiny.layers[0]["macs"], 3 * 3 * 8 * 8 * 16 * 32)
        self.assertEqual(tiny.layers[0]["bounds"]["K"], 32)
        self.assertEqual(nestloom.network(self.write("tiny.yaml", NETWORK)), tiny)
        self.assertEqual(nestloom.network(tiny.yaml()), tiny)
        layers = [{"name": "first", "R": 3, "S": 3, "P": 8, "Q": 8, "C": 16, "K": 32},
                  {"name": "second", "P": 8, "Q": 8, "C": 32, "K": 16}]
        self.assertEqual(nestloom.network({"network": {"name": "tiny", "layers": layers}}), tiny)
        self.assertEqual(len(nestloom.network("alexnet").layers), 8)
        csv = "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n" \
              "conv, 10, 10, 3, 3, 16, 32, 1,\n"
        self.assertEqual(nestloom.network(self.write("topology.csv", csv)).layers[0]["bounds"]["P"], 8)

    def test_that_are_wrong_are_refused_with_the_sentence_of_the_command_line(self):
        for name, text in [("no.yaml", None), ("wrong.yaml", NETWORK.replace("K: 16", "K: -16")),
                           ("wrong.onnx", "no ONNX file"), ("wrong.csv", "no topology")]:
            path = self.write(name, text) if text else self.folder / name
            with self.subTest(name), self.assertRaises(nestloom.Error) as raised:
                nestloom.network(path)
            self.assertEqual(str(raised.exception),
                             self.command_line("run", "--accelerator", "simba", "--network", path, fails=True))


if __name__ == "__main__":
    unittest.main()
