// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run.h"

namespace nestloom::report {

/// A run: headline numbers, what bounds them, every layer with its bound, its gap, its loop nest or the reason why it
/// has none, the inputs verbatim, and what is needed to run it again. A run that was not stored has id 0.
/// `baseline`  may be null; else every headline and layer says how it differs from that run.
Document runReport(const records::RunRecord& run, const records::RunRecord* baseline = nullptr);

} // namespace nestloom::report
