// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"

#include <span>
#include <string_view>

namespace nestloom::store {

/// One step of the ladder: the text of resources/sql/NNN_*.sql. Step i brings a database to version i + 1.
struct Migration {
    std::string_view fileName;
    std::string_view sql;
};

/// The steps this program knows, built in from resources/sql/.
std::span<const Migration> migrations();

/// Brings a database up to the last step, all steps in one transaction; a database that already holds something is
/// copied to FILE.before-vN first. Several processes may call it at once: one does it, the others wait for it.
/// Fails   Io; InvalidInput for a database of a newer program, which is not touched.
Status migrate(Database& database, std::span<const Migration> steps = migrations());

/// Fails   InvalidInput for the database of another program: one with tables of which none is ours.
Status checkIsOurs(Database& database);
/// Fails   InvalidInput for a database that migrate() would have to change, or of a newer program.
Status checkIsCurrent(Database& database);

} // namespace nestloom::store
