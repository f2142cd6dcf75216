// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/layer_detail.h"

#include "engine/schedule/flexer/headroom.h"
#include "engine/schedule/flexer/verify_schedule.h"

namespace nestloom::schedule::flexer {

namespace {

Status judge(const TiledSchedule& schedule)
{
    const std::vector<ScheduleViolation> found = verify(schedule);
    if (found.empty())
        return success();
    return Error{ErrorCode::Internal, "the verifier refuses the schedule: " + found.front().message,
                 "layer " + schedule.layer.name};
}

Result<std::shared_ptr<LayerDetail>> begin(TiledSchedule schedule)
{
    if (const Status fine = judge(schedule); !fine)
        return fine.error();
    auto detail = std::make_shared<LayerDetail>();
    detail->occupied = occupied(schedule);
    detail->trace = std::make_shared<const trace::TraceIndex>(std::make_shared<const trace::Trace>(traceOf(schedule)));
    detail->movements = movements(schedule);
    detail->compulsory = movements(compulsoryTraffic(schedule.layer, schedule.machine, schedule.tiling));
    detail->sharing = sharing(schedule);
    detail->schedule = std::move(schedule);
    return detail;
}

} // namespace

void NetworkTotals::add(const TiledSummary& summary)
{
    ++scheduled;
    allLatency += double(summary.chosen.latency.count);
    allBytes += double(summary.chosen.traffic.total().count);
    if (!summary.strong || !summary.plain)
        return;
    ++layers;
    seedKept += isStrongKept(summary) ? 1 : 0;
    latency += double(summary.chosen.latency.count);
    staticLatency += double(summary.strong->latency.count);
    plainLatency += double(summary.plain->latency.count);
    bytes += double(summary.chosen.traffic.total().count);
    staticBytes += double(summary.strong->traffic.total().count);
    plainBytes += double(summary.plain->traffic.total().count);
}

void NetworkTotals::add(const NetworkTotals& other)
{
    scheduled += other.scheduled;
    allLatency += other.allLatency;
    allBytes += other.allBytes;
    layers += other.layers;
    seedKept += other.seedKept;
    latency += other.latency;
    staticLatency += other.staticLatency;
    plainLatency += other.plainLatency;
    bytes += other.bytes;
    staticBytes += other.staticBytes;
    plainBytes += other.plainBytes;
}

const SchedulePoint* pointOf(const TiledSummary& summary, Shown shown)
{
    const auto orNull = [](const std::optional<SchedulePoint>& point) { return point ? &*point : nullptr; };
    switch (shown) {
    case Shown::Chosen: return &summary.chosen;
    case Shown::OutOfOrder: return orNull(summary.outOfOrder);
    case Shown::BestStatic: return orNull(summary.strong);
    case Shown::PlainStatic: return orNull(summary.plain);
    }
    return nullptr;
}

Result<std::shared_ptr<const LayerDetail>> detailOf(TiledSchedule schedule)
{
    auto detail = begin(std::move(schedule));
    if (!detail)
        return detail.error();
    return std::shared_ptr<const LayerDetail>(*std::move(detail));
}

Result<std::shared_ptr<const LayerDetail>> detailOf(const workload::Layer& layer, const Machine& machine,
                                                    const FlexerParams& params, const TiledSummary& summary,
                                                    Shown shown)
{
    const SchedulePoint* point = pointOf(summary, shown);
    if (point == nullptr)
        return std::shared_ptr<const LayerDetail>();
    auto chosen = rebuild(layer, machine, params, point->recipe, true);
    if (!chosen)
        return chosen.error();
    auto detail = begin(*std::move(chosen));
    if (!detail)
        return detail.error();
    if (summary.strong) {
        const auto fixed = rebuild(layer, machine, params, summary.strong->recipe);
        if (!fixed)
            return fixed.error();
        if (const Status fine = judge(*fixed); !fine)
            return fine.error();
        (*detail)->staticMovements = movements(*fixed);
        (*detail)->staticSharing = sharing(*fixed);
    }
    return std::shared_ptr<const LayerDetail>(*std::move(detail));
}

} // namespace nestloom::schedule::flexer
