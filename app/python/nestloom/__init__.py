# SPDX-License-Identifier: GPL-3.0-or-later
"""Schedules neural networks on accelerators and tells what that costs.

    import nestloom
    simba, resnet = nestloom.accelerator("simba"), nestloom.network("resnet50")
    run = nestloom.schedule(simba, resnet, objective="edp")
    run.totals["cycles"], run.totals["energy_pj"]

Answers are those of nestloom-cli: to_json() has the very bytes that it prints with --json for the same question. Options of
a command become arguments: --time-limit 5 is time_limit=5, a flag such as --no-proof is no_proof=True, and what may be
repeated is a list. Units are in the names: energy_pj, power_w, area_um2; cycles are of the accelerator's clock, and what a
field of an accelerator is in, Accelerator.fields() says. Where something cannot be done, Error says why in one sentence.
While something is computed, other threads of Python go on, and Ctrl-C ends it within a second.
"""

from __future__ import annotations

import json as _json
import operator as _operator
import os as _os
from array import array as _array
from numbers import Integral as _Integral
from pathlib import Path as _Path
from typing import Any, Iterable, Iterator, Mapping, Sequence, Union

_folders = _Path(__file__).resolve().parents  # a build tree, or the prefix of an installed one
for _name, _places in {"NESTLOOM_SOLVER": ("bin/nestloom-solver", "libexec/nestloom/nestloom-solver"),
                       "NESTLOOM_PRESETS": ("share/nestloom/presets",)}.items():
    for _place in [_folder / _place for _folder in _folders for _place in _places]:
        if _name not in _os.environ and _place.exists():
            _os.environ[_name] = str(_place)

from . import _core
from ._core import Error, __version__

__all__ = ["Accelerator", "Error", "Evaluator", "Network", "Run", "Sweep", "__version__", "accelerator", "network", "plan",
           "presets", "run", "runs", "schedule", "simulate", "sweep"]

Input = Union[str, "_os.PathLike[str]", Mapping[str, Any]]
Store = Union[None, bool, str, "_os.PathLike[str]"]
LayerMapping = Sequence[Mapping[str, Any]]
"""A loop nest, as in the layers of a Run: levels from the outermost on, each with its loops from outer to inner."""

_PATH = "a field is named by its path, a text of those that fields() has"
_LAYER = "a layer is named by its name, a text of those that Network.layers has"


def _expect(value: Any, kind: Any, what: str) -> Any:
    """The value, when it is of that kind; else the sentence that says what was expected."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{what}, not {value!r} ({type(value).__name__})")
    return value


def _is_text(text: str) -> bool:
    return "\n" in text or text.lstrip().startswith("{")


def _read(kind: Any, what: Input) -> Any:
    if isinstance(what, Mapping):  # JSON is YAML
        return kind.parse(_json.dumps(what, ensure_ascii=False, indent=1), "dict")
    article = "an" if kind is _core.Accelerator else "a"
    text = _os.fspath(_expect(what, (str, _os.PathLike), f"{article} {kind.__name__.lower()} is the name of a preset, a file, "
                                                         "text, or a dictionary"))
    return kind.parse(text, "text") if _is_text(text) else kind.read(text)


def _words(options: Mapping[str, Any]) -> list[str]:
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            values = [value] if isinstance(value, (str, int, float)) else list(value)
            if not values:
                raise Error(f"{option}: the list is empty")
            words += [f"{option}={each}" for each in values]
    return words


def _store(store: Store, without: bool) -> Any:
    """No store: nothing is kept, or what is read is in the default place. True: the default place."""
    if store is None or store is False:
        return _core.Store("", without)
    return _core.Store("" if store is True else _os.fspath(store), False)


def _frame(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        raise Error("pandas is not installed (python3-pandas); the same is in a list of dictionaries") from None
    return pandas.DataFrame([{key: value for key, value in row.items() if not isinstance(value, (dict, list))}
                             for row in rows])


class Accelerator:
    """An accelerator. acc["levels.GlobalBuffer.capacity"] is one of its fields, in the unit that fields() tells; None where
    it is unbounded or follows from a table. Objects do not change: with_() makes another one."""

    def __init__(self, core: _core.Accelerator) -> None:
        self._core = core

    @property
    def name(self) -> str:
        return self._core.name

    def fields(self) -> dict[str, tuple[int | float | None, str]]:
        """Every number by its path, with its unit: "B", "B/cycle", "B/s", "pJ", "Hz", "bit", "" for counts."""
        return self._core.fields()

    def __getitem__(self, path: str) -> int | float | None:
        return self._core.field(_expect(path, str, _PATH))

    def with_(self, fields: Mapping[str, str | int | float]) -> Accelerator:
        """The accelerator with other values: texts with a unit ("64 KiB", "25.6 GB/s"), or numbers in that of the field."""
        _expect(fields, Mapping, "other values are in a dictionary, by the paths that fields() has")
        units = {path: unit for path, (_, unit) in self.fields().items()}

        def text(path: str, value: str | int | float) -> str:
            _expect(path, str, _PATH)
            if isinstance(value, str):
                return value
            number = int(value) if isinstance(value, float) and value.is_integer() else value
            return f"{number} {units.get(path, '')}".strip()

        return Accelerator(self._core.with_fields({path: text(path, value) for path, value in fields.items()}))

    def yaml(self) -> str:
        return self._core.yaml

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Accelerator) and self._core.equals(other._core)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<nestloom.Accelerator {self.name}>"


class Network:
    """A network. Its layers are dictionaries: name, kind, shape (for people), macs, and bounds by loop dimension (C and K of
    one group)."""

    def __init__(self, core: _core.Network) -> None:
        self._core = core

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def layers(self) -> list[dict[str, Any]]:
        return self._core.layers

    def yaml(self) -> str:
        return self._core.yaml

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self._core.equals(other._core)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<nestloom.Network {self.name}, {len(self.layers)} layers>"


def accelerator(what: Input | Accelerator) -> Accelerator:
    """From a preset's name, a YAML file, YAML text (of several lines), or a dictionary with the same keys."""
    return what if isinstance(what, Accelerator) else Accelerator(_read(_core.Accelerator, what))


