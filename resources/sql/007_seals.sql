-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 7: fingerprints of what is stored, in hexadecimal (app/store/seal.h), so that a damaged row is known when it is read.
ALTER TABLE layers ADD COLUMN seal TEXT;             -- NULL: stored before version 7
ALTER TABLE sweep_point ADD COLUMN seal TEXT;
