-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 3: what the user says about a run, and what a list of many runs needs without reading the runs themselves.
CREATE TABLE run_marks (
    run_id        INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    starred       INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
    tags          TEXT    NOT NULL DEFAULT '',       -- words, sorted, one space between two
    note          TEXT    NOT NULL DEFAULT '',
    deleted_at_ms INTEGER                            -- set: in the bin
);
CREATE INDEX run_marks_by_deletion ON run_marks (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

ALTER TABLE runs ADD COLUMN objective TEXT NOT NULL DEFAULT '';
UPDATE runs SET objective = coalesce(json_extract(options_json, '$.cosa.objective'), '') WHERE json_valid(options_json);
ALTER TABLE runs ADD COLUMN clock_hz REAL;           -- of the accelerator, for the EDP; NULL until read from an older run

-- Holds all that the totals of a run are summed from, so that they are found without the results' JSON.
CREATE INDEX layers_totals ON layers (run_id, cycles, energy_pj, macs, lower_bound_cycles, solve_cpu_ms);
