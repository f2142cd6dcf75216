-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 5: simulations of the layers of runs, schedules on nodes, and what the user says about memory plans.

-- A layer of a run, simulated under one mapping with one set of options. Done again, it replaces what was there.
CREATE TABLE simulation (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id            INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    layer_index       INTEGER NOT NULL,              -- into the network's layers
    dram              TEXT    NOT NULL,              -- model by name, never empty
    router            TEXT    NOT NULL CHECK (router IN ('wormhole', 'vc')),
    reduction         TEXT    NOT NULL CHECK (reduction IN ('chain', 'store-and-forward', 'receiver')),
    mapping           TEXT    NOT NULL,              -- fingerprint of the mapping, in hexadecimal
    simulated_at_ms   INTEGER NOT NULL,
    engine_version    TEXT    NOT NULL,
    analytical_cycles INTEGER NOT NULL,
    simulated_cycles  INTEGER NOT NULL,
    has_times         INTEGER NOT NULL CHECK (has_times IN (0, 1)), -- when each transaction ran; left out when too large
    result            BLOB    NOT NULL,              -- see app/store/simulation_bytes.h, packed
    UNIQUE (run_id, layer_index, dram, router, reduction, mapping)
);

-- A network scheduled on the nodes of an accelerator. Equal inputs replace what was there.
CREATE TABLE node_run (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    identity         TEXT    NOT NULL UNIQUE,        -- fingerprint of all inputs and of the version
    kept_at_ms       INTEGER NOT NULL,
    network_name     TEXT    NOT NULL,
    network_yaml     TEXT    NOT NULL,
    accelerator_name TEXT    NOT NULL,
    accelerator_yaml TEXT    NOT NULL,
    engine           TEXT    NOT NULL,
    batch            INTEGER NOT NULL,
    training         INTEGER NOT NULL CHECK (training IN (0, 1)),
    options_json     TEXT    NOT NULL,
    figures_json     TEXT    NOT NULL,               -- energy by component in pJ, and what the search left out
    cycles           INTEGER NOT NULL,
    layer_count      INTEGER NOT NULL,               -- of what was scheduled: with training also the backward layers
    segment_count    INTEGER NOT NULL,
    longest_segment  INTEGER NOT NULL,               -- layers of the longest one
    search_ms        REAL    NOT NULL,               -- CPU time
    evaluated        INTEGER NOT NULL,               -- blockings counted
    schedule         BLOB    NOT NULL,               -- JSON, see engine/io/node_schedule_json.h, packed
    engine_version   TEXT    NOT NULL
);

ALTER TABLE memory_plan ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_plan ADD COLUMN tags TEXT NOT NULL DEFAULT '';             -- words, sorted, one space between two
ALTER TABLE memory_plan ADD COLUMN accelerator_name TEXT NOT NULL DEFAULT ''; -- whose buffer the scratchpad is; may be none
