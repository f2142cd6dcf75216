-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 12: views for people who query the database (resources/manual/database.md). The program reads none of them. A later
-- version that changes a table below makes them again, with these columns. Times are UTC; what lies in the bin is left out.

CREATE VIEW run_view AS
SELECT r.id AS run, r.kind, r.status,
       strftime('%Y-%m-%d %H:%M:%S', r.started_at_ms / 1000, 'unixepoch') AS started,
       (r.finished_at_ms - r.started_at_ms) / 1000.0 AS took_s,
       r.accelerator_name AS accelerator, r.network_name AS network, r.engine, r.objective, r.seed, r.batch,
       r.engine_version AS version, r.layer_count AS layers,
       iif(r.kind = 'layers', l.solved, NULL) AS layers_mapped,
       iif(r.kind = 'layers', l.proven, NULL) AS layers_proven,
       iif(r.kind = 'layers', iif(l.solved > 0, l.cycles + coalesce(json_extract(r.vector_json, '$.cycles'), 0), NULL), w.cycles) AS cycles,
       iif(r.kind = 'layers', iif(l.solved > 0, l.energy_pj + coalesce(json_extract(r.vector_json, '$.energy_pj'), 0), NULL), w.energy_pj)
           AS energy_pj,
       r.clock_hz, json_extract(w.figures_json, '$.scratchpad_bytes') AS scratchpad_bytes,
       json_extract(w.figures_json, '$.traffic_bytes') AS off_chip_bytes, json_extract(w.figures_json, '$.bound_bytes') AS bound_bytes,
       iif(r.kind = 'layers', iif(l.cycles > 0, l.macs * 1.0 / (r.mac_units * l.cycles), NULL), NULL) AS utilization, -- of the layers
       coalesce(m.starred, 0) AS starred, coalesce(m.tags, '') AS tags, coalesce(m.note, '') AS note
FROM runs r
LEFT JOIN run_marks m ON m.run_id = r.id
LEFT JOIN whole_result w ON w.run_id = r.id
LEFT JOIN (SELECT run_id, count(cycles) AS solved, sum(status = 'proven') AS proven, sum(cycles) AS cycles, sum(energy_pj) AS energy_pj,
                  sum(macs) AS macs FROM layers GROUP BY run_id) l ON l.run_id = r.id
WHERE m.deleted_at_ms IS NULL;

CREATE VIEW layer_view AS
SELECT l.run_id AS run, r.accelerator_name AS accelerator, r.network_name AS network, r.engine, r.objective, l.layer_index AS layer, l.name,
       l.status, l.verified, l.cycles, l.energy_pj, l.macs, l.lower_bound_cycles, l.objective_bound, l.gap, l.bound_by, l.mesh_load,
       (SELECT s.simulated_cycles FROM simulation s WHERE s.run_id = l.run_id AND s.layer_index = l.layer_index
        ORDER BY s.simulated_at_ms DESC, s.id DESC LIMIT 1) AS simulated_cycles,
       l.solve_cpu_ms
FROM layers l
JOIN runs r ON r.id = l.run_id
LEFT JOIN run_marks m ON m.run_id = l.run_id
WHERE m.deleted_at_ms IS NULL;

CREATE VIEW sweep_view AS
SELECT s.id AS sweep, strftime('%Y-%m-%d %H:%M:%S', s.started_at_ms / 1000, 'unixepoch') AS started, s.accelerator_name AS accelerator,
       s.engine_version AS version, s.point_count AS points, (SELECT count(*) FROM sweep_point p WHERE p.sweep_id = s.id) AS done
FROM sweep s;

CREATE VIEW point_view AS
SELECT sweep_id AS sweep, point_index AS point, network_index AS network, status, reason, cycles, energy_pj, edp_js, on_chip_bytes,
       utilization, lower_bound_cycles, gap, traffic_bytes, bound_bytes
FROM sweep_point;

-- The axes of each sweep; links, conditions and samples stand in sweep.axes_json besides.
CREATE VIEW axis_view AS
SELECT s.id AS sweep, a.key AS axis, json_extract(a.value, '$.path') AS field, json_extract(a.value, '$.values') AS "values"
FROM sweep s, json_each(s.axes_json) a
WHERE json_extract(a.value, '$.path') IS NOT NULL;
