-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 4: memory plans that were kept. A plan belongs to a network and a scratchpad, not to an accelerator.
CREATE TABLE memory_plan (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    kept_at_ms            INTEGER NOT NULL,
    network_name          TEXT    NOT NULL,
    network_yaml          TEXT    NOT NULL,              -- unfused, with parameters
    with_parameters       INTEGER NOT NULL CHECK (with_parameters IN (0, 1)),
    fused                 INTEGER NOT NULL CHECK (fused IN (0, 1)),
    operator_order        TEXT    NOT NULL,              -- what was left free: 'free', 'default', 'least-peak'
    method                TEXT    NOT NULL,              -- 'search', 'ilp'
    scratchpad_bytes      INTEGER NOT NULL,
    traffic_bytes         INTEGER NOT NULL,              -- beyond the compulsory
    bound_bytes           INTEGER NOT NULL,              -- proven: no plan has less
    best_baseline_bytes   INTEGER,
    least_bytes           INTEGER NOT NULL,              -- M_R
    peak_bytes            INTEGER NOT NULL,              -- M_P
    peak_proven           INTEGER NOT NULL CHECK (peak_proven IN (0, 1)),
    plan_json             TEXT    NOT NULL,
    engine_version        TEXT    NOT NULL
);
