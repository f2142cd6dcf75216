// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_record.h"

namespace nestloom::store {

/// Whether nothing was computed because the engine does not take such inputs: then the message of the run says why.
inline bool wasRefused(const RunSummary& run)
{
    return run.status == RunStatus::Failed && run.layersDone == 0 && !run.message.empty();
}

} // namespace nestloom::store
