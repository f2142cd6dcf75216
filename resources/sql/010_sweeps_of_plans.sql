-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 10: points of memory plans. They have no cycles, energy and utilisation (NULL); on_chip_bytes is their scratchpad.
ALTER TABLE sweep_point ADD COLUMN traffic_bytes INTEGER;  -- off chip, beyond the compulsory
ALTER TABLE sweep_point ADD COLUMN bound_bytes INTEGER;    -- proven: no plan has less
