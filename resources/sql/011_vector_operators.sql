-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 11: what operators that are no layers add to the totals of a run of layers, and what is not costed.
ALTER TABLE runs ADD COLUMN vector_json TEXT; -- JSON, see engine/io/vector_json.h; NULL: of another kind, or stored before version 11
