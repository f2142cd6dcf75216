-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 6: the gap is that of the run's objective. Before, it was that of the latency, whatever the objective. And how far the
-- mesh is loaded.
ALTER TABLE layers ADD COLUMN objective_bound REAL; -- in the unit of the objective
ALTER TABLE layers ADD COLUMN mesh_load REAL;       -- above 1: the mesh would not carry what the cost model assumes
UPDATE layers SET objective_bound = lower_bound_cycles
    WHERE run_id IN (SELECT id FROM runs WHERE objective = 'latency' AND engine <> 'flexer');
UPDATE layers SET gap = NULL WHERE objective_bound IS NULL;

DROP INDEX layers_totals;
CREATE INDEX layers_totals ON layers (run_id, cycles, energy_pj, macs, lower_bound_cycles, objective_bound, gap, mesh_load, solve_cpu_ms);
