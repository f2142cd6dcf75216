// SPDX-License-Identifier: Apache-2.0
#include "engine/records/run.h"

namespace nestloom::records {

std::string_view name(RunStatus status)
{
    switch (status) {
    case RunStatus::Running: return "running";
    case RunStatus::Finished: return "finished";
    case RunStatus::Cancelled: return "cancelled";
    case RunStatus::Interrupted: return "interrupted";
    case RunStatus::Failed: break;
    }
    return "failed";
}

std::optional<double> RunSummary::edp() const
{
    if (!totals || !clock || clock->count <= 0)
        return {};
    return totals->edp * 1e-12 / clock->count;
}

std::string_view RunSummary::refusal() const
{
    const bool isRefused = status == RunStatus::Failed && layersDone == 0 && !message.starts_with(kBrokeOff);
    return isRefused ? std::string_view(message) : std::string_view();
}

} // namespace nestloom::records
