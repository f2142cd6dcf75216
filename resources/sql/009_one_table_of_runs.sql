-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 9: one table of runs for every method. Schedules on nodes and memory plans become runs with numbers, tags and notes as all
-- others; what each was called before stands in its note.
ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'layers' CHECK (kind IN ('layers', 'nodes', 'memory'));
ALTER TABLE runs ADD COLUMN batch INTEGER;           -- inputs that the figures are for; NULL: of a memory plan, or not known
ALTER TABLE runs ADD COLUMN former TEXT;             -- dropped below

-- The result of a run that is one schedule for the whole network.
CREATE TABLE whole_result (
    run_id       INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    cycles       INTEGER,                            -- NULL of memory plans, as is energy
    energy_pj    REAL,
    solve_cpu_ms REAL    NOT NULL,
    figures_json TEXT    NOT NULL,                   -- what a list of runs says besides
    result       BLOB    NOT NULL,                   -- JSON: of nodes engine/io/node_run_json.h, packed; of memory engine/io/plan_json.h
    seal         TEXT                                -- NULL: stored before version 9
);

-- Engines for tiles minimise a metric of their own.
UPDATE runs SET objective = coalesce(json_extract(options_json, '$.flexer.metric'), objective)
    WHERE engine = 'flexer' AND json_valid(options_json);

INSERT INTO runs (status, started_at_ms, finished_at_ms, accelerator_name, accelerator_yaml, mac_units, network_name, network_yaml,
                  layer_count, options_json, engine, engine_version, seed, owner_pid, owner_start_ticks, owner_boot_id, objective, kind,
                  batch, former)
    SELECT 'finished', kept_at_ms, kept_at_ms, accelerator_name, accelerator_yaml, 0, network_name, network_yaml,
           layer_count, options_json, engine, engine_version, coalesce(json_extract(good, '$.seed'), 1), 0, 0, '',
           coalesce(json_extract(good, '$.goal'), ''), 'nodes', batch, 'schedule on nodes ' || id
    FROM (SELECT *, iif(json_valid(options_json), options_json, '{}') AS good FROM node_run) ORDER BY kept_at_ms, id;
INSERT INTO whole_result (run_id, cycles, energy_pj, solve_cpu_ms, figures_json, result)
    SELECT r.id, n.cycles, (SELECT total(value) FROM json_each(n.good, '$.energy')), n.search_ms,
           json_set(n.good, '$.training', json(iif(n.training, 'true', 'false')), '$.segments', n.segment_count,
                    '$.longest_segment', n.longest_segment, '$.evaluated', n.evaluated), n.schedule
    FROM (SELECT *, iif(json_valid(figures_json), figures_json, '{}') AS good FROM node_run) n
    JOIN runs r ON r.former = 'schedule on nodes ' || n.id;

INSERT INTO runs (status, started_at_ms, finished_at_ms, accelerator_name, accelerator_yaml, mac_units, network_name, network_yaml,
                  layer_count, options_json, engine, engine_version, seed, owner_pid, owner_start_ticks, owner_boot_id, objective, kind,
                  former)
    SELECT 'finished', kept_at_ms, kept_at_ms, accelerator_name, '', 0, network_name, network_yaml, 0,
           json_object('engine', iif(method = 'ilp', 'cosma-ilp', 'cosma'), 'parameters', json(iif(with_parameters, 'true', 'false')),
                       'fused', json(iif(fused, 'true', 'false')),
                       'inputs_backed', json(iif(json_valid(plan_json) AND plan_json LIKE '%"inputs_backed":true%', 'true', 'false')),
                       'order', operator_order, 'scratchpad_bytes', scratchpad_bytes, 'seed', 1),
           iif(method = 'ilp', 'cosma-ilp', 'cosma'), engine_version, 1, 0, 0, '', 'traffic', 'memory', 'memory plan ' || id
    FROM memory_plan ORDER BY kept_at_ms, id;
INSERT INTO whole_result (run_id, solve_cpu_ms, figures_json, result)
    SELECT r.id, 0,
           json_object('scratchpad_bytes', p.scratchpad_bytes, 'traffic_bytes', p.traffic_bytes, 'bound_bytes', p.bound_bytes,
                       'best_baseline_bytes', p.best_baseline_bytes, 'least_bytes', p.least_bytes, 'peak_bytes', p.peak_bytes,
                       'peak_proven', json(iif(p.peak_proven, 'true', 'false'))), p.plan_json
    FROM memory_plan p JOIN runs r ON r.former = 'memory plan ' || p.id;

INSERT INTO run_marks (run_id, tags, note)
    SELECT r.id, coalesce(p.tags, ''),
           iif(coalesce(p.title, '') = '', 'was ' || r.former, p.title || ' (was ' || r.former || ')')
    FROM runs r LEFT JOIN memory_plan p ON r.former = 'memory plan ' || p.id WHERE r.former IS NOT NULL;
ALTER TABLE runs DROP COLUMN former;
DROP TABLE node_run;
DROP TABLE memory_plan;
