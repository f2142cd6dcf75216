// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"

namespace nestloom::store {

/// Opens or creates the file and its folder, brings it up to date and lets readers and a writer at it at once. What is
/// only to be read is read where nothing can be written, too.
/// Fails   Io or InvalidInput (a newer version, another program's file) in one sentence; the file is left as it was.
Result<Database> openDatabase(const std::filesystem::path& path, const StoreOptions& options = {});

} // namespace nestloom::store
