// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/least_trips.h"
#include "engine/explore/sweep.h"

namespace nestloom::explore {

/// What a network costs at least on one accelerator after the other. Not for several threads.
class PointBounds {
public:
    PointBounds(const workload::Network& network, const schedule::ScheduleOptions& options); // must outlive this

    /// Proven: nothing that an engine of mappings can find is below it, in our analytical or in the mesh model. By
    /// arithmetic alone, some microseconds: MACs over MAC units; every element through each level that keeps its tensor
    /// as often as the sizes of the levels ask for (least_trips.h), and at the innermost of them as often as the MAC
    /// units ask, over bandwidth; the same for energy, with leakage. `utilization` is the largest possible one,
    /// `lowerBoundCycles` and `gap` say nothing.
    PointCost of(const hardware::Accelerator& accelerator);

private:
    struct Shape {
        workload::Layer layer;
        std::int64_t count = 0;
        double macs = 0;
        PerTensor<double> needed; // elements that some output needs
        LeastTrips trips;
    };

    const workload::Network& m_network;
    const schedule::ScheduleOptions& m_options;
    std::vector<Shape> m_shapes;
    double m_macs = 0;
};

/// What a run that keeps a limit on its power costs at least, when it costs at least `least` without one: it takes as
/// long as its energy asks for, and what leaks meanwhile (PointBounds::of() has both). Nothing when there is no such
/// run, since the leakage alone is beyond the limit.
std::optional<PointCost> leastWithin(Watts limit, PointCost least, const hardware::Accelerator& accelerator);

} // namespace nestloom::explore
