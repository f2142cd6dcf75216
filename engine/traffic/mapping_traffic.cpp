// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/mapping_traffic.h"

#include "engine/traffic/mesh_load.h"
#include "engine/traffic/traffic_maker.h"

namespace nestloom::traffic {

std::string_view name(Reduction reduction)
{
    switch (reduction) {
    case Reduction::PacketChain: return "chain";
    case Reduction::StoreAndForward: return "store-and-forward";
    case Reduction::AtReceiver: return "receiver";
    }
    return "";
}

std::string_view name(TrafficClass traffic)
{
    switch (traffic) {
    case TrafficClass::Weights: return "weights";
    case TrafficClass::Inputs: return "inputs";
    case TrafficClass::PartialSums: return "partial sums";
    case TrafficClass::Outputs: return "outputs";
    }
    return "";
}

Result<MappingTraffic> mappingTraffic(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                      const mapping::LayerMapping& mapping, const TrafficOptions& options)
{
    TRY(const auto load, meshLoad(accelerator, layer, mapping, Cycles{1}, options.dramPort));
    return TrafficMaker(accelerator, mapping::coveredLayer(layer, mapping), mapping, load.level, options).run();
}

} // namespace nestloom::traffic
