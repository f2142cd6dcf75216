-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 1. Times are milliseconds since 1970 (UTC); text inputs are kept verbatim.
CREATE TABLE runs (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    status            TEXT    NOT NULL CHECK (status IN ('running', 'finished', 'cancelled', 'interrupted', 'failed')),
    message           TEXT    NOT NULL DEFAULT '',   -- one sentence for 'failed'
    started_at_ms     INTEGER NOT NULL,
    finished_at_ms    INTEGER,
    accelerator_name  TEXT    NOT NULL,
    accelerator_yaml  TEXT    NOT NULL,
    mac_units         INTEGER NOT NULL,              -- of the accelerator, for the utilisation
    network_name      TEXT    NOT NULL,
    network_yaml      TEXT    NOT NULL,
    layer_count       INTEGER NOT NULL,
    options_json      TEXT    NOT NULL,
    engine            TEXT    NOT NULL,
    engine_version    TEXT    NOT NULL,
    seed              INTEGER NOT NULL,              -- bit pattern of an unsigned 64-bit number
    owner_pid         INTEGER NOT NULL,              -- the process that runs it, and how to tell that it still lives
    owner_start_ticks INTEGER NOT NULL,
    owner_boot_id     TEXT    NOT NULL
);
CREATE INDEX runs_by_status ON runs (status);

-- One row per layer that came to an end, written as it arrives.
CREATE TABLE layers (
    run_id             INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    layer_index        INTEGER NOT NULL,             -- into the network's layers
    name               TEXT    NOT NULL,
    status             TEXT    NOT NULL,
    verified           INTEGER NOT NULL,
    cycles             INTEGER,
    energy_pj          REAL,
    macs               INTEGER,
    lower_bound_cycles REAL,
    gap                REAL,
    bound_by           TEXT,
    solve_cpu_ms       REAL    NOT NULL,
    result_json        TEXT    NOT NULL,             -- the whole result
    PRIMARY KEY (run_id, layer_index)
) WITHOUT ROWID;
CREATE INDEX layers_by_status ON layers (status);
