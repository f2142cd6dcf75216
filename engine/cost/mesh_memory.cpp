// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/mesh_memory.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::cost {

using enum workload::LoopDimension;

std::string dramModelOf(const hardware::Accelerator& accelerator)
{
    if (!accelerator.dram.model.empty())
        return accelerator.dram.model;
    return accelerator.readRate(0) || accelerator.writeRate(0) ? "bandwidth" : "ddr4-2400";
}

Result<dram::MemoryModel> memoryOf(const hardware::Accelerator& accelerator, std::string_view dramModel)
{
    auto model = dram::memoryModel(dramModel);
    if (!model)
        return model.error();
    model->latency = accelerator.dram.latency;
    if (model->kind != dram::MemoryModel::Kind::Compatible)
        model->outstanding = std::size_t(accelerator.dram.outstanding);
    const auto reads = accelerator.readRate(0), writes = accelerator.writeRate(0);
    if (reads || writes) {
        model->rates.reads = (reads ? *reads : *writes).count;
        model->rates.writes = (writes ? *writes : *reads).count;
    }
    model->rates.takeTurns = accelerator.hasOnePort(0);
    return model;
}

std::array<std::int64_t, 5> boxOf(const workload::Layer& layer, TensorRole role, const workload::Extents& e)
{
    switch (role) {
    case TensorRole::Weights: return {e[G], e[K], e[C], e[R], e[S]};
    case TensorRole::Inputs:
        return {e[N], e[G], e[C], (e[P] - 1) * layer.strideP + (e[R] - 1) * layer.dilationR + 1,
                (e[Q] - 1) * layer.strideQ + (e[S] - 1) * layer.dilationS + 1};
    case TensorRole::Outputs: return {e[N], e[G], e[K], e[P], e[Q]};
    }
    return {};
}

Runs runsOf(const workload::Layer& layer, TensorRole role, const workload::Extents& tile, double bytesPerElement)
{
    const auto whole = boxOf(layer, role, layer.bounds), part = boxOf(layer, role, tile);
    Runs runs{bytesPerElement, 0};
    double inside = bytesPerElement; // of the whole tensor within the present axis
    bool broken = false;             // an axis inside is not taken whole
    for (std::size_t axis = whole.size(); axis-- > 0;) {
        if (broken && part[axis] > 1) {
            runs.distance = inside;
            break;
        }
        if (!broken)
            runs.length *= double(std::min(part[axis], whole[axis]));
        broken = broken || part[axis] < whole[axis];
        inside *= double(whole[axis]);
    }
    return runs;
}

MemoryService::MemoryService(const dram::MemoryModel& model, double cycleFemtoseconds, double packetBytes)
    : m_model(model), m_packetBytes(packetBytes)
{
    const dram::Device& device = model.device;
    switch (model.kind) {
    case dram::MemoryModel::Kind::Banks: {
        const dram::Timings& t = device.timings;
        m_cyclesPerClock = double(device.clockFemtoseconds) / cycleFemtoseconds;
        m_burst = double(device.burst().count);
        m_row = double(device.columns) * device.busBits / 8;
        const bool sameGroup = device.order == dram::AddressOrder::ColumnsLowest && device.bankGroups > 1;
        m_apart = std::max(t.tCCD_S, device.burstClocks()) * m_cyclesPerClock;
        m_perRequest = std::max(sameGroup ? t.tCCD_L : t.tCCD_S, device.burstClocks()) * m_cyclesPerClock;
        m_leastLatency = (t.CL + device.burstClocks() + 1) * m_cyclesPerClock;
        m_readLatency = (t.CL + device.burstClocks() + 1 + t.tRCD / 2.0) * m_cyclesPerClock + 3;
        break;
    }
    case dram::MemoryModel::Kind::Bandwidth:
        m_twoBuses = !model.rates.takeTurns;
        m_burst = packetBytes;
        m_perRead = 1 / model.rates.reads;
        m_perWritten = 1 / model.rates.writes;
        m_readLatency = m_leastLatency = double(model.latency);
        m_readLatency += 1;
        break;
    case dram::MemoryModel::Kind::Compatible:
        m_burst = 32;
        m_perRequest = 17; // 16, and every fourth 4 more
        m_readLatency = m_leastLatency = 16;
        break;
    }
    m_requestBytes = std::min(m_packetBytes, m_burst);
    if (model.kind != dram::MemoryModel::Kind::Compatible)
        for (double* each : {&m_perRequest, &m_apart})
            *each = std::max(*each, m_readLatency / (double(model.outstanding) * requests(m_packetBytes)));
}

double MemoryService::requests(double bytes) const
{
    const double packets = std::floor(bytes / m_packetBytes), rest = bytes - packets * m_packetBytes;
    return packets * std::ceil(m_packetBytes / m_requestBytes) + std::ceil(rest / m_requestBytes);
}

double MemoryService::leastBusy(double bytes, bool write) const
{
    switch (m_model.kind) {
    case dram::MemoryModel::Kind::Bandwidth: return bytes * (write ? m_perWritten : m_perRead);
    case dram::MemoryModel::Kind::Compatible: return write ? 0 : bytes / m_burst * m_perRequest;
    case dram::MemoryModel::Kind::Banks: break;
    }
    const dram::Timings& t = m_model.device.timings; // whole bursts, next to each other in the same rows
    return bytes / m_burst * std::min(m_apart, m_perRequest) * (1 + double(t.tRFC) / t.tREFI);
}

double MemoryService::cycles(double bytes, double asked, const Runs& runs, bool write) const
{
    if (m_model.kind == dram::MemoryModel::Kind::Bandwidth)
        return write ? bytes * m_perWritten : std::max(bytes * m_perRead, asked * m_perRequest);
    if (m_model.kind == dram::MemoryModel::Kind::Compatible && write)
        return 0;
    double share = m_requestBytes / m_burst; // those in the same burst share one
    if (runs.distance > 0 && runs.length >= m_requestBytes)
        share = (runs.length / m_burst + 0.5) / (runs.length / m_requestBytes);
    else if (runs.distance > 0)
        share = runs.distance * m_requestBytes / (m_burst * runs.length);
    const double requests = asked * std::min(1.0, share);
    if (m_model.kind != dram::MemoryModel::Kind::Banks)
        return requests * m_perRequest;

    const dram::Device& device = m_model.device;
    const dram::Timings& t = device.timings;
    const bool longRuns = runs.length >= m_requestBytes;
    const double jump = longRuns ? runs.distance : runs.distance * m_requestBytes / runs.length;
    const double inRun = longRuns ? runs.length / m_burst + 0.5 : 1.0; // requests from one jump to the next
    // What the controller has at hand lies in several rows, of several bank groups, and takes turns between those.
    double each = jump * double(device.controller.writesToDrain) >= m_row * inRun ? m_apart : m_perRequest;
    if (runs.distance > 0 && jump >= m_row) {
        // Every run opens a row; rows that are a power of two apart lie in few banks.
        const auto rows = std::int64_t(std::llround(jump / m_row));
        const double banks = double(device.banks() / std::gcd(rows, std::int64_t{device.banks()}));
        const double open = std::max(t.tFAW / 4.0, (t.tRAS + t.tRP) / banks) * m_cyclesPerClock;
        each = std::max(each, open / inRun);
    }
    return requests * each * (1 + double(t.tRFC) / t.tREFI);
}

} // namespace nestloom::cost
