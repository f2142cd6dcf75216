// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/transaction.h"
#include "engine/traffic/flow_groups.h"
#include "engine/traffic/mapping_traffic.h"
#include "engine/traffic/steps.h"

#include <cstdint>
#include <vector>

namespace nestloom::traffic {

/// A flow on its way through the steps: which transfer comes next, and what its last ones were.
struct Course {
    GroupedFlow flow;
    std::uint32_t number = 0; // of the flow
    TrafficClass traffic = TrafficClass::Weights;
    noc::EndpointId outer = 0;  // the buffer or the outside
    bool outside = false;       // it begins or ends in DRAM
    std::int64_t period = 1;    // steps that one transfer serves
    std::int64_t transfers = 1; // over the layer, of each group
    std::int64_t transferred = 0;
    std::vector<noc::TransactionId> last, before; // transactions of its last transfer, and of the one before

    Course(GroupedFlow grouped, const Steps& steps);

    bool begins(std::int64_t step) const { return step % period == 0; }
    bool ends(std::int64_t step) const { return (step + 1) % period == 0; }
    std::int64_t nextBytes() const; // of the transfer to come; all together they are what the flow moves
    void next();

    /// Partial sums that come back into the buffer.
    bool isFilledSum() const;
    /// Transfers of partial sums at which the tile was there before; none in the first visit of a tile.
    std::int64_t revisits(const Steps& steps) const;
    /// Which tile of the outputs a transfer in this step is about, and whether it was there before.
    std::int64_t tile(const Steps& steps, std::int64_t step, bool& again) const;
};

} // namespace nestloom::traffic
