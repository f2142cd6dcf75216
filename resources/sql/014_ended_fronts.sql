-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 14: a sweep of which only a front was wanted has ended when the front needs no other point, though it has fewer points than
-- point_count says.

ALTER TABLE sweep ADD COLUMN front TEXT; -- "front of cycles against energy", "knee of ..."; NULL: none was searched to its end
