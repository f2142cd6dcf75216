// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/operation_order.h"
#include "engine/schedule/flexer/tiled_schedule.h"

#include <vector>

namespace nestloom::schedule::flexer {

/// Writes down what a scheduler does, as a TiledSchedule. Schedulers that only want latency and traffic have none.
class ScheduleRecorder {
public:
    ScheduleRecorder(const TiledLayer& tiled, bool withDecisions) : m_tiled(tiled), m_withDecisions(withDecisions) {}

    bool wantsDecisions() const { return m_withDecisions; }
    void transfer(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes, std::int64_t start,
                  std::int64_t end);
    void operation(const Operation& operation, std::int32_t before, int npu, int set, std::int64_t start,
                   std::int64_t end);
    void arrive(std::int32_t tile, std::int64_t address, std::int64_t start);
    void leave(std::int32_t tile, std::int64_t end);
    void decide(Decision decision); // after the operations of its set

    /// The whole schedule; nothing is recorded after it.
    TiledSchedule finish(const workload::Layer& layer, const Tiling& tiling, const Dataflow& dataflow,
                         std::string method, std::int64_t latency, const Traffic& traffic);

private:
    struct Place {
        std::int64_t address = 0, start = 0;
        bool isHere = false;
    };
    Place& place(std::int32_t tile);

    const TiledLayer& m_tiled;
    const bool m_withDecisions;
    TiledSchedule m_schedule;
    std::vector<Place> m_places;                 // by tile
    std::vector<std::int32_t> m_loads, m_stores; // transfers so far, by tile
};

} // namespace nestloom::schedule::flexer
