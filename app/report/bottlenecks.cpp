// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bottlenecks.h"

#include "engine/base/number_words.h"

#include <algorithm>

namespace nestloom::report {

std::string bottleneckClass(const hardware::Accelerator& accelerator, const cost::Bottleneck& bottleneck)
{
    if (bottleneck.kind == cost::Bottleneck::Kind::Compute)
        return "compute";
    const bool isDram = bottleneck.level < accelerator.levels.size()
                        && accelerator.levels[bottleneck.level].kind == hardware::LevelKind::Dram;
    return isDram ? "dram" : "buffer";
}

std::vector<BottleneckShare> bottleneckShares(const hardware::Accelerator& accelerator,
                                              const std::vector<schedule::LayerResult>& layers)
{
    std::vector<BottleneckShare> shares;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.cost)
            continue;
        const cost::Bottleneck& bottleneck = layer.cost->bottleneck;
        auto share =
            std::find_if(shares.begin(), shares.end(), [&](const auto& s) { return s.text == bottleneck.text; });
        if (share == shares.end())
            share = shares.insert(shares.end(), {bottleneck.text, bottleneckClass(accelerator, bottleneck), 0, {}});
        ++share->layers;
        share->cycles += layer.cost->cycles;
    }
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
    return shares;
}

std::string bottleneckSentence(const std::vector<BottleneckShare>& shares)
{
    std::size_t layers = 0;
    Cycles cycles{};
    for (const BottleneckShare& share : shares) {
        layers += share.layers;
        cycles += share.cycles;
    }
    std::string sentence;
    for (std::size_t i = 0; i < shares.size() && i < 2; ++i) {
        const std::size_t last = i == 0 ? layers : shares[i].layers; // the number before the word "layers"
        sentence += (i == 0 ? "Bottleneck: " : "; then ") + shares[i].text + " on " + std::to_string(shares[i].layers)
                    + (i == 0 ? " of " + std::to_string(layers) : "") + (last == 1 ? " layer (" : " layers (")
                    + percent(double(shares[i].cycles.count) / std::max<double>(1, double(cycles.count)))
                    + " of the cycles)";
    }
    return sentence.empty() ? sentence : sentence + ".";
}

} // namespace nestloom::report
