// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/tiling.h"

namespace nestloom::schedule::flexer {

Dataflow dataflow(int index, bool alternating)
{
    using enum TileLoop;
    static constexpr std::array<std::array<TileLoop, 3>, 6> orders{{{Pixels, Outputs, Reduction},
                                                                    {Outputs, Pixels, Reduction},
                                                                    {Pixels, Reduction, Outputs},
                                                                    {Reduction, Pixels, Outputs},
                                                                    {Outputs, Reduction, Pixels},
                                                                    {Reduction, Outputs, Pixels}}};
    return {orders[std::size_t(index % 6)], index < 6 ? Outputs : Pixels, alternating};
}

std::string_view name(TileLoop loop)
{
    constexpr std::array<std::string_view, 3> names{"pixels", "outputs", "reduction"};
    return names[std::size_t(loop)];
}

std::string_view stationarity(const Dataflow& dataflow)
{
    constexpr std::array<std::string_view, 3> names{"weight-stationary", "input-stationary", "output-stationary"};
    return names[std::size_t(dataflow.order.back())];
}

std::string describe(const Dataflow& dataflow)
{
    std::string text;
    for (const TileLoop loop : dataflow.order)
        text += (text.empty() ? "" : " > ") + std::string(name(loop));
    return text + ", " + std::string(name(dataflow.unrolled)) + " side by side, " + std::string(stationarity(dataflow))
           + (dataflow.alternating ? ", forth and back" : "");
}

std::string describe(const Tiling& tiling)
{
    std::string text = std::to_string(tiling.rows) + "x" + std::to_string(tiling.columns) + " pixels, "
                       + std::to_string(tiling.inputChannels) + " -> " + std::to_string(tiling.outputChannels)
                       + " channels";
    if (tiling.batch > 1)
        text += ", " + std::to_string(tiling.batch) + " images";
    if (tiling.groups > 1)
        text += ", " + std::to_string(tiling.groups) + " groups";
    return text;
}

} // namespace nestloom::schedule::flexer
