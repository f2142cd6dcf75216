// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "app/cli/run_arguments.h"

#include <memory>

namespace nestloom::cli {

/// `runs show N`: the layers of a stored run, with simulated cycles beside those of the cost model where they are
/// stored.
void addShowRun(const Options& runs, const std::shared_ptr<StoreArguments>& storage);

} // namespace nestloom::cli
