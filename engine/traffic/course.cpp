// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/course.h"

#include <cmath>

namespace nestloom::traffic {

namespace {

TrafficClass trafficClass(const Flow& flow)
{
    if (flow.tensor != TensorRole::Outputs)
        return flow.tensor == TensorRole::Weights ? TrafficClass::Weights : TrafficClass::Inputs;
    const bool final = flow.kind == Flow::Kind::Collect || flow.kind == Flow::Kind::Drain;
    return final ? TrafficClass::Outputs : TrafficClass::PartialSums;
}

} // namespace

Course::Course(GroupedFlow grouped, const Steps& steps)
    : flow(std::move(grouped)), traffic(trafficClass(flow.flow)), period(steps.period(flow.flow)),
      transfers(steps.count() / period)
{
    // Sums come back to tiles that were there before; where no loop outside the PEs does that, within each step.
    const bool sums = flow.flow.kind == Flow::Kind::Return || isFilledSum();
    if (const std::int64_t again = revisits(steps); sums && again > 0)
        transfers = again;
}

std::int64_t Course::nextBytes() const
{
    const auto total = static_cast<std::int64_t>(std::llround(flow.bytesPerGroup));
    return (transferred + 1) * total / transfers - transferred * total / transfers;
}

void Course::next()
{
    before = std::move(last);
    last.clear();
    ++transferred;
}

bool Course::isFilledSum() const
{
    return flow.flow.kind == Flow::Kind::Fill && flow.flow.tensor == TensorRole::Outputs;
}

std::int64_t Course::revisits(const Steps& steps) const
{
    std::int64_t tiles = 1, all = 1;
    for (const StepLoop& loop : steps.loops())
        if (loop.stride >= period) {
            all *= loop.loop.bound;
            tiles *= workload::isRelevant(TensorRole::Outputs, loop.loop.dimension) ? loop.loop.bound : 1;
        }
    return all - tiles;
}

std::int64_t Course::tile(const Steps& steps, std::int64_t step, bool& again) const
{
    std::int64_t tile = 0;
    again = false;
    for (const StepLoop& loop : steps.loops()) {
        if (loop.stride < period)
            continue;
        const std::int64_t index = steps.index(loop, step);
        if (workload::isRelevant(TensorRole::Outputs, loop.loop.dimension))
            tile = tile * loop.loop.bound + index;
        else
            again = again || index > 0;
    }
    return tile;
}

} // namespace nestloom::traffic
