// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"

namespace nestloom::store {

/// Opens or creates the file and its folder, brings it up to date and lets readers and a writer at it at once.
/// Fails   Io or InvalidInput (newer version) in one sentence; the file is left as it was.
Result<Database> openDatabase(const std::filesystem::path& path, const StoreOptions& options = {});

} // namespace nestloom::store
