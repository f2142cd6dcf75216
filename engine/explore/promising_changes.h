// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/accelerator_fields.h"
#include "engine/schedule/network_run.h"

namespace nestloom::explore {

/// One number of an accelerator, as it is and as it could be.
struct FieldChange {
    std::string path; // see accelerator_fields.h
    FieldKind kind = FieldKind::Count;
    double from = 0, to = 0; // in unit(kind)
    std::string reason;      // what it is aimed at: "DRAM read sets 61 % of the cycles"
    friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

/// The next power of two that is at least a quarter away: 10 -> 16, 16 -> 32, 15 -> 32 (upwards); 10 -> 8, 16 -> 8
/// (downwards). Engineers choose such values, and smaller steps rarely show.
double nextUp(double value);
double nextDown(double value);

/// Changes of single fields that are worth a try, aimed at what bounds the cost of these results, the most promising
/// first and at most `most`:
///   a port sets cycles     its bandwidth up; the capacities inside that level up, for tiles that travel less often
///   compute sets cycles    the fan-outs up
///   a level takes energy   the capacities inside that level up; its own capacity down when it is on the chip
///   every bounded level    its capacity down, for chip area
/// Results without a cost say nothing and are passed over.
std::vector<FieldChange> promisingChanges(const hardware::Accelerator& accelerator,
                                          const std::vector<schedule::LayerResult>& results, std::size_t most = 10);

/// The smallest capacities that let every layer be mapped; empty when all can be.
std::vector<FieldChange> smallestFix(const hardware::Accelerator& accelerator, const workload::Network& network);

} // namespace nestloom::explore
