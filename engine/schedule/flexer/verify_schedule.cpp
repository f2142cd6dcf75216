// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/verify_schedule.h"

#include "engine/schedule/flexer/replay.h"

namespace nestloom::schedule::flexer {

std::string_view name(ScheduleRule rule)
{
    constexpr std::array<std::string_view, 11> names{"tiles cover the layer",
                                                     "every operation once",
                                                     "operation time",
                                                     "NPU free",
                                                     "one DMA channel",
                                                     "scratchpad overlap",
                                                     "operands resident",
                                                     "partial sums kept",
                                                     "outputs stored",
                                                     "ledger",
                                                     "latency"};
    return names[static_cast<std::size_t>(rule)];
}

std::vector<ScheduleViolation> verify(const TiledSchedule& schedule)
{
    using enum ScheduleRule;
    const Replay replay(schedule);
    std::vector<ScheduleViolation> violations;
    const auto check = [&](ScheduleRule rule, const std::optional<std::string>& wrong) {
        if (wrong)
            violations.push_back({rule, *wrong});
        return !wrong;
    };
    if (!check(TilesCoverLayer, replay.tilesCoverLayer()) || !check(EveryOperationOnce, replay.idsAreInRange()))
        return violations; // nothing else can be said of tiles that are not there
    check(EveryOperationOnce, replay.everyOperationOnce());
    check(OperationTime, replay.operationTime());
    check(NpuFree, replay.npuFree());
    check(OneDmaChannel, replay.oneDmaChannel());
    check(ScratchpadOverlap, replay.scratchpadOverlap());
    check(OperandsResident, replay.operandsResident());
    check(PartialSumsKept, replay.partialSumsKept());
    check(OutputsStored, replay.outputsStored());
    check(Ledger, replay.ledger());
    check(Latency, replay.latency());
    return violations;
}

} // namespace nestloom::schedule::flexer
