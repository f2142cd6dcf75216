# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C and other threads while something is computed."""
import os
import signal
import threading
import time
import unittest

import nestloom
from support import FolderTest

LAYERS = [{"name": f"conv{i}", "R": 3, "S": 3, "P": 28, "Q": 28, "C": 64, "K": 32 + 32 * i} for i in range(300)]
LONG = {"network": {"name": "long", "layers": LAYERS}}  # minutes of work


class Interruption(FolderTest):
    def check_interrupted(self, work):
        sent = []

        def interrupt():  # runs while the work does: the interpreter is not locked
            while not self.store.exists():
                time.sleep(0.01)
            time.sleep(0.5)
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt).start()
        with self.assertRaises(KeyboardInterrupt):
            work()
        self.assertLess(time.monotonic() - sent[0], 2)  # on a busy machine; else some 0.1 s

    def test_control_c_ends_a_run_and_keeps_what_is_stored(self):
        self.check_interrupted(lambda: nestloom.schedule("simba", LONG, store=self.store))
        self.assertEqual(nestloom.runs(self.store)[0]["status"], "cancelled")
        self.assertEqual(nestloom.run(1, self.store).summary["layers"], 300)

    def test_control_c_ends_a_sweep_and_it_goes_on(self):
        self.check_interrupted(lambda: nestloom.sweep("simba", LONG, {"clock": ["1 GHz", "2 GHz"]}, store=self.store))
        self.assertIn("goes on", self.command_line("sweeps", "--store", self.store))

    def test_what_a_signal_handler_raises_is_raised(self):
        def handler(*_):
            raise TimeoutError("too long")

        before = signal.signal(signal.SIGALRM, handler)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaisesRegex(TimeoutError, "too long"):
            nestloom.schedule("simba", LONG)

    def test_without_a_signal_nothing_is_raised(self):
        self.assertEqual(nestloom.schedule("simba", LONG, layer=["conv0"]).problems, [])


if __name__ == "__main__":
    unittest.main()
