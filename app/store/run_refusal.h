// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_record.h"
#include "engine/base/result.h"

namespace nestloom::store {

/// Whether an error says that such inputs cannot be computed, and not that something broke.
inline bool isRefusal(const Error& error)
{
    return error.code == ErrorCode::InvalidInput || error.code == ErrorCode::Unsupported;
}

/// How the message of a run begins that something broke: the store keeps no more of an error than its text.
inline constexpr std::string_view kBrokeOff = "it broke off: ";
inline std::string brokeOffMessage(const Error& error) { return std::string(kBrokeOff) + error.text(); }

/// The message of a failed run.
inline std::string failureMessage(const Error& error)
{
    return isRefusal(error) ? error.text() : brokeOffMessage(error);
}

/// Whether nothing was computed because the engine does not take such inputs: then the message of the run says why.
inline bool wasRefused(const RunSummary& run)
{
    return run.status == RunStatus::Failed && run.layersDone == 0 && !run.message.empty()
           && !run.message.starts_with(kBrokeOff);
}

} // namespace nestloom::store
