-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 6: the gap is that of the run's objective. Before, it was that of the latency, whatever the objective.
ALTER TABLE layers ADD COLUMN objective_bound REAL; -- in the unit of the objective
UPDATE layers SET objective_bound = lower_bound_cycles
    WHERE run_id IN (SELECT id FROM runs WHERE objective = 'latency' AND engine <> 'flexer');
UPDATE layers SET gap = NULL WHERE objective_bound IS NULL;

DROP INDEX layers_totals;
CREATE INDEX layers_totals ON layers (run_id, cycles, energy_pj, macs, lower_bound_cycles, objective_bound, gap, solve_cpu_ms);
