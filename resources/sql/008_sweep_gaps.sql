-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 8: how far the objective of a point is above its proven bound.
ALTER TABLE sweep_point ADD COLUMN gap REAL;
UPDATE sweep_point SET gap = cycles / lower_bound_cycles - 1
    WHERE lower_bound_cycles > 0 AND sweep_id IN (SELECT id FROM sweep WHERE options_json LIKE '%"objective":"latency"%' AND options_json LIKE '%"engine":"cosa"%');
