-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 13: every start looks for runs without a clock of their own. The column stands behind the texts of a run, so that looking into
-- each took seconds on a large store; this index holds those that lack it only.

CREATE INDEX runs_without_clock ON runs (id) WHERE clock_hz IS NULL AND accelerator_yaml <> '';