def network(what: Input | Network) -> Network:
    """From a preset's name, a file (YAML, ONNX, SCALE-Sim's CSV), YAML text, or a dictionary with the same keys."""
    return what if isinstance(what, Network) else Network(_read(_core.Network, what))


def presets() -> dict[str, list[str]]:
    """The names of "accelerators" and "networks" that come with Nestloom."""
    return _core.presets()


class Run:
    """What was found: a schedule of layers, of a network on nodes, or a plan of its memory."""

    def __init__(self, core: _core.Run) -> None:
        self._core = core
        self._json: dict[str, Any] = _json.loads(core.json)

    def to_json(self) -> str:
        """What `nestloom-cli run --json` prints; of a stored run, what `nestloom-cli runs show --json` prints."""
        return self._core.json

    @property
    def accelerator(self) -> Accelerator:
        return Accelerator(self._core.accelerator)

    @property
    def network(self) -> Network:
        return Network(self._core.network)

    @property
    def number(self) -> int | None:
        """In the store; None when it is not kept."""
        return self.summary["run"] or None

    @property
    def summary(self) -> dict[str, Any]:
        """As in the list of runs: engine, objective, seed, status, cycles, energy_pj, edp_js, power_w, gap."""
        return self._json["summary"]

    @property
    def result(self) -> dict[str, Any]:
        """All that was found."""
        return self._json["result"] or {}

    @property
    def totals(self) -> dict[str, Any]:
        """cycles, energy_pj and more over all layers, with the operators that are no layers."""
        return self.result.get("totals", self.summary)

    @property
    def layers(self) -> list[dict[str, Any]]:
        """In the order of the network; of a layer's schedule: status, cycles, energy_pj, lower_bound_cycles, mapping."""
        return self.result.get("layers", [])

    @property
    def problems(self) -> list[str]:
        """A sentence for each layer without a verified mapping."""
        return [f"layer {layer['name']}: {layer['status']}: {layer.get('reason', '')}" for layer in self.layers
                if not layer.get("verified", True)]

    def to_pandas(self) -> Any:
        """The layers as a pandas.DataFrame, their single figures only."""
        return _frame(self.layers)

    def __repr__(self) -> str:
        of = self.summary
        return f"<nestloom.Run {of['network']} on {of['accelerator'] or 'no accelerator'}, {of['engine']}, {of['status']}>"


