// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/memory.h"

#include "engine/base/ranges.h"
#include "engine/dram/bank_timing_memory.h"
#include "engine/dram/simple_memories.h"

namespace nestloom::dram {

namespace {

constexpr std::string_view kBandwidth = "bandwidth";
constexpr std::string_view kCompatible = "compat";

} // namespace

std::vector<std::string> memoryModelNames()
{
    std::vector<std::string> names = collect(devices(), &Device::name);
    names.emplace_back(kBandwidth);
    names.emplace_back(kCompatible);
    return names;
}

Result<MemoryModel> memoryModel(std::string_view name)
{
    MemoryModel model;
    if (name == kBandwidth) {
        model.kind = MemoryModel::Kind::Bandwidth;
        return model;
    }
    if (name == kCompatible) {
        model.kind = MemoryModel::Kind::Compatible;
        model.outstanding = 1;
        return model;
    }
    if (const auto device = findDevice(name)) {
        model.device = *device;
        return model;
    }
    const std::string known = joinText(memoryModelNames(), ", ");
    return Error{ErrorCode::InvalidInput, "there is no DRAM named '" + std::string(name) + "'; known: " + known, ""};
}

std::string nameOf(const MemoryModel& model)
{
    switch (model.kind) {
    case MemoryModel::Kind::Bandwidth: return std::string(kBandwidth);
    case MemoryModel::Kind::Compatible: return std::string(kCompatible);
    case MemoryModel::Kind::Banks: break;
    }
    return model.device.name;
}

Result<std::unique_ptr<Memory>> makeMemory(const MemoryModel& model, std::int64_t cycleFemtoseconds)
{
    switch (model.kind) {
    case MemoryModel::Kind::Bandwidth:
        if (!(model.rates.reads > 0 && model.rates.writes > 0) || model.latency < 1)
            return Error{ErrorCode::InvalidInput, "a DRAM needs a bandwidth above 0 and a latency of at least 1 cycle",
                         ""};
        return std::unique_ptr<Memory>(
            std::make_unique<BandwidthMemory>(model.rates, model.latency, cycleFemtoseconds));
    case MemoryModel::Kind::Compatible:
        return std::unique_ptr<Memory>(std::make_unique<CompatibleMemory>(cycleFemtoseconds));
    case MemoryModel::Kind::Banks: break;
    }
    if (const auto problem = problemOf(model.device))
        return Error{ErrorCode::InvalidInput, *problem, ""};
    return std::unique_ptr<Memory>(std::make_unique<BankTimingMemory>(model.device));
}

} // namespace nestloom::dram
