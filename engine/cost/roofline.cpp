// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/roofline.h"

namespace nestloom::cost {

std::vector<Roof> roofs(const hardware::Accelerator& accelerator)
{
    std::vector<Roof> all;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const std::string& name = accelerator.levels[i].name;
        const auto read = accelerator.readRate(i), write = accelerator.writeRate(i);
        const bool isShared = accelerator.hasOnePort(i);
        if (read)
            all.push_back({i, true, isShared, isShared ? name : name + " read", read->count});
        if (write && !isShared)
            all.push_back({i, false, true, name + " write", write->count});
    }
    return all;
}

std::optional<RooflinePoint> rooflinePoint(const hardware::Accelerator& accelerator, const LayerCost& cost,
                                           const Roof& roof)
{
    if (roof.level >= cost.levels.size() || roof.level >= accelerator.levels.size() || cost.cycles.count <= 0)
        return {};
    double bytes = 0;
    for (const TensorRole role : kTensorRoles)
        if (const auto& tensor = cost.levels[roof.level].tensors[role]) {
            const double elements =
                (roof.reads ? tensor->reads : 0) + (roof.writes ? tensor->fills + tensor->updates : 0);
            bytes += elements * double(accelerator.levels[roof.level].elementBits[role].count) / 8;
        }
    if (!(bytes > 0))
        return {};
    return RooflinePoint{double(cost.macs) / bytes, double(cost.macs) / double(cost.cycles.count)};
}

std::optional<Roof> busiestRoof(const hardware::Accelerator& accelerator, const std::vector<const LayerCost*>& layers)
{
    std::optional<Roof> busiest;
    double most = -1;
    for (const Roof& roof : roofs(accelerator)) {
        double cycles = 0;
        bool hasPoint = false;
        for (const LayerCost* layer : layers) {
            const Bottleneck& by = layer->bottleneck;
            hasPoint = hasPoint || rooflinePoint(accelerator, *layer, roof);
            if (by.kind != Bottleneck::Kind::Compute && by.level == roof.level
                && (by.kind == Bottleneck::Kind::ReadPort ? roof.reads : roof.writes))
                cycles += double(layer->cycles.count);
        }
        if (hasPoint && cycles > most) {
            most = cycles;
            busiest = roof;
        }
    }
    return busiest;
}

} // namespace nestloom::cost
