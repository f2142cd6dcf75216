// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/schedule_trace.h"

#include <algorithm>
#include <map>

namespace nestloom::schedule::flexer {

namespace {

EventKind kindOf(const DmaTransfer& transfer)
{
    switch (transfer.type) {
    case DataType::Inputs: return EventKind::LoadInputs;
    case DataType::Weights: return EventKind::LoadWeights;
    case DataType::PartialSums:
        return transfer.direction == Direction::Load ? EventKind::LoadPartialSums : EventKind::StorePartialSums;
    case DataType::Outputs: return EventKind::StoreOutputs;
    }
    return EventKind::LoadInputs;
}

class TraceBuilder {
public:
    explicit TraceBuilder(const TiledSchedule& schedule) : m_schedule(schedule)
    {
        for (int npu = 0; npu < schedule.machine.npus; ++npu)
            m_trace.lanes.push_back({"NPU " + std::to_string(npu), "NPUs"});
        m_trace.lanes.push_back({"DMA", "off chip"});
        m_trace.kinds = {"compute",           "load inputs",        "load weights",
                         "load partial sums", "store partial sums", "store outputs"};
        m_trace.name = schedule.layer.name;
    }

    trace::Trace build()
    {
        for (const TileOperation& operation : m_schedule.operations)
            m_trace.events.push_back({operation.start.count, operation.end.count, 0, std::uint32_t(operation.npu),
                                      labelled(label(m_schedule, operation)), std::uint16_t(EventKind::Compute)});
        const auto dma = std::uint32_t(m_schedule.machine.npus);
        for (const DmaTransfer& transfer : m_schedule.transfers)
            m_trace.events.push_back({transfer.start.count, transfer.end.count, transfer.bytes.count, dma,
                                      labelled(label(m_schedule.tiles[transfer.tile.value])),
                                      std::uint16_t(kindOf(transfer))});
        count();
        return std::move(m_trace);
    }

private:
    std::uint32_t labelled(const std::string& text)
    {
        const auto [place, isNew] = m_labels.emplace(text, std::uint32_t(m_trace.labels.size()));
        if (isNew)
            m_trace.labels.push_back(text);
        return place->second;
    }

    /// Bytes in the scratchpad by data type.
    void count()
    {
        std::array<std::map<std::int64_t, std::int64_t>, 4> changes;
        for (const Occupied& piece : occupied(m_schedule)) {
            auto& of = changes[std::size_t(piece.type)];
            of[piece.start.count] += piece.size.count;
            of[piece.end.count] -= piece.size.count;
        }
        for (const DataType type : {DataType::Inputs, DataType::Weights, DataType::PartialSums, DataType::Outputs}) {
            trace::Counter counter{std::string(name(type)) + " in the scratchpad", "B", {}};
            std::int64_t bytes = 0;
            for (const auto& [cycle, change] : changes[std::size_t(type)])
                if (change != 0)
                    counter.samples.push_back({cycle, bytes += change});
            m_trace.counters.push_back(std::move(counter));
        }
    }

    const TiledSchedule& m_schedule;
    trace::Trace m_trace;
    std::map<std::string, std::uint32_t> m_labels;
};

} // namespace

std::string label(const TiledSchedule& schedule, const TileOperation& operation)
{
    const Tile& outputs = schedule.tiles[operation.tiles[TensorRole::Outputs].value];
    return "p" + std::to_string(outputs.pixels) + " o" + std::to_string(outputs.outputs) + " r"
           + std::to_string(schedule.tiles[operation.tiles[TensorRole::Weights].value].reduction);
}

trace::Trace traceOf(const TiledSchedule& schedule) { return TraceBuilder(schedule).build(); }

std::vector<Occupied> occupied(const TiledSchedule& schedule)
{
    std::vector<Cycles> finished(schedule.tiles.size()); // end of the last operation on an outputs tile
    for (const TileOperation& operation : schedule.operations) {
        Cycles& end = finished[operation.tiles[TensorRole::Outputs].value];
        end = std::max(end, operation.end);
    }
    std::vector<Occupied> pieces;
    for (std::uint32_t i = 0; i < schedule.residencies.size(); ++i) {
        const ScratchpadResidency& lies = schedule.residencies[i];
        const TensorRole role = schedule.tiles[lies.tile.value].role;
        Occupied piece{lies.tile,
                       role == TensorRole::Inputs ? DataType::Inputs : DataType::Weights,
                       lies.address,
                       lies.size,
                       lies.start,
                       lies.end,
                       i};
        if (role == TensorRole::Outputs) {
            piece.type = DataType::PartialSums;
            const Cycles turn = std::clamp(finished[lies.tile.value], lies.start, lies.end);
            if (turn > lies.start) {
                piece.end = turn;
                pieces.push_back(piece);
            }
            piece.type = DataType::Outputs;
            piece.start = turn;
            piece.end = lies.end;
        }
        if (piece.end > piece.start)
            pieces.push_back(piece);
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    return pieces;
}

} // namespace nestloom::schedule::flexer
