// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/run_arguments.h"
#include "app/store/run_store.h"

namespace nestloom::cli {

/// Where the database is that must be there already. Fails   Io.
Result<std::filesystem::path> existingStore(const StoreArguments& storage);
/// Opens a database that must be there already. Fails   Io.
Result<store::RunStore> openStoredRuns(const StoreArguments& storage);
/// Says on stderr which of the stored layers do not hold; false when all do.
bool complainedAboutDamage(const records::RunRecord& run);
/// For a list with no rows: one line on stderr with what is missing and where it would be.
void sayNothingStored(const std::string& what, const std::filesystem::path& path);

} // namespace nestloom::cli
