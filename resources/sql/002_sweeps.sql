-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 2: sweeps. A sweep is unfinished while it has fewer points than point_count says; there is no state to go stale.
CREATE TABLE sweep (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    identity         TEXT    NOT NULL UNIQUE,       -- of everything that decides the results: the same command finds its sweep
    started_at_ms    INTEGER NOT NULL,
    accelerator_name TEXT    NOT NULL,
    accelerator_yaml TEXT    NOT NULL,
    axes_json        TEXT    NOT NULL,              -- [{"path": "levels.DRAM.read_bandwidth", "values": [4, 8]}, ...]
    networks_json    TEXT    NOT NULL,              -- their YAML texts, in order
    options_json     TEXT    NOT NULL,
    engine_version   TEXT    NOT NULL,
    point_count      INTEGER NOT NULL               -- accelerators times networks
);

-- One row per network on an accelerator, written as it finishes. Nothing here depends on machine, threads or time.
CREATE TABLE sweep_point (
    sweep_id           INTEGER NOT NULL REFERENCES sweep (id) ON DELETE CASCADE,
    point_index        INTEGER NOT NULL,            -- the last axis changes fastest
    network_index      INTEGER NOT NULL,
    status             TEXT    NOT NULL CHECK (status IN ('finished', 'infeasible', 'refused', 'failed')),
    reason             TEXT    NOT NULL,            -- one sentence unless finished
    cycles             INTEGER,
    energy_pj          REAL,
    edp_js             REAL,
    on_chip_bytes      INTEGER,
    utilization        REAL,
    lower_bound_cycles REAL,
    PRIMARY KEY (sweep_id, point_index, network_index)
) WITHOUT ROWID;