def schedule(acc: Input | Accelerator, net: Input | Network, engine: str = "cosa", *, objective: str | None = None,
             store: Store = None, **options: Any) -> Run:
    """Schedules a network with any engine, of layers (cosa, cosa-mesh, flexer, ...) or of nodes (kapla, ...).

    objective  "latency" if left out (of nodes "energy"), "energy", "edp", "weighted" (with cycle_price="500 pJ"), ...
    options    those of `nestloom-cli run`: layer=["conv1"], seed=2, threads=1, gap=0.05, no_proof=True, constraint=[...]
    store      where the run is kept: a file, True for the default place, nowhere if left out"""
    words = _words({"engine": engine, "objective": objective, **options})
    return Run(_core.schedule(accelerator(acc)._core, network(net)._core, words, _store(store, True)))


def plan(net: Input | Network, scratchpad: str | int, acc: Input | Accelerator | None = None, *, method: str = "search",
         store: Store = None, **options: Any) -> Run:
    """Plans the memory of a network: order of its operators, addresses of its tensors, what is spilled.

    scratchpad  "2.3 MiB", bytes, or "M_R" (the least in which every operator fits), "M_P" (the least without spills), "M_H"
    acc         tensors are as wide as its words; without it, as the network states
    method      "search" or "ilp", the published integer program
    options     those of `nestloom-cli plan`: parameters=True, fused=True, order="default", seed=2"""
    engines = {"search": "cosma", "ilp": "cosma-ilp"}
    if method not in engines:
        raise Error(f"--method: {method} not in {{search,ilp}}")
    size = f"{scratchpad} B" if isinstance(scratchpad, int) else scratchpad
    words = _words({"engine": engines[method], "scratchpad": size, **options})
    return Run(_core.schedule(None if acc is None else accelerator(acc)._core, network(net)._core, words,
                              _store(store, True)))


def simulate(run: Run, layer: str, *, dram: str | None = None, router: str | None = None,
             reduction: str | None = None) -> dict[str, Any]:
    """Simulates a layer of a run under its mapping, cycle by cycle: PEs, mesh, buffer and DRAM; the accelerator has a mesh.
    Says what `nestloom-cli simulate --json` says: simulated_cycles beside analytical_cycles, where the time goes."""
    if not isinstance(run, Run):
        raise TypeError(f"simulate() takes a Run, as schedule() and run() give one, not {type(run).__name__}")
    _expect(layer, str, _LAYER)
    return _json.loads(_core.simulate(run._core, layer, _words({"dram": dram, "router": router, "reduction": reduction})))


def _cores(what: Input | Network) -> list[Any]:
    """Several networks of one name with several sizes."""
    if not isinstance(what, (str, _os.PathLike)) or _is_text(_os.fspath(what)):
        return [network(what)._core]
    return _core.Network.read_all(_os.fspath(what))


class Sweep:
    """Points: an accelerator with other values, and a network on it."""

    def __init__(self, core: _core.Sweep) -> None:
        self._core = core
        self._json: dict[str, Any] = _json.loads(core.json([]))

    def to_json(self, objectives: Sequence[str] = (), limits: Mapping[str, str | int | float] = {}) -> str:
        """What `nestloom-cli sweep --json` prints, with --pareto and --limit."""
        pareto = [f"--pareto={','.join(objectives)}"] if objectives else []
        return self._core.json(pareto + [f"--limit={figure}={value}" for figure, value in limits.items()])

    @property
    def number(self) -> int | None:
        """In the store; None when it is not kept."""
        return self._json["sweep"]

    @property
    def axes(self) -> list[dict[str, Any]]:
        """path, unit and values of each."""
        return self._json["axes"]

    @property
    def points(self) -> list[dict[str, Any]]:
        """point, network, values (one for each axis), status, cycles, energy_pj, edp_js, on_chip_bytes, area_um2, ..."""
        return self._json["points"]

    def front(self, objectives: Sequence[str] = (), limits: Mapping[str, str | int | float] = {}) -> list[dict[str, Any]]:
        """The points that none is better than, among those within the limits, network by network.

        objectives  of "cycles", "energy", "edp", "on-chip-bytes", "utilisation", "area", "power", "off-chip-bytes",
                    "time"; cycles, time where the clock is varied, against on-chip-bytes if left out
        limits      {"power": "500 mW", "on-chip-bytes": "2 MiB"}"""
        return [point for point in _json.loads(self.to_json(objectives, limits))["points"] if point.get("pareto")]

    def to_pandas(self) -> Any:
        """The points as a pandas.DataFrame, with a column for each axis."""
        paths = [axis["path"] for axis in self.axes]
        return _frame([{**dict(zip(paths, point["values"])), **point} for point in self.points])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)


def sweep(acc: Input | Accelerator, nets: Input | Network | Sequence[Input | Network],
          axes: Mapping[str, str | Iterable[Any]], engine: str | None = None, *, objective: str | None = None,
          store: Store = None, **options: Any) -> Sweep:
    """Varies fields of an accelerator, and runs each network on each.

    nets     one or several; a built-in one may have several sizes: "resnet50:batch=1,4"
    axes     {"levels.GlobalBuffer.capacity": "16KiB..256KiB:x2", "mac.rows": [4, 8]}: a range, or values
    engine   as in schedule(), "cosa" if left out; or an axis has it: {"run.engine": ["cosa", "random"]}
    options  those of `nestloom-cli sweep`: seed=2, no_proof=True, evaluations=10000, threads=1
    store    as in schedule(); a sweep that was stopped goes on where it was"""
    several = nets if isinstance(nets, Sequence) and not isinstance(nets, str) else [nets]
    def text(value: Any) -> str:
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    texts = [f"{path}={values if isinstance(values, str) else ','.join(map(text, values))}" for path, values in axes.items()]
    cores = [core for each in several for core in _cores(each)]
    words = _words({"axis": texts, "engine": engine, "objective": objective, **options})
    return Sweep(_core.sweep(accelerator(acc)._core, cores, words, _store(store, True)))


def runs(store: Store = None) -> list[dict[str, Any]]:
    """The stored runs, newest first, as Run.summary has them; of the default place if left out."""
    return _json.loads(_core.list_runs(_store(store, False)))["runs"]


def run(number: int, store: Store = None) -> Run:
    """A stored run by its number. What of it was changed since it was stored is told as a warning."""
    _expect(number, _Integral, "a stored run is named by its number, as runs() has them under \"run\"")
    return Run(_core.load_run(_store(store, False), number))


class Evaluator:
    """What mappings of one layer cost, for searches that try very many: cycles and pJ of our own model.

    A mapping is a list of levels, as Run.layers have it under "mapping". The quick form is a row of `width` whole numbers of
    64 bit: for each of the `slots` the bounds of its loops in the order R S P Q C K N G (they multiply to the layer's
    bounds), then for each level the tensor that stays put innermost: 0 weights, 1 inputs, 2 outputs. pack() makes one."""

    def __init__(self, acc: Input | Accelerator, net: Input | Network, layer: str) -> None:
        _expect(layer, str, _LAYER)
        self._core = _core.Evaluator(accelerator(acc)._core, network(net)._core, layer)

    @property
    def width(self) -> int:
        return self._core.width

    @property
    def slots(self) -> list[tuple[str, bool]]:
        """The level, and whether its loops are spatial (over the children of the level) or temporal."""
        return self._core.slots

    def score(self, mappings: Any) -> memoryview:
        """Cycles (before rounding up) and energy in pJ, a row for each mapping; not numbers (NaN) where it is none that fits.

        mappings  a list of mappings, or rows: a buffer of shape (n, width), as an array of numpy. Rows take a few
                  microseconds each; other threads of Python go on meanwhile."""
        if isinstance(mappings, (list, tuple)):
            pairs = (self._core.score_mapping(_json.dumps(mapping)) for mapping in mappings)
            scores = memoryview(_array("d", (figure for pair in pairs for figure in pair)))
        else:
            scores = memoryview(self._core.score_rows(memoryview(mappings))).cast("d")
        return scores.cast("B").cast("d", (len(scores) // 2, 2)) if len(scores) else scores

    def violations(self, mapping: LayerMapping) -> list[str]:
        """Why it is no mapping of the layer, a sentence for each rule that it breaks; empty for one that is."""
        return self._core.violations(_json.dumps(mapping))

    def pack(self, mapping: LayerMapping) -> list[int]:
        """The row of a mapping."""
        return self._core.pack(_json.dumps(mapping))

    def unpack(self, row: Sequence[int]) -> list[dict[str, Any]]:
        """The mapping of a row."""
        return _json.loads(self._core.unpack([_operator.index(number) for number in row]))
